"""Colours of El Arte de la Guerra in every theme: what must be told apart can be, and read."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.art_of_war.state import SEATS
from render.art_of_war.country import LEVELS, tint_of
from render.art_of_war.tones import dark, strong
from render.themes import THEMES, Theme
from tests.support.vision import contrast, distance

LACKING = {name: name if name.endswith("anopia") else None for name in THEMES}
"""Which cone the eyes lack that a theme is for."""

READABLE, LARGE, APART, TINTS = 4.5, 3.0, 15.0, 4.0
"""Least contrasts of what is written, and of marks; least distances of marks, and of levels."""

EACH = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


@EACH
def test_blocks_can_be_read(theme: Theme) -> None:
    """Names and symbols on a block, the arrow on its front, pips on the strip of disorder."""
    for seat in SEATS:
        livery = theme.liveries[seat]
        assert contrast(livery.ink, livery.fill) >= READABLE
        assert contrast(dark(livery), livery.ink) >= READABLE
        assert contrast(dark(livery), theme.highlight) >= LARGE
        assert contrast(theme.victory_ink, livery.band) >= READABLE


@EACH
def test_disorder_and_eagerness_stand_out(theme: Theme) -> None:
    """The strip of disorder differs from the block, the bright bar from the plain one.

    The bar of the impetuous has other arrows besides.
    """
    eyes = LACKING[theme.name]
    for seat in SEATS:
        livery = theme.liveries[seat]
        assert distance(livery.band, livery.fill, eyes) >= 2 * APART
        assert distance(theme.highlight, livery.ink, eyes) >= 2 * TINTS


@EACH
def test_trails_tell_the_sides_apart(theme: Theme) -> None:
    """From each other, from what a seat orders, and from the plain."""
    eyes = LACKING[theme.name]
    tones = [strong(theme.liveries[seat]) for seat in SEATS]
    for one, other in combinations(tones, 2):
        assert distance(one, other, eyes) >= APART
    for tone in tones:
        assert distance(tone, theme.squares["level_0"].colour, eyes) >= APART


@EACH
def test_levels_of_hill_are_told_apart(theme: Theme) -> None:
    """Each is darker than the one below, on dark grounds lighter; contours part them besides."""
    tints = [theme.squares[tint_of(level)].colour for level in range(LEVELS)]
    sums = [sum(one) for one in tints]
    assert sums in (sorted(sums), sorted(sums, reverse=True))
    for one, other in combinations(tints, 2):
        assert distance(one, other, LACKING[theme.name]) >= TINTS
