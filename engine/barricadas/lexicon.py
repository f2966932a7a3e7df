"""Names that the data files hold: counters, hexes, scenarios, in English and Spanish."""

from __future__ import annotations

from engine.barricadas.board import load_boards
from engine.barricadas.roster import Pool, load_roster
from engine.barricadas.scenario import GUIDES, load_scenarios
from engine.barricadas.tables.aviation import load_aviation
from engine.barricadas.tables.obstacles import load_obstacles
from engine.kit.runs import runs

_SIDES = {"republican": ("Republican", "republicano"), "nationalist": ("National", "nacional")}
_GUIDES = {"commissar": ("commissar", "Comisario"), "chaplain": ("chaplain", "Capellán")}
_MARKERS = (("a marker", "{n} markers"), ("un marcador", "{n} marcadores"))
_LEADER = ("officer {letter}", "oficial {letter}")
_OFFICER = ("Officer {letter} ({troops})", "Oficial {letter} ({troops})")


def name(kind: str, key: str, language: str) -> str | None:
    """Return the name of a term in *language* ("es", anything else is English), or ``None``."""
    which = int(language.startswith("es"))
    match kind:
        case "counter":
            return counter_name(key, language) or None
        case "short":
            return _short(key, which) if counter_name(key, language) else None
        case "group":
            keys = key.split("+")
            known = all(counter_name(one, language) for one in keys)
            return (
                "+".join(one.text for one in runs([_short(one, which) for one in keys]))
                if known
                else None
            )
        case "party":
            return _party(key, which, language)
        case "hex" | "target":
            return key if key in load_boards().hexes else None
        case "terrain":
            return _terrain(key, which)
        case "scenario":
            scenario = load_scenarios().get(key)
            return None if scenario is None else (scenario.name, scenario.name_es)[which]
        case "arm" if key.isdecimal():
            return f"{key} mm"
        case "aircraft" | "arm":
            flying = load_aviation().by_kind.get(key)
            return None if flying is None else (flying.name, flying.name_es)[which]
        case "obstacle":
            rows = {row.key: (row.name, row.name_es) for row in load_obstacles().values()}
            return rows[key][which] if key in rows else None
        case "type":
            found = load_roster().types.get(key)
            return None if found is None else found.name[which]
        case "faction":
            faction = load_roster().faction_names.get(key)
            return None if faction is None else faction[which]
    return None


def _party(key: str, which: int, language: str) -> str | None:
    """Return who goes along what way: "G1+G2 (C803 → C805)", "2 markers (C705)"."""
    who, start, end = key.split(" ")
    called = name("group", who, language)
    if who.isdigit():
        called = _MARKERS[which][who != "1"].format(n=who)
    way = start if start == end else f"{start} → {end}"
    return None if called is None else f"{called} ({way})"


def counter_name(key: str, language: str) -> str:
    """Return a counter's name: "Republican infantry G2", "Officer G (Republican infantry)".

    It follows from the id alone, so that an event can name who is no longer on the table; "" for
    what is no counter's id.
    """
    which = int(language.startswith("es"))
    side, _, rest = key.partition("-")
    if side not in _SIDES:
        return ""
    if rest in GUIDES.values():
        english, spanish = _GUIDES[rest]
        return f"{_SIDES[side][0]} {english}" if not which else f"{spanish} {_SIDES[side][1]}"
    words, _, last = rest.rpartition("-")
    letter, number = last.rstrip("0123456789").upper(), last.lstrip("abcdefghijklmnopqrstuvwxyz")
    roster = load_roster()
    pool = roster.pools.get(words.replace("-", "_"))
    if pool is None or len(letter) != 1:
        return ""
    if not number:
        troops = roster.types[pool.troops].name[which]
        return _OFFICER[which].format(letter=letter, troops=troops)
    type_ = type_of(pool, int(number))
    if not type_:
        return ""
    told = roster.types[type_].name[which]
    return f"{told[:1].upper()}{told[1:]} {letter}{number}"


def type_of(pool: Pool, number: int) -> str:
    """Return the type of a unit's counter of some number, "" where no unit has so many (2.3).

    Those that a scenario adds come behind the pool's own; scenarios that add to one pool add the
    same, or names would not follow from ids.
    """
    if number <= pool.number:
        return pool.troops
    for scenario in load_scenarios().values():
        for army in scenario.army:
            for row in army.units:
                if row.pool == pool.key and number - pool.number <= len(row.added):
                    return row.added[number - pool.number - 1]
    return ""


def short_name(key: str) -> str:
    """Return what a counter is called on pictures: "G2", an officer "G", guides by their letter."""
    last = key.rpartition("-")[2]
    return last[:1].upper() if last in GUIDES.values() else last.upper()


def _short(key: str, which: int) -> str:
    """Return what a counter is called where its unit is known: "G2", "officer G"."""
    last = key.rpartition("-")[2]
    if last in _GUIDES:
        return _GUIDES[last][which].lower()
    return _LEADER[which].format(letter=last.upper()) if last.isalpha() else last.upper()


def _terrain(key: str, which: int) -> str | None:
    kinds = load_boards().kinds
    found = next((each for ground, each in kinds.items() if ground.value == key), None)
    return None if found is None else found.name[which]
