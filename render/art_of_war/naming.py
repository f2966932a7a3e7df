"""Places as words: the same ones that people type."""

from __future__ import annotations

from engine.api import Term
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.play import general_term, unit_term
from engine.art_of_war.points import spot_word
from engine.art_of_war.state import Table
from render.art_of_war.sheet import DEEP
from render.linework import Point


def place_word(pose: Pose) -> str:
    """Return where a pose is, as people type it."""
    return spot_word(pose.x, pose.y)


def point_word(point: Point) -> str:
    """Return a point of the sheet, as people type it, to a tenth of a UD."""
    x, y = point
    return spot_word(round(x * 10) * 10, round((DEEP - y) * 10) * 10)


def point_term(point: Point) -> Term:
    """Return a point of the sheet as a word for a list."""
    return Term("point", point_word(point))


def term_of(table: Table, key: str) -> Term:
    """Return who or what has a key as a word for a sentence."""
    if key in table.generals:
        return general_term(key)
    for kind, pieces in (
        ("camp", table.camps),
        ("marker", table.markers),
        ("work", table.works),
        ("feature", table.features),
    ):
        if key in pieces:
            return Term(kind, key)
    return unit_term(key)


def target_term(table: Table, key: str) -> Term:
    """Return who is charged, a unit or a camp, as a word for a sentence."""
    return Term("camp", key) if key in table.camps else unit_term(key)
