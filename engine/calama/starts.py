"""Where a battle may be begun: at a round, with the given armies where they are said to stand.

They stand as the first formation of each side has them until that is said. What is hidden, the
order of the objectives, each side then says as before a battle. Armies that are bought in secret
(5.4) stand nowhere before both are: such a battle is begun in its own way only.

Rules:
    5.3.objectives, 5.4, 7.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.api import Correction, Start, Text
from engine.calama.play import Play
from engine.calama.rules.setting_up.beginning import first_state
from engine.calama.rules.setting_up.readiness import laid
from engine.calama.scenario import load_scenario
from engine.calama.settings import Settings
from engine.calama.state import SEATS, Phase, Placing, Secrets, State, Table
from engine.dice import NoDice
from engine.kit.beginning import Beginner

_ROUND = "round-"
MOST = 20
"""Later than in this round none is begun."""


def _starts(settings: Settings) -> Iterator[Start]:
    if load_scenario(settings.scenario).budgets is not None:
        return
    for number in range(1, min(settings.last_round or MOST, MOST) + 1):
        yield Start(f"{_ROUND}{number}", Text("start", {"n": number}))


def _lay(settings: Settings, start: str) -> State:
    play, scenario = first_state(settings, NoDice()), load_scenario(settings.scenario)
    pieces = dict(play.table.pieces)
    for seat in SEATS:
        formation = next(iter(scenario.formations[seat].values()))
        pieces |= laid(seat, (Placing(*one) for one in formation.places))
    number = int(start.removeprefix(_ROUND))
    table = replace(play.table, pieces=pieces, phase=Phase.RANKING, round=number)
    return State(table, {seat: Secrets() for seat in SEATS})


def _enter(play: Play, start: str, corrections: Sequence[Correction]) -> None:
    del start, corrections
    play.tell("ranking.begins", "5.3.objectives", n=play.table.round)


BEGINNER: Beginner[Table, Secrets] = Beginner(starts=_starts, lay=_lay, enter=_enter)
