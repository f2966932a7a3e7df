"""Batalla de Calama behind the contract of :mod:`engine.api`: it collects and plays the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel

from engine.api import (
    Action,
    Bundle,
    Decision,
    Event,
    Halt,
    Odds,
    Opponent,
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
from engine.calama import (
    bundles,
    describing,
    lexicon,
    lookup,
    parsing,
    previews,
    scrambling,
    soundness,
    tale,
)
from engine.calama.actions import MODELS
from engine.calama.army import load_army
from engine.calama.dumps import CHANGES
from engine.calama.gate import GATE, finish
from engine.calama.lesson import LESSON
from engine.calama.odds import asking
from engine.calama.play import Play
from engine.calama.rules.setting_up.beginning import first_state
from engine.calama.settings import Settings
from engine.calama.standing_orders import answers, giving
from engine.calama.state import DEAD, SEATS, TAKEN, Phase, Secrets, State, Table, View
from engine.calama.survey import scenario_of, waiting
from engine.data.play_data import PlayData, data_in_use
from engine.dice import Dice
from engine.kit.codecs import Codec
from engine.kit.later import Later
from engine.kit.parsing import Reader
from engine.kit.table_game import TableGame
from engine.lessons import Lesson
from engine.reasons import Reasoning
from engine.strengths import STRENGTHS
from engine.subjects import About, Subject
from engine.tales import Tale


def _computer(strength: str) -> Reasoning[View]:
    from engine.calama.opponent.player import Computer

    return Computer(strength)


class Calama(TableGame[Table, Secrets]):
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
    opponents: Mapping[str, Opponent[View]] = {key: Later(_computer, key) for key in STRENGTHS}
    gate = GATE
    working = Play
    codec = Codec(State, "Batalla de Calama", CHANGES)
    counters = frozenset(("piece", "pieces"))
    natures = frozenset(("charge.no_enemy", "fire.too_far", "fire.blocked"))
    places = frozenset(("square", "piece"))
    halts: tuple[Halt, ...] = (Halt("lost", frozenset(("eliminated",)), usual=False),)
    passing = frozenset(("round.begins", "turn.done", "movement.nothing", "combat.nothing"))
    lesson: Lesson | None = LESSON

    def setup(self, settings: BaseModel, dice: Dice) -> Step:
        """Return the table before set-up (5)."""
        assert isinstance(settings, Settings)
        return first_state(settings, dice).close(public=True)

    def readers(self, view: View) -> Mapping[str, Reader]:
        """Return how what a field holds is read."""
        return parsing.readers(view)

    def understood(
        self, view: View, model: type[Action], filled: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return the fields with pieces named as the rules name them, not by their squares."""
        return parsing.understood(view, model, filled)

    def finish(self, play: Play, action: Action) -> None:
        """Play on as far as nobody must decide, and look what the board now fulfils."""
        finish(play, action)

    def exact_odds(self, view: View, action: Action) -> tuple[Odds, ...]:
        """Return what the dice of *action* can bring, from what the viewer knows."""
        return asking.odds(view, action)

    def foreseen(self, view: View, action: Action, ahead: Supposition[View]) -> Preview:
        """Return what *action* comes to."""
        return previews.foreseen(view, action, ahead)

    def has_order(self, view: View, who: str) -> bool:
        """Say whether a piece stands in the viewer's deployment, as its square or squares name it.

        The plan is empty once set-up has ended.
        """
        return view.own is not None and set(who.split(",")) <= {one.at for one in view.own.plan}

    def bundles(self, view: View) -> Iterator[Bundle]:
        """Yield what can be done at once."""
        return bundles.bundles(self, view)

    def standing(self, view: View, decision: Decision) -> Action | None:
        """Return the answer that the viewer's standing orders give to *decision*."""
        return answers.answer(view, decision)

    def playing_with(self) -> PlayData | None:
        """Return the play data in use; ``None`` is what is shipped."""
        return data_in_use()

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

    def rewritten(self, view: View) -> Iterator[Written]:
        """Yield what the viewer has written in secret, as what writes it anew."""
        return describing.rewritten(view)

    def orders(self, view: View) -> tuple[Text, ...]:
        """Return everything the viewer has ordered in secret, a line each."""
        return (*describing.orders(view), *giving.lines(view))

    def describe(self, view: View, where: str = "") -> tuple[Text, ...]:
        """Return the board in words: whole, or one square ("8-7")."""
        return describing.describe(view, where)

    def subjects(self, view: View) -> Iterator[Subject]:
        """Yield all that can be looked up."""
        return lookup.subjects(view)

    def idle(self, view: View, who: str) -> Refusal | None:
        """Return why a piece can do nothing now, where no order to it says so."""
        return lookup.idle(view, who)

    def about(self, view: View, key: str) -> About | None:
        """Return what the viewer knows of a subject."""
        return lookup.about(view, key)

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

    def tale(self, event: Event) -> Tale[Term]:
        """Return what an event tells whoever looks back."""
        return tale.tale(event)

    def lexicon(self, kind: str, key: str, language: str) -> str | None:
        """Return the name of a term that the data files hold."""
        return lexicon.name(kind, key, language)

    def scramble(self, state: State, viewer: Seat | None, wanted: int = 1) -> tuple[State, ...]:
        """Return possible states that differ only in what *viewer* may not know."""
        return scrambling.scramble(state, viewer, wanted)

    def faults(self, state: State) -> tuple[str, ...]:
        """Return everything about *state* that cannot be (for tests and the fuzzer)."""
        return soundness.faults(state)


GAME = Calama()
