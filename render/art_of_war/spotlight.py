"""A table on which the viewer chooses: what is chosen, what may be, what lies within reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from PIL import Image, ImageDraw

from engine.api import Params, Term, Text
from engine.art_of_war.compass import facing_word, middle_word
from engine.art_of_war.play import unit_term
from engine.art_of_war.state import SOUTH, Place
from engine.art_of_war.troops import UD
from render import marks
from render.api import Names, word
from render.art_of_war import fights, naming, tiles
from render.art_of_war.alt import describe_picture
from render.art_of_war.changes import Changes
from render.art_of_war.land import draw_land
from render.art_of_war.layout import Layout
from render.art_of_war.moves import ghost, leaving, trail
from render.art_of_war.muster import Standing, face_of
from render.art_of_war.naming import place_word, target_term
from render.art_of_war.overlay import (
    draw_camps,
    draw_declared,
    draw_leaders,
    draw_markers,
    draw_names,
    draw_troops,
)
from render.art_of_war.places import point_at
from render.art_of_war.selection import Area, Ghost, Reach, Selection, ghost_middle
from render.art_of_war.sheet import around, front, laid, outline
from render.art_of_war.stage import Stage
from render.art_of_war.strokes import Line, broken
from render.art_of_war.tones import strong
from render.choosing import describe_selection
from render.lettering import legible, lettered, text_width, write
from render.linework import Ink, Point
from render.painting import Drawn, framed, key_height
from render.relief import Window
from render.themes import Colour, Theme

_RANGE, _REACH, _CONTROL, _ZONE = 0.16, 0.3, 0.26, 0.16
"""How strongly areas are tinted, of 1."""

_NAMED: Final = 14
"""So many figures of costs are written at most; pictures of more would be hidden by them."""


def draw_choice(theme: Theme, layout: Layout, selection: Selection, names: Names) -> Drawn:
    """Return a small picture of what the viewer is choosing."""
    view = selection.view
    features = tuple(view.table.features.values())
    if layout.whole:
        image = tiles.whole_ground(features, theme, layout).copy()
    else:
        image = tiles.ground_in(features, theme, layout.window)
    stage = Stage.of(image, theme, layout, view, Changes(), names, layout.width)
    _draw_areas(stage, selection)
    _draw_terrain(stage, selection)
    draw_camps(stage)
    _draw_ghosts(stage, selection, filled=True)
    draw_troops(stage)
    fights.draw_contacts(stage)
    draw_declared(stage)
    draw_names(stage)
    draw_markers(stage)
    draw_leaders(stage)
    _draw_rings(stage, selection)
    _draw_ways(stage, selection)
    _draw_spots(stage, selection)
    part = tiles.plain_rim(image, theme, layout)
    head = key_height(part)
    keyed = framed(part, theme, head)
    _draw_key(keyed, theme, head, selection, names)
    shown = {key: one for key, one in stage.troops.items() if stage.shows(one.middle)}
    leaders = tuple(one for one in stage.leaders if stage.shows(one.spot))
    told = describe_picture(view, shown, leaders, Changes())
    return Drawn(keyed, (*describe_selection(selection), *_said(selection), *told))


def _said(selection: Selection) -> Iterator[Text]:
    """Yield in words what is marked besides who is chosen."""
    table = selection.view.table
    for start, end in selection.aims:
        yield Text("picture.aim", {"who": unit_term(start), "target": target_term(table, end)})
    for one in selection.ghosts:
        pose = one.base.pose
        told: Params = {"who": naming.term_of(table, one.who), "at": place_word(pose)}
        told = {**told, "facing": facing_word(pose.facing)}
        yield Text("picture.flight", told) if one.thrown else Text("picture.ghost", told)
    for code, found in (
        ("picture.command", selection.commands),
        ("picture.command_light", selection.lights),
        ("picture.control", selection.controls),
        ("picture.range", selection.ranges),
        ("picture.reach", selection.reaches),
    ):
        for length in sorted({one.length for one in found}):
            keys = dict.fromkeys(one.who for one in found if one.length == length)
            who = tuple(naming.term_of(table, key) for key in keys)
            yield Text(code, {"who": who, "n": len(who), "length": Fraction(length, UD)})
    if selection.zones:
        yield Text("picture.deploying")
    for feature in selection.terrain:
        terrain = Term("terrain", feature.kind)
        yield Text("picture.placing", {"terrain": terrain, "at": middle_word(feature)})


# -- areas -------------------------------------------------------------------------------------


def _draw_areas(stage: Stage, selection: Selection) -> None:
    """Tint what is reached, shot over and held, and draw the edges of what is led."""
    theme = stage.theme
    for areas, colour, opacity in (
        (selection.zones, theme.highlight, _ZONE),
        (_of(selection.ranges), theme.battle, _RANGE),
        (_of(selection.reaches), theme.highlight, _REACH),
    ):
        _tint(stage, areas, colour, opacity)
    enemy = theme.liveries["north" if (selection.view.viewer or SOUTH) == SOUTH else "south"]
    _tint(stage, _of(selection.controls), enemy.fill, _CONTROL)
    _edges(stage, selection.zones, theme.label)
    _edges(stage, _of(selection.ranges), theme.battle)
    _edges(stage, _of(selection.reaches), theme.label, dashed=False)
    _edges(stage, _of(selection.controls), enemy.fill)
    mine = theme.liveries[selection.view.viewer or SOUTH]
    tone = strong(mine)
    _edges(stage, _of(selection.commands), tone)
    _edges(stage, _of(selection.lights), tone, thin=True)


def _of(found: Iterable[Reach]) -> tuple[Area, ...]:
    return tuple(one.area for one in found)


def _tint(stage: Stage, areas: Iterable[Area], colour: Colour, opacity: float) -> None:
    ink = Ink(stage.layout.window)
    some = False
    for area in areas:
        ink.shape(area)
        some = True
    if some:
        ink.lay(stage.image, colour, opacity)


def _edges(
    stage: Stage, areas: Sequence[Area], colour: Colour, *, dashed: bool = True, thin: bool = False
) -> None:
    """Draw the outlines of areas, broken where they are not the ways of bases."""
    if not areas:
        return
    ink, halo = Ink(stage.layout.window, 1.5), Ink(stage.layout.window, 3.0)
    wide = 0.03 if thin else 0.05
    for area in areas:
        ring = [*area, area[0]]
        strokes = broken(ring, 0.22, 0.16) if dashed else [ring]
        for stroke in strokes:
            halo.line(stroke, wide * 2.2)
            ink.line(stroke, wide)
    halo.lay(stage.image, stage.theme.label_halo, 0.6)
    ink.lay(stage.image, colour)


def _draw_terrain(stage: Stage, selection: Selection) -> None:
    """Draw terrain that would be placed, paler than what lies there."""
    for feature in selection.terrain:
        corners = [laid(*corner) for corner in feature.corners]
        window = stage.layout.window
        left, top, right, bottom = around(corners)
        box = (
            max(0, round((left - window.left) * stage.scale)),
            max(0, round((top - window.top) * stage.scale)),
            min(stage.image.width, round((right - window.left) * stage.scale) + 1),
            min(stage.image.height, round((bottom - window.top) * stage.scale) + 1),
        )
        if box[0] >= box[2] or box[1] >= box[3]:
            continue
        s = stage.scale
        cut = Window(
            window.left + box[0] / s,
            window.top + box[1] / s,
            window.left + box[2] / s,
            window.top + box[3] / s,
            s,
        )
        land = draw_land((feature,), stage.theme, cut)
        part = stage.image.crop(box)
        mask = Image.new("L", part.size, 0)
        spots = [(x - box[0], y - box[1]) for x, y in (stage.at(corner) for corner in corners)]
        ImageDraw.Draw(mask).polygon(spots, fill=255)
        size = min(part.size[0], land.size[0]), min(part.size[1], land.size[1])
        part.paste(land.crop((0, 0, *size)), (0, 0), mask.crop((0, 0, *size)))
        stage.image.paste(part, box[:2])
        _edges(stage, (tuple(corners),), stage.theme.order)


# -- who is chosen, and where they go ----------------------------------------------------------


def _draw_ghosts(stage: Stage, selection: Selection, *, filled: bool) -> None:
    """Draw where somebody would stand, by name where there is room for it."""
    for one in selection.ghosts:
        if not stage.shows(ghost_middle(one), 1.5):
            continue
        unit = stage.table.units.get(one.who)
        if unit is not None and unit.place is Place.WAITING:
            # Who is not on the table yet is known by their symbol alone.
            stage.lay(Standing(unit, one.base, replace(face_of(unit), hidden=True)))
            ghost(stage, one.base, stage.theme.order)
            continue
        ghost(stage, one.base, stage.theme.order, filled=filled)
        _name_ghost(stage, one)


def _name_ghost(stage: Stage, one: Ghost) -> None:
    name = one.who.rpartition("-")[2].upper()
    size = max(stage.least, round(0.24 * stage.scale))
    ink, halo = stage.theme.label, stage.theme.label_halo
    sprite = lettered(name, "bold", size, ink, halo, max(1, size // 9))
    if sprite.size[0] <= stage.scale * 1.15:
        sprite.centre(stage.image, *stage.at(ghost_middle(one)))


def _draw_rings(stage: Stage, selection: Selection) -> None:
    """Draw bright rims round who may be chosen, and those of one's orders round who is."""
    theme = stage.theme
    chosen = set(selection.start)
    _rings(stage, [key for key in selection.offered if key not in chosen], theme.highlight)
    _rings(stage, selection.start, theme.order)


