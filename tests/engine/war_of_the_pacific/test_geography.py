"""The map lies where the country lies: towns, railways and rivers of 1879."""

from __future__ import annotations

import pytest

from engine.war_of_the_pacific.board import load_board
from tests.support import geography

BOARD = load_board()
PLACED = [town for town in geography.towns() if town.hex]


def test_forty_towns_lie_within_a_hex_on_average() -> None:
    """The mean error is far below a hex, and no town is as much as one hex off."""
    errors = [geography.off(town, BOARD) for town in PLACED]

    assert len(PLACED) >= 40
    assert geography.mean(errors) < 0.5
    assert max(errors) < 1


def test_every_city_of_the_map_is_measured_where_the_map_has_it() -> None:
    """No city is left out, and none is measured against another hex than its own."""
    hexes = {town.name: town.hex for town in PLACED}

    assert {city.name: city.hex for city in BOARD.cities.values()}.items() <= hexes.items()


@pytest.mark.parametrize("line", sorted(geography.railways()))
def test_a_railway_passes_its_stations_in_order(line: str) -> None:
    """Every station lies in a hex of its line, and the line begins and ends at one."""
    track = geography.railways()[line]
    stations = [town.hex for town in geography.lines()[line]]

    assert [track.index(station) for station in stations] == sorted(
        track.index(station) for station in stations
    )
    assert (stations[0], stations[-1]) == (track[0], track[-1])


def test_rivers_run_where_they_ran() -> None:
    """Every river of the map is known, and passes within a hex of its real bends."""
    bends = list(geography.bends())

    assert {bend.river for bend in bends} == set(geography.sides(BOARD))
    assert max(bend.away for bend in bends) < 1
    assert geography.mean([bend.away for bend in bends]) < 0.5
