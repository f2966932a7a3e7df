"""El Arte de la Guerra (demo) behind the contract of :mod:`engine.api`."""

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
    Seat,
    Status,
    Step,
    Supposition,
    Term,
    Text,
    Written,
)
from engine.art_of_war import (
    bundles,
    describing,
    lexicon,
    lookup,
    parsing,
    previews,
    scrambling,
    secret_orders,
    soundness,
    tale,
    tallying,
)
from engine.art_of_war.actions import MODELS
from engine.art_of_war.dumps import CHANGES
from engine.art_of_war.gate import GATE, finish
from engine.art_of_war.lesson import LESSON
from engine.art_of_war.odds import asking
from engine.art_of_war.opponent.player import Computer
from engine.art_of_war.plane.poses import EDGES
from engine.art_of_war.play import Play
from engine.art_of_war.rules.setting_up.beginning import first_state
from engine.art_of_war.settings import Settings
from engine.art_of_war.standing_orders import answers
from engine.art_of_war.state import SEATS, Phase, Secrets, State, Table, View, projected
from engine.data.play_data import PlayData, data_in_use
from engine.dice import Dice
from engine.kit.codecs import Codec
from engine.kit.parsing import Reader
from engine.kit.table_game import TableGame
from engine.lessons import Lesson
from engine.strengths import STRENGTHS
from engine.subjects import About, Subject
from engine.tales import Tale

_NOBODYS = frozenset((Phase.MUSTER, Phase.PLAN, Phase.OVER))
"""Phases that are no one side's alone."""
_CONTACT = frozenset(f"contact.{where}" for where in (*EDGES, "camp"))


class ArtOfWar(TableGame[Table, Secrets]):
    """The game system. Stateless."""

    key = "art_of_war"
    command = "adg"
    ruleset = 3
    seats: tuple[Seat, ...] = SEATS
    data_files: tuple[str, ...] = (
        "armies.toml",
        "army_losses.csv",
        "battles.toml",
        "bonuses.csv",
        "combat.csv",
        "elephants.csv",
        "generals.csv",
        "light_support.csv",
        "manoeuvres.csv",
        "movement.csv",
        "muster.toml",
        "options.csv",
        "qualities.csv",
        "rallying.csv",
        "terrain.csv",
        "troops.csv",
        "weapons.csv",
    )
    actions: Mapping[str, type[Action]] = MODELS
    settings_model: type[BaseModel] = Settings
    opponents: Mapping[str, Opponent[View]] = {key: Computer(key) for key in STRENGTHS}
    lesson: Lesson | None = LESSON
    gate = GATE
    working = Play
    codec = Codec(State, "El Arte de la Guerra", CHANGES)
    counters = frozenset(("group", "unit", "general"))
    places = frozenset(("spot", "target"))
    urgent = ("charge",)
    halts: tuple[Halt, ...] = (
        Halt("ambush", frozenset(("ambush.shown", "ambush.nobody"))),
        Halt("contact", _CONTACT, usual=False),
        Halt("evaded", frozenset(("evade.goes", "evade.leaves")), usual=False),
        Halt(
            "lost",
            frozenset(("rout.flees", "rout.engines", "unit.destroyed", "unit.leaves")),
            usual=False,
        ),
        Halt(
            "general",
            frozenset(("general.lost", "general.captured", "general.leaves")),
            usual=False,
        ),
    )
    causes = frozenset(("points.few",))
    passing = frozenset(("turn.begins", "player.begins", "player.ends"))

    def setup(self, settings: BaseModel, dice: Dice) -> Step:
        """Return the table before the first decision (11)."""
        assert isinstance(settings, Settings)
        return first_state(settings, dice).close(public=True)

    def projected(self, table: Table, viewer: Seat | None) -> Table:
        """Return the table as a viewer sees it: without what the other side has not shown."""
        return projected(table, viewer)

    def readers(self, view: View) -> Mapping[str, Reader]:
        """Return how what a field holds is read."""
        return parsing.readers(view)

    def accepts(self, view: View, kind: str, field: str, filled: Mapping[str, str]) -> Text | None:
        """Return what may be typed for a field besides what is offered."""
        return parsing.accepts(kind, field)

    def finish(self, play: Play, action: Action) -> None:
        """Play on as far as nobody must decide."""
        finish(play, action)

    def exact_odds(self, view: View, action: Action) -> tuple[Odds, ...]:
        """Return what the dice of *action* can bring, from what the viewer knows."""
        return asking.odds(view, action)

    def foreseen(self, view: View, action: Action, ahead: Supposition[View]) -> Preview:
        """Return what *action* comes to."""
        return previews.foreseen(view, action, ahead)

    def bundles(self, view: View) -> Iterator[Bundle]:
        """Return what can be done at once."""
        return bundles.bundles(self, view)

    def standing(self, view: View, decision: Decision) -> Action | None:
        """Return the answer that the viewer's standing orders give to *decision*."""
        return answers.answer(view, decision)

    def playing_with(self) -> PlayData | None:
        """Return the play data in use; ``None`` is what is shipped."""
        return data_in_use()

    def status(self, view: View) -> Status:
        """Return turn and phase, and whose turn it is."""
        table = view.table
        alone = table.phase not in _NOBODYS
        return Status(
            turn=table.turn,
            turn_name=Text("turn" if table.turn else "turn.setup", {"n": table.turn}),
            phase=Text("phase", {"phase": Term("phase", table.phase)}),
            phase_key=f"{table.phase.value}_{table.player}" if alone else table.phase.value,
            player=table.player if alone else None,
        )

    def rewritten(self, view: View) -> Iterator[Written]:
        """Yield what the viewer has written in secret, as what writes it anew."""
        return secret_orders.rewritten(view)

    def orders(self, view: View) -> tuple[Text, ...]:
        """Return everything the viewer has ordered in secret, a line each."""
        return secret_orders.orders(view)

    def describe(self, view: View, where: str = "") -> tuple[Text, ...]:
        """Return the table in words: whole, or what is named ("b2", "f1", "north_west")."""
        return describing.describe(view, where)

    def subjects(self, view: View) -> Iterator[Subject]:
        """Yield all that can be looked up."""
        return lookup.subjects(view)

    def about(self, view: View, key: str) -> About | None:
        """Return what the viewer knows of a subject."""
        return lookup.about(view, key)

    def tally(self, state: State, events: Sequence[Event] = ()) -> Mapping[str, int]:
        """Return losses and cohesion of both sides, and who was lost by kind of troops."""
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


GAME = ArtOfWar()
"""The game, as the register knows it."""
