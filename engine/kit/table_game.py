"""A game whose state is one table and what each side alone knows: the shared part.

Mostly everybody sees all of the table. Where it holds what some see as "a counter" and others not
at all, the game says once what each sees of it (:meth:`TableGame.projected`); what is asked,
offered, checked and supposed comes from there.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple, TypeVar, cast

from pydantic import BaseModel

from engine.api import (
    NO_PREVIEW,
    Action,
    Actor,
    Bundle,
    Decision,
    Event,
    Feature,
    Halt,
    Odds,
    Opponent,
    Option,
    Outcome,
    Preview,
    Refusal,
    Seat,
    Status,
    Step,
    Supposition,
    Term,
    Text,
    Written,
)
from engine.dice import Dice, DiceAsked, NoDice
from engine.errors import IllegalAction
from engine.kit.actors import actors
from engine.kit.beginning import BeginsTables
from engine.kit.closing import ended
from engine.kit.codecs import Codec
from engine.kit.defaulting import ByDefault, default_answer
from engine.kit.forced import only_answer
from engine.kit.gate import Gate
from engine.kit.own_correcting import CorrectsSecrets
from engine.kit.parsing import Reader, is_compound, read, read_items, values
from engine.kit.standing_orders import Rest, given
from engine.kit.states import State, Table, View
from engine.kit.supposing import SEALED, SecretAsked
from engine.kit.verbs import Verb
from engine.kit.working_copy import WorkingCopy
from engine.lessons import Lesson
from engine.tales import Tale

MOST_DECLINED = 50
"""Questions to others that are supposed declined, one after the other."""

T = TypeVar("T", bound=Table)
X = TypeVar("X")


class _Allowed(NamedTuple):
    """What :meth:`TableGame.check` has allowed last; it is held, so that it is the very same.

    Attributes:
        verb: The rule by which it was, where the view's table was the state's own.
    """

    state: object
    seat: Seat
    action: Action
    data: object
    verb: Verb[Any, Any, Any] | None

    def holds(self, state: object, seat: Seat, action: Action, data: object) -> bool:
        """Say whether it is this that was allowed, of this state and with that data in use."""
        return (
            self.state is state
            and self.seat == seat
            and self.action is action
            and self.data is data
        )


class TableGame(BeginsTables[T, X], CorrectsSecrets[T, X]):
    """What such games do alike behind the contract (:class:`engine.api.Game`).

    A game fills in its gate, its codec and what is abstract here; the rest of the contract
    (``setup``, ``status``, ``orders``, ``describe`` ...) is its own.

    Attributes:
        gate: Its verbs and frames, and who acts when.
        working: Its working copies, which an action changes.
        codec: Writes and reads them.
        counters: What a field holds that names who acts (its note ``holds``).
        places: What a field holds that says where to.
        urgent: Kinds of which those who can do them are offered before all others.
        natures: Codes of refusals that say what a counter is, or is to act upon, not how it is now.
        causes: Codes of refusals that hold a counter back, though they name another.
        declining: Kinds of action by which nothing is done: dice that come next are others'.
        by_default: What is done for whoever does not answer, by codes of decisions; only where that
            does not follow (:mod:`engine.kit.defaulting`).
    """

    has: frozenset[Feature]
    seats: tuple[Seat, ...]
    actions: Mapping[str, type[Action]]
    gate: Gate[T]
    working: type[WorkingCopy[T, X]]
    codec: Codec[State[T, X]]
    counters: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    urgent: tuple[str, ...] = ()
    declining: frozenset[str] = frozenset()
    natures: frozenset[str] = frozenset()
    causes: frozenset[str] = frozenset()
    by_default: Mapping[str, ByDefault] = {}
    data_files: tuple[str, ...] = ()
    halts: tuple[Halt, ...] = ()
    passing: frozenset[str] = frozenset()
    opponents: Mapping[str, Opponent[View[T, X]]] = {}
    lesson: Lesson | None = None
    _allowed: _Allowed | None = None

    # -- what a game fills in ----------------------------------------------------------------

    @abstractmethod
    def status(self, view: View[T, X]) -> Status:
        """Return turn and phase, and whose they are."""

    @abstractmethod
    def readers(self, view: View[T, X]) -> Mapping[str, Reader]:
        """Return how what a field holds is read, by its note; a field without reader is text.

        They are made anew for each reading: one may remember what it has read before.
        """

    def playing_with(self) -> object:
        """Return the play data in use just now: what is answered with it holds for it alone."""
        return None

    def standing(self, view: View[T, X], decision: Decision) -> Action | None:
        """Return the answer that the viewer's standing orders give to *decision*: mostly none."""
        del view, decision
        return None

    def orders(self, view: View[T, X]) -> tuple[Text, ...]:
        """Return everything the viewer has ordered in secret, a line each."""
        del view
        return ()

    def tally(self, state: State[T, X], events: Sequence[Event] = ()) -> Mapping[str, int]:
        """Return figures of a finished game for the lab."""
        del events
        return {"turns": state.table.turn}

    def tale(self, event: Event) -> Tale[Term]:
        """Return what an event tells whoever looks back: of most nothing."""
        del event
        return Tale()

    def scramble(
        self, state: State[T, X], viewer: Seat | None, wanted: int = 1
    ) -> tuple[State[T, X], ...]:
        """Return other states that look the same: of a game without secrets there is none."""
        del state, viewer, wanted
        return ()

    def understood(
        self, view: View[T, X], model: type[Action], filled: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return the fields that are filled so far as the rules know them: mostly as they are."""
        return filled

    def projected(self, table: T, /, viewer: Seat | None) -> T:
        """Return the table as a viewer sees it: mostly all of it.

        What somebody sees of what another sees is what the first one sees, for the public too.
        """
        return table

    def openly(self, table: T, decision: Decision) -> bool:
        """Say whether all that *decision* can be answered with hangs on what everybody sees of it.

        A game whose table hides something names the questions of which that is so; on what a seat
        alone knows beside the table nothing need be said here.
        """
        return type(self).projected is TableGame.projected

    def privately(self, view: View[T, X], decision: Decision) -> Decision:
        """Return a decision that the viewer owes as the viewer alone is asked it: mostly as is.

        Key and seat stay, and its choices begin with those that everybody sees.
        """
        return decision

    def finish(self, play: Any, action: Action) -> None:
        """Play on after *action* as far as nobody must decide."""
        self.gate.run(play)

    def exact_odds(self, view: View[T, X], action: Action) -> tuple[Odds, ...]:
        """Return the odds of an action that is allowed."""
        return ()

    def rewritten(self, view: View[T, X]) -> Iterator[Written]:
        """Yield what the viewer has written in secret, as what writes it anew, allowed or not."""
        return iter(())

    def foreseen(self, view: View[T, X], action: Action, ahead: Supposition[View[T, X]]) -> Preview:
        """Return what an action that is allowed comes to besides what follows from *ahead*.

        Args:
            view: Before it.
            action: What is to be done.
            ahead: What it leads to as far as that is certain: what it takes can be counted there.
        """
        return NO_PREVIEW

    # -- what follows from it ----------------------------------------------------------------

    def seats_in(self, settings: BaseModel) -> tuple[Seat, ...]:
        """Return the sides of a campaign: all, unless its scenario names its own."""
        return self.seats

    def awaiting(self, state: State[T, X]) -> tuple[Decision, ...]:
        """Return every open decision as everybody knows it; empty only when the game is over."""
        return self.gate.awaiting(self.projected(state.table, None))

    def asked(self, view: View[T, X]) -> tuple[Decision, ...]:
        """Return the open decisions as the viewer is asked them."""
        return tuple(
            self.privately(view, one) if one.seat == view.viewer else one
            for one in self.gate.awaiting(self.projected(view.table, None))
        )

    def idle(self, view: View[T, X], who: str) -> Refusal | None:
        """Return why a counter of the viewer's can do nothing now, where no order to it says so."""
        del view, who
        return None

    def kinds(self, view: View[T, X]) -> tuple[str, ...]:
        """Return the kinds of action of which the viewer can make at least one now."""
        return self.gate.kinds(view)

    def forced(self, view: View[T, X], decision: Decision) -> Action | None:
        """Return the only answer that *decision* can have as the public can tell."""
        table = self.projected(view.table, None)
        if not self.openly(table, decision):
            return None
        sealed: Any = View(decision.seat, table, SEALED)
        return only_answer(cast(Any, self), self.gate, sealed, decision)

    def default(self, view: View[T, X], decision: Decision) -> Action:
        """Return what is done about *decision* for a viewer whose time has run out."""
        return default_answer(cast(Any, self), self.gate, view, decision, self.by_default)

    def options(
        self, view: View[T, X], kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        """Yield legal values of one field, best first."""
        viewer, model = view.viewer, self.actions.get(kind)
        if viewer is None or model is None or field not in model.model_fields:
            return iter(())
        verb = self.gate.verb(view.table, viewer, kind)
        if verb is None:
            return iter(())
        known = self._known(view, model, filled, field)
        return iter(()) if known is None else iter(verb.options(view, field, known))

    def _ways(
        self, view: View[T, X], kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        """Yield what somebody can do and where to, by one choice each."""
        verb = None if view.viewer is None else self.gate.verb(view.table, view.viewer, kind)
        if verb is None or verb.ways is None:
            return self.options(view, kind, field, filled)
        return iter(verb.ways(view, self.understood(view, self.actions[kind], filled)))

    def left(self, view: View[T, X], kind: str, filled: Mapping[str, str]) -> tuple[Text, ...]:
        """Return what is left of what an action of *kind* takes, a sentence each."""
        viewer, model = view.viewer, self.actions.get(kind)
        if viewer is None or model is None:
            return ()
        verb = self.gate.verb(view.table, viewer, kind)
        if verb is None:
            return ()
        known = self._known(view, model, filled, *model.model_fields)
        return () if known is None else tuple(verb.left(view, known))

    def _known(
        self, view: View[T, X], model: type[Action], filled: Mapping[str, str], *fields: str
    ) -> dict[str, str] | None:
        """Return what is filled in as the rules know it, the items of compound orders too.

        ``None`` where one of *fields* is such an order and not understood; another one that is not
        is left out, as if nothing had been typed there.
        """
        known = dict(self.understood(view, model, filled))
        for field, info in model.model_fields.items():
            if known.get(field) and is_compound(info):
                items = read_items(info, known[field], self.readers(view))
                if items is not None:
                    known[field] = ", ".join(map(str, items))
                elif field in fields:
                    return None
                else:
                    del known[field]
        return known

    def accepts(
        self, view: View[T, X], kind: str, field: str, filled: Mapping[str, str]
    ) -> Text | None:
        """Return what a field takes beside its options: mostly nothing."""
        return None

    def parse(self, view: View[T, X], kind: str, raw: Mapping[str, str]) -> Action:
        """Read an action as a person typed it.

        Raises:
            MalformedAction: with refusals saying what was not understood.
        """
        return read(self.actions[kind], raw, self.readers(view))

    def values(self, view: View[T, X], kind: str, raw: Mapping[str, str]) -> Mapping[str, Any]:
        """Return what the fields that are filled in mean; what is not understood is left out."""
        model = self.actions.get(kind)
        return {} if model is None else values(model, raw, self.readers(view))

    def check(self, state: State[T, X], seat: Seat, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why *seat* may not do *action* now.

        A rule's check is given the seat's own view, never the state: a refusal cannot tell what
        the seat may not know.
        """
        view = self.view(state, seat)
        refusals, verb = self.gate.judged(view, action)
        if not refusals:
            same = verb if view.table is state.table else None
            self._allowed = _Allowed(state, seat, action, self.playing_with(), same)
        return refusals

    def apply(self, state: State[T, X], seat: Seat, action: Action, dice: Dice) -> Step:
        """Do *action*, and everything that then follows without anybody's decision.

        Raises:
            IllegalAction: when :meth:`check` refuses it.
        """
        # Whoever asks first and then acts does not pay for the same answer twice. Another thread
        # may have asked of another action meanwhile: then it is asked again.
        allowed, self._allowed = self._allowed, None
        verb = None
        if allowed is not None and allowed.holds(state, seat, action, self.playing_with()):
            verb = allowed.verb
        else:
            refusals, self._allowed = self.check(state, seat, action), None
            if refusals:
                raise IllegalAction(*refusals)
        if verb is None:
            verb = self.gate.verb(state.table, seat, action.kind)
        assert verb is not None
        play = self.working(state, dice)
        verb.apply(play, seat, action)
        self.finish(play, action)
        return play.close(public=not action.secret)

    def odds(self, view: View[T, X], action: Action) -> tuple[Odds, ...]:
        """Return what the dice of *action* can bring, from what the viewer knows."""
        return () if self.gate.check(view, action) else self.exact_odds(view, action)

    def preview(self, view: View[T, X], action: Action) -> Preview:
        """Return what *action* comes to, from what the viewer knows.

        That it throws dice, ends the phase or calls for another side's answer follows from
        supposing it; the rest is the game's.
        """
        if self.gate.check(view, action):
            return NO_PREVIEW
        ahead = self._supposed(view, action)
        found = self.foreseen(view, action, ahead)
        final = list(found.final)
        if ahead.open == "dice":
            others = action.kind in self.declining
            final.append(Text("final.dice_of_others" if others else "final.dice"))
        now, then = self.status(view), self.status(ahead.view)
        closing = ended(now, then, over=ahead.view.table.ending is not None)
        if closing is not None:
            final.append(closing)
        reacting = dict.fromkeys(found.reacting)
        if ahead.open == "answer":
            reacting.update(dict.fromkeys(one.seat for one in self._interrupting(ahead.view)))
        return replace(found, final=tuple(final), reacting=tuple(reacting))

    def suppose(
        self, view: View[T, X], action: Action, *, undisturbed: bool = False
    ) -> Supposition[View[T, X]]:
        """Return what *action* leads to as far as that is certain.

        Raises:
            IllegalAction: when ``check`` refuses it.
        """
        refusals = self.gate.check(view, action)
        if refusals:
            raise IllegalAction(*refusals)
        if undisturbed:
            return self._undisturbed(view, action)
        return self._supposed(view, action)

    def _undisturbed(self, view: View[T, X], action: Action) -> Supposition[View[T, X]]:
        """Suppose that others have nothing hidden, and decline whatever they are asked."""
        ahead = self._supposed(view, action, calm=True)
        for _ in range(MOST_DECLINED):
            view = ahead.view
            decision = next(self._interrupting(view), None) if ahead.open == "answer" else None
            if decision is None:
                break
            # What declining is, a side says that rests; nothing is known of the one that is asked.
            table = self.projected(view.table, decision.seat)
            theirs = View(decision.seat, table, self._at_rest(view))
            answer = self.standing(theirs, decision)
            if answer is None:
                break
            then = self._supposed(view, answer, decision.seat, calm=True)
            ahead = replace(then, events=(*ahead.events, *then.events))
        return ahead

    def _supposed(
        self,
        view: View[T, X],
        action: Action,
        by: Seat | None = None,
        *,
        calm: bool = False,
    ) -> Supposition[View[T, X]]:
        """Suppose what the viewer does, or somebody else; *calm*, others have nothing hidden."""
        viewer = view.viewer
        assert viewer is not None
        seat = by or viewer
        verb = self.gate.verb(view.table, seat, action.kind)
        assert verb is not None
        play = self.working(self._imagined(view, calm=calm), NoDice())
        open_on: Literal["", "dice", "secret", "answer"] = ""
        about = ""
        try:
            verb.apply(play, seat, action)
            self.finish(play, action)
        except DiceAsked as asked:
            open_on, about = "dice", asked.purpose
        except SecretAsked:
            open_on = "secret"
        step = play.close(public=not action.secret)
        after = self.view(step.state, viewer)
        if not open_on:
            for decision in self._interrupting(after):
                open_on, about = "answer", decision.code
        events = tuple(told for one in step.events if (told := one.reading(viewer)) is not None)
        return Supposition(after, events, open_on, about)

    def _interrupting(self, view: View[T, X]) -> Iterator[Decision]:
        """Yield what somebody else decides before the viewer goes on."""
        return (one for one in self.asked(view) if one.interrupt and one.seat != view.viewer)

    def _at_rest(self, view: View[T, X]) -> Any:
        """Return the secrets of a side that has none, and wants nothing in this turn."""
        own: Any = type(cast("Any", view.own))
        if Feature.STANDING_ORDERS not in self.has:
            return own()
        return own(standing=given({}, Rest(turn=view.table.turn)))

    def _imagined(self, view: View[T, X], *, calm: bool = False) -> State[T, X]:
        """Return a state of which only what the viewer knows can be looked at, or is not hidden."""
        others = self._at_rest(view) if calm else SEALED
        secrets: dict[Seat, Any] = dict.fromkeys(self.seats, others)
        secrets[view.viewer or ""] = view.own
        return State(view.table, secrets)

    def has_order(self, view: View[T, X], who: str) -> bool:
        """Say whether counters, as a field names them, have been given the viewer's order already.

        They are offered behind those that have none. Of most games nobody does: what is ordered is
        done at once.
        """
        del view, who
        return False

    def actors(self, view: View[T, X]) -> Iterator[Actor]:
        """Yield what of the viewer's can act now, each with what it can do, best first."""
        return actors(
            self.kinds(view),
            self.actions,
            lambda kind, field, filled: self.options(view, kind, field, filled),
            lambda kind, field, filled: self._ways(view, kind, field, filled),
            self.counters,
            self.places,
            lambda who: self.has_order(view, who),
            self.urgent,
        )

    def bundles(self, view: View[T, X]) -> Iterator[Bundle]:
        """Yield what can be done at once: nothing, unless the game says so."""
        return iter(())

    def written(self, view: View[T, X]) -> tuple[Written, ...]:
        """Return the secret orders that the viewer may write otherwise now."""
        if view.own is None:
            return ()
        check = self.gate.check
        return tuple(one for one in self.rewritten(view) if not check(view, one.anew))

    def view(self, state: State[T, X], seat: Seat | None) -> View[T, X]:
        """Return what *seat*, or the public, may know: the table, and its own secrets."""
        if seat is None or seat not in state.secrets:
            return View(None, self.projected(state.table, None), None)
        return View(seat, self.projected(state.table, seat), state.secrets[seat])

    def outcome(self, state: State[T, X]) -> Outcome | None:
        """Return how the game ended, or ``None``."""
        ending = state.table.ending
        if ending is None:
            return None
        return Outcome(ending.winner or None, Text(f"ending.{ending.code}", {"rule": ending.rule}))

    def dump(self, state: State[T, X]) -> str:
        """Return the state as JSON."""
        return self.codec.dump(state)

    def load(self, text: str) -> State[T, X]:
        """Return the state that :meth:`dump` wrote."""
        return self.codec.load(text)

    @property
    def dumps(self) -> int:
        """How often it has changed as what a state is dumped."""
        return len(self.codec.changes)

    def redumped(self, text: str) -> Iterator[str]:
        """Yield the texts that builds make of a dump by loading and dumping it."""
        return self.codec.redumped(text)
