"""What manoeuvres are called in both languages, as they are told and as people type them.

"advance 3, pivot left 20°", "media vuelta y avanza 2,5": parts of a move, one after the other.

Rules:
    5; ADG-R22.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal

from pydantic import field_validator

from engine.api import Refusal
from engine.art_of_war.actions import Manoeuvre, Part
from engine.art_of_war.points import plain
from engine.art_of_war.rules.movement.manoeuvres import (
    FORMATIONS,
    PIVOTS,
    TENTHS,
    TURNS,
    amount_of,
)
from engine.art_of_war.troops import GAME
from engine.data.cache import cached_per_data
from engine.data.files import DataError, Folder, Record, read_csv, split_list
from engine.data.play_data import play_folder
from engine.kit.parsing import SHOWN, fraction
from engine.kit.wording import refuse

FILE: Final = "manoeuvres.csv"

_BETWEEN = re.compile(r",(?!\d)|;|\bthen\b|\bluego\b|\bdespues\b|\band\b|\by\b|\be\b")
"""What stands between two parts; a comma before a figure is a decimal one."""

_FIGURE = re.compile(r"(?<![\w/])(?:\d+(?:[.,]\d+)?(?:/\d+)?[¼½¾]?|[¼½¾])")
"""An amount: "3", "2,5", "5/2"."""

_LEFT = frozenset(("left", "l", "izquierda", "izq", "izda", "i"))
_RIGHT = frozenset(("right", "r", "derecha", "dcha", "der", "d"))

MOST: Final = 12
"""Parts that are read of what was typed; a move has fewer."""


class ManoeuvreRow(Record):
    """A line of ``manoeuvres.csv``."""

    key: str
    hand: Literal["", "left", "right"] = ""
    name: str
    name_es: str
    words: tuple[str, ...]

    @field_validator("words", mode="before")
    @classmethod
    def _split(cls, text: object) -> object:
        return split_list(text)


@dataclass(frozen=True, slots=True)
class Names:
    """What manoeuvres are called.

    Attributes:
        told: English and Spanish, with ``{by}`` for the amount, by manoeuvre.
        typed: Manoeuvres by the word for them, the longest words first.
    """

    told: Mapping[Manoeuvre, tuple[str, str]]
    typed: Mapping[str, tuple[Manoeuvre, ...]]


@cached_per_data()
def load_manoeuvres(folder: Folder | None = None) -> Names:
    """Return what manoeuvres are called, or what *folder* says; read once.

    Raises:
        DataError: If the file cannot be read, or a manoeuvre is missing.
    """
    return build_manoeuvres(play_folder(GAME, folder))


def build_manoeuvres(folder: Folder) -> Names:
    """Return what the file in *folder* says, read anew.

    Raises:
        DataError: If it cannot be read, or a manoeuvre is missing.
    """
    rows = {row.key: row for row in read_csv(folder / FILE, ManoeuvreRow)}
    typed: dict[str, list[Manoeuvre]] = {}
    for one in Manoeuvre:
        if one.value not in rows:
            raise DataError(FILE, 0, "key", f"{one.value} is missing")
        for word in rows[one.value].words:
            typed.setdefault(_plain(word), []).append(one)
    longest = sorted(typed, key=lambda word: (-len(word), word))
    return Names(
        MappingProxyType({one: (rows[one].name, rows[one].name_es) for one in Manoeuvre}),
        MappingProxyType({word: tuple(typed[word]) for word in longest}),
    )


def name(key: str, language: str) -> str | None:
    """Return a part of a move as it is told, by its word ("pivot-left 20"); ``None`` for none."""
    word, _, by = key.partition(" ")
    if word not in set(Manoeuvre):
        return None
    part = Part(do=Manoeuvre(word), by=Fraction(by or "0"))
    told = load_manoeuvres().told[part.do][int(language.startswith("es"))]
    amount = _amount(part)
    return told.format(by=amount.replace(".", ",") if language.startswith("es") else amount)


def _amount(part: Part) -> str:
    if part.do in FORMATIONS:
        return str(int(part.by))
    return plain(amount_of(part), TENTHS) if part.do in PIVOTS else plain(amount_of(part))


# -- read --------------------------------------------------------------------------------------


def read_parts(text: str, problems: list[Refusal]) -> tuple[Part, ...]:
    """Read the parts of a move, or note why not."""
    found = []
    for chunk in _chunks(text)[:MOST]:
        part = _part(chunk)
        if part is None:
            problems.append(refuse("read.not_a_manoeuvre", "", typed=chunk[:SHOWN]))
            return ()
        found.append(part)
    return tuple(found)


def _chunks(text: str) -> list[str]:
    """Return what was typed part by part; "1/2" and "½" of a turn stay words."""
    return [one.strip() for one in _BETWEEN.split(_plain(text)) if one.strip()]


def _plain(text: str) -> str:
    """Return a text without case and accents; fractions and signs stay."""
    bare = unicodedata.normalize("NFD", text.casefold().replace("º", "°"))
    return " ".join("".join(one for one in bare if not unicodedata.combining(one)).split())


def _part(chunk: str) -> Part | None:
    """Return the part that words mean, or ``None``."""
    direct = _direct(chunk)
    if direct is not None:
        return direct
    word = next(_words_in(chunk), None)
    if word is None:
        return None
    rest = f" {chunk} ".replace(f" {word} ", " ", 1)
    hands = set(re.findall(r"\w+", rest))
    sides: Literal["", "left", "right"] = (
        "left" if hands & _LEFT else "right" if hands & _RIGHT else ""
    )
    do = _of_side(load_manoeuvres().typed[word], sides)
    if do is None:
        return None
    figures = _FIGURE.findall(rest)
    if do in TURNS - PIVOTS:
        return Part(do=do)
    if len(figures) != 1:
        return None
    wrong: list[Refusal] = []
    by = fraction(figures[0], wrong)
    return None if wrong else Part(do=do, by=by)


def _direct(chunk: str) -> Part | None:
    """Return a part written as the rules write it ("pivot-left 20"), or ``None``."""
    word, _, by = chunk.partition(" ")
    if "-" not in word or word not in set(Manoeuvre):
        return None
    do = Manoeuvre(word)
    if not by:
        return Part(do=do) if do in TURNS - PIVOTS else None
    wrong: list[Refusal] = []
    amount = fraction(by, wrong)
    return None if wrong else Part(do=do, by=amount)


def _words_in(chunk: str) -> Iterator[str]:
    """Yield the words for manoeuvres that stand in a part, the longest first."""
    for word in load_manoeuvres().typed:
        if f" {word} " in f" {chunk} ":
            yield word


def _of_side(
    manoeuvres: tuple[Manoeuvre, ...], hand: Literal["", "left", "right"]
) -> Manoeuvre | None:
    """Return which of a word's manoeuvres goes to a side; formations go right if none is named."""
    for one in manoeuvres:
        side = "left" if one.value.endswith("-left") else "right" if "-" in one.value else ""
        if side in (hand, "") or (not hand and one in FORMATIONS and side == "right"):
            return one
    return None
