"""Colours of ¡A las barricadas! in every theme: what must be told apart can be, and read."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.barricadas.roster import Munition
from engine.barricadas.state import SEATS
from render.barricadas.counters import pale
from render.barricadas.country import LEVELS, tint_of
from render.themes import THEMES, Theme
from tests.support.vision import contrast, distance

LACKING = {name: name if name.endswith("anopia") else None for name in THEMES}
"""Which cone the eyes lack that a theme is for."""

READABLE, APART, TINTS = 4.5, 15.0, 4.0
"""Least contrast of what is written; least distances of squares and states, and of levels."""

EACH = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


@EACH
def test_counters_can_be_read_fresh_and_finished(theme: Theme) -> None:
    """A finished counter is pale: it differs from a fresh one, and its figures can be read."""
    eyes = LACKING[theme.name]
    for seat in SEATS:
        livery = theme.liveries[seat]
        for ground in (livery.fill, pale(livery)):
            assert contrast(livery.ink, ground) >= READABLE, (seat, ground)
            assert distance(livery.band, ground, eyes) >= APART, (seat, ground)
        assert distance(livery.fill, pale(livery), eyes) >= APART / 2
    one, other = (pale(theme.liveries[seat]) for seat in SEATS)
    assert distance(one, other, eyes) >= APART / 2


@EACH
def test_squares_of_munitions_are_told_apart(theme: Theme) -> None:
    """AP, AT and ART differ, and their fire factors can be read."""
    inks = [theme.inks[one.value.lower()] for one in Munition]
    for one, other in combinations(inks, 2):
        assert distance(one, other, LACKING[theme.name]) >= APART
    for ink in inks:
        assert contrast(theme.victory_ink, ink) >= READABLE


@EACH
def test_levels_of_hill_are_told_apart(theme: Theme) -> None:
    """Each is darker than the one below, on dark grounds lighter; contours part them besides."""
    tints = [theme.squares[tint_of(level)].colour for level in range(LEVELS)]
    sums = [sum(one) for one in tints]
    assert sums in (sorted(sums), sorted(sums, reverse=True))
    for one, other in combinations(tints, 2):
        assert distance(one, other, LACKING[theme.name]) >= TINTS
    for tint in tints:
        assert distance(theme.inks["contour"], tint, LACKING[theme.name]) >= TINTS
