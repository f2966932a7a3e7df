"""A campaign keeps the victory points that it began with, whatever is tuned afterwards."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.dice import SeededDice
from engine.war_of_the_pacific.board import load_board, load_first_points, load_points
from engine.war_of_the_pacific.datacheck import check_data
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.rules.victory.points import city_points, victory_points
from engine.war_of_the_pacific.state import State
from tests.engine.war_of_the_pacific.build import lay
from tests.golden.keeping import HERE, read

LIMA = "2008"


def _held(worth: dict[str, int]) -> State:
    state = lay(place={"atacama": LIMA}, control={LIMA: "chile"})
    return replace(state, table=replace(state.table, worth=worth))


def test_a_new_campaign_remembers_the_points_of_its_day() -> None:
    """They stand in its state and are written down with it."""
    begun = GAME.setup(GAME.settings_model(), SeededDice(b"points")).state.table

    assert begun.worth == load_points()
    assert {hex_id: load_board().cities[hex_id].vp for hex_id in begun.worth} == begun.worth


def test_it_counts_those_and_no_others() -> None:
    """Points in the files of today do not matter to it; neither does its being read again."""
    least = victory_points(_held({LIMA: 1}).table)
    most = _held({LIMA: 9})

    assert victory_points(most.table) == least + 8
    again = GAME.load(GAME.dump(most))
    assert victory_points(again.table) == least + 8
    assert GAME.tally(most)["chile.points.2008_lima"] == 9


def test_a_campaign_from_before_keeps_the_first_points() -> None:
    """Its state has none: those of the build that began it are on file."""
    old = _held({})
    text = json.loads(GAME.dump(old))
    del text["table"]["worth"]

    loaded = GAME.load(json.dumps(text))

    assert city_points(loaded.table) == load_first_points()
    assert load_first_points()[LIMA] == 4
    assert sum(load_first_points().values()) == 31


def test_golden_campaigns_play_by_the_first_points() -> None:
    """None of them remembers any."""
    golden = read(HERE / "ruleset-1" / "war_of_the_pacific.json.xz")
    for past in golden.past[::40]:
        assert city_points(GAME.load(past.state).table) is load_first_points()


@pytest.mark.parametrize("line", ["2008,0", "lima,4", "2008"])
def test_a_slip_in_the_first_points_is_found(tmp_path: Path, line: str) -> None:
    """With its line."""
    from engine.data.files import game_folder

    for file in game_folder("war_of_the_pacific").iterdir():
        if file.is_file():
            (tmp_path / file.name).write_bytes(file.read_bytes())
    path = tmp_path / "first_points.csv"
    path.write_text(path.read_text().replace("2008,4", line))

    assert "first_points.csv" in {one.file for one in check_data(tmp_path)}
