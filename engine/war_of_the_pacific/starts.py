"""Where a campaign may be begun: at any game turn, before its orders are written (4.1, 4.2).

Counters lie as by the standard set-up of both sides until they are said to lie elsewhere. What is
hidden, the naval orders of that turn, both sides then write as they plan the first turn (4.2).

Rules:
    3.1.standard, 4.1, 4.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.api import Correction, Start, Term, Text
from engine.dice import NoDice
from engine.kit.beginning import Beginner
from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.rules.setting_up.deployment import first_state
from engine.war_of_the_pacific.rules.setting_up.standard_set_up import place_standard
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import ALLIES, CHILE, Phase, Secrets, State, Table

_TURN = "turn-"


def _starts(settings: Settings) -> Iterator[Start]:
    for turn in range(1, len(scenario_for(settings).turns) + 1):
        said = Text("start", {"n": turn, "name": Term("turn", str(turn))})
        yield Start(f"{_TURN}{turn}", said)


def _lay(settings: Settings, start: str) -> State:
    play = first_state(settings, NoDice())
    for seat in (ALLIES, CHILE):
        place_standard(play, seat)
    turn = int(start.removeprefix(_TURN))
    play.set(turn=turn, phase=Phase.PLAN, player=CHILE)
    return State(play.table, {seat: Secrets() for seat in play.secrets})


def _enter(play: Play, start: str, corrections: Sequence[Correction]) -> None:
    del start, corrections
    turn = play.table.turn
    play.tell("plan.begins_at", "4.2", turn=turn, name=Term("turn", str(turn)))


BEGINNER: Beginner[Table, Secrets] = Beginner(starts=_starts, lay=_lay, enter=_enter)
