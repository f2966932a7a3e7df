"""The initiative: who places terrain first, deploys last and plays first (3.initiative).

Rules:
    3.initiative, 3.initiative.roll, 3.initiative.strategist; ADG-R39.
"""

from __future__ import annotations

from engine.api import Seat
from engine.art_of_war.play import Play
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.state import SEATS, Table
from engine.kit.wording import seat_term


def third(die: int) -> int:
    """Return what a die comes to as 1D3: half of it, rounded up (3.initiative.roll)."""
    return -(-die // 2)


def value_of(table: Table, seat: Seat) -> int:
    """Return what a side adds to the initiative's die: its generals' values, a strategist's 1."""
    ranks = load_ranks()
    own = [ranks[one.rank] for one in table.generals.values() if one.side == seat]
    return sum(one.value for one in own) + max((one.initiative for one in own), default=0)


def throw_initiative(play: Play) -> None:
    """Throw for the initiative until one side has more (3.initiative.roll; ADG-R39)."""
    while True:
        dice = {seat: play.die("initiative") for seat in SEATS}
        totals = {seat: third(die) + value_of(play.table, seat) for seat, die in dice.items()}
        shown = tuple(dice[seat] for seat in SEATS)
        if len(set(totals.values())) > 1:
            break
        play.tell("initiative.tie", "3.initiative.roll", dice=shown)
    winner = max(SEATS, key=lambda seat: totals[seat])
    play.set(initiative=winner)
    told = tuple(totals[seat] for seat in SEATS)
    play.tell("initiative", "3.initiative", seat=seat_term(winner), dice=shown, totals=told)
