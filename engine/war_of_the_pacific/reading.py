"""Reading what a person typed: names, numbers and places, in either language, forgiving of case.

A unit may be given by its id ("huascar") or by enough of its name ("Huáscar", "1st Buin"); a place
by hex number, city or "box"; an area by roman or arabic numeral.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from pydantic import ValidationError

from engine.api import Action, Refusal, Term
from engine.errors import MalformedAction
from engine.war_of_the_pacific.board import BOX, load_board
from engine.war_of_the_pacific.choosing import refuse
from engine.war_of_the_pacific.roster import is_supply, load_roster
from engine.war_of_the_pacific.rules.new_units import TRACK
from engine.war_of_the_pacific.state import Table

SHOWN = 40
"""How much of a wrong word is repeated to its writer."""

_YES = frozenset(("true", "yes", "y", "1", "si", "on"))
_NO = frozenset(("false", "no", "n", "0", "off", ""))


def plain(text: str) -> str:
    """Return *text* without case, accents and punctuation, for comparison."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return " ".join("".join(c if c.isalnum() else " " for c in bare).split())


def read(table: Table, model: type[Action], raw: Mapping[str, str]) -> Action:
    """Return the action that *raw* describes.

    Raises:
        MalformedAction: with a refusal for every field that was not understood.
    """
    problems: list[Refusal] = []
    values: dict[str, Any] = {}
    for name in raw:
        if name not in model.model_fields:
            problems.append(refuse("read.no_such_field", "", field=name[:SHOWN]))
    for name, info in model.model_fields.items():
        extra = info.json_schema_extra
        holds = str(extra.get("holds", "")) if isinstance(extra, dict) else ""
        text = raw.get(name, "").strip()
        if not text:
            if info.is_required():
                problems.append(refuse("read.missing", "", field=Term("field", name)))
            continue
        values[name] = _value(table, holds, text, problems)
    if problems:
        raise MalformedAction(*problems)
    try:
        return model(**values)
    except ValidationError as error:
        fields = {str(one["loc"][0]) for one in error.errors() if one["loc"]}
        raise MalformedAction(
            *(
                refuse(
                    "read.out_of_range",
                    "",
                    field=Term("field", field),
                    typed=str(raw.get(field, ""))[:SHOWN],
                )
                for field in sorted(fields)
            )
        ) from None


def _value(table: Table, holds: str, text: str, problems: list[Refusal]) -> Any:
    match holds:
        case "units":
            return tuple(_unit(table, part, problems) for part in _parts(text))
        case "unit":
            return _unit(table, text, problems)
        case "places":
            return tuple(_place(part, problems) for part in _parts(text))
        case "place":
            return _place(text, problems)
        case "area":
            return _area(text, problems)
        case "count" | "order":
            return _number(text, problems)
        case "flag":
            return _flag(text, problems)
        case _:
            return text


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()][:80]


def _number(text: str, problems: list[Refusal]) -> int:
    digits = text.removeprefix("-").removeprefix("+")
    if digits.isascii() and digits.isdigit() and len(digits) <= 6:
        return int(text)
    problems.append(refuse("read.not_a_number", "", typed=text[:SHOWN]))
    return 0


def _flag(text: str, problems: list[Refusal]) -> bool:
    word = plain(text)
    if word not in _YES and word not in _NO:
        problems.append(refuse("read.not_yes_or_no", "", typed=text[:SHOWN]))
    return word in _YES


def _area(text: str, problems: list[Refusal]) -> str:
    areas = tuple(load_board().areas)
    word = text.strip().upper()
    if word in areas:
        return word
    by_number = {str(_roman(area)): area for area in areas}
    if word in by_number:
        return by_number[word]
    problems.append(refuse("read.unknown_area", "2.2", typed=text[:SHOWN], areas=areas))
    return ""


def _roman(numeral: str) -> int:
    values = {"I": 1, "V": 5, "X": 10}
    total = 0
    for here, after in zip(numeral, (*numeral[1:], ""), strict=True):
        value = values[here]
        total += -value if after and values[after] > value else value
    return total


@cache
def _place_names() -> dict[str, set[str]]:
    names: dict[str, set[str]] = {
        "box": {BOX},
        "chile": {BOX},
        "chile box": {BOX},
        "chile holding box": {BOX},
        "cajetin": {BOX},
        "cajetin chile": {BOX},
        TRACK: {TRACK},
        "turn track": {TRACK},
        "marcador de turnos": {TRACK},
    }
    for hex_id, city in load_board().cities.items():
        for name in (city.key, city.name, city.name_es):
            names.setdefault(plain(name), set()).add(hex_id)
    return names


def _place(text: str, problems: list[Refusal]) -> str:
    word = plain(text)
    if word in load_board().hexes:
        return word
    if word.isdigit():
        problems.append(refuse("read.unknown_hex", "2.1", typed=text[:SHOWN]))
        return ""
    return _named(word, text, _place_names(), problems, "read.unknown_place", "place")


@cache
def _unit_names() -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for unit in load_roster().units.values():
        for name in (unit.id, unit.name, unit.name_es):
            names.setdefault(plain(name), set()).add(unit.id)
    return names


def _unit(table: Table, text: str, problems: list[Refusal]) -> str:
    word = text.strip().lower()
    if word in table.units:
        return word
    if is_supply(word):
        problems.append(refuse("read.no_column", "6.1", typed=text[:SHOWN]))
        return ""
    return _named(plain(text), text, _unit_names(), problems, "read.unknown_unit", "unit")


def _named(
    word: str,
    typed: str,
    names: Mapping[str, set[str]],
    problems: list[Refusal],
    code: str,
    kind: str,
) -> str:
    """Return the one key that *word* names fully or in part; else note a problem."""
    found = set(names.get(word, ()))
    if not found and word:
        found = _union(keys for name, keys in names.items() if name.startswith(word))
    if not found and len(word) >= 3:
        found = _union(keys for name, keys in names.items() if word in name)
    if len(found) == 1:
        return found.pop()
    if found:
        candidates = tuple(Term(kind, key) for key in sorted(found)[:8])
        problems.append(refuse("read.ambiguous", "", typed=typed[:SHOWN], candidates=candidates))
    else:
        problems.append(refuse(code, "", typed=typed[:SHOWN]))
    return ""


def _union(sets: Iterable[set[str]]) -> set[str]:
    return set().union(*sets)
