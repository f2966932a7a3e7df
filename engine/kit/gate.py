"""Who may do what now: the phase, the seat and the interruption, before a rule's own check.

Every action meets these questions first and in this order: is it of this game's making (known
units and places), is the game on, is it this seat's to act, is this the time for it. Only then is
the rule asked. A game fills in a :class:`Gate`; the questions are the same in all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from engine.api import Action, Decision, Params, Refusal, Term
from engine.errors import CorruptState
from engine.kit.parsing import held_in, values_of
from engine.kit.states import Table, View
from engine.kit.verbs import Answer, FrameRules, Verb, always
from engine.kit.wording import refuse, seat_term
from engine.kit.working_copy import Flow, WorkingCopy

_PHASE = "phase."
"""Begins the code of what a seat owes in a phase."""
TOO_LONG = 10_000
"""Automatic steps after one action; more means two rules undo each other (our bug)."""


T = TypeVar("T", bound=Table)


def _nowhere(play: Any, flow: Flow) -> None:
    raise CorruptState(f"no sequence goes on from {flow}")


@dataclass(frozen=True)
class Gate(Generic[T]):
    """One game's verbs and frames, and who acts when.

    Attributes:
        models: Its kinds of action, in the order in which a person meets them.
        verbs: The rules of every kind of action, most natural first; a kind may have one rule a
            phase and one a frame.
        frames: The rules of every frame, by its class.
        acting: Seats that act in the present phase while nothing interrupts.
        asking: The decision that one of them owes, answered by the kinds given.
        known: What is wrong with one value of a field that holds something, known by its note: the
            game's own names, for an action need not come from text.
        sequence: Clause of the order of play as far as it has come.
        closed: Why a seat of a simultaneous phase that has closed it may do no more, or ``None``.
        once: Whether no value may stand twice in a field of an action that holds something.
        goes_on: Goes on from what of the game's flow has come to its end, by a rule's word.
    """

    models: Iterable[str]
    verbs: tuple[Verb[Any, Any, Any], ...]
    frames: Mapping[type, FrameRules[Any, Any, Any]]
    acting: Callable[[T], tuple[str, ...]]
    asking: Callable[[T, str, tuple[str, ...]], Decision]
    known: Callable[[T, str, str], list[Refusal]]
    sequence: Callable[[T], str]
    closed: Callable[[T, Term], Refusal | None]
    once: Callable[[Action, str], bool] = always
    goes_on: Callable[[Any, Flow], None] = _nowhere

    @cached_property
    def _of_kind(self) -> Mapping[str, tuple[Verb[Any, Any, Any], ...]]:
        return {
            kind: tuple(verb for verb in self.verbs if verb.model.kind == kind)
            for kind in self.models
        }

    @cached_property
    def _of_phase(self) -> Mapping[Any, tuple[Verb[Any, Any, Any], ...]]:
        phases = dict.fromkeys(phase for verb in self.verbs for phase in verb.phases)
        return {
            phase: tuple(verb for verb in self.verbs if phase in verb.phases) for phase in phases
        }

    def awaiting(self, table: T) -> tuple[Decision, ...]:
        """Return every open decision."""
        if table.ending is not None:
            return ()
        if table.frames:
            frame = table.frames[-1]
            return self.frames[type(frame)].decisions(table, frame)
        return tuple(
            self.asking(table, seat, self._named(table, seat)) for seat in self.acting(table)
        )

    def _named(self, table: T, seat: str) -> tuple[str, ...]:
        """Return the kinds that answer the present phase, as this table plays."""
        return tuple(
            verb.model.kind
            for verb in self._of_phase.get(table.phase, ())
            if verb.named(table, seat)
        )

    def verb(self, table: T, seat: str, kind: str) -> Verb[Any, Any, Any] | None:
        """Return the rule that answers *kind* for *seat* at this moment, or ``None``."""
        if table.ending is not None:
            return None
        for verb in self._of_kind.get(kind, ()):
            if self._fits(table, seat, verb):
                return verb
        return None

    def _fits(self, table: T, seat: str, verb: Verb[Any, Any, Any]) -> bool:
        if verb.model.standing:
            return True
        in_phase = table.phase in verb.phases and (verb.anybody or seat in self.acting(table))
        if not table.frames or (in_phase and verb.model.secret):
            # Writing orders disturbs nobody, so an open question does not hold it up.
            return in_phase
        frame = table.frames[-1]
        return type(frame) in verb.frames and any(
            decision.seat == seat for decision in self.frames[type(frame)].decisions(table, frame)
        )

    def kinds(self, view: View[Any, Any]) -> tuple[str, ...]:
        """Return the kinds of action, but for standing orders, that the viewer can make now."""
        if view.viewer is None:
            return ()
        found = []
        for kind, verbs in self._of_kind.items():
            if any(verb.model.standing for verb in verbs):
                continue
            verb = self.verb(view.table, view.viewer, kind)
            if verb is not None and verb.possible(view):
                found.append(kind)
        return tuple(found)

    def check(self, view: View[Any, Any], action: Action) -> tuple[Refusal, ...]:
        """Return every reason against *action*, from what its seat may know."""
        return self.judged(view, action)[0]

    def judged(
        self, view: View[Any, Any], action: Action
    ) -> tuple[tuple[Refusal, ...], Verb[Any, Any, Any] | None]:
        """Return what :meth:`check` does, and the rule that answers *action* if it got so far."""
        table = view.table
        form = self.form(table, action)
        if form:
            return tuple(form), None
        if view.viewer is None:
            return (refuse("gate.no_seat", ""),), None
        verb = self.verb(table, view.viewer, action.kind)
        if verb is None:
            return (self._why_not_now(table, view.viewer, action.kind),), None
        return tuple(verb.check(view, action)), verb

    def form(self, table: T, action: Action) -> list[Refusal]:
        """Return what in an action names nothing that exists, or one thing twice."""
        found: list[Refusal] = []
        for name, holds in held_in(type(action)):
            value = getattr(action, name)
            values = (value,) if isinstance(value, str) else value
            if not isinstance(values, tuple):
                continue
            for one in values:
                for held, single in ((holds, one),) if isinstance(one, str) else values_of(one):
                    if isinstance(single, str):
                        found += self.known(table, held, single)
            if len(values) > 1 and len(set(values)) < len(values) and self.once(action, holds):
                found.append(refuse("read.twice", "", field=Term("field", name)))
        return found

    def run(self, play: WorkingCopy[Any, Any]) -> None:
        """Play on as far as no decision is needed.

        Raises:
            CorruptState: when the rules go in circles (our bug).
        """
        for _ in range(TOO_LONG):
            ended, play.flow = play.flow, None
            if ended is not None:
                self.goes_on(play, ended)
                continue
            frames = play.table.frames
            if play.table.ending is not None or not frames:
                return
            if not self.frames[type(frames[-1])].go_on(play, frames[-1]):
                return
        raise CorruptState("the rules go in circles")

    def _why_not_now(self, table: T, seat: str, kind: str) -> Refusal:
        if table.ending is not None:
            return refuse("gate.over", table.ending.rule)
        owed = self.awaiting(table)
        mine = [decision for decision in owed if decision.seat == seat]
        command = Term("action", kind)
        if not mine:
            closed = self.closed(table, command)
            if closed is not None:
                return closed
            seats = tuple(seat_term(decision.seat) for decision in owed)
            rule = owed[0].rule if table.frames else self.sequence(table)
            return refuse("gate.not_your_turn", rule, action=command, seats=seats)
        if table.frames:
            answers = tuple(Term("action", one) for one in mine[0].kinds)
            return refuse("gate.answer_first", mine[0].rule, action=command, answers=answers)
        phases = tuple(
            Term("phase", phase)
            for phase in type(table.phase)
            for verb in self._of_kind[kind]
            if phase in verb.phases
        )
        if not phases:
            return refuse("gate.nothing_to_answer", self.sequence(table), action=command)
        return refuse(
            "gate.wrong_phase",
            self.sequence(table),
            action=command,
            phase=Term("phase", table.phase),
            phases=tuple(dict.fromkeys(phases)),
        )


def phase_question(
    number: int, phase: Any, seat: str, rule: str, params: Params, kinds: tuple[str, ...]
) -> Decision:
    """Return what a seat owes in a phase of a round or turn: it is known by all three."""
    code = f"{_PHASE}{phase.value}"
    return Decision(f"{number}.{phase.value}.{seat}", seat, code, rule, params, kinds)


def is_of_phase(decision: Decision) -> bool:
    """Say whether a decision asks for all that a phase is for, and no single question."""
    return decision.code.startswith(_PHASE)


def collect(
    rules: Iterable[Any], last: Iterable[Verb[Any, Any, Any] | Answer[Any, Any, Any, Any]] = ()
) -> tuple[Verb[Any, Any, Any], ...]:
    """Return the verbs of *rules* in their order, each once, and those that end a turn after all.

    Args:
        rules: Rule modules, and single verbs that come before the others of their module.
        last: The verbs that end a turn.
    """
    verbs = [verb for rule in rules for verb in getattr(rule, "VERBS", (rule,))]
    once = {id(verb): verb for verb in (*verbs, *last)}
    return tuple(verb.as_verb() if isinstance(verb, Answer) else verb for verb in once.values())


def collect_frames(modules: Iterable[Any]) -> Mapping[type, FrameRules[Any, Any, Any]]:
    """Return the frame rules of rule modules by the class of their frame."""
    return {rules.frame: rules for module in modules for rules in getattr(module, "FRAMES", ())}