def _rings(stage: Stage, keys: Iterable[str], colour: Colour) -> None:
    ink, halo = Ink(stage.layout.window, 3.0), Ink(stage.layout.window, 5.5)
    discs: list[tuple[Point, int]] = []
    some = False
    for key in keys:
        base = stage.base(key)
        if base is not None:
            corners = outline(base)
            ring = [*corners, corners[0], corners[1]]
            halo.line(ring, 0.13)
            ink.line(ring, 0.075)
            some = True
        elif (spot := point_at(stage.view, key)) is not None:
            disc = stage.labels.discs.get(key)
            size = round(stage.letters * 1.7)
            discs.append((stage.at(spot), size) if disc is None else ((disc.x, disc.y), disc.size))
    if some:
        halo.lay(stage.image, stage.theme.label, 0.9)
        ink.lay(stage.image, colour)
    draw = ImageDraw.Draw(stage.image)
    for (x, y), size in discs:
        for grow, tone, wide in ((7, stage.theme.label, 7), (5, colour, 4)):
            r = size / 2 + grow
            draw.ellipse((x - r, y - r, x + r, y + r), outline=tone, width=wide)


def _draw_ways(stage: Stage, selection: Selection) -> None:
    """Draw the ways and charges that are chosen, and who may be charged or shot at."""
    theme = stage.theme
    aims = [line for pair in selection.aims for line in _line(stage, *pair)]
    fights.lay_lines(stage, aims, theme.battle, thin=True, dashed=True)
    bases = {one.middle: one.base for one in stage.troops.values()}
    for way in selection.ways:
        base = bases.get(way[0])
        trail(stage, way if base is None else leaving(base, way), theme.order)
    there = {one.who: one.base for one in selection.ghosts}
    straight = [pair for pair in selection.charges if pair[0] not in there]
    lines = [line for pair in straight for line in _line(stage, *pair)]
    fights.lay_lines(stage, lines, theme.order)
    size = max(22, round(0.4 * stage.scale))
    swords = marks.swords(size, theme.order, theme.label_halo)
    ends = [end for _, end in lines]
    ends += [stage.at(front(there[who])) for who, _ in selection.charges if who in there]
    for end in ends:
        swords.centre(stage.image, *end)


