"""A game whose state is a table that all see and what each side alone knows: the shared part."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Generic, Protocol, TypeVar

from engine.api import Action, Decision, Odds, Option, Outcome, Refusal, Seat, Step, Text
from engine.codecs import Codec
from engine.dice import Dice
from engine.errors import IllegalAction
from engine.gates import Gate, View


class Both(Protocol):
    """What must be seen of any such game's state."""

    @property
    def table(self) -> Any:
        """What everybody sees."""
        ...

    @property
    def secrets(self) -> Mapping[Seat, Any]:
        """What each side alone knows."""
        ...


S = TypeVar("S", bound=Both)
V = TypeVar("V", bound=View)


class TableGame(Generic[S, V]):
    """What such games do alike behind the contract (:class:`engine.api.Game`).

    A game fills in its gate, its codec and what is abstract here; the rest of the contract
    (``setup``, ``status``, ``orders``, ``describe`` ...) is its own.

    Attributes:
        gate: Its verbs and frames, and who acts when.
        codec: Writes and reads its states.
    """

    seats: tuple[Seat, ...]
    actions: Mapping[str, type[Action]]
    gate: Gate[Any]
    codec: Codec[S]

    # -- what a game fills in ----------------------------------------------------------------

    @abstractmethod
    def working(self, state: S, dice: Dice) -> Any:
        """Return the working copy that an action changes (:mod:`engine.working`)."""

    @abstractmethod
    def seen(self, viewer: Seat | None, table: Any, own: Any) -> V:
        """Return the view of a side, or of the public, that knows a table and its own secrets."""

    @abstractmethod
    def read(self, view: V, model: type[Action], raw: Mapping[str, str]) -> Action:
        """Read an action as a person typed it.

        Raises:
            MalformedAction: with refusals saying what was not understood.
        """

    def understood(
        self, view: V, model: type[Action], filled: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return the fields that are filled so far as the rules know them: mostly as they are."""
        return filled

    def finish(self, play: Any, action: Action) -> None:
        """Play on after *action* as far as nobody must decide."""
        self.gate.run(play)

    def exact_odds(self, view: V, action: Action) -> tuple[Odds, ...]:
        """Return the odds of an action that is allowed."""
        return ()

    def forewarnings(self, view: V, action: Action) -> tuple[Text, ...]:
        """Return what can no longer be done once an action that is allowed is done."""
        return ()

    # -- what follows from it ----------------------------------------------------------------

    def awaiting(self, state: S) -> tuple[Decision, ...]:
        """Return every open decision; empty only when the game is over."""
        return self.gate.awaiting(state.table)

    def kinds(self, view: V) -> tuple[str, ...]:
        """Return the kinds of action of which the viewer can make at least one now."""
        return self.gate.kinds(view)

    def options(
        self, view: V, kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        """Yield legal values of one field, best first."""
        viewer, model = view.viewer, self.actions.get(kind)
        if viewer is None or model is None or field not in model.model_fields:
            return iter(())
        verb = self.gate.verb(view.table, viewer, kind)
        if verb is None:
            return iter(())
        return iter(verb.options(view, field, self.understood(view, model, filled)))

    def accepts(self, view: V, kind: str, field: str, filled: Mapping[str, str]) -> Text | None:
        """Return what a field takes beside its options: mostly nothing."""
        return None

    def parse(self, view: V, kind: str, raw: Mapping[str, str]) -> Action:
        """Read an action as a person typed it.

        Raises:
            MalformedAction: with refusals saying what was not understood.
        """
        return self.read(view, self.actions[kind], raw)

    def check(self, state: S, seat: Seat, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why *seat* may not do *action* now.

        A rule's check is given the seat's own view, never the state: a refusal cannot tell what
        the seat may not know.
        """
        return self.gate.check(self.view(state, seat), action)

    def apply(self, state: S, seat: Seat, action: Action, dice: Dice) -> Step:
        """Do *action*, and everything that then follows without anybody's decision.

        Raises:
            IllegalAction: when :meth:`check` refuses it.
        """
        refusals = self.check(state, seat, action)
        if refusals:
            raise IllegalAction(*refusals)
        verb = self.gate.verb(state.table, seat, action.kind)
        assert verb is not None
        play = self.working(state, dice)
        verb.apply(play, seat, action)
        self.finish(play, action)
        step: Step = play.close(public=not action.secret)
        return step

    def odds(self, view: V, action: Action) -> tuple[Odds, ...]:
        """Return what the dice of *action* can bring, from what the viewer knows."""
        return () if self.gate.check(view, action) else self.exact_odds(view, action)

    def warnings(self, view: V, action: Action) -> tuple[Text, ...]:
        """Return what the viewer should know before *action* is done."""
        return () if self.gate.check(view, action) else self.forewarnings(view, action)

    def view(self, state: S, seat: Seat | None) -> V:
        """Return what *seat*, or the public, may know: the table, and its own secrets."""
        if seat not in self.seats:
            return self.seen(None, state.table, None)
        return self.seen(seat, state.table, state.secrets[seat])

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or ``None``."""
        ending = state.table.ending
        if ending is None:
            return None
        return Outcome(ending.winner or None, Text(f"ending.{ending.code}", {"rule": ending.rule}))

    def dump(self, state: S) -> str:
        """Return the state as JSON."""
        return self.codec.dump(state)

    def load(self, text: str) -> S:
        """Return the state that :meth:`dump` wrote."""
        return self.codec.load(text)
