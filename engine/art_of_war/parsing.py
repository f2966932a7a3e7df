"""Reading what people type for El Arte de la Guerra: units by short names, lengths in UD.

Rules:
    1.groups; ADG-R22.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.api import Refusal
from engine.art_of_war import parsing_setup
from engine.art_of_war.actions import NOBODY, joined
from engine.art_of_war.ids import short_of, side_of
from engine.art_of_war.points import point_of, spot_word
from engine.art_of_war.rules.movement.grouping import named
from engine.art_of_war.state import View
from engine.art_of_war.written_orders import MANOEUVRES
from engine.kit.parsing import SHOWN, Reader, folded, fraction, number, several
from engine.kit.parsing import named as known_name
from engine.kit.standing_orders import kind_reader
from engine.kit.wording import refuse

_SEVERAL = re.compile(r"\s*\+\s*|\s+(?:and|y|e)\s+|\s+")


def readers(view: View) -> Mapping[str, Reader]:
    """Return how what a field holds is read."""

    def unit(text: str, problems: list[Refusal]) -> str:
        return _named(view.table.units, view, text, "unit", problems)

    def general(text: str, problems: list[Refusal]) -> str:
        return _named(view.table.generals, view, text, "general", problems)

    def group(text: str, problems: list[Refusal]) -> str:
        words = [one for one in _SEVERAL.split(text.strip()) if one]
        found: list[str] = []
        for word in words:
            together = named(view.table, view.viewer, word.casefold()) if view.viewer else ()
            found += together or (unit(word, problems),)
        return joined(tuple(found))

    def target(text: str, problems: list[Refusal]) -> str:
        known = (*view.table.units, *view.table.camps)
        return _named(known, view, text, "unit", problems, enemy=True)

    def spot(text: str, problems: list[Refusal]) -> str:
        point = point_of(text)
        return unit(text, problems) if point is None else spot_word(*point)

    def marker(text: str, problems: list[Refusal]) -> str:
        return _named(view.table.markers, view, text, "marker", problems)

    many = several(unit)
    return {
        **parsing_setup.readers(view),
        "unit": unit,
        "riders": many,
        "group": group,
        "target": target,
        "general": general,
        "generals": several(general),
        "spot": spot,
        "marker": marker,
        "evaders": many,
        "pursuers": many,
        "dodgers": many,
        "chasers": many,
        "shooters": many,
        "manoeuvre": _manoeuvre,
        "amount": fraction,
        "back": fraction,
        "along": fraction,
        "corps": number,
        "resting": number,
        "standing": kind_reader,
    }


def _manoeuvre(text: str, problems: list[Refusal]) -> str:
    """Read a manoeuvre by its name in either language, hyphens or not."""
    names = {
        folded(name): {one.value}
        for one, names in MANOEUVRES.items()
        for name in (one.value, *names)
    }
    return known_name(text, names, problems, "read.unknown_manoeuvre", "manoeuvre")


def _named(
    known: Mapping[str, object] | tuple[str, ...],
    view: View,
    text: str,
    kind: str,
    problems: list[Refusal],
    *,
    enemy: bool = False,
) -> str:
    """Return the id of what is typed whole or without its side: one's own, or the enemy's."""
    wanted = text.strip().casefold()
    if wanted in known or wanted == NOBODY:
        return wanted
    for key in known:
        if short_of(key) == wanted and (side_of(key) == view.viewer) is not enemy:
            return key
    problems.append(refuse(f"read.unknown_{kind}", "", typed=text[:SHOWN]))
    return ""