def _line(stage: Stage, start: str, end: str) -> Iterator[Line]:
    first, last = point_at(stage.view, start), point_at(stage.view, end)
    if first is not None and last is not None:
        yield fights.line_between(stage, first, last)


def _draw_spots(stage: Stage, selection: Selection) -> None:
    """Draw points that may be chosen with what they take, and those that are."""
    theme = stage.theme
    dot = marks.dot(max(10, round(0.26 * stage.scale)), theme.highlight, theme.label)
    for point, _ in selection.spots:
        if stage.shows(point):
            dot.centre(stage.image, *stage.at(point))
    size = max(stage.least, round(0.22 * stage.scale))
    for point, cost in selection.spots[:_NAMED]:
        if cost and stage.shows(point):
            sprite = lettered(str(cost), "bold", size, theme.label, theme.label_halo, 2)
            x, y = stage.at(point)
            sprite.centre(stage.image, x, y - 0.3 * stage.scale)
    cross = marks.dot(max(12, round(0.3 * stage.scale)), theme.order, theme.label_halo)
    for point in selection.goals:
        if stage.shows(point):
            cross.centre(stage.image, *stage.at(point))
    spots = [(stage.at(point), text) for point, text in selection.letters if stage.shows(point)]
    marks.draw_letters(stage.image, theme, spots, 0.4 * stage.scale)


# -- the key above it --------------------------------------------------------------------------


def _draw_key(
    image: Image.Image, theme: Theme, height: int, selection: Selection, names: Names
) -> None:
    """Say on the bar above the table what its marks mean."""
    width = image.size[0]
    draw = ImageDraw.Draw(image)
    draw.line((0, height - 2, width, height - 2), fill=theme.paper_line, width=2)
    size, gap = max(legible(width), round(height * 0.46)), round(height * 0.26)
    x = float(gap)
    viewer = selection.view.viewer or SOUTH
    mine, enemy = theme.liveries[viewer], theme.liveries["north" if viewer == SOUTH else "south"]
    for shown, key, fill, line in (
        (bool(selection.start or selection.goals), "chosen", theme.paper, theme.order),
        (bool(selection.offered or selection.spots), "possible", theme.paper, theme.highlight),
        (bool(selection.ghosts), "ghost", theme.paper, theme.order),
        (bool(selection.reaches), "reach", theme.highlight, theme.label),
        (bool(selection.ranges), "range", theme.paper, theme.battle),
        (bool(selection.controls), "control", enemy.fill, enemy.edge),
        (bool(selection.commands), "command", theme.paper, strong(mine)),
        (bool(selection.zones), "zone", theme.highlight, theme.paper_line),
    ):
        if not shown:
            continue
        text = word(names, key)
        edge = round(height * 0.5)
        top = round(height * 0.22)
        room = width - x - edge - gap
        if room < text_width(text[:6], "bold", size):
            break
        draw.rectangle((x, top, x + edge, top + edge), fill=theme.label)
        draw.rectangle((x + 2, top + 2, x + edge - 2, top + edge - 2), fill=line)
        draw.rectangle((x + 6, top + 6, x + edge - 6, top + edge - 6), fill=fill)
        x += edge + gap / 2
        write(image, x, height / 2 - 1, text, "bold", size, theme.paper_ink, width=room, least=size)
        x += text_width(text, "bold", size) + gap
