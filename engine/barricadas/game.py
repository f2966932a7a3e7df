"""¡A las barricadas! behind the contract of :mod:`engine.api`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from pydantic import BaseModel

from engine.api import (
    EVERYTHING,
    Action,
    Choice,
    Decision,
    Feature,
    Halt,
    Opponent,
    Seat,
    Supposition,
)
from engine.barricadas import (
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
from engine.barricadas.actions import MODELS, React
from engine.barricadas.corrections.corrector import CORRECTOR
from engine.barricadas.corrections.own import OWN_CORRECTOR
from engine.barricadas.dumps import CHANGES
from engine.barricadas.gate import GATE, finish
from engine.barricadas.lesson import LESSON
from engine.barricadas.odds import asking
from engine.barricadas.play import Play
from engine.barricadas.rules.setting_up import beginning
from engine.barricadas.settings import Settings
from engine.barricadas.standing_orders import answers
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
from engine.data.play_data import data_in_use
from engine.kit.codecs import Codec
from engine.kit.later import Later
from engine.kit.table_game import TableGame
from engine.lessons import Lesson
from engine.reasons import Reasoning
from engine.strengths import STRENGTHS

MOST_AT_ONCE = 3
"""Reactions of one press that a question has beside holding."""


def _computer(strength: str) -> Reasoning[View]:
    from engine.barricadas.opponent.player import Computer

    return Computer(strength)


class Barricadas(TableGame[Table, Secrets]):
    """The game system. Stateless."""

    key = "barricadas"
    command = "alb"
    ruleset = 3
    has = EVERYTHING - {Feature.STARTS}
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
    corrector = CORRECTOR
    own_corrector = OWN_CORRECTOR
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

    # What each module of the rules answers for.
    setup = staticmethod(beginning.setup)
    projected = staticmethod(projected)
    finish = staticmethod(finish)
    readers = staticmethod(parsing.readers)
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

    def has_order(self, view: View, who: str) -> bool:
        """Say whether counters stand in the viewer's deployment, which set-up alone has."""
        placed = {one.counter for one in view.own.plan} if view.own else frozenset[str]()
        return placed.issuperset(who.split(","))


GAME = Barricadas()
"""The game, as the register knows it."""
