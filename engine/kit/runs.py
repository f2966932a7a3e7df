"""Counters of one name and several numbers, said together: "infantry L1, L2, L3" is "L1–L3".

What is said of a list names who is in it and nobody else: a number that is missing breaks a run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

DASH: Final = "\N{EN DASH}"
LEAST: Final = 3
"""So many in a row of a letter are a run; of two both are named."""

_NUMBERED: Final = re.compile(
    r"(?P<stem>(?:.* )?)(?P<before>[A-Z]?)(?P<number>[1-9]\d?)(?P<after>(?(before)[A-Z]?|))"
    r"(?P<tail>(?: \([^()]*\))?)"
)


@dataclass(frozen=True, slots=True)
class Run:
    """Some names of a list that are said together.

    Attributes:
        text: How they are said.
        count: How many they are.
    """

    text: str
    count: int


@dataclass(frozen=True, slots=True)
class _Numbered:
    """A name that ends with a number: "Republican infantry L3", "2B (South)", "Column 4"."""

    stem: str
    before: str
    number: int
    after: str
    tail: str

    @property
    def short(self) -> str:
        return f"{self.before}{self.number}{self.after}"

    @property
    def alike(self) -> tuple[str, str, str, str]:
        """What those have in common that can be one run."""
        return self.stem, self.before, self.after, self.tail

    @property
    def is_lettered(self) -> bool:
        """Whether its number has a letter, so that it can stand without what it is a number of."""
        return bool(self.before or self.after)


def runs(names: Sequence[str], several: Sequence[str | None] = ()) -> list[Run]:
    """Return names with those together that differ by a number only; their order stays.

    Args:
        names: All that are named.
        several: What each name's own, without its number, is where there are several; ``None``
            where that is the same, or for all of them.
    """
    plurals = several or [None] * len(names)
    read = [(_read(name), name, plural) for name, plural in zip(names, plurals, strict=True)]
    found: list[Run] = []
    for _, group in groupby(read, key=lambda one: _key(one[0], one[1])):
        alike = list(group)
        numbered = [one for one, _, _ in alike if one is not None]
        if len(numbered) < 2:
            found += [Run(name, 1) for _, name, _ in alike]
        elif numbered[0].is_lettered:
            found += _lettered(numbered)
        else:
            found += _numbers(numbered, [name for _, name, _ in alike], alike[0][2])
    return found


def _read(name: str) -> _Numbered | None:
    match = _NUMBERED.fullmatch(name)
    if match is None or not (match["stem"] or match["before"] or match["after"]):
        return None
    return _Numbered(
        match["stem"], match["before"], int(match["number"]), match["after"], match["tail"]
    )


def _key(one: _Numbered | None, name: str) -> tuple[str, ...]:
    return (name,) if one is None else ("", one.stem, one.tail, str(one.is_lettered))


def _lettered(alike: Sequence[_Numbered]) -> Iterator[Run]:
    """Yield runs of which the first says what all are, and the last whose: "infantry L1, L3"."""
    parts = list(_in_a_row(alike, LEAST))
    for place, part in enumerate(parts):
        before = alike[0].stem if place == 0 else ""
        behind = alike[0].tail if place == len(parts) - 1 else ""
        yield Run(f"{before}{_told(part)}{behind}", len(part))


def _numbers(
    alike: Sequence[_Numbered], names: Sequence[str], several: str | None
) -> Iterator[Run]:
    """Yield runs of bare numbers, which stand with their name only: "Supply Columns 1–4"."""
    place = 0
    for part in _in_a_row(alike, 2):
        if len(part) == 1:
            yield Run(names[place], 1)
        else:
            stem = f"{several} " if several is not None else part[0].stem
            yield Run(f"{stem}{_told(part)}{part[0].tail}", len(part))
        place += len(part)


def _in_a_row(alike: Sequence[_Numbered], least: int) -> Iterator[list[_Numbered]]:
    """Yield what follows upon each other, of so many at *least*; each other one by itself."""
    row: list[_Numbered] = []
    for one in [*alike, None]:
        if (
            one is not None
            and row
            and (one.alike == row[-1].alike and one.number == row[-1].number + 1)
        ):
            row.append(one)
            continue
        if len(row) >= least:
            yield row
        else:
            yield from ([each] for each in row)
        row = [] if one is None else [one]


def _told(part: Sequence[_Numbered]) -> str:
    return part[0].short if len(part) == 1 else f"{part[0].short}{DASH}{part[-1].short}"
