"""War of the Pacific behind the contract of :mod:`engine.api`: it collects and plays the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel

from engine.api import (
    Action,
    Decision,
    Event,
    Odds,
    Opponent,
    Option,
    Outcome,
    Refusal,
    Seat,
    Status,
    Step,
    Term,
    Text,
)
from engine.codecs import Codec
from engine.dice import Dice
from engine.errors import IllegalAction
from engine.strengths import STRENGTHS
from engine.war_of_the_pacific import (
    describing,
    forewarning,
    lexicon,
    reading,
    scrambling,
    soundness,
    tallying,
)
from engine.war_of_the_pacific.actions import MODELS
from engine.war_of_the_pacific.gate import GATE
from engine.war_of_the_pacific.odds import asking
from engine.war_of_the_pacific.opponent.player import Computer
from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.rules import setting_up
from engine.war_of_the_pacific.standing import answers, giving
from engine.war_of_the_pacific.state import SEATS, Phase, State, View
from engine.war_of_the_pacific.switches import Settings

_CODEC = Codec(State, "War of the Pacific")


class WarOfThePacific:
    """The game system. Stateless."""

    key = "war_of_the_pacific"
    command = "wp"
    ruleset = 2
    seats: tuple[Seat, ...] = SEATS
    data_files: tuple[str, ...] = (
        "areas.csv",
        "cities.csv",
        "hexes.csv",
        "hexsides.csv",
        "map.toml",
        "railways.csv",
        "scenario.toml",
        "terrain.csv",
        "units.csv",
    )
    actions: Mapping[str, type[Action]] = MODELS
    settings_model: type[BaseModel] = Settings
    opponents: Mapping[str, Opponent[View]] = {
        strength: Computer(strength) for strength in STRENGTHS
    }

    def setup(self, settings: BaseModel, dice: Dice) -> Step:
        """Return the table before set-up (3.1)."""
        assert isinstance(settings, Settings)
        play = setting_up.first_state(settings, dice)
        return play.close(public=True)

    def awaiting(self, state: State) -> tuple[Decision, ...]:
        """Return every open decision; empty only when the game is over."""
        return GATE.awaiting(state.table)

    def kinds(self, view: View) -> tuple[str, ...]:
        """Return the kinds of action of which the viewer can make at least one now."""
        return GATE.kinds(view)

    def options(
        self, view: View, kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        """Yield legal values of one field, best first."""
        if view.viewer is None or kind not in MODELS or field not in MODELS[kind].model_fields:
            return iter(())
        verb = GATE.verb(view.table, view.viewer, kind)
        if verb is None:
            return iter(())
        return verb.options(view, field, filled)

    def parse(self, view: View, kind: str, raw: Mapping[str, str]) -> Action:
        """Read an action as a person typed it.

        Raises:
            MalformedAction: with refusals saying what was not understood.
        """
        return reading.read(view.table, MODELS[kind], raw)

    def check(self, state: State, seat: Seat, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why *seat* may not do *action* now.

        A rule's check is given the seat's own view, never the state: a refusal cannot tell what
        the seat may not know.
        """
        return GATE.check(self.view(state, seat), action)

    def apply(self, state: State, seat: Seat, action: Action, dice: Dice) -> Step:
        """Do *action*, and everything that then follows without anybody's decision.

        Raises:
            IllegalAction: when :meth:`check` refuses it.
        """
        refusals = self.check(state, seat, action)
        if refusals:
            raise IllegalAction(*refusals)
        verb = GATE.verb(state.table, seat, action.kind)
        assert verb is not None
        play = Play(state, dice)
        verb.apply(play, seat, action)
        GATE.run(play)
        return play.close(public=not action.secret)

    def odds(self, view: View, action: Action) -> tuple[Odds, ...]:
        """Return what the dice of *action* can bring, from what the viewer knows."""
        return () if GATE.check(view, action) else asking.odds(view, action)

    def warnings(self, view: View, action: Action) -> tuple[Text, ...]:
        """Return what the viewer should know before *action* is done."""
        return () if GATE.check(view, action) else forewarning.warnings(view, action)

    def standing(self, view: View, decision: Decision) -> Action | None:
        """Return the answer that the viewer's standing orders give to *decision*."""
        return answers.answer(view, decision)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what *seat*, or the public, may know: the table, and its own secrets."""
        own = state.secrets[seat] if seat in SEATS else None
        return View(seat if seat in SEATS else None, state.table, own)

    def status(self, view: View) -> Status:
        """Return turn, phase and whose they are."""
        table = view.table
        return Status(
            turn=table.turn,
            turn_name=Text("turn", {"n": table.turn, "name": Term("turn", str(table.turn))}),
            phase=Text("phase", {"phase": Term("phase", table.phase)}),
            phase_key=table.phase.value,
            # Both sides plan at once (4.2), and nobody's turn it is when all is over.
            player=None if table.ending is not None or table.phase is Phase.PLAN else table.player,
        )

    def orders(self, view: View) -> tuple[Text, ...]:
        """Return everything the viewer has ordered in secret, a line each."""
        return (*describing.orders(view), *giving.lines(view))

    def describe(self, view: View, where: str = "") -> tuple[Text, ...]:
        """Return the map in words: whole, a naval area ("VI"), or round a hex ("3116")."""
        return describing.describe(view, where)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or ``None``."""
        ending = state.table.ending
        if ending is None:
            return None
        return Outcome(ending.winner or None, Text(f"ending.{ending.code}", {"rule": ending.rule}))

    def tally(self, state: State, events: Sequence[Event] = ()) -> Mapping[str, int]:
        """Return the figures of a finished game (see ``tallying``)."""
        return tallying.tally(state.table, events)

    def lexicon(self, kind: str, key: str, language: str) -> str | None:
        """Return the name of a term that the data files hold."""
        return lexicon.name(kind, key, language)

    def dump(self, state: State) -> str:
        """Return the state as JSON."""
        return _CODEC.dump(state)

    def load(self, text: str) -> State:
        """Return the state that :meth:`dump` wrote."""
        return _CODEC.load(text)

    def scramble(self, state: State, viewer: Seat | None, wanted: int = 1) -> tuple[State, ...]:
        """Return possible states that differ only in what *viewer* may not know."""
        return scrambling.scramble(state, viewer, wanted)

    def faults(self, state: State) -> tuple[str, ...]:
        """Return everything about *state* that cannot be (for tests and the fuzzer)."""
        return soundness.faults(state)


GAME = WarOfThePacific()
