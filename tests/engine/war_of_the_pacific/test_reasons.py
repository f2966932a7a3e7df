"""What is said for an order is what was weighed for it."""

from __future__ import annotations

import pytest

from engine.registry import load_games
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_warship
from engine.war_of_the_pacific.opponent.outlook import Outlook
from engine.war_of_the_pacific.opponent.saying import of_city
from engine.war_of_the_pacific.opponent.sorties import cruise, cruise_parts
from engine.war_of_the_pacific.opponent.weights import load_weights
from engine.war_of_the_pacific.state import SEATS, Phase
from tests.engine.war_of_the_pacific.build import lay
from tests.support.positions import positions

GAME = load_games()["war_of_the_pacific"]


def test_the_parts_of_a_cruise_make_its_worth() -> None:
    """Off every city, for the warships of one place."""
    looked = 0
    for state in positions("war_of_the_pacific", 0, "parts", spread=40, whole=False):
        if state.table.phase is Phase.SETUP:
            continue
        for seat in SEATS:
            look = Outlook.of(GAME.view(state, seat), load_weights())
            for ships in look.ships.values():
                able = [ship for ship in ships if is_warship(ship)]
                for place in load_board().cities if able else ():
                    parts = cruise_parts(look, place, able)
                    assert sum(parts.values()) == pytest.approx(cruise(look, place, able))
                    looked += 1
    assert looked > 100


def test_a_city_is_told_by_what_it_is_worth_and_who_defends_it() -> None:
    """Iquique stands empty until troops are seen there."""
    empty = lay(place={"buin": "3123"}, phase="land_movement")
    held = lay(place={"buin": "3123", "zepita": "3118"}, phase="land_movement")
    for state, code in ((empty, "reason.empty"), (held, "reason.taken")):
        look = Outlook.of(GAME.view(state, "chile"), load_weights())
        said = of_city(look, "3118")
        assert (said.code, said.params["worth"]) == (code, look.points("3118"))
