"""What a theme holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
        veil: What hides the rest of the map while something is chosen.
        shadow: Beneath counters.
        flame: The heart of a fire on a ship; *flame_edge* surrounds it.
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
    veil: Colour
    shadow: Colour
    flame: Colour
    flame_edge: Colour
    liveries: Mapping[str, Livery]
    sides: Mapping[str, Livery]
    squares: Mapping[str, Ground]
    inks: Mapping[str, Colour]
