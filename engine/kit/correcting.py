"""How a position is corrected, the same in every game of table and secrets.

A game says with a :class:`CorrectionRule` a kind what may be put right, and collects them in a
:class:`Corrector`. All is judged on the table as everybody sees it, with everybody's secrets
sealed: so nothing that is hidden can be corrected, or found out by trying. What is judged is the
position that all corrections together lead to, by what cannot be on such a table.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar, cast

from engine.api import (
    Corrected,
    Correction,
    Event,
    Option,
    Param,
    Params,
    Refusal,
    Seat,
    Term,
    Text,
)
from engine.dice import NoDice
from engine.errors import CorruptState, IllegalAction, MalformedAction
from engine.kit.gate import Gate
from engine.kit.parsing import SHOWN, Reader, flag, folded, held_in, number, read, values
from engine.kit.states import State, Table, View
from engine.kit.supposing import SEALED
from engine.kit.verbs import nothing_against
from engine.kit.wording import refuse, seat_term
from engine.kit.working_copy import WorkingCopy

T = TypeVar("T", bound=Table)
X = TypeVar("X")
P = TypeVar("P")
C = TypeVar("C", bound=Correction)


SEAT = "seat"
"""What a field holds that names a side."""


def word_reader(words: Iterable[str]) -> Reader:
    """Return the reader of one of some words; another one is left as it is typed."""
    known = {folded(word): word for word in words}

    def read_word(text: str, problems: list[Refusal]) -> str:
        del problems
        return known.get(folded(text), text.strip())

    return read_word


def accepts_nothing(*_: Any) -> None:
    """Take nothing beside the options."""


def sound(*_: Any) -> Iterable[Refusal]:
    """Find nothing wrong with a table."""
    return ()


def at_rest(*_: Any) -> None:
    """Wait for nothing else, where nothing interrupts."""


def strike_nothing(before: Any, after: Any, seat: Seat, own: X) -> X:
    """Leave what a side keeps to itself."""
    del before, after, seat
    return own


def fields_told(correction: Correction, terms: Mapping[str, str]) -> Params:
    """Return a correction's fields as its event tells them.

    Args:
        correction: What is put right.
        terms: Of what kind of term the words of a field are, by its note of what it holds.
    """
    found: dict[str, Param] = {}
    for name, holds in held_in(type(correction)):
        value, kind = getattr(correction, name), terms.get(holds, "")
        found[name] = Term(kind, str(value)) if kind else value
    return found


def leads_on(
    model: type[Correction],
    filled: Mapping[str, str],
    readers: Mapping[str, Reader],
    offered: Callable[[str], Iterator[Option]],
    refused: Callable[[Correction], object],
) -> bool:
    """Say whether fields can be filled up to a correction that is accepted.

    Args:
        model: Of the correction.
        filled: The fields filled so far.
        readers: How what fields hold is read.
        offered: What may stand in one that is missing.
        refused: Why a whole one is refused, if it is.
    """
    fields = model.model_fields.items()
    missing = (name for name, info in fields if info.is_required() and name not in filled)
    name = next(missing, None)
    if name is not None:
        return any(True for _ in offered(name))
    try:
        one = cast(Correction, read(model, filled, readers))
    except MalformedAction:
        return False
    return not refused(one)


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionRule(Generic[T, P, C]):
    """One thing that can be put right. T is a game's table, P its working copy, C the correction.

    Attributes:
        model: Its model.
        check: What is against it by itself, on the table as everybody sees it; what becomes of the
            position is judged by :attr:`Corrector.unsound`.
        apply: Its effect; it changes the table alone and looks at nobody's secrets.
        options: Values that a field may take, likely ones first, given what the fields filled so
            far mean. Those that lead to what cannot be are left out for it.
        accepts: What a field takes beside them.
        told: What its event is told with, from the table before it; mostly its fields.
    """

    model: type[C]
    check: Callable[[T, C], list[Refusal]] = nothing_against
    apply: Callable[[P, C], None]
    options: Callable[[T, str, Mapping[str, Any]], Iterator[Option]]
    accepts: Callable[[T, str, Mapping[str, Any]], Text | None] = accepts_nothing
    told: Callable[[T, C], Params] | None = None

    @property
    def code(self) -> str:
        """Of its event."""
        return f"corrected.{self.model.kind}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrector(Generic[T, X]):
    """All that can be put right in a game. T is its table, X what a side keeps to itself.

    Attributes:
        rules: A rule each kind, in the order in which they are offered.
        words: The words that may stand in a field, by its note of what it holds.
        terms: Of what kind of :class:`~engine.api.Term` the words of a field are, by its note of
            what it holds; numbers need none.
        unsound: What cannot be on a table that nothing interrupts, as everybody sees it.
        waits: What is to be waited for where nothing interrupts, or ``None``.
        strike: What a side keeps to itself, without what it can no longer do: given the table
            before and after, which side, and what it keeps.
    """

    rules: tuple[CorrectionRule[Any, Any, Any], ...] = ()
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)
    terms: Mapping[str, str]
    unsound: Callable[[T], Iterable[Refusal]] = sound
    waits: Callable[[T], Refusal | None] = at_rest
    strike: Callable[[T, T, Seat, X], X] = strike_nothing

    def rule(self, kind: str) -> CorrectionRule[Any, Any, Any] | None:
        """Return the rule of a kind, if there is one."""
        return next((one for one in self.rules if one.model.kind == kind), None)

    def event(self, table: T, correction: Correction) -> Event:
        """Return what everybody is told of a correction, from the table before it."""
        rule = self.rule(correction.kind)
        assert rule is not None
        if rule.told is None:
            return Event(rule.code, "", fields_told(correction, self.terms))
        return Event(rule.code, "", rule.told(table, correction))


NOTHING_CORRECTED: Corrector[Any, Any] = Corrector(terms={})


class CorrectsTables(Generic[T, X]):
    """What games of table and secrets do alike where a position is corrected.

    Attributes:
        corrector: What can be put right: of most games nothing.
    """

    seats: tuple[Seat, ...]
    gate: Gate[T]
    working: type[WorkingCopy[T, X]]
    corrector: Corrector[T, X] = NOTHING_CORRECTED

    @abstractmethod
    def projected(self, table: T, /, viewer: Seat | None) -> T:
        """Return the table as a viewer sees it."""

    @abstractmethod
    def readers(self, view: View[T, X]) -> Mapping[str, Reader]:
        """Return how what a field holds is read, by its note."""

    @abstractmethod
    def view(self, state: State[T, X], seat: Seat | None) -> View[T, X]:
        """Return what *seat*, or the public, may know."""

    @abstractmethod
    def orders(self, view: View[T, X]) -> tuple[Text, ...]:
        """Return everything the viewer has ordered in secret, a line each."""

    @property
    def corrections(self) -> Mapping[str, type[Correction]]:
        """Models by kind, in the order in which they are offered."""
        return {rule.model.kind: rule.model for rule in self.corrector.rules}

    def faults(self, state: State[T, X]) -> tuple[Refusal, ...]:
        """Return what cannot be in a state: mostly what cannot be on its table."""
        return tuple(self.corrector.unsound(state.table))

    def correction_options(
        self, view: View[T, X], kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        """Yield values of one field of a correction, each of which can be alone."""
        public, rule = self.openly_seen(view), self.corrector.rule(kind)
        if rule is None or field not in rule.model.model_fields or self._unrest(public.table):
            return iter(())
        return self._offered(public, rule, field, filled)

    def _offered(
        self,
        public: View[T, X],
        rule: CorrectionRule[Any, Any, Any],
        field: str,
        filled: Mapping[str, str],
    ) -> Iterator[Option]:
        known = values(rule.model, filled, self._readers(public))
        for option in rule.options(public.table, field, known):
            if self._leads_on(public, rule, {**filled, field: option.value}):
                yield option

    def _leads_on(
        self, public: View[T, X], rule: CorrectionRule[Any, Any, Any], filled: Mapping[str, str]
    ) -> bool:
        """Say whether fields can be filled up to what is accepted."""
        return leads_on(
            rule.model,
            filled,
            self._readers(public),
            lambda name: self._offered(public, rule, name, filled),
            lambda one: self.check_corrections(public, (one,)),
        )

    def correction_accepts(
        self, view: View[T, X], kind: str, field: str, filled: Mapping[str, str]
    ) -> Text | None:
        """Return what a field takes beside its options."""
        public, rule = self.openly_seen(view), self.corrector.rule(kind)
        if rule is None:
            return None
        return rule.accepts(public.table, field, values(rule.model, filled, self._readers(public)))

    def parse_correction(self, view: View[T, X], kind: str, raw: Mapping[str, str]) -> Correction:
        """Read a correction as a person typed it.

        Raises:
            MalformedAction: with refusals saying what was not understood.
        """
        rule = self.corrector.rule(kind)
        if rule is None:
            raise MalformedAction(refuse("correct.unknown", "", typed=kind[:SHOWN]))
        return cast(Correction, read(rule.model, raw, self._readers(self.openly_seen(view))))

    def check_corrections(
        self, view: View[T, X], corrections: Sequence[Correction]
    ) -> tuple[Refusal, ...]:
        """Return every reason why a position may not be corrected so, from what all see of it."""
        table = self.openly_seen(view).table
        unrest = self._unrest(table)
        if unrest is not None:
            return (unrest,)
        play = self._working(State(table, dict.fromkeys(self.seats, SEALED)))
        for one in corrections:
            refusals = self._against(play.table, one)
            if refusals:
                return tuple(refusals)
            self._apply(play, one)
        after = self.projected(play.table, None)
        if after == table:
            return (refuse("correct.nothing", ""),)
        found: list[Refusal] = []
        for fault in self.corrector.unsound(after):
            if fault not in found:  # of one hex both of its counters may say the same
                found.append(fault)
        if not found and not self.gate.awaiting(after):
            found = [refuse("correct.nobody", "")]
        return tuple(found)

    def correct(self, state: State[T, X], corrections: Sequence[Correction]) -> Corrected:
        """Put a position right, and strike what a side can no longer do.

        Raises:
            IllegalAction: when it is refused.
            CorruptState: what is hidden makes an unsound state of it (a bug in the game).
        """
        refusals = self.check_corrections(self.view(state, None), corrections)
        if refusals:
            raise IllegalAction(*refusals)
        play, events = self._working(state), []
        for one in corrections:
            seen = self.projected(play.table, None)
            events.append(self.corrector.event(seen, one))
            self._apply(play, one)
        after: State[T, X] = play.close(public=True).state
        strike = self.corrector.strike
        kept = {
            seat: strike(state.table, after.table, seat, own) for seat, own in state.secrets.items()
        }
        after = replace(after, secrets=kept)
        wrong = self.faults(after)
        if wrong:
            raise CorruptState(f"corrected, it cannot be: {[one.code for one in wrong]}")
        return Corrected(after, tuple(events), dict(self._struck(state, kept)))

    # -- the parts of it ---------------------------------------------------------------------

    def openly_seen(self, view: View[T, X]) -> View[T, X]:
        """Return what everybody sees of what somebody sees."""
        return View(None, self.projected(view.table, None), None)

    def _readers(self, public: View[T, X]) -> Mapping[str, Reader]:
        words = {holds: word_reader(known) for holds, known in self._words.items()}
        return {"flag": flag, "count": number, **self.readers(public), **words}

    @property
    def _words(self) -> Mapping[str, Sequence[str]]:
        """Return the words that may stand in fields, the sides among them."""
        return {SEAT: self.seats, **self.corrector.words}

    def _working(self, state: State[Any, Any]) -> WorkingCopy[T, X]:
        return self.working(state, NoDice())

    def _unrest(self, table: T) -> Refusal | None:
        """Return what is waited for before a position can be corrected."""
        waits = self._interrupted(table)
        return self.corrector.waits(table) if waits is None else waits

    def _interrupted(self, table: T) -> Refusal | None:
        """Return what is waited for where it is over, or something interrupts."""
        if table.ending is not None:
            return refuse("correct.over", table.ending.rule)
        if table.frames:
            owed = self.gate.awaiting(table)
            seats = tuple(dict.fromkeys(seat_term(one.seat) for one in owed))
            return refuse("correct.interrupted", owed[0].rule if owed else "", seats=seats)
        return None

    def _against(self, table: T, correction: Correction) -> list[Refusal]:
        rule = self.corrector.rule(correction.kind)
        if rule is None or type(correction) is not rule.model:
            return [refuse("correct.unknown", "", typed=correction.kind[:SHOWN])]
        return self.misnamed(table, correction) or rule.check(table, correction)

    def misnamed(self, table: T, correction: Correction) -> list[Refusal]:
        """Return what a correction names that there is not."""
        return self._unknown(correction) or list(self.gate.form(table, correction))

    def _unknown(self, correction: Correction) -> list[Refusal]:
        """Return what in a correction is none of the words that may stand there."""
        found = []
        for name, holds in held_in(type(correction)):
            words, value = self._words.get(holds), getattr(correction, name)
            if words is not None and value not in words:
                kind = self.corrector.terms.get(holds, holds)
                known = tuple(Term(kind, word) for word in words)
                found.append(refuse("correct.no_word", "", typed=value[:SHOWN], words=known))
        return found

    def _apply(self, play: WorkingCopy[T, X], correction: Correction) -> None:
        rule = self.corrector.rule(correction.kind)
        assert rule is not None
        rule.apply(play, correction)

    def _struck(
        self, state: State[T, X], kept: Mapping[Seat, X]
    ) -> Iterator[tuple[Seat, tuple[Text, ...]]]:
        """Yield the sides of whom something was struck, with the lines of it in their lists."""
        for seat, own in state.secrets.items():
            if kept[seat] == own:
                continue
            view = self.view(state, seat)
            left = list(self.orders(replace(view, own=kept[seat])))
            lines = []
            for line in self.orders(view):
                if line in left:
                    left.remove(line)
                else:
                    lines.append(line)
            if lines:
                yield seat, tuple(lines)
