"""The data files are whole as they stand, and who changes one is told where it cannot be played."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from engine.barricadas.board import GAME
from engine.barricadas.datacheck import check_data
from engine.barricadas.game import GAME as BARRICADAS
from engine.data.files import DATA, LIST_MARK

FOLDER = DATA / GAME
SCENARIOS = "scenarios.toml"


def changed(folder: Path, name: str, old: str, new: str) -> Path:
    """A copy of the files in which one text stands for another, once."""
    shutil.copytree(FOLDER, folder / GAME)
    file = folder / GAME / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder / GAME


def test_the_files_are_whole() -> None:
    """Nothing is wrong in what is shipped."""
    assert check_data() == []


@pytest.mark.parametrize(
    ("old", "new", "field", "told"),
    [
        ('"C101", "C201"', '"C101", "C2101"', "deploy", "C2101"),
        ('"C101", "C201"', '"C101", "C707"', "deploy", "both sides"),
        ("wins = 2 ", "wins = 5 ", "wins", "never be held"),
        ('"C807", "C808", "C809", "C908"]', '"A415"]', "towns", "A415"),
        ('"popular_army_infantry", number = 2', '"tercio", number = 2', "pool", "tercio"),
        ('deploy = ["C707", ', 'deploy = ["C707"] # ', "deploy", "do not fit"),
        (
            '"national_mmg", number = 1, added = []',
            '"national_mmg", number = 3, added = []',
            "number",
            "officers",
        ),
        (
            '"falange_infantry", number = 1, added = []',
            '"falange_infantry", number = 1, added = ["ba6"]',
            "added",
            "ba6",
        ),
        (
            '"falange_infantry", number',
            '"popular_army_infantry", number',
            "pool",
            "not nationalist",
        ),
        ('home = "south"', 'home = "north"', "home", "both are at home"),
        ("calibre = 105", "calibre = 111", "calibre", "111 mm"),
        (
            '"popular_army_infantry", number = 3, added = []',
            '"popular_army_infantry", number = 3, added = ["ba6"]',
            "added",
            "other counters elsewhere",
        ),
        ('key = "full"', 'key = "small"', "key", "2 times"),
        ("reactions = 2", "reactions = 20", "reactions", "20 markers"),
        ("first = 1, last = 1", "first = 3, last = 1", "last", "turns 3 to 1"),
        ("first = 1, last = 1", "first = 1, last = 11", "last", "of 10"),
        (
            "weather = [",
            'weather = [{ kind = "haze", first = 1, last = 4, seen = -1 }, ',
            "first",
            "turn 1 has two",
        ),
        ('hexes = ["C805", "C905"]', 'hexes = ["A805", "C905"]', "hexes", "A805 not on"),
        ('hexes = ["C805", "C905"]', 'hexes = ["C905", "C905"]', "hexes", "C905 twice"),
        (
            'aviation = [{ kind = "bombers", missions = 1 }]',
            'aviation = [{ kind = "support", missions = 1 }, { kind = "support", missions = 1 }]',
            "aviation",
            "support are there twice",
        ),
    ],
)
def test_a_scenario_that_cannot_be_played_is_told_where(
    old: str, new: str, field: str, told: str, tmp_path: Path
) -> None:
    """By file and field, in words."""
    found = check_data(changed(tmp_path, SCENARIOS, old, new))
    assert any(
        (one.file, one.field) == (SCENARIOS, field) and told in one.problem for one in found
    ), found


def test_a_hex_is_missing_and_another_twice(tmp_path: Path) -> None:
    """Both are told, the one that is twice by its line."""
    text = (FOLDER / "board_c.csv").read_text(encoding="utf-8")
    match = re.search(r"^C102,", text, re.MULTILINE)
    assert match is not None
    found = check_data(changed(tmp_path, "board_c.csv", "\nC102,", "\nC101,"))
    told = [(one.file, one.field, one.problem) for one in found]
    assert ("board_c.csv", "hex", "C101 is there twice") in told
    assert ("board_c.csv", "hex", "missing: C102") in told


def test_a_road_that_breaks_off_is_told(tmp_path: Path) -> None:
    """Its hexes touch one another."""
    line = next(
        one
        for one in (FOLDER / "roads.csv").read_text(encoding="utf-8").splitlines()
        if one.count(LIST_MARK) > 2
    )
    first, second, *rest = line.split(LIST_MARK)
    broken = LIST_MARK.join([first, *rest])
    (found,) = check_data(changed(tmp_path, "roads.csv", line, broken))
    assert (found.file, found.field) == ("roads.csv", "hexes")
    assert "does not touch" in found.problem
    assert second.strip() not in found.problem


@pytest.mark.parametrize("name", [*BARRICADAS.data_files, "rules.toml"])
def test_a_missing_file_is_told(name: str, tmp_path: Path) -> None:
    """Each of those that play hangs on."""
    shutil.copytree(FOLDER, tmp_path / GAME)
    (tmp_path / GAME / name).unlink()
    assert name in {one.file for one in check_data(tmp_path / GAME)}
