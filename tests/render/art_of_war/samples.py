"""Views of El Arte de la Guerra to draw, laid out by hand."""

from __future__ import annotations

from dataclasses import replace
from math import cos, hypot, pi, sin
from typing import Any

from bot.text.words import words_for
from engine.api import Seat, Term
from engine.art_of_war.game import GAME
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.state import (
    NORTH,
    SEATS,
    SOUTH,
    Camp,
    Contact,
    Feature,
    General,
    Place,
    Secrets,
    State,
    Table,
    Unit,
    View,
)
from tests.engine.art_of_war.build import lay


def names(term: Term) -> str:
    """Look a term up as the bot would, in English."""
    return said("en", term)


def said(language: str, term: Term) -> str:
    """Look a term up as the bot would: in the catalogue, or in the game's own data."""
    from engine.art_of_war import lexicon
    from engine.art_of_war.ground import load_kinds

    found = lexicon.name(term.kind, term.key, language)
    if found is not None:
        return found
    if term.kind == "terrain":
        row = load_kinds()[term.key]
        return row.name_es if language == "es" else row.name
    if term.kind in {"unit", "general", "camp", "marker", "work", "feature"}:
        return term.key.rpartition("-")[2].upper()
    return words_for(language, GAME).plain.say(term)


# -- ground ------------------------------------------------------------------------------------


def blob(name: str, kind: str, middle: tuple[float, float], size: tuple[float, float]) -> Feature:
    """A rounded piece of terrain, in UD."""
    (x, y), (wide, deep) = middle, size
    corners: list[int] = []
    for step in range(14):
        angle = 2 * pi * step / 14
        near = 0.88 + 0.12 * sin(3 * angle + len(kind))
        corners.append(round(100 * (x + wide / 2 * near * cos(angle))))
        corners.append(round(100 * (y + deep / 2 * near * sin(angle))))
    return Feature(name, kind, tuple(corners))


def band(name: str, kind: str, course: list[tuple[float, float]], wide: float) -> Feature:
    """A river, stream, road or coast along a course, in UD."""
    left, right = [], []
    for place, (x, y) in enumerate(course):
        (ax, ay), (bx, by) = course[max(0, place - 1)], course[min(len(course) - 1, place + 1)]
        long = hypot(bx - ax, by - ay)
        dx, dy = -(by - ay) / long * wide / 2, (bx - ax) / long * wide / 2
        left.append((x + dx, y + dy))
        right.append((x - dx, y - dy))
    corners = [round(100 * one) for point in (*left, *reversed(right)) for one in point]
    return Feature(name, kind, tuple(corners))


def terrain() -> tuple[Feature, ...]:
    """One piece of every kind of terrain."""
    return (
        blob("f1", "wood", (4, 15), (5, 4)),
        blob("f2", "gentle_hill", (14, 17), (6, 4)),
        blob("f3", "steep_hill", (25, 15.5), (5, 4)),
        blob("f4", "marsh", (4, 4.5), (4, 3)),
        blob("f5", "dunes", (25, 4.5), (5, 3)),
        blob("f6", "field", (10, 4), (4, 3)),
        blob("f7", "plantation", (15, 3.5), (3, 3)),
        blob("f8", "brush", (20, 12), (4, 3)),
        blob("f9", "town", (9, 12), (3, 3)),
        blob("f10", "crag", (20, 17), (2, 2)),
        band("f11", "river", [(0, 8), (6, 7.5), (12, 6.5), (18, 7.5), (24, 8.5), (30, 7.5)], 1.0),
        band("f12", "stream", [(20, 1.5), (21, 3), (21, 5), (22, 7.5)], 0.5),
        band("f13", "road", [(0, 11), (10, 10.5), (20, 13.8), (30, 12)], 0.5),
        band("f14", "coast", [(0, 0.5), (30, 0.5)], 1.0),
    )


# -- troops ------------------------------------------------------------------------------------

