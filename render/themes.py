"""Colours, as data: a theme is one value, and drawing code names no colour of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Livery:
    """How the counters of a nation look.

    Attributes:
        fill: The counter's ground.
        ink: Symbols and figures.
        edge: The rim.
        band: The stripe of a unit that has lost a step.
    """

    fill: Colour
    ink: Colour
    edge: Colour
    band: Colour


@dataclass(frozen=True, slots=True)
class Ground:
    """How a terrain looks: its colour, and how strongly relief shows on it (1 is full)."""

    colour: Colour
    relief: float


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """Everything about a map's colours.

    Attributes:
        name: Key of the theme.
        sea: Depths, from the shore outwards.
        shore: Lines along the coast.
        abroad: Land that is off the map.
        grounds: Terrains by key.
        snow: The highest peaks.
        liveries: Counters by nation.
        sides: Arrows, flags and losses by side.
        squares: Grounds of boards of squares by key.
        inks: What is drawn upon those: water, roads, leaves, houses.
    """

    name: str
    sea: tuple[Colour, ...]
    shore: Colour
    coast: Colour
    sea_ink: Colour
    area_ink: Colour
    abroad: Ground
    grounds: Mapping[str, Ground]
    snow: Colour
    river: Colour
    lake: Colour
    barrier: Colour
    rail: Colour
    rail_gap: Colour
    grid: Colour
    grid_sea: Colour
    number: Colour
    number_sea: Colour
    label: Colour
    label_halo: Colour
    city: Colour
    victory: Colour
    victory_ink: Colour
    paper: Colour
    paper_line: Colour
    paper_ink: Colour
    paper_faint: Colour
    highlight: Colour
    battle: Colour
    order: Colour
    liveries: Mapping[str, Livery]
    sides: Mapping[str, Livery]
    squares: Mapping[str, Ground]
    inks: Mapping[str, Colour]


_CHILE = Livery((30, 80, 162), (255, 255, 255), (12, 36, 84), (98, 142, 212))
_PERU = Livery((252, 250, 245), (196, 22, 36), (196, 22, 36), (246, 196, 190))
_BOLIVIA = Livery((18, 112, 62), (255, 216, 48), (6, 60, 32), (96, 168, 112))

STANDARD = Theme(
    name="standard",
    sea=((186, 214, 222), (168, 202, 216), (150, 189, 209), (134, 177, 202), (121, 166, 195)),
    shore=(96, 142, 170),
    coast=(58, 84, 98),
    sea_ink=(52, 92, 128),
    area_ink=(38, 92, 150),
    abroad=Ground((201, 198, 172), 0.3),
    grounds=MappingProxyType(
        {
            "rough": Ground((184, 186, 126), 0.55),
            "mountain": Ground((180, 148, 116), 0.6),
            "desert": Ground((236, 217, 164), 0.42),
            "salt_desert": Ground((244, 242, 236), 0.12),
        }
    ),
    snow=(250, 248, 244),
    river=(38, 104, 176),
    lake=(126, 176, 206),
    barrier=(96, 34, 20),
    rail=(34, 30, 30),
    rail_gap=(250, 246, 236),
    grid=(72, 56, 36),
    grid_sea=(90, 134, 164),
    number=(64, 48, 32),
    number_sea=(66, 106, 138),
    label=(26, 20, 16),
    label_halo=(250, 244, 226),
    city=(150, 30, 24),
    victory=(252, 210, 36),
    victory_ink=(40, 28, 0),
    paper=(243, 234, 211),
    paper_line=(120, 92, 58),
    paper_ink=(44, 32, 22),
    paper_faint=(142, 120, 92),
    highlight=(255, 236, 92),
    battle=(214, 30, 18),
    order=(128, 40, 132),
    liveries=MappingProxyType({"chile": _CHILE, "peru": _PERU, "bolivia": _BOLIVIA}),
    sides=MappingProxyType({"chile": _CHILE, "allies": _PERU}),
    squares=MappingProxyType(
        {
            "desert": Ground((236, 216, 168), 0.5),
            "road": Ground((232, 210, 162), 0.4),
            "river": Ground((196, 196, 132), 0.4),
            "steep": Ground((202, 164, 114), 0.8),
            "hill": Ground((158, 120, 90), 0.85),
            "field": Ground((206, 202, 130), 0.3),
            "wood": Ground((160, 174, 104), 0.35),
            "scrub": Ground((196, 190, 132), 0.4),
            "town": Ground((226, 206, 168), 0.3),
        }
    ),
    inks=MappingProxyType(
        {
            "water": (74, 140, 186),
            "deep": (38, 98, 158),
            "bank": (120, 132, 78),
            "foam": (206, 228, 234),
            "road": (250, 238, 206),
            "road_edge": (150, 116, 74),
            "hachure": (122, 84, 52),
            "rock": (108, 84, 66),
            "rock_light": (222, 200, 168),
            "leaf": (92, 124, 60),
            "leaf_dark": (48, 76, 38),
            "leaf_light": (140, 168, 86),
            "furrow": (112, 134, 58),
            "soil": (176, 148, 92),
            "shade": (64, 46, 28),
            "wall": (244, 232, 208),
            "roof": (186, 96, 62),
            "roof_light": (214, 178, 132),
        }
    ),
)

THEMES: Mapping[str, Theme] = MappingProxyType({"standard": STANDARD})
"""All themes by name. A colour-blind safe one is a second entry here, and nothing else."""
