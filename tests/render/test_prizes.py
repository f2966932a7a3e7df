"""A captured ship and the question about prizes on the map (10.1)."""

from __future__ import annotations

from dataclasses import replace

from engine.war_of_the_pacific.state import CHILE, NavalBattle, Prizes, Unit
from render.war_of_the_pacific.overlay import busy_places
from render.war_of_the_pacific.piles import face_of, piles
from tests.render.samples import midwar, naval_fight


def test_a_captured_ship_flies_its_captors_flag() -> None:
    """Name and values stay those of its counter, the colours change, and it lies on that pile."""
    mine = Unit("huascar", "allies", "2815", 1, "peru")
    theirs = replace(mine, side=CHILE, nation="chile")
    _, table = midwar()
    heap = piles(replace(table, units={**table.units, "huascar": theirs}))["2815"]

    assert face_of(theirs) == replace(face_of(mine), nation="chile")
    (pile,) = (one for one in heap if theirs in one.units)
    assert pile.side == CHILE


def test_the_hex_is_a_fight_until_prizes_are_settled() -> None:
    """It keeps its mark while the question about prizes lies above the battle."""
    table = naval_fight(midwar()[1])
    (battle,) = (frame for frame in table.frames if isinstance(frame, NavalBattle))
    prizes = Prizes(3, CHILE, battle.hex, battle.chile, battle.allies)

    assert busy_places(replace(table, frames=(prizes,)))[battle.hex] is True
