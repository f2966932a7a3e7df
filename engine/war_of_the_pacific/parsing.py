"""Reading what a person typed: names, numbers and places, in either language, forgiving of case.

A unit may be given by its id ("huascar") or by enough of its name ("Huáscar", "1st Buin"); a place
by hex number, city or "box"; an area by roman or arabic numeral.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.api import Action, Refusal
from engine.data.cache import cached_per_data
from engine.kit import parsing
from engine.kit.parsing import SHOWN, Reader, flag, folded, named, number, several
from engine.kit.standing_orders import kind_reader
from engine.kit.wording import refuse
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.places import BOX, TRACK
from engine.war_of_the_pacific.roster import is_supply, load_roster
from engine.war_of_the_pacific.standing_orders.words import VOCABULARY, word_reader
from engine.war_of_the_pacific.state import Table, View


def read(table: Table, model: type[Action], raw: Mapping[str, str]) -> Action:
    """Return the action that *raw* describes.

    Raises:
        MalformedAction: with a refusal for every field that was not understood.
    """
    return parsing.read(model, raw, readers_at(table))


def readers(view: View) -> Mapping[str, Reader]:
    """Return how what a field holds is read; made anew for each reading."""
    return readers_at(view.table)


def readers_at(table: Table) -> Mapping[str, Reader]:
    """Return the same, which hangs on the table alone."""

    def unit(text: str, problems: list[Refusal]) -> str:
        return _unit(table, text, problems)

    return {
        "unit": unit,
        "units": several(unit),
        "place": _place,
        "places": several(_place),
        "area": _area,
        "count": number,
        "resting": number,
        "percent": number,
        "order": number,
        "flag": flag,
        **{holds: word_reader(holds) for holds in VOCABULARY},
        "target": several(word_reader("target", unit)),
        "receiving": several(word_reader("receiving")),
        "casualty": several(word_reader("casualty", unit)),
        "standing": kind_reader,
    }


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


@cached_per_data()
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
            names.setdefault(folded(name), set()).add(hex_id)
    return names


def _place(text: str, problems: list[Refusal]) -> str:
    word = folded(text)
    if word in load_board().hexes:
        return word
    if word.isdigit():
        problems.append(refuse("read.unknown_hex", "2.1", typed=text[:SHOWN]))
        return ""
    return named(text, _place_names(), problems, "read.unknown_place", "place")


@cached_per_data()
def _unit_names() -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for unit in load_roster().units.values():
        for name in (unit.id, unit.name, unit.name_es):
            names.setdefault(folded(name), set()).add(unit.id)
    return names


def _unit(table: Table, text: str, problems: list[Refusal]) -> str:
    word = text.strip().lower()
    if word in table.units:
        return word
    if is_supply(word):
        problems.append(refuse("read.no_column", "6.1", typed=text[:SHOWN]))
        return ""
    return named(text, _unit_names(), problems, "read.unknown_unit", "unit")
