"""El Arte de la Guerra (demo) behind the contract of :mod:`engine.api`."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from engine.api import (
    EVERYTHING,
    Action,
    Feature,
    Halt,
    Opponent,
    Seat,
)
from engine.art_of_war import (
    bundles,
    default,
    describing,
    heading,
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
from engine.art_of_war.corrections.corrector import CORRECTOR
from engine.art_of_war.corrections.own import OWN_CORRECTOR
from engine.art_of_war.dumps import CHANGES
from engine.art_of_war.gate import GATE, finish
from engine.art_of_war.lesson import LESSON
from engine.art_of_war.odds import asking
from engine.art_of_war.opponent.player import Computer
from engine.art_of_war.plane.poses import EDGES
from engine.art_of_war.play import Play
from engine.art_of_war.rules.setting_up import beginning
from engine.art_of_war.settings import Settings
from engine.art_of_war.standing_orders import answers
from engine.art_of_war.state import SEATS, Phase, Secrets, State, Table, View, projected
from engine.data.play_data import data_in_use
from engine.kit.codecs import Codec
from engine.kit.table_game import TableGame
from engine.lessons import Lesson
from engine.strengths import STRENGTHS

_NOBODYS = frozenset((Phase.MUSTER, Phase.PLAN, Phase.OVER))
"""Phases that are no one side's alone."""
_CONTACT = frozenset(f"contact.{where}" for where in (*EDGES, "camp"))


class ArtOfWar(TableGame[Table, Secrets]):
    """The game system. Stateless."""

    key = "art_of_war"
    command = "adg"
    ruleset = 3
    has = EVERYTHING - {Feature.STARTS}
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
    corrector = CORRECTOR
    own_corrector = OWN_CORRECTOR
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

    # What each module of the rules answers for.
    setup = staticmethod(beginning.setup)
    projected = staticmethod(projected)
    finish = staticmethod(finish)
    readers = staticmethod(parsing.readers)
    accepts = staticmethod(parsing.accepts)
    exact_odds = staticmethod(asking.odds)
    foreseen = staticmethod(previews.foreseen)
    bundles = bundles.bundles
    standing = staticmethod(answers.answer)
    by_default = default.BY_DEFAULT
    playing_with = staticmethod(data_in_use)
    status = staticmethod(heading.status)
    rewritten = staticmethod(secret_orders.rewritten)
    orders = staticmethod(secret_orders.orders)
    describe = staticmethod(describing.describe)
    subjects = staticmethod(lookup.subjects)
    about = staticmethod(lookup.about)
    tally = staticmethod(tallying.tally)
    tale = staticmethod(tale.tale)
    lexicon = staticmethod(lexicon.name)
    scramble = staticmethod(scrambling.scramble)
    faults = staticmethod(soundness.faults)


GAME = ArtOfWar()
"""The game, as the register knows it."""
