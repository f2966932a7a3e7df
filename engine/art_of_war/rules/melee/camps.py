"""Camps under attack (8.camp).

Rules:
    8.camp, 8.camp.fortified; ADG-R89.
"""

from __future__ import annotations

from engine.art_of_war.play import Play, unit_term
from engine.art_of_war.state import Unit
from engine.art_of_war.survey import is_light
from engine.art_of_war.tables.combat import load_combat
from engine.kit.records import changed


def needed(unit: Unit) -> int:
    """Return what a unit must throw at least to destroy a fortified camp."""
    return load_combat().camp["light" if is_light(unit) else "any"]


def destroy(play: Play, key: str, by: str, rule: str = "8.camp") -> None:
    """Take a camp, and say so."""
    camp = play.table.camps[key]
    play.set(camps={**play.table.camps, key: changed(camp, taken=True)})
    play.without_contacts(key)
    play.tell("camp.destroyed", rule, who=unit_term(by))


def storm(play: Play) -> None:
    """Let each unit at a fortified camp throw for it (8.camp.fortified)."""
    for contact in play.table.contacts:
        camp = play.table.camps.get(contact.two)
        if camp is None or camp.taken:
            continue
        unit = play.unit(contact.one)
        die, least = play.die("camp"), needed(unit)
        play.tell(
            "camp.attacked",
            "8.camp.fortified",
            who=unit_term(unit),
            die=die,
            least=least,
        )
        if die >= least:
            destroy(play, camp.id, unit.id, "8.camp.fortified")
