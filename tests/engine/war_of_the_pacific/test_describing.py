"""The table in words says what a picture of it says."""

from __future__ import annotations

import pytest

from engine.api import Text
from engine.kit.params import key_of, terms_of
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.play import place_term
from engine.war_of_the_pacific.roster import is_supply
from engine.war_of_the_pacific.state import State
from tests.engine.war_of_the_pacific.build import lay

ARICAS_WATER = load_board().area_of("3116") or ""


def _table() -> State:
    return lay(
        turn=4,
        phase="land_movement",
        player="chile",
        place={
            "buin": "3116",
            "2line": "3116 x1",
            "3line": "@rimac x1",
            "rimac": "3116",
            "cochrane": "box port x1",
            "zepita": "2007",
            "huascar": "2007 port",
            "union": "t6 x1",
            "junin": "dead",
        },
        columns={"chile:3116": 2, "allies:2008": 1},
        control={"3116": "chile"},
        bonus=1,
    )


def _told(where: str = "", state: State | None = None) -> tuple[Text, ...]:
    state = state or _table()
    return GAME.describe(GAME.view(state, None), where)


def _units(lines: tuple[Text, ...], code: str) -> dict[str, list[str]]:
    """Units told under *code*, by place or ship."""
    found = {}
    for line in lines:
        if line.code == code:
            where = line.params.get("place") or line.params["ship"]
            units = line.params["units"]
            assert isinstance(where, tuple)
            assert isinstance(units, tuple)
            found[str(where[1])] = [f"{unit[0]} {unit[1]}" for unit in units]  # type: ignore[index]
    return found


def test_everything_on_the_map_is_told() -> None:
    """Land units with their losses, columns, ships in port and at sea, and what is aboard."""
    lines = _told()

    assert _units(lines, "describe.land") == {
        "3116": ["unit buin", "weakened 2line"],
        "2007": ["unit zepita"],
    }
    assert _units(lines, "describe.in_port") == {
        "2007": ["unit huascar"],
        "box": ["weakened cochrane"],
    }
    assert _units(lines, "describe.at_sea") == {"3116": ["unit rimac"]}
    assert _units(lines, "describe.aboard") == {"rimac": ["weakened 3line"]}
    columns = [line.params for line in lines if line.code == "describe.columns"]
    assert [(one["n"], one["place"]) for one in columns] == [
        (1, ("place", "2008")),
        (2, ("place", "3116")),
    ]


def test_points_and_what_is_off_the_map_are_told() -> None:
    """Victory points, the turn track and the dead pile belong to the whole."""
    lines = {line.code: line.params for line in _told()}

    assert lines["describe.points"]["n"] == 3
    assert lines["describe.bonus"]["n"] == 1
    assert lines["describe.track"]["turn"] == 6
    assert lines["describe.dead"]["units"] == (("unit", "junin"),)
    assert "describe.bolivia" not in lines
    out = _told(state=lay(bolivia_out=True))
    assert "describe.bolivia" in {line.code for line in out}


def test_recruits_are_told_from_their_turn_on() -> None:
    """The recruit pool holds who may be raised now, Supply Columns apart."""
    pools = {
        key_of(line.params["seat"]): {unit.key for unit in terms_of(line.params["units"])}
        for line in _told()
        if line.code == "describe.pool"
    }

    chile = pools["chile"]
    assert "ch-inf-1" in chile
    assert "ch-inf-2" not in chile
    assert not any(is_supply(key) for pool in pools.values() for key in pool)


def test_each_city_is_told_once() -> None:
    """Every city stands in the list of the side that holds it."""
    told = [
        place
        for line in _told()
        if line.code == "describe.cities"
        for place in line.params["cities"]  # type: ignore[union-attr]
    ]

    assert sorted(place[1] for place in told) == sorted(load_board().cities)  # type: ignore[index]


@pytest.mark.parametrize("where", ["3116", "Arica", "arica", ARICAS_WATER, ARICAS_WATER.lower()])
def test_parts_of_the_map(where: str) -> None:
    """A hex, a city or a naval area narrows the words to what is there."""
    lines = _told(where)

    assert "3116" in _units(lines, "describe.land")
    assert "2007" not in _units(lines, "describe.land")
    assert not {"describe.points", "describe.dead"} & {line.code for line in lines}


def test_the_box_by_itself() -> None:
    """The Chile Holding Box can be asked for."""
    assert _units(_told("box"), "describe.in_port") == {"box": ["weakened cochrane"]}


@pytest.mark.parametrize("where", ["3130", "nowhere", "9999"])
def test_empty_and_unknown_parts(where: str) -> None:
    """Where nothing is, that is what is said."""
    codes = {line.code for line in _told(where)}

    assert codes <= {"describe.nothing", "describe.cities"}


def test_public_words_hold_no_orders() -> None:
    """What is described is the table, the same for each viewer."""
    state = lay(place={"huascar": "2007 port"}, orders={"allies": {"III": ["huascar"]}})

    assert _told(state=state) == GAME.describe(GAME.view(state, "chile"), "")
    assert "III" not in str(_told(state=state))


def test_cities_that_serve_nobody() -> None:
    """A city in which beaten units stand that they have not taken is named, and only that."""
    state = lay(place={"buin": "3118"}, refuges=("3118", "3116"))
    told = [one.params for one in _told(state=state) if one.code == "describe.refuges"]

    assert told == [{"cities": (place_term("3118"),)}]
    assert not [one for one in _told() if one.code == "describe.refuges"]