_ROME = (
    ("a", 1, 4, "heavy_infantry", ("impact",)),
    ("b", 1, 4, "heavy_infantry", ("impact",)),
    ("c", 1, 2, "heavy_spearmen", ()),
    ("d", 1, 3, "light_infantry", ()),
    ("e", 2, 2, "heavy_cavalry", ()),
    ("f", 2, 2, "light_infantry", ("sling",)),
    ("h", 3, 1, "heavy_cavalry", ()),
    ("i", 3, 2, "medium_infantry", ()),
    ("j", 3, 1, "archers", ()),
)
_CARTHAGE = (
    ("a", 1, 2, "elephants", ("african",)),
    ("b", 1, 4, "heavy_spearmen", ()),
    ("c", 1, 4, "heavy_infantry", ("impact", "impetuous")),
    ("d", 2, 3, "medium_infantry", ("impact",)),
    ("e", 2, 4, "light_cavalry", ()),
    ("f", 3, 2, "heavy_cavalry", ()),
    ("h", 3, 3, "light_infantry", ("bow",)),
)

_SOUTH_AT = {
    "a": (9.5, 7.0), "b": (13.5, 7.0), "c": (12.5, 5.6), "d": (9.5, 8.2), "e": (19.0, 6.5),
    "f": (17.5, 7.5), "h": (6.5, 6.5), "i": (7.5, 7.0), "j": (5.0, 7.0),
}  # fmt: skip
_NORTH_AT = {
    "a": (12.0, 12.2), "b": (9.5, 13.0), "c": (14.0, 13.0), "d": (18.0, 13.0), "e": (21.5, 12.5),
    "f": (6.5, 12.8), "h": (8.0, 12.0),
}  # fmt: skip


def army(side: Seat, **changed: dict[str, Any]) -> dict[str, Unit]:
    """An army in line across the table; *changed* has fields of single units by name."""
    rows, spots = (_ROME, _SOUTH_AT) if side == SOUTH else (_CARTHAGE, _NORTH_AT)
    facing = 0 if side == SOUTH else 1800
    found = {}
    for letter, corps, count, troop, options in rows:
        x, y = spots[letter]
        for number in range(count):
            name = f"{letter}{number + 1}"
            values: dict[str, Any] = {
                "place": Place.TABLE,
                "pose": Pose(round(100 * (x + number)), round(100 * y), facing),
                "options": options,
                **changed.get(name, {}),
            }
            key = f"{side}-{name}"
            found[key] = Unit(key, side, corps, troop, **values)
    return found


def generals() -> dict[str, General]:
    """Three a side: of every rank, by themselves, joined, included."""

    def one(side: Seat, corps: int, **values: Any) -> General:
        return General(f"{side}-g{corps}", side, corps, place=Place.TABLE, **values)

    found = (
        one(SOUTH, 1, rank="competent", chief=True, pose=Pose(1500, 440, 0), thrown=4, points=3),
        one(SOUTH, 2, pose=Pose(1900, 530, 0), thrown=1, points=1),
        one(SOUTH, 3, unit="south-h1", included=True, pose=Pose(650, 650, 0), points=2),
        one(NORTH, 1, rank="strategist", chief=True, pose=Pose(1350, 1440, 1800)),
        one(NORTH, 2, unit="north-e2", pose=Pose(2250, 1250, 1800)),
        one(NORTH, 3, ally=True, hesitating=True, pose=Pose(700, 1420, 1800)),
    )
    return {general.id: general for general in found}


def camps() -> dict[str, Camp]:
    """A camp a side; the northern one is fortified."""
    return {
        "south-camp": Camp("south-camp", SOUTH, Pose(1500, 200, 0)),
        "north-camp": Camp("north-camp", NORTH, Pose(1500, 1800, 1800), fortified=True),
    }


def in_line() -> Table:
    """Both armies in line before the first blow, 21 and 22 units."""
    return _table(army(SOUTH), army(NORTH))


