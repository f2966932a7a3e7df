"""Reads the page of who may do what when."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).resolve().parents[3] / "docs/permissions.md"
STATES: Final = {
    "Whatever its state": "any",
    "Not begun": "open",
    "Under way": "playing",
    "Over": "over",
}
"""The tables, by the heading above each, and how tests call them."""
NO, YES, ASKS, PUBLIC, OWN, ALL, NEVER = "no", "yes", "asks", "public", "own", "all", "—"
WORDS: Final = {NO, YES, ASKS, PUBLIC, OWN, ALL, NEVER}
"""What a cell may say."""
OF_A_GAME: Final = "commands of the game"
_CODE: Final = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Row:
    """What somebody may want to do at a table, and who may.

    Attributes:
        ways: The commands, with their stroke, and the verbs of buttons, menus and boxes.
        cells: What it comes to, by column.
    """

    state: str
    deed: str
    ways: frozenset[str]
    cells: Mapping[str, str]


def _lines(heading: str) -> list[list[str]]:
    """Return the cells of the first table below a heading."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"no heading {heading!r}"
    lines = [line for line in found[1].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def columns() -> tuple[str, ...]:
    """Return who the page tells of, in order."""
    (head, *_) = _lines(next(iter(STATES)))
    return tuple(head[2:])


def rows() -> Iterator[Row]:
    """Yield all rows of all tables."""
    for heading, state in STATES.items():
        head, _, *lines = _lines(heading)
        assert tuple(head[2:]) == columns(), heading
        for line in lines:
            assert len(line) == len(head), line
            yield Row(state, line[0], ways_of(line[1]), dict(zip(head[2:], line[2:], strict=True)))


def ways_of(text: str) -> frozenset[str]:
    """Return the commands and verbs that a cell or a paragraph names."""
    named = set(_CODE.findall(text))
    return frozenset(named | {OF_A_GAME} if OF_A_GAME in text else named)


def for_oneself() -> frozenset[str]:
    """Return the commands and verbs that the page leaves to everybody, for themselves alone."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.search(r"^## For oneself alone$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return ways_of(found[1])
