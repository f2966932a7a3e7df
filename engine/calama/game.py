"""Batalla de Calama behind the contract of :mod:`engine.api`: it collects and plays the rules."""

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
from engine.calama import describing, lexicon, reading, scrambling, soundness
from engine.calama.actions import MODELS
from engine.calama.army import load_army
from engine.calama.gate import GATE, finish
from engine.calama.odds import asking
from engine.calama.opponent.player import Computer
from engine.calama.play import Play
from engine.calama.rules import setting_up
from engine.calama.standing import answers, giving
from engine.calama.state import DEAD, SEATS, TAKEN, Phase, State, View
from engine.calama.survey import scenario_of, waiting
from engine.calama.switches import Settings
from engine.codecs import Codec
from engine.dice import Dice
from engine.errors import IllegalAction
from engine.strengths import STRENGTHS

_CODEC = Codec(State, "Batalla de Calama")


class Calama:
    """The game system. Stateless."""

    key = "calama"
    command = "calama"
    ruleset = 2
    seats: tuple[Seat, ...] = SEATS
    data_files: tuple[str, ...] = (
        "events.csv",
        "exits.csv",
        "formations.csv",
        "pieces.toml",
        "places.csv",
        "scenario.toml",
        "terrain.csv",
        "terrains.csv",
        "zones.csv",
    )
    actions: Mapping[str, type[Action]] = MODELS
    settings_model: type[BaseModel] = Settings
    opponents: Mapping[str, Opponent[View]] = {key: Computer(key) for key in STRENGTHS}

    def setup(self, settings: BaseModel, dice: Dice) -> Step:
        """Return the table before set-up (5)."""
        assert isinstance(settings, Settings)
        return setting_up.first_state(settings, dice).close(public=True)

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
        return verb.options(view, field, reading.understood(view, MODELS[kind], filled))

    def parse(self, view: View, kind: str, raw: Mapping[str, str]) -> Action:
        """Read an action as a person typed it.

        Raises:
            MalformedAction: with refusals saying what was not understood.
        """
        return reading.read(view, MODELS[kind], raw)

    def check(self, state: State, seat: Seat, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why *seat* may not do *action* now, from its own view."""
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
        finish(play, action)
        return play.close(public=not action.secret)

    def odds(self, view: View, action: Action) -> tuple[Odds, ...]:
        """Return what the dice of *action* can bring, from what the viewer knows."""
        return () if GATE.check(view, action) else asking.odds(view, action)

    def warnings(self, view: View, action: Action) -> tuple[Text, ...]:
        """Return what can no longer be done once *action* is: nothing is lost unseen here."""
        return ()

    def standing(self, view: View, decision: Decision) -> Action | None:
        """Return the answer that the viewer's standing orders give to *decision*."""
        return answers.answer(view, decision)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what *seat*, or the public, may know: the table, and its own secrets."""
        own = state.secrets[seat] if seat in SEATS else None
        return View(seat if seat in SEATS else None, state.table, own)

    def status(self, view: View) -> Status:
        """Return round and phase, and whose turn of the phase it is."""
        table = view.table
        alone = table.phase in (Phase.ORDERS, Phase.MOVEMENT, Phase.COMBAT)
        # Each side's turn of a phase is a phase of the panel: with a map of its own.
        key = f"{table.phase.value}_{table.player}" if alone else table.phase.value
        return Status(
            turn=table.round,
            turn_name=Text("round" if table.round else "round.setup", {"n": table.round}),
            phase=Text("phase", {"phase": Term("phase", table.phase)}),
            phase_key=key,
            player=table.player if alone else None,
        )

    def orders(self, view: View) -> tuple[Text, ...]:
        """Return everything the viewer has ordered in secret, a line each."""
        return (*describing.orders(view), *giving.lines(view))

    def describe(self, view: View, where: str = "") -> tuple[Text, ...]:
        """Return the board in words: whole, or one square ("8-7")."""
        return describing.describe(view, where)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or ``None``."""
        ending = state.table.ending
        if ending is None:
            return None
        return Outcome(ending.winner or None, Text(f"ending.{ending.code}", {"rule": ending.rule}))

    def tally(self, state: State, events: Sequence[Event] = ()) -> Mapping[str, int]:
        """Return points, losses by type, artillery taken and objectives, of both sides."""
        table = state.table
        figures: dict[str, int] = {}
        for seat in SEATS:
            figures[f"{seat}.points"] = table.points[seat]
            for key in load_army().types:
                figures[f"{seat}.lost.{key}"] = len(waiting(table, seat, DEAD, key))
            figures[f"{seat}.guns_taken"] = len(waiting(table, seat, TAKEN))
            for key in scenario_of(table).objectives[seat]:
                figures[f"{seat}.objective.{key}"] = int(key in table.scored)
        return figures

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


GAME = Calama()
