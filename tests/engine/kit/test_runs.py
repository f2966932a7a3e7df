"""Counters in a row are said as a range, which names who is in the list and nobody else."""

from __future__ import annotations

import re

import pytest

from engine.kit.runs import DASH, runs

INFANTRY = "Republican infantry"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["G1", "G2", "G3"], ["G1–G3"]),
        (["G1", "G2"], ["G1", "G2"]),
        (["G1", "G3", "G4", "G5"], ["G1", "G3–G5"]),
        (["G3", "G2", "G1"], ["G3", "G2", "G1"]),
        (["G1", "G2", "H3"], ["G1", "G2", "H3"]),
        (
            ["Officer L", f"{INFANTRY} L1", f"{INFANTRY} L2", f"{INFANTRY} L3", "Officer G"],
            ["Officer L", f"{INFANTRY} L1–L3", "Officer G"],
        ),
        ([f"{INFANTRY} L1", f"{INFANTRY} L3"], [f"{INFANTRY} L1", "L3"]),
        (["B1 (hastati)", "B2 (hastati)", "B3 (hastati)"], ["B1–B3 (hastati)"]),
        (["2B (South)", "3B (South)", "4B (South)", "6C (South)"], ["2B–4B", "6C (South)"]),
        (["Chilean infantry 1", "Chilean infantry 2"], ["Chilean infantry 1–2"]),
        (
            ["Chilean infantry 1", "Chilean infantry 3"],
            ["Chilean infantry 1", "Chilean infantry 3"],
        ),
        (["C705", "C706", "C707"], ["C705", "C706", "C707"]),
        (["8-7", "8-8", "8-9"], ["8-7", "8-8", "8-9"]),
        (["1", "2", "3"], ["1", "2", "3"]),
        ([], []),
    ],
)
def test_a_row_is_said_together(names: list[str], said: list[str]) -> None:
    """Of a letter from three on; a bare number stands with its name; places are left alone."""
    assert [one.text for one in runs(names)] == said
    assert sum(one.count for one in runs(names)) == len(names)


def test_several_are_called_as_several() -> None:
    """A column is one of the columns; one alone keeps its name."""
    names = [f"Supply Column {n}" for n in (1, 2, 4)]
    found = runs(names, ["Supply Columns"] * 3)
    assert [one.text for one in found] == ["Supply Columns 1–2", "Supply Column 4"]


@pytest.mark.parametrize("left_out", range(1, 10))
def test_who_is_not_named_is_in_no_range(left_out: int) -> None:
    """Whatever is missing breaks the row: nothing is told of it, and nobody is lost."""
    numbers = [n for n in range(1, 10) if n != left_out]
    told = set[int]()
    for one in runs([f"G{n}" for n in numbers]):
        first, _, last = one.text.partition(DASH)
        ends = [int(re.sub(r"\D", "", end)) for end in (first, last or first)]
        told |= {*range(ends[0], ends[1] + 1)}
    assert told == {*numbers}
