"""The table while an action is being carried out.

States are immutable. A :class:`Play` opens one, lets a rule change it piece by piece, rolls the
dice and writes the events, and closes it into the next state. Nothing outlives one ``apply``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from engine.api import Term
from engine.dice import Dice
from engine.kit.records import changed
from engine.kit.verbs import Answer, FrameRules, Verb
from engine.kit.wording import seat_term
from engine.kit.working_copy import WorkingCopy
from engine.war_of_the_pacific.counters import is_column, printed
from engine.war_of_the_pacific.places import DEAD
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import Secrets, State, Table, Unit, View

__all__ = ["AnyFrameRules", "AnyVerb", "Play", "place_term", "seat_term", "unit_terms"]


class Play(WorkingCopy[Table, Secrets]):
    """One action's working copy of a game; ``set`` changes the table but for units and control.

    What is changed is on :attr:`table` at once: its units and control are those changed here.

    Attributes:
        units: The counters, changed in place; a copy of the state's.
        control: Side holding each city; a copy likewise.
    """

    __slots__ = ("control", "units")

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self.units: dict[str, Unit] = dict(state.table.units)
        self.control: dict[str, str] = dict(state.table.control)
        self.table = changed(state.table, units=self.units, control=self.control)

    # -- reading ---------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """What the table chose when the campaign was created."""
        return self.table.settings

    @property
    def seat(self) -> str:
        """The phasing seat."""
        return self.table.player

    @property
    def refuges(self) -> tuple[str, ...]:
        """Cities in which beaten units may stand that have not taken them."""
        return self.table.refuges

    def view(self, seat: str | None) -> View:
        """Return *seat*'s view of the table as it is at this instant."""
        return View(seat, self.table, self.secrets.get(seat) if seat else None)

    # -- changing --------------------------------------------------------------------------

    def put(self, unit: Unit) -> Unit:
        """Lay *unit* on the table in place of the counter with its id."""
        self.units[unit.id] = unit
        return unit

    def change(self, unit_id: str, **values: Any) -> Unit:
        """Change fields of one unit and return it."""
        return self.put(changed(self.units[unit_id], **values))

    def change_all(self, unit_ids: Iterable[str], **values: Any) -> None:
        """Change fields of several units alike."""
        for unit_id in unit_ids:
            self.change(unit_id, **values)

    def remove(self, unit_id: str) -> None:
        """Take a spent Supply Column off the table for good (6.1)."""
        del self.units[unit_id]

    def eliminate(self, unit_id: str) -> None:
        """Send a unit to the dead pile; a Supply Column simply goes.

        A captured ship goes to the dead pile of the navy that it came from (WP-R74).
        """
        if is_column(unit_id):
            self.remove(unit_id)
            return
        card = printed(unit_id)
        self.change(unit_id, at=DEAD, steps=0, in_port=False, side=card.side, nation=card.nation)


AnyVerb = Verb[View, Play, Any] | Answer[View, Play, Any, Any]
AnyFrameRules = FrameRules[Table, Play, Any]


def unit_terms(units: Iterable[Unit | str]) -> tuple[Term, ...]:
    """Return units as words for a sentence."""
    return tuple([_unit_term(unit if isinstance(unit, str) else unit.id) for unit in units])


@lru_cache(maxsize=1024)
def _unit_term(unit_id: str) -> Term:
    return Term("unit", unit_id)


@lru_cache(maxsize=4096)
def place_term(place: str) -> Term:
    """Return a place (hex, box, ship) as a word for a sentence."""
    return Term("place", place)
