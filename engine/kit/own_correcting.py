"""How what a side keeps to itself is corrected, the same in every game of table and secrets.

A game says with an :class:`OwnRule` a kind what may be put right, and collects them in an
:class:`OwnCorrector`. All is judged by the side's own view, with what others keep sealed: whatever
they hide, a side is offered and refused the same. And nobody else sees anything otherwise for it:
what would show is no matter of the side alone, and is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from engine.api import (
    Corrected,
    Correction,
    Event,
    Option,
    Params,
    Refusal,
    Seat,
    Text,
)
from engine.errors import CorruptState, IllegalAction
from engine.kit.correcting import (
    CorrectionRule,
    CorrectsTables,
    accepts_nothing,
    at_rest,
    fields_told,
    leads_on,
    sound,
)
from engine.kit.parsing import SHOWN, read, values
from engine.kit.states import State, Table, View
from engine.kit.supposing import SEALED
from engine.kit.verbs import nothing_against
from engine.kit.wording import refuse
from engine.kit.working_copy import WorkingCopy

T = TypeVar("T", bound=Table)
X = TypeVar("X")
V = TypeVar("V")
P = TypeVar("P")
C = TypeVar("C", bound=Correction)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRule(Generic[V, P, C]):
    """One secret thing that can be put right. V is a game's view, P its working copy.

    Attributes:
        model: Its model.
        check: What is against it by itself, by its side's view.
        apply: Its effect, on the table that nobody else sees and on the secrets of that seat.
        options: Values that a field may take, likely ones first, given what the fields filled so
            far mean. Those that lead to what cannot be are left out for it.
        accepts: What a field takes beside them.
        told: What its event is told with, from the view before it; mostly its fields.
    """

    model: type[C]
    check: Callable[[V, C], list[Refusal]] = nothing_against
    apply: Callable[[P, Seat, C], None]
    options: Callable[[V, str, Mapping[str, Any]], Iterator[Option]]
    accepts: Callable[[V, str, Mapping[str, Any]], Text | None] = accepts_nothing
    told: Callable[[V, C], Params] | None = None


def hidden(
    rule: CorrectionRule[T, P, Any],
    model: type[C],
    concealed: Callable[[View[T, Any], C], list[Refusal]],
) -> OwnRule[View[T, Any], P, C]:
    """Return the rule by which is put right what else everybody sees, where it is hidden.

    Args:
        rule: How it is put right in public.
        model: The model of the other, with the same fields.
        concealed: Why it is not hidden, or not that side's.
    """

    def openly(one: C) -> Any:
        return rule.model(**one.model_dump())

    def check(view: View[T, Any], one: C) -> list[Refusal]:
        return concealed(view, one) or rule.check(view.table, openly(one))

    def told(view: View[T, Any], one: C) -> Params:
        assert rule.told is not None
        return rule.told(view.table, openly(one))

    return OwnRule(
        model=model,
        check=check,
        apply=lambda play, seat, one: rule.apply(play, openly(one)),
        options=lambda view, field, known: rule.options(view.table, field, known),
        accepts=lambda view, field, known: rule.accepts(view.table, field, known),
        told=told,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCorrector(Generic[T, X]):
    """All that a side may have put right of what it keeps to itself.

    Attributes:
        rules: A rule each kind, in the order in which they are offered.
        terms: Of what kind of :class:`~engine.api.Term` the words of a field are, by its note of
            what it holds; numbers need none.
        unsound: What cannot be of what a side sees and keeps, by its view before and after.
        waits: What is to be waited for where nothing interrupts, or ``None``.
    """

    rules: tuple[OwnRule[Any, Any, Any], ...] = ()
    terms: Mapping[str, str] = field(default_factory=dict)
    unsound: Callable[[View[T, X], View[T, X]], Iterable[Refusal]] = sound
    waits: Callable[[T], Refusal | None] = at_rest

    def rule(self, kind: str) -> OwnRule[Any, Any, Any] | None:
        """Return the rule of a kind, if there is one."""
        return next((one for one in self.rules if one.model.kind == kind), None)

    def event(self, view: View[T, X], correction: Correction) -> Event:
        """Return what its side is told of a correction, from its view before it."""
        rule = self.rule(correction.kind)
        assert rule is not None
        assert view.viewer is not None
        told = fields_told(correction, self.terms)
        if rule.told is not None:
            told = rule.told(view, correction)
        return Event(f"corrected.{correction.kind}", "", told, frozenset({view.viewer}))


NOTHING_OF_ONES_OWN: OwnCorrector[Any, Any] = OwnCorrector()


class CorrectsSecrets(CorrectsTables[T, X]):
    """What games of table and secrets do alike where what a side keeps is corrected.

    Attributes:
        own_corrector: What can be put right: of games without secrets at rest nothing.
    """

    own_corrector: OwnCorrector[T, X] = NOTHING_OF_ONES_OWN

    @property
    def own_corrections(self) -> Mapping[str, type[Correction]]:
        """Models by kind, in the order in which they are offered."""
        return {rule.model.kind: rule.model for rule in self.own_corrector.rules}

    def correction_options(
        self, view: View[T, X], kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        """Yield values of one field of a correction, each of which can be alone."""
        rule = self.own_corrector.rule(kind)
        if rule is None:
            return super().correction_options(view, kind, field, filled)
        if field not in rule.model.model_fields or self._own_unrest(view):
            return iter(())
        return self._own_offered(view, rule, field, filled)

    def correction_accepts(
        self, view: View[T, X], kind: str, field: str, filled: Mapping[str, str]
    ) -> Text | None:
        """Return what a field takes beside its options."""
        rule = self.own_corrector.rule(kind)
        if rule is None:
            return super().correction_accepts(view, kind, field, filled)
        if self._own_unrest(view):
            return None
        return rule.accepts(view, field, values(rule.model, filled, self._readers(view)))

    def parse_correction(self, view: View[T, X], kind: str, raw: Mapping[str, str]) -> Correction:
        """Read a correction as a person typed it.

        Raises:
            MalformedAction: with refusals saying what was not understood.
        """
        rule = self.own_corrector.rule(kind)
        if rule is None:
            return super().parse_correction(view, kind, raw)
        return cast(Correction, read(rule.model, raw, self._readers(view)))

    def check_own_corrections(
        self, view: View[T, X], corrections: Sequence[Correction]
    ) -> tuple[Refusal, ...]:
        """Return every reason why what the viewer keeps may not be corrected so."""
        unrest = self._own_unrest(view)
        if unrest is not None:
            return (unrest,)
        seat = view.viewer
        assert seat is not None
        secrets = {**dict.fromkeys(self.seats, SEALED), seat: view.own}
        play = self._working(State(view.table, secrets))
        for one in corrections:
            refusals = self._own_against(_seen(play, seat), one)
            if refusals:
                return tuple(refusals)
            self._own_apply(play, seat, one)
        after = _seen(play, seat)
        if after == view:
            return (refuse("correct.nothing", ""),)
        others = (None, *(one for one in self.seats if one != seat))
        if any(
            self.projected(view.table, one) != self.projected(after.table, one) for one in others
        ):
            return (refuse("correct.shows", ""),)
        found: list[Refusal] = []
        for fault in self.own_corrector.unsound(view, after):
            if fault not in found:
                found.append(fault)
        return tuple(found)

    def correct_own(
        self, state: State[T, X], seat: Seat, corrections: Sequence[Correction]
    ) -> Corrected:
        """Put right what a side keeps to itself.

        Raises:
            IllegalAction: when it is refused.
            CorruptState: it makes an unsound state, or shows to others (a bug in the game).
        """
        refusals = self.check_own_corrections(self.view(state, seat), corrections)
        if refusals:
            raise IllegalAction(*refusals)
        play, events = self._working(state), []
        for one in corrections:
            seen = View(seat, self.projected(play.table, seat), play.secrets[seat])
            events.append(self.own_corrector.event(seen, one))
            self._own_apply(play, seat, one)
        after: State[T, X] = play.close(public=False).state
        others = (None, *(one for one in self.seats if one != seat))
        shows = any(self.view(state, one) != self.view(after, one) for one in others)
        wrong = self.faults(after)
        if shows or wrong:
            codes = [one.code for one in wrong]
            raise CorruptState(f"corrected in secret, it cannot be or it shows: {codes}")
        return Corrected(after, tuple(events))

    # -- the parts of it ---------------------------------------------------------------------

    def _own_offered(
        self,
        view: View[T, X],
        rule: OwnRule[Any, Any, Any],
        field: str,
        filled: Mapping[str, str],
    ) -> Iterator[Option]:
        known = values(rule.model, filled, self._readers(view))
        for option in rule.options(view, field, known):
            if self._own_leads_on(view, rule, {**filled, field: option.value}):
                yield option

    def _own_leads_on(
        self, view: View[T, X], rule: OwnRule[Any, Any, Any], filled: Mapping[str, str]
    ) -> bool:
        """Say whether fields can be filled up to what is accepted."""
        return leads_on(
            rule.model,
            filled,
            self._readers(view),
            lambda name: self._own_offered(view, rule, name, filled),
            lambda one: self.check_own_corrections(view, (one,)),
        )

    def _own_unrest(self, view: View[T, X]) -> Refusal | None:
        """Return what is waited for before a side's secrets can be corrected."""
        if view.viewer is None or view.own is None:
            return refuse("correct.whose", "")
        waits = self._interrupted(view.table)
        return self.own_corrector.waits(view.table) if waits is None else waits

    def _own_against(self, view: View[T, X], correction: Correction) -> list[Refusal]:
        rule = self.own_corrector.rule(correction.kind)
        if rule is None or type(correction) is not rule.model:
            return [refuse("correct.unknown", "", typed=correction.kind[:SHOWN])]
        return self.misnamed(view.table, correction) or rule.check(view, correction)

    def _own_apply(self, play: WorkingCopy[T, X], seat: Seat, correction: Correction) -> None:
        rule = self.own_corrector.rule(correction.kind)
        assert rule is not None
        rule.apply(play, seat, correction)


def _seen(play: WorkingCopy[T, X], seat: Seat) -> View[T, X]:
    """Return a seat's view of a position that holds no more than it knows."""
    return View(seat, play.table, play.secrets[seat])