def _table(south: dict[str, Unit], north: dict[str, Unit], **values: Any) -> Table:
    given: dict[str, Any] = {
        "turn": 3,
        "units": {**south, **north},
        "generals": generals(),
        "camps": camps(),
        "features": {one.id: one for one in field()},
    }
    return lay(**{**given, **values})


def field() -> tuple[Feature, ...]:
    """What terrain a battle may have."""
    return (
        blob("f1", "wood", (3, 11), (4, 3)),
        blob("f2", "gentle_hill", (14, 16), (6, 3.6)),
        blob("f3", "steep_hill", (26, 15.5), (4.4, 3.6)),
        blob("f4", "field", (24, 6), (4, 3)),
        blob("f5", "brush", (4, 4), (4, 3)),
        band("f6", "stream", [(22, 0), (22.6, 3), (23.6, 5), (26, 8), (30, 9)], 0.5),
    )


def melee() -> Table:
    """The lines have met: contacts to the front, flank and rear, losses, disorder."""
    south = army(
        SOUTH,
        a1={"lost": 1}, a2={"lost": 2}, a3={"lost": 1, "charged": True},
        b1={"quality": "elite"}, b2={"quality": "elite", "lost": 3}, c1={"quality": "mediocre"},
        d1={"place": Place.ROUTED}, d2={"lost": 1},
    )  # fmt: skip
    north = army(NORTH, b2={"lost": 1}, c1={"lost": 2}, c2={"held": True}, a1={"lost": 1})
    south_at = {
        "a1": (950, 900, 0),
        "a2": (1050, 900, 0),
        "a3": (1150, 900, 0),
        "a4": (1250, 900, 0),
        "b1": (1350, 900, 0),
        "b2": (1450, 900, 0),
        "b3": (1550, 900, 0),
        "b4": (1670, 880, 150),
        "d2": (880, 760, 3300),
        "d3": (1700, 580, 200),
        "e1": (1988, 938, 900),
        "e2": (2080, 640, 300),
    }
    north_at = {
        "b1": (950, 900, 1800),
        "b2": (1050, 900, 1800),
        "a1": (1150, 900, 1800),
        "a2": (1250, 900, 1800),
        "c1": (1350, 900, 1800),
        "c2": (1450, 900, 1800),
        "c3": (1550, 900, 1800),
        "c4": (1690, 1020, 1950),
        "b3": (1150, 1060, 1800),
        "b4": (1050, 1020, 1800),
        "d1": (2038, 900, 1800),
        "d2": (1900, 1080, 1800),
        "e1": (2250, 860, 2250),
    }
    for side, units, spots in ((SOUTH, south, south_at), (NORTH, north, north_at)):
        for name, (x, y, facing) in spots.items():
            key = f"{side}-{name}"
            units[key] = replace(units[key], pose=Pose(x, y, facing))
    contacts = (
        Contact("south-a1", "north-b1", fresh=False, rounds=1),
        Contact("south-a2", "north-b2", fresh=False, rounds=1),
        Contact("south-a3", "north-a1"),
        Contact("north-a2", "south-a4"),
        Contact("north-c1", "south-b1"),
        Contact("north-c2", "south-b2", fresh=False, rounds=2),
        Contact("north-c3", "south-b3"),
        Contact("south-e1", "north-d1", "right"),
    )
    return _table(south, north, contacts=contacts, turn=5)


# -- views -------------------------------------------------------------------------------------


def whole(of: Table, **secrets: Secrets) -> State:
    """The state of a table; what a side alone knows is given by its name."""
    return State(of, {seat: secrets.get(seat, Secrets()) for seat in SEATS})


def seen_by(viewer: Seat | None, of: Table, **secrets: Secrets) -> View:
    """What somebody sees of a table."""
    view: View = GAME.view(whole(of, **secrets), viewer)
    return view


def public(of: Table) -> View:
    """What everyone sees of a table."""
    return seen_by(None, of)
