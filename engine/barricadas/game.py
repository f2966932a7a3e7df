"""¡A las barricadas! behind the contract of :mod:`engine.api`, not all of its rules yet.

It is not registered: no table can choose it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from pydantic import BaseModel

from engine.api import (
    Action,
    Bundle,
    Choice,
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
from engine.barricadas import (
    bundles,
    describing,
    lexicon,
    lookup,
    parsing,
    previews,
    scrambling,
    soundness,
    tale,
    tallying,
)
from engine.barricadas.actions import MODELS, React
from engine.barricadas.dumps import CHANGES
from engine.barricadas.gate import GATE, finish
from engine.barricadas.lesson import LESSON
from engine.barricadas.odds import asking
from engine.barricadas.play import Play
from engine.barricadas.rules.setting_up.beginning import first_state
from engine.barricadas.settings import Settings
from engine.barricadas.standing_orders import answers, giving
from engine.barricadas.state import (
    NATIONALIST,
    REPUBLICAN,
    Phase,
    Secrets,
    State,
    Table,
    View,
    projected,
)
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

MOST_AT_ONCE = 3
"""Reactions of one press that a question has beside holding."""


def _computer(strength: str) -> Reasoning[View]:
    from engine.barricadas.opponent.player import Computer

    return Computer(strength)


class Barricadas(TableGame[Table, Secrets]):
    """The game system as far as it goes. Stateless."""

    key = "barricadas"
    command = "alb"
    ruleset = 3
    seats: tuple[Seat, ...] = (REPUBLICAN, NATIONALIST)
    data_files: tuple[str, ...] = (
        "anti_armour.toml",
        "armoured_assault.csv",
        "assault_values.csv",
        "aviation.toml",
        "batteries.csv",
        "board_a.csv",
        "board_c.csv",
        "coordination.csv",
        "counters.toml",
        "defence.csv",
        "fire.csv",
        "fire_modifiers.csv",
        "levels.csv",
        "melee.csv",
        "melee_modifiers.csv",
        "morale.toml",
        "obstacles.csv",
        "officers.toml",
        "penetration.csv",
        "roads.csv",
        "scenarios.toml",
        "terrain.csv",
        "ways.csv",
    )
    actions: Mapping[str, type[Action]] = MODELS
    settings_model: type[BaseModel] = Settings
    opponents: Mapping[str, Opponent[View]] = {key: Later(_computer, key) for key in STRENGTHS}
    gate = GATE
    working = Play
    lesson: Lesson | None = LESSON
    codec = Codec(State, "¡A las barricadas!", CHANGES)
    counters = frozenset(("counter",))
    places = frozenset(("hex",))
    declining = frozenset(("hold",))
    halts: tuple[Halt, ...] = (
        Halt(
            "lost", frozenset(("hit.eliminated", "officer.falls", "back.surrenders")), usual=False
        ),
        Halt("routed", frozenset(("morale.retreats",)), usual=False),
        Halt("town", frozenset(("town.taken",)), usual=False),
    )
    passing = frozenset(("turn.begins", "turn.ends", "pass", "pass.nobody"))

    def setup(self, settings: BaseModel, dice: Dice) -> Step:
        """Return the table before set-up (2.3)."""
        assert isinstance(settings, Settings)
        return first_state(settings, dice).close(public=True)

    def projected(self, table: Table, viewer: Seat | None) -> Table:
        """Return the table as a viewer sees it: who is not recognised is a marker (3.5)."""
        return projected(table, viewer)

    def readers(self, view: View) -> Mapping[str, Reader]:
        """Return how what a field holds is read."""
        return parsing.readers(view)

    def finish(self, play: Play, action: Action) -> None:
        """Play on as far as nobody must decide."""
        finish(play, action)

    def suppose(
        self, view: View, action: Action, *, undisturbed: bool = False
    ) -> Supposition[View]:
        """Return what *action* leads to as far as that is certain.

        *Undisturbed*, it is the viewer's turn to activate again: a plan holds several activations.
        """
        ahead = super().suppose(view, action, undisturbed=undisturbed)
        table = ahead.view.table
        if not undisturbed or ahead.open or table.frames or table.phase is not Phase.ACTIVATION:
            return ahead
        player = view.viewer or table.player
        return replace(ahead, view=replace(ahead.view, table=replace(table, player=player)))

    def exact_odds(self, view: View, action: Action) -> tuple[Odds, ...]:
        """Return what the dice of *action* can bring, from what the viewer knows."""
        return asking.odds(view, action)

    def privately(self, view: View, decision: Decision) -> Decision:
        """Return a question with what its side alone can answer: whose fire, at once (3.4)."""
        if decision.code not in {"react", "react.at"}:
            return decision
        shots = tuple(
            Choice(one.label, one.actions[0])
            for one in islice(self.bundles(view), MOST_AT_ONCE)
            if isinstance(one.actions[0], React)
        )
        return replace(decision, choices=(*decision.choices, *shots))

    def foreseen(self, view: View, action: Action, ahead: Supposition[View]) -> Preview:
        """Return what *action* comes to."""
        return previews.foreseen(view, action, ahead)

    def has_order(self, view: View, who: str) -> bool:
        """Say whether counters stand in the viewer's deployment, which set-up alone has."""
        placed = {one.counter for one in view.own.plan} if view.own else frozenset[str]()
        return placed.issuperset(who.split(","))

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
        """Return turn and phase, and who activates next."""
        table = view.table
        alone = table.phase is Phase.ACTIVATION
        return Status(
            turn=table.turn,
            turn_name=Text("turn" if table.turn else "turn.setup", {"n": table.turn}),
            phase=Text("phase", {"phase": Term("phase", table.phase)}),
            phase_key=f"{table.phase.value}_{table.player}" if alone else table.phase.value,
            player=table.player if alone else None,
        )

    def rewritten(self, view: View) -> Iterator[Written]:
        """Yield what the viewer has written in secret, as what writes it anew."""
        return describing.rewritten(view)

    def orders(self, view: View) -> tuple[Text, ...]:
        """Return everything the viewer has ordered in secret, a line each."""
        return (*describing.orders(view), *giving.lines(view))

    def describe(self, view: View, where: str = "") -> tuple[Text, ...]:
        """Return the ground in words: whole, or one hex ("C807")."""
        return describing.describe(view, where)

    def subjects(self, view: View) -> Iterator[Subject]:
        """Yield all that can be looked up."""
        return lookup.subjects(view)

    def idle(self, view: View, who: str) -> Refusal | None:
        """Return why a counter can do nothing now, where no order to it says so."""
        return lookup.idle(view, who)

    def about(self, view: View, key: str) -> About | None:
        """Return what the viewer knows of a subject."""
        return lookup.about(view, key)

    def tally(self, state: State, events: Sequence[Event] = ()) -> Mapping[str, int]:
        """Return towns, losses by kind and who left the ground, of both sides."""
        return tallying.tally(state.table)

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


GAME = Barricadas()
"""The game, as the register knows it."""
