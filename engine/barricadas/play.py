"""The table of ¡A las barricadas! while an action is being carried out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.api import Event, Param, Refusal, Seat, Term
from engine.barricadas.ground import Battlefield
from engine.barricadas.scenario import Scenario, load_scenarios
from engine.barricadas.state import Counter, Secrets, Table, View
from engine.kit.records import changed
from engine.kit.verbs import Answer, FrameRules, Verb
from engine.kit.working_copy import WorkingCopy


class Play(WorkingCopy[Table, Secrets]):
    """One action's working copy of a game."""

    __slots__ = ()

    @property
    def field(self) -> Battlefield:
        """The ground."""
        return field_of(self.table)

    def counter(self, key: str) -> Counter:
        """Return a counter as it is now."""
        return self.table.counters[key]

    def change(self, key: str, **values: Any) -> Counter:
        """Change fields of one counter and return it."""
        one = changed(self.table.counters[key], **values)
        self.set(counters={**self.table.counters, key: one})
        return one

    def change_all(self, keys: Iterable[str], **values: Any) -> None:
        """Change the same fields of several counters."""
        counters = dict(self.table.counters)
        for key in keys:
            counters[key] = changed(counters[key], **values)
        self.set(counters=counters)

    def two_dice(self, purpose: str) -> int:
        """Throw two dice before everybody and return their sum."""
        return sum(self.roll(purpose, 2))

    def die(self, purpose: str) -> int:
        """Throw a die before everybody."""
        return self.roll(purpose)[0]

    def tell_of(
        self, code: str, rule: str, who: Iterable[str], seat: Seat, **params: Param
    ) -> None:
        """Tell everybody what counters of a side do, those not recognised as "a marker" (3.5).

        Their own side reads who they are. The other code has ``.unseen`` at its end.
        """
        keys = tuple(who)
        told = {**params, "who": counter_terms(keys), "n": len(keys)}
        if any(self.counter(key).unseen for key in keys):
            hidden = Event(f"{code}.unseen", rule, {**params, "seat": Term("seat", seat)})
            self.events.append(Event(code, rule, told, frozenset((seat,)), hidden))
        else:
            self.events.append(Event(code, rule, told))


def scenario_of(table: Table) -> Scenario:
    """Return the scenario that a table plays."""
    return load_scenarios()[table.settings.scenario]


def field_of(table: Table) -> Battlefield:
    """Return the ground that a table plays on."""
    return scenario_of(table).field


AnyVerb = Verb[View, Play, Any] | Answer[View, Play, Any, Any]
AnyFrameRules = FrameRules[Table, Play, Any]
Against = list[Refusal]


def counter_term(counter: Counter | str) -> Term:
    """Return a counter as a word for a sentence."""
    return Term("counter", counter if isinstance(counter, str) else counter.id)


def counter_terms(keys: Iterable[str]) -> tuple[Term, ...]:
    """Return counters as words for a sentence."""
    return tuple(counter_term(key) for key in keys)


def hex_term(place: str) -> Term:
    """Return a hex as a word for a sentence."""
    return Term("hex", place)
