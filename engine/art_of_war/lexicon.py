"""Names that the data files hold: troops, what is bought for them, generals, armies."""

from __future__ import annotations

from collections.abc import Mapping

from engine.art_of_war import manoeuvre_words
from engine.art_of_war.armies import load_armies
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.tables.combat import added_name
from engine.art_of_war.troops import load_troops
from engine.art_of_war.weapons import load_weapons
from engine.data.play_data import per_data

Names = Mapping[str, tuple[str, str]]
"""English and Spanish, by key."""


def name(kind: str, key: str, language: str) -> str | None:
    """Return the name of a term in *language* ("es", anything else is English), or ``None``."""
    if kind == "added":
        return added_name(key, language)
    if kind == "part":
        return manoeuvre_words.name(key, language)
    found = _names().get(kind, {}).get(key)
    return None if found is None else found[int(language.startswith("es"))]


@per_data()
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
        "quality": {one.key: one.name for one in tables.qualities.values()},
        "rank": {one.key: one.name for one in load_ranks().values()},
        "army": {one.key: one.name for one in load_armies().values()},
        "people": {one.key: one.people for one in load_armies().values()},
    }
