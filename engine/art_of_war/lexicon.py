"""Names that the data files hold, and what follows from an id: units, generals, troops, armies.

"south.rome-b2" is called "B2 (hastati)", what is typed first; "south-b2", of an army of its own,
"B2 (South)" while only its side knows of it, and "2B (South)" from when it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.art_of_war import manoeuvre_words
from engine.art_of_war.actions import NOBODY
from engine.art_of_war.armies import ReadyArmy, enlisted, load_armies
from engine.art_of_war.army_lines import QUALITIES
from engine.art_of_war.battles import load_battles
from engine.art_of_war.ground import load_kinds
from engine.art_of_war.ids import army_in, letter_of, number_of, short_of, side_of
from engine.art_of_war.points import point_of
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.state import NORTH, SOUTH
from engine.art_of_war.tables.combat import added_name
from engine.art_of_war.troops import load_troops
from engine.art_of_war.weapons import load_weapons
from engine.art_of_war.written_orders import WRITTEN, written_name
from engine.data.cache import cached_per_data
from engine.kit.runs import runs

Names = Mapping[str, tuple[str, str]]
"""English and Spanish, by key."""

_SIDES: Names = {SOUTH: ("South", "Sur"), NORTH: ("North", "Norte")}

_UNITS = frozenset(
    ("unit", "target", "spot", "evaders", "pursuers", "dodgers", "chasers", "shooters", "riders")
)
"""Kinds of terms, and what fields hold, that name a unit among others."""

_PIECES: Names = {
    "camp": ("camp", "campamento"),
    "m": ("marker", "marcador"),
    "work": ("fortification", "fortificación"),
}
"""What else a side has, by how its short name begins."""


def name(kind: str, key: str, language: str) -> str | None:
    """Return the name of a term in *language* ("es", anything else is English), or ``None``."""
    which = int(language.startswith("es"))
    if kind in WRITTEN:
        return written_name(kind, key, language)
    if kind in _UNITS:
        spot = key if kind == "spot" and point_of(key) is not None else None
        return spot or _unit(key, which) or _piece(key, which)
    match kind:
        case "part":
            return manoeuvre_words.name(key, language)
        case "added":
            return added_name(key, language)
        case "general":
            return _general(key, which)
        case "group":
            return _group(key, which)
        case "camp" | "camped" | "marker" | "work":
            return _piece(key, which)
        case "short" | "deployed" | "hidden":
            return key.upper() if key != NOBODY else None
        case "feature":
            return key.upper()
        case "point":
            return key
    found = _names().get(kind, {}).get(key)
    return None if found is None else found[which]


def _side(key: str, which: int) -> str | None:
    found = _SIDES.get(side_of(key))
    return None if found is None else found[which]


def _unit(key: str, which: int) -> str | None:
    """Return what a unit is called: "B2 (hastati)"; ``None`` of what is no unit's id."""
    short = short_of(key)
    side = _side(key, which)
    if side is None or not _is_one(short) or short[0] in "gm" or short[-1] == "g":
        return None
    army = _armies().get(army_in(key))
    place = None if army is None else _lines(army).get(short)
    called = side if army is None or place is None else army.shorts[place][which]
    return f"{short.upper()} ({called})"


def _is_one(short: str) -> bool:
    """Say whether a short name is a letter with a number: "b2", or "2b" of who has been shown."""
    return short[1:].isdecimal() or (short[:-1].isdecimal() and short[-1:].isalpha())


def _general(key: str, which: int) -> str | None:
    """Return what a general is called: "Scipio (G1)", or "General G1 (South)"."""
    short = short_of(key)
    side = _side(key, which)
    if side is None or not _is_one(short) or letter_of(key) != "g":
        return None
    army = _armies().get(army_in(key))
    place = number_of(key) - 1
    if army is None or not 0 <= place < len(army.leaders):
        return f"General {short.upper()} ({side})"
    return f"{army.leaders[place][which]} ({short.upper()})"


def _group(key: str, which: int) -> str | None:
    """Return what units are called that act as one: "B1+B2 (hastati)"."""
    keys = key.split("+")
    names = [_unit(one, which) for one in keys]
    if not all(names):
        return None
    whose = dict.fromkeys(str(one).partition("(")[2].removesuffix(")") for one in names)
    shorts = runs([short_of(one).upper() for one in keys])
    return f"{'+'.join(one.text for one in shorts)} ({', '.join(whose)})"


def _piece(key: str, which: int) -> str | None:
    """Return what a camp, a marker or a fortification is called: "camp (South)"."""
    side, short = _side(key, which), short_of(key)
    start = short.rstrip("0123456789")
    if side is None or start not in _PIECES:
        return None
    number = short.removeprefix(start)
    called = f"{short.upper()}" if start == "m" else number
    words = (_PIECES[start][which], called, f"({side})")
    return " ".join(filter(None, words))


@cached_per_data()
def _armies() -> Mapping[str, ReadyArmy]:
    """Return the ready-made armies by the code that their units' ids have."""
    return {one.code: one for one in load_armies().values()}


def _lines(army: ReadyArmy) -> Mapping[str, int]:
    """Return of which line of an army each of its units is, by short name."""
    return _all_lines()[army.code]


@cached_per_data()
def _all_lines() -> Mapping[str, Mapping[str, int]]:
    return {
        code: {one.key: one.line for one in enlisted(army.army)} for code, army in _armies().items()
    }


@cached_per_data()
def _names() -> Mapping[str, Names]:
    tables = load_troops()
    weapons = {key: one.name for (key, _), one in load_weapons().items()}
    options = {
        option.key: option.name
        for troop in tables.troops.values()
        for option in troop.options.values()
    }
    return {
        "troop": {one.key: one.name for one in tables.troops.values()},
        "option": weapons | options,
        "weapon": weapons,
        "quality": {key: tables.qualities[key].name for key in QUALITIES},
        "rank": {one.key: one.name for one in load_ranks().values()},
        "army": {one.key: one.name for one in load_armies().values()},
        "people": {one.key: one.people for one in load_armies().values()},
        "battle": {one.key: (one.name, one.name_es) for one in load_battles().values()},
        "terrain": {one.key: (one.name, one.name_es) for one in load_kinds().values()},
        "line": _line_names(),
    }


def _line_names() -> Names:
    """Return what an army calls the units of a line, by their ids without the side."""
    return {
        f"{code}-{short}": _armies()[code].lines[place]
        for code, lines in _all_lines().items()
        for short, place in lines.items()
    }
