"""Batalla de Calama behind the contract of :mod:`engine.api`: it collects and plays the rules."""

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
from engine.calama import (
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
from engine.calama.actions import MODELS
from engine.calama.corrections import CORRECTOR
from engine.calama.dumps import CHANGES
from engine.calama.gate import GATE, finish
from engine.calama.lesson import LESSON
from engine.calama.odds import asking
from engine.calama.own_corrections import OWN_CORRECTOR
from engine.calama.play import Play
from engine.calama.rules.setting_up import beginning
from engine.calama.settings import Settings
from engine.calama.standing_orders import answers
from engine.calama.starts import BEGINNER
from engine.calama.state import SEATS, Secrets, State, Table, View
from engine.data.play_data import data_in_use
from engine.kit.codecs import Codec
from engine.kit.later import Later
from engine.kit.table_game import TableGame
from engine.lessons import Lesson
from engine.reasons import Reasoning
from engine.strengths import STRENGTHS


def _computer(strength: str) -> Reasoning[View]:
    from engine.calama.opponent.player import Computer

    return Computer(strength)


class Calama(TableGame[Table, Secrets]):
    """The game system. Stateless."""

    key = "calama"
    command = "calama"
    ruleset = 2
    has = EVERYTHING
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
    corrector = CORRECTOR
    beginner = BEGINNER
    own_corrector = OWN_CORRECTOR
    working = Play
    codec = Codec(State, "Batalla de Calama", CHANGES)
    counters = frozenset(("piece", "pieces"))
    natures = frozenset(("charge.no_enemy", "fire.too_far", "fire.blocked"))
    places = frozenset(("square", "piece"))
    halts: tuple[Halt, ...] = (Halt("lost", frozenset(("eliminated",)), usual=False),)
    passing = frozenset(("round.begins", "turn.done", "movement.nothing", "combat.nothing"))
    lesson: Lesson | None = LESSON

    # What each module of the rules answers for.
    setup = staticmethod(beginning.setup)
    finish = staticmethod(finish)
    readers = staticmethod(parsing.readers)
    understood = staticmethod(parsing.understood)
    exact_odds = staticmethod(asking.odds)
    foreseen = staticmethod(previews.foreseen)
    bundles = bundles.bundles
    standing = staticmethod(answers.answer)
    by_default = default.BY_DEFAULT
    playing_with = staticmethod(data_in_use)
    status = staticmethod(heading.status)
    rewritten = staticmethod(describing.rewritten)
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
        """Say whether a piece stands in the viewer's deployment, as its square or squares name it.

        The plan is empty once set-up has ended.
        """
        return view.own is not None and set(who.split(",")) <= {one.at for one in view.own.plan}


GAME = Calama()
