"""The table of ¡A las barricadas! while an action is being carried out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from engine.api import Event, Param, Params, Refusal, Seat, Term
from engine.barricadas.frames import Deed
from engine.barricadas.ground import Battlefield
from engine.barricadas.state import (
    SEATS,
    Counter,
    Secrets,
    Table,
    View,
    counters_in,
    is_hidden,
)
from engine.barricadas.survey import battlefield_of
from engine.kit.records import changed
from engine.kit.verbs import Answer, FrameRules, Verb
from engine.kit.working_copy import WorkingCopy


class Play(WorkingCopy[Table, Secrets]):
    """One action's working copy of a game."""

    __slots__ = ()

    @property
    def battlefield(self) -> Battlefield:
        """The ground."""
        return battlefield_of(self.table)

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
        self.put({key: changed(self.table.counters[key], **values) for key in keys})

    def put(self, counters: Mapping[str, Counter]) -> None:
        """Lay counters in the place of those with their ids."""
        if counters:
            # Where nobody is changed all that is known of the table still holds.
            self.set(counters={**self.table.counters, **counters})

    def look_at_hidden(self, seat: Seat) -> None:
        """Stop who only supposes, where all that follows hangs on whom *seat* hides (3.5)."""
        if self.table.shades:
            # Whoever supposes does not know what the other side keeps to itself.
            _ = self.secrets[seat].plan

    def two_dice(self, purpose: str, *, hidden: bool = False) -> tuple[int, int]:
        """Throw two dice, before everybody unless they tell of who hides."""
        one, two = (self.roll_secret if hidden else self.roll)(purpose, 2)
        return one, two

    def die(self, purpose: str, *, hidden: bool = False) -> int:
        """Throw a die, before everybody unless it tells of who hides."""
        return (self.roll_secret if hidden else self.roll)(purpose)[0]

    def knowing(self, weighed: Iterable[Counter]) -> frozenset[Seat] | None:
        """Return who recognises all of some counters; ``None`` where everybody does (ALB-R2).

        Figures in which they count, and the dice beside them, are those seats' alone.
        """
        hidden = [one for one in weighed if is_hidden(self.table, one, None)]
        if not hidden:
            return None
        return frozenset(seat for seat in SEATS if all(one.side == seat for one in hidden))

    def tell_figures(
        self,
        code: str,
        rule: str,
        knowing: frozenset[Seat] | None,
        figures: Params,
        **params: Param,
    ) -> None:
        """Tell everybody what happens, and its *figures* to those who may know them (ALB-R2).

        The others read the rest, by the code with ``.bare`` at its end. Once the game is over
        everybody reads all.
        """
        told = {**params, **figures}
        others = None if knowing is None else Event(f"{code}.bare", rule, params)
        self.events.append(Event(code, rule, told, knowing, others))

    def tell_gone(self, place: str, seat: Seat) -> None:
        """Tell that a side's marker is gone from a hex, where nobody is left under it (3.5)."""
        if not any(one.unseen for one in counters_in(self.table, place, seat)):
            self.tell("marker.gone", "3.5.unseen", seat=Term("seat", seat), hex=hex_term(place))

    def tell_of(
        self,
        code: str,
        rule: str,
        who: Iterable[str],
        seat: Seat,
        *,
        felt: bool = True,
        **params: Param,
    ) -> None:
        """Tell everybody what counters of a side do; of those not recognised their side alone.

        Of what is *felt* on the table all the same (a marker moves) the others read that and
        where, by the code with ``.unseen`` at its end: neither who it is, nor how strong, nor any
        figure, and once only, or lines would count those who hide (3.5, ALB-R2).
        """
        keys = tuple(who)
        told = {**params, "who": counter_terms(keys), "n": len(keys)}
        if not any(self.counter(key).unseen for key in keys):
            self.events.append(Event(code, rule, told))
            return
        places = {
            name: value
            for name, value in params.items()
            if isinstance(value, Term) and value.kind == "hex"
        }
        others = Event(f"{code}.unseen", rule, {**places, "seat": Term("seat", seat)})
        said = any(one.otherwise == others for one in self.events)
        audience = frozenset((seat,))
        self.events.append(Event(code, rule, told, audience, others if felt and not said else None))


AnyVerb = Verb[View, Play, Any] | Answer[View, Play, Any, Any]
AnyFrameRules = FrameRules[Table, Play, Any]
Against = list[Refusal]


def counter_term(counter: Counter | str) -> Term:
    """Return a counter as a word for a sentence."""
    return _counter_term(counter if isinstance(counter, str) else counter.id)


@lru_cache(maxsize=1024)
def _counter_term(key: str) -> Term:
    return Term("counter", key)


def counter_terms(keys: Iterable[str]) -> tuple[Term, ...]:
    """Return counters as words for a sentence."""
    return tuple(map(_counter_term, keys))


def short_terms(keys: Iterable[str]) -> tuple[Term, ...]:
    """Return counters as short words, where it is clear of which unit they are ("G2")."""
    return tuple(map(_short_term, keys))


@lru_cache(maxsize=1024)
def _short_term(key: str) -> Term:
    return Term("short", key)


@lru_cache(maxsize=64)
def deed_term(deed: Deed) -> Term:
    """Return what counters do as a word for a sentence."""
    return Term("deed", deed.value)


@lru_cache(maxsize=4096)
def hex_term(place: str) -> Term:
    """Return a hex as a word for a sentence."""
    return Term("hex", place)


def party_term(who: str, start: str, end: str) -> Term:
    """Return who goes along, by their ids joined by "+" or by how many markers, and between what.

    The lexicon says it: "G1+G2 (C803 → C805)", "a marker (C705 → C706)".
    """
    return Term("party", f"{who} {start} {end}")
