"""Themes: the eyes that one is for tell apart what must be told apart, and can read."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

import render
from render.calama.counters import deep, pale
from render.themes import THEMES, Colour, Theme
from tests.support.vision import contrast, distance

LACKING = {name: name if name.endswith("anopia") else None for name in THEMES}
"""Which cone the eyes lack that a theme is for."""

LIVERIES, ON_GROUND, MARKS, HIT_OR_MISS = 30.0, 18.0, 20.0, 25.0
"""Least distances: of counters from each other; of counters from the ground; of marks; of shots.

A counter has a rim besides, which stands out where its ground does not, and a mark a shape.
"""
READABLE, LARGE = 4.5, 3.0
"""Least contrasts of what is written, by WCAG 2: figures and words; and large ones."""

IN_CALAMA = ("chile", "bolivia")
"""Whose counters may be out of command: pale ones, with dark figures."""

TOGETHER = (("chile", "peru", "bolivia"), ("republican", "nationalist"), ("south", "north"))
"""Whose counters lie on one map."""

EACH = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


def grounds(theme: Theme) -> list[Colour]:
    """Return the colours of all land."""
    return [one.colour for one in (*theme.grounds.values(), *theme.squares.values())]


@EACH
def test_counters_are_told_from_each_other_and_from_the_ground(theme: Theme) -> None:
    """A counter stands out from its like and from whatever it stands on."""
    eyes = LACKING[theme.name]
    assert {one for nations in TOGETHER for one in nations} == theme.liveries.keys()
    for nations in TOGETHER:
        for one, other in combinations([theme.liveries[key] for key in nations], 2):
            assert distance(one.fill, other.fill, eyes) >= LIVERIES, (one, other)
    for name, livery in theme.liveries.items():
        for ground in (*grounds(theme), *theme.sea):
            far = max(distance(colour, ground, eyes) for colour in (livery.fill, livery.edge))
            assert far >= ON_GROUND, (name, ground)


@EACH
def test_arrows_losses_orders_and_shots_are_told_apart(theme: Theme) -> None:
    """What marks different things differs."""
    eyes = LACKING[theme.name]
    chile, allies = (theme.sides[side] for side in ("chile", "allies"))
    for one, other in combinations((chile.fill, allies.ink), 2):
        assert distance(one, other, eyes) >= MARKS
    for one, other in combinations((theme.battle, theme.order, theme.highlight), 2):
        assert distance(one, other, eyes) >= MARKS, (one, other)
    assert distance(theme.battle, theme.label, eyes) >= HIT_OR_MISS


@EACH
def test_what_is_written_can_be_read(theme: Theme) -> None:
    """Figures and words stand out from what they are written on."""
    written = [(livery.ink, livery.fill) for livery in theme.liveries.values()]
    written += [
        (theme.label, theme.label_halo),
        (theme.paper_ink, theme.paper),
        (theme.victory_ink, theme.victory),
        (theme.victory_ink, theme.highlight),
        (theme.victory_ink, theme.liveries["peru"].band),
        *((theme.label, ground) for ground in grounds(theme)),
        *((deep(one), pale(one)) for one in (theme.liveries[nation] for nation in IN_CALAMA)),
    ]
    for ink, ground in written:
        assert contrast(ink, ground) >= READABLE, (ink, ground)
    for ink, ground in (
        (theme.paper_faint, theme.paper),
        *((theme.sea_ink, depth) for depth in theme.sea),
        *((theme.area_ink, depth) for depth in theme.sea[:1]),
    ):
        assert contrast(ink, ground) >= LARGE, (ink, ground)


@EACH
def test_every_theme_has_the_grounds_and_inks_of_every_game(theme: Theme) -> None:
    """No theme lacks a colour that another has."""
    standard = THEMES["standard"]
    for part in ("grounds", "liveries", "sides", "squares", "inks"):
        assert getattr(theme, part).keys() == getattr(standard, part).keys()


def test_drawing_code_names_no_colour_of_its_own() -> None:
    """A colour written into drawing code would be the same in every theme."""
    triple = re.compile(r"\((\d{1,3}), (\d{1,3}), (\d{1,3})(, \d{1,3})?\)")
    for file in Path(render.__file__).parent.rglob("*.py"):
        # Flags are painted in their nations' colours.
        if file.parent.name == "themes" or file.name == "marks.py":
            continue
        for found in triple.finditer(file.read_text("utf-8")):
            # Nothing at all is no colour, nor are measures.
            numbers = [int(one) for one in found.groups()[:3]]
            assert (
                max(numbers) <= 100 or "for " in found.string[: found.start()].splitlines()[-1]
            ), found
