"""War of the Pacific behind the contract of :mod:`engine.api`: it collects and plays the rules."""

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
from engine.war_of_the_pacific import (
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
from engine.war_of_the_pacific.actions import MODELS
from engine.war_of_the_pacific.dumps import CHANGES
from engine.war_of_the_pacific.gate import GATE
from engine.war_of_the_pacific.lesson import LESSON
from engine.war_of_the_pacific.odds import asking
from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.rules.administration import naval_orders
from engine.war_of_the_pacific.rules.sea import voyage
from engine.war_of_the_pacific.rules.setting_up import deployment
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.standing_orders import answers, giving
from engine.war_of_the_pacific.state import SEATS, Phase, Secrets, State, Table, View


def _computer(strength: str) -> Reasoning[View]:
    from engine.war_of_the_pacific.opponent.player import Computer

    return Computer(strength)


class WarOfThePacific(TableGame[Table, Secrets]):
    """The game system. Stateless."""

    key = "war_of_the_pacific"
    command = "wp"
    ruleset = 3
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
    opponents: Mapping[str, Opponent[View]] = {key: Later(_computer, key) for key in STRENGTHS}
    gate = GATE
    working = Play
    codec = Codec(State, "War of the Pacific", CHANGES)
    counters = frozenset(("unit", "units"))
    natures = frozenset(("unit.not_ship", "unit.not_land", "embark.not_land", "replenish.too_far"))
    places = frozenset(("place", "area"))
    halts: tuple[Halt, ...] = (
        Halt("doubles", frozenset(("march.doubles",))),
        Halt("intercepted", frozenset(("interception.succeeded", "blockade.met"))),
        Halt("lost", frozenset(("ship.sunk", "ship.cargo_lost"))),
        Halt("points", frozenset(("march.rolled",)), "points", usual=False),
    )
    passing = frozenset(
        ("turn.begins", "phase.begins", "phase.closed", "plan.begins", "orders.closed")
    )
    lesson: Lesson | None = LESSON

    def setup(self, settings: BaseModel, dice: Dice) -> Step:
        """Return the table before set-up (3.1)."""
        assert isinstance(settings, Settings)
        play = deployment.first_state(settings, dice)
        return play.close(public=True)

    def readers(self, view: View) -> Mapping[str, Reader]:
        """Return how what a field holds is read."""
        return parsing.readers(view.table)

    def privately(self, view: View, decision: Decision) -> Decision:
        """Return a decision as its side alone is asked it: a voyage knows its old course."""
        known = decision.code in ("voyage", "voyage.home")
        return voyage.privately(view, decision) if known else decision

    def exact_odds(self, view: View, action: Action) -> tuple[Odds, ...]:
        """Return what the dice of *action* can bring, from what the viewer knows."""
        return asking.odds(view, action)

    def foreseen(self, view: View, action: Action, ahead: Supposition[View]) -> Preview:
        """Return what *action* comes to."""
        return previews.foreseen(view, action, ahead)

    def has_order(self, view: View, who: str) -> bool:
        """Say whether ships have an order for the turn being planned, or units are set up."""
        counters = who.split(",")
        return naval_orders.is_ordered(view, counters) or deployment.is_set_up(view, counters)

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

    def rewritten(self, view: View) -> Iterator[Written]:
        """Yield what the viewer has written in secret, as what writes it anew."""
        return naval_orders.rewritten(view)

    def orders(self, view: View) -> tuple[Text, ...]:
        """Return everything the viewer has ordered in secret, a line each."""
        return (*describing.orders(view), *giving.lines(view))

    def describe(self, view: View, where: str = "") -> tuple[Text, ...]:
        """Return the map in words: whole, a naval area ("VI"), or round a hex ("3116")."""
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
        """Return the figures of a finished game (see ``tallying``)."""
        return tallying.tally(state.table, events)

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


GAME = WarOfThePacific()
