"""Names that the data files hold: units, places, areas, turns, chits, in English and Spanish."""

from __future__ import annotations

from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.places import (
    BOX,
    DEAD,
    GONE,
    HAND,
    POOL,
    TRACK,
    carrier_of,
    is_aboard,
    is_on_track,
    turn_of,
)
from engine.war_of_the_pacific.roster import SUPPLY_PREFIX, is_supply, load_roster
from engine.war_of_the_pacific.scenario import load_scenario

_OFF_MAP = {
    BOX: ("Chile Holding Box", "Cajetín Chile"),
    POOL: ("recruit pool", "cajetín de reclutas"),
    DEAD: ("dead pile", "pila de eliminadas"),
    GONE: ("out of the war", "fuera de la guerra"),
    HAND: ("not yet set up", "sin desplegar"),
    TRACK: ("turn track", "marcador de turnos"),
}
"""Places off the map, in English and in Spanish."""


_PLURALS = {
    "Columna": "Columnas",
    "logística": "logísticas",
    "Batallón": "Batallones",
    "Escuadrón": "Escuadrones",
    "Regimiento": "Regimientos",
    "Batería": "Baterías",
    "chileno": "chilenos",
    "chilena": "chilenas",
    "peruano": "peruanos",
}
"""Spanish words of names with a number, and what they are of several."""


def name(kind: str, key: str, language: str) -> str | None:
    """Return the name of a term in *language* ("es", anything else is English), or ``None``.

    "weakened" is a unit that has lost a step: a reduced land unit, a damaged ship.
    """
    spanish = language.startswith("es")
    match kind:
        case "unit" | "target" | "casualty":
            return _unit(key, spanish)
        case "weakened":
            return _weakened(key, spanish)
        case "several":
            return _several(key, spanish)
        case "place":
            return _place(key, spanish)
        case "area":
            return key
        case "turn":
            turn = next((one for one in load_scenario().turns if str(one.number) == key), None)
            return None if turn is None else (turn.name_es if spanish else turn.name)
        case "chit":
            chit = next((one for one in load_scenario().chits if one.key == key), None)
            return None if chit is None else (chit.name_es if spanish else chit.name)
        case "scenario":
            scenario = load_scenario()
            return scenario.title_es if spanish else scenario.title
        case _:
            return None


def _unit(key: str, spanish: bool) -> str | None:
    if is_supply(key):
        number = key[len(SUPPLY_PREFIX) :]
        return f"Columna logística {number}" if spanish else f"Supply Column {number}"
    unit = load_roster().units.get(key)
    if unit is None:
        return None
    return unit.name_es if spanish else unit.name


def _several(key: str, spanish: bool) -> str | None:
    """Return what units of a name are called together, before their numbers: "Supply Columns"."""
    name = _unit(key, spanish)
    stem, _, number = (name or "").rpartition(" ")
    if not number.isdigit():
        return None
    if not spanish:
        return f"{stem}s"
    return " ".join(_PLURALS.get(word, word) for word in stem.split(" "))


def _weakened(key: str, spanish: bool) -> str | None:
    name = _unit(key, spanish)
    if name is None or is_supply(key):
        return name
    if load_roster().units[key].is_naval:
        return f"{name} (averiado)" if spanish else f"{name} (damaged)"
    return f"{name} (con bajas)" if spanish else f"{name} (reduced)"


def _place(key: str, spanish: bool) -> str | None:
    if key in _OFF_MAP:
        return _OFF_MAP[key][spanish]
    if is_aboard(key):
        ship = _unit(carrier_of(key), spanish)
        return None if ship is None else (f"a bordo: {ship}" if spanish else f"aboard {ship}")
    if is_on_track(key):
        return f"{'marcador de turnos' if spanish else 'turn track'} {turn_of(key)}"
    found = load_board().hexes.get(key)
    if found is None:
        return None
    if found.city is not None:
        return f"{found.city.name_es if spanish else found.city.name} ({key})"
    return key
