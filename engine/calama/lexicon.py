"""Names that the data files hold: pieces, types, squares, objectives, in English and Spanish."""

from __future__ import annotations

from engine.calama.army import load_army
from engine.calama.board import load_board
from engine.calama.scenario import load_scenario
from engine.calama.settings import SCENARIOS
from engine.calama.state import COMMANDER, OFFICER

_NATIONS = {
    "chile": ("Chilean", "chileno", "chilena"),
    "bolivia": ("Bolivian", "boliviano", "boliviana"),
}
"""English; Spanish of men, and of arms (which are feminine)."""


def name(kind: str, key: str, language: str) -> str | None:
    """Return the name of a term in *language* ("es", anything else is English), or ``None``."""
    spanish = language.startswith("es")
    match kind:
        case "piece":
            return piece_name(key, language) if _is_piece(key) else None
        case "type" | "target":
            kind_of = load_army().types.get(key)
            if kind_of is None:
                return None
            return kind_of.name_es if spanish else kind_of.name
        case "square":
            return key if key in load_board().squares else None
        case "exit":
            way = load_board().exits.get(key)
            return None if way is None else (way.name_es if spanish else way.name)
        case "terrain":
            return _terrain(key, spanish)
        case "scenario":
            return _scenario(key, spanish)
        case "objective" | "objective_of_both":
            return objective_name(key, language) or None
        case "formation":
            return _formation(key, spanish)
        case "several":
            return _several(key, language)
        case "placing":
            type_key, _, at = key.partition(" ")
            type_name = name("type", type_key, language)
            return None if type_name is None else f"{type_name} {at}"
        case "move":
            piece, _, to = key.partition(" ")
            return f"{piece_name(piece, language)} → {to}" if _is_piece(piece) else None
        case _:
            return None


def _is_piece(key: str) -> bool:
    seat, _, rest = key.partition("-")
    type_key, _, number = rest.rpartition("-")
    return seat in _NATIONS and type_key in load_army().types and bool(number)


def piece_name(piece_id: str, language: str) -> str:
    """Return a piece's full name: "Chilean infantry 3", "Infantería chilena 3"."""
    seat, type_key, number = _parts(piece_id)
    kind = load_army().types[type_key]
    english, man, arm = _NATIONS[seat]
    if language.startswith("es"):
        whose = arm if kind.feminine else man
        return f"{kind.name_es} {whose}{number}"
    return f"{english} {kind.name.lower()}{number}"


def _several(key: str, language: str) -> str | None:
    """Return what pieces of a name are called together, where it differs: "Chilean officers"."""
    if not _is_piece(key):
        return None
    seat, type_key, _ = _parts(key)
    if type_key != OFFICER:
        return None
    english, man, _ = _NATIONS[seat]
    if language.startswith("es"):
        return f"{load_army().types[type_key].name_es}es {man}s"
    return f"{english} {load_army().types[type_key].name.lower()}s"


def own_piece_name(piece_id: str, language: str) -> str:
    """Return a piece's name without its side: "infantry 3"."""
    _, type_key, number = _parts(piece_id)
    kind = load_army().types[type_key]
    return f"{kind.name_es if language.startswith('es') else kind.name}{number}"


def _parts(piece_id: str) -> tuple[str, str, str]:
    """Return side, type and number of a piece; the number is empty for what there is one of."""
    seat, _, rest = piece_id.partition("-")
    type_key, _, number = rest.rpartition("-")
    return seat, type_key, "" if type_key == COMMANDER else f" {number.upper()}"


def side_and_type(piece_id: str) -> tuple[str, str]:
    """Return whose a piece is, and the key of its type."""
    seat, type_key, _ = _parts(piece_id)
    return seat, type_key


def objective_name(key: str, language: str) -> str:
    """Return an objective's name, "" where there is none of that key."""
    found = load_scenario(SCENARIOS[0]).objective_names.get(key)
    if found is None:
        return ""
    return found[1] if language.startswith("es") else found[0]


def _terrain(key: str, spanish: bool) -> str | None:
    names = {one.value: named for one, named in load_board().terrains.items()}
    return names[key][int(spanish)] if key in names else None


def _scenario(key: str, spanish: bool) -> str | None:
    if key not in SCENARIOS:
        return None
    scenario = load_scenario(key)
    return scenario.name_es if spanish else scenario.name


def _formation(key: str, spanish: bool) -> str | None:
    scenario, seat, formation = (*key.split("."), "", "")[:3]
    if scenario not in SCENARIOS:
        return None
    found = load_scenario(scenario).formations.get(seat, {}).get(formation)
    if found is None:
        return None
    return found.name_es if spanish else found.name
