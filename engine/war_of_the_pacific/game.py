"""War of the Pacific behind the contract of :mod:`engine.api`: it collects and plays the rules."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from engine.api import (
    EVERYTHING,
    Action,
    Halt,
    Opponent,
    Seat,
)
from engine.data.play_data import data_in_use
from engine.kit.codecs import Codec
from engine.kit.later import Later
from engine.kit.table_game import TableGame
from engine.lessons import Lesson
from engine.reasons import Reasoning
from engine.strengths import STRENGTHS
from engine.war_of_the_pacific import (
    bundles,
    default,
    describing,
    heading,
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
from engine.war_of_the_pacific.corrections.corrector import CORRECTOR
from engine.war_of_the_pacific.corrections.orders import OWN_CORRECTOR
from engine.war_of_the_pacific.dumps import CHANGES
from engine.war_of_the_pacific.gate import GATE
from engine.war_of_the_pacific.lesson import LESSON
from engine.war_of_the_pacific.odds import asking
from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.rules.administration import naval_orders
from engine.war_of_the_pacific.rules.sea import voyage
from engine.war_of_the_pacific.rules.setting_up import deployment
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.standing_orders import answers
from engine.war_of_the_pacific.starts import BEGINNER
from engine.war_of_the_pacific.state import SEATS, Secrets, State, Table, View


def _computer(strength: str) -> Reasoning[View]:
    from engine.war_of_the_pacific.opponent.player import Computer

    return Computer(strength)


class WarOfThePacific(TableGame[Table, Secrets]):
    """The game system. Stateless."""

    key = "war_of_the_pacific"
    command = "wp"
    ruleset = 3
    has = EVERYTHING
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
    corrector = CORRECTOR
    beginner = BEGINNER
    own_corrector = OWN_CORRECTOR
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
        (
            *("turn.begins", "phase.begins", "phase.closed"),
            *("plan.begins", "plan.begins_at", "orders.closed"),
        )
    )
    lesson: Lesson | None = LESSON

    # What each module of the rules answers for.
    setup = staticmethod(deployment.setup)
    readers = staticmethod(parsing.readers)
    privately = staticmethod(voyage.privately)
    exact_odds = staticmethod(asking.odds)
    foreseen = staticmethod(previews.foreseen)
    bundles = bundles.bundles
    standing = staticmethod(answers.answer)
    by_default = default.BY_DEFAULT
    playing_with = staticmethod(data_in_use)
    status = staticmethod(heading.status)
    rewritten = staticmethod(naval_orders.rewritten)
    orders = staticmethod(describing.orders)
    describe = staticmethod(describing.describe)
    subjects = staticmethod(lookup.subjects)
    idle = staticmethod(lookup.idle)
    about = staticmethod(lookup.about)
    tally = staticmethod(tallying.tally)
    tale = staticmethod(tale.tale)
    lexicon = staticmethod(lexicon.name)
    scramble = staticmethod(scrambling.scramble)
    faults = staticmethod(soundness.faults)

    def has_order(self, view: View, who: str) -> bool:
        """Say whether ships have an order for the turn being planned, or units are set up."""
        counters = who.split(",")
        return naval_orders.is_ordered(view, counters) or deployment.is_set_up(view, counters)


GAME = WarOfThePacific()
