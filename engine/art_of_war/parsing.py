"""Reading what people type for El Arte de la Guerra: units by short names, lengths in UD.

Rules:
    1.groups; ADG-R22.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.api import Refusal, Seat
from engine.art_of_war.actions import NOBODY, joined
from engine.art_of_war.points import point_of, spot_word
from engine.art_of_war.state import Table, View
from engine.kit.parsing import SHOWN, Reader, fraction, number, several
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
        parts = [one for one in _SEVERAL.split(text.strip()) if one]
        return joined(tuple(unit(one, problems) for one in parts))

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
        "unit": unit,
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
        "amount": fraction,
        "back": fraction,
        "along": fraction,
        "corps": number,
        "resting": number,
        "standing": kind_reader,
    }


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
        side, _, end = key.partition("-")
        if end == wanted and (side == view.viewer) is not enemy:
            return key
    problems.append(refuse(f"read.unknown_{kind}", "", typed=text[:SHOWN]))
    return ""


def short(key: str) -> str:
    """Return the short name of a unit, a general or a marker, as its side types it."""
    return key.partition("-")[2]


def side_of(table: Table, key: str) -> Seat:
    """Return whose a unit is."""
    return table.units[key].side
