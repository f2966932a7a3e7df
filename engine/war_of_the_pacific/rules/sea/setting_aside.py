"""Ships set aside in a naval combat (7.9.aside): the larger side may, up to a limit.

Rules:
    7.9.aside, 7.9.aside.limit, 7.9.aside.out; WP-R6.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, islice

from engine.api import Choice, Option, Refusal, Term, Text
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Aside
from engine.war_of_the_pacific.counters import printed
from engine.war_of_the_pacific.options import fits_option, stack_option
from engine.war_of_the_pacific.play import unit_terms
from engine.war_of_the_pacific.rules.sea.battle_rows import (
    row,
)
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import (
    ALLIES,
    CHILE,
    NavalBattle,
    Table,
    Unit,
    View,
    other,
)


def may_set_aside(frame: NavalBattle, settings: Settings) -> str:
    """Return the side that may set ships aside, or ""."""
    for side in (CHILE, ALLIES):
        if aside_limit(frame, side, settings):
            return side
    return ""


def aside_limit(frame: NavalBattle, side: str, settings: Settings) -> int:
    """Return how many ships a side may set aside: its excess, and no more than the enemy has.

    Rules:
        7.9, WP-R6; WP-E17 (one text does not know the second bound).
    """
    own, enemy = len(row(frame, side)), len(row(frame, other(side)))
    most = enemy if settings.follows("set_aside") == "en" else own
    return max(0, min(own - enemy, most))


def check_aside(view: View, frame: NavalBattle, action: Aside) -> list[Refusal]:
    """Return why these ships cannot be set aside (7.9, WP-R6)."""
    if frame.stage != "aside":
        return [refuse("aside.too_late", "7.9.aside")]
    found = []
    own = row(frame, frame.turn_of)
    for ship in dict.fromkeys(action.ships):
        if ship not in own:
            found.append(refuse("fire.not_in_row", "7.9.aside", unit=Term("unit", ship)))
    limit = aside_limit(frame, frame.turn_of, view.table.settings)
    given = len(set(action.ships))
    if given > limit:
        # The limit is one's own excess, or else the enemy's number: each has its clause.
        excess = len(own) - len(row(frame, other(frame.turn_of)))
        rule = "7.9.aside" if limit == excess else "7.9.aside.limit"
        found.append(refuse("aside.too_many", rule, n=limit, given=given))
    return found


def _sets_aside(table: Table, frame: NavalBattle) -> Iterator[tuple[Unit, ...]]:
    """Yield groups of ships to set aside: as many as allowed first, transports first."""
    limit = aside_limit(frame, frame.turn_of, table.settings)
    own = sorted(row(frame, frame.turn_of), key=lambda ship: (printed(ship).gunfire, ship))
    for size in range(limit, 0, -1):
        for ships in islice(combinations(own, size), 60):
            yield tuple(table.units[ship] for ship in ships)


def options_aside(
    view: View, frame: NavalBattle, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer groups of ships, transports and weak ships first; the field may stay empty."""
    if field == "ships" and frame.stage == "aside":
        yield from filter(fits_option, map(stack_option, _sets_aside(view.table, frame)))


def aside_choices(table: Table, frame: NavalBattle) -> Iterator[Choice]:
    """Yield what may be set aside as buttons: nothing first, then some groups."""
    yield Choice(Text("aside.none", {}), Aside())
    for units in islice(_sets_aside(table, frame), 8):
        label = Text("aside.ships", {"ships": unit_terms(units), "n": len(units)})
        yield Choice(label, Aside(ships=tuple(unit.id for unit in units)))
