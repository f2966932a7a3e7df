"""Light and shade on a ground where the viewer chooses: what is chosen, and what may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from PIL import Image, ImageDraw

from engine.api import Params, Term, Text
from engine.barricadas.play import hex_term
from engine.barricadas.rules.movement.costs import HALF
from engine.barricadas.state import REPUBLICAN, View
from render import marks
from render.api import Names, Section, word
from render.barricadas import fights, tiles
from render.barricadas.alt import describe_picture
from render.barricadas.changes import Changes
from render.barricadas.land import Chart
from render.barricadas.layout import lay_out
from render.barricadas.overlay import draw_piles
from render.barricadas.piles import piles
from render.barricadas.roll import draw_roll, muster
from render.barricadas.selection import SalvoFigures, Selection
from render.barricadas.stage import Stage
from render.barricadas.works import draw_flags, draw_towns, draw_weather, draw_works
from render.choosing import describe_selection
from render.lettering import legible, lettered, text_width, write
from render.linework import Ink, Point, ahead, along
from render.painting import Drawn, framed, key_height
from render.shade import darken
from render.themes import Colour, Theme

_SHADE = 104
"""How dark the rest of the ground is while something is chosen, of 255."""

_REACHED, _COVERED = 96, 36
"""How strongly hexes are tinted, of 255."""

_ROLLED = 5

MINUS = "\N{MINUS SIGN}"


def draw_choice(
    chart: Chart, theme: Theme, view: View, section: Section, selection: Selection, names: Names
) -> Drawn:
    """Return a small picture of what the viewer is choosing."""
    del view  # its plan may have been replaced by the one that is made
    layout = lay_out(chart, section)
    width = layout.window.size[0]
    if layout.whole:
        image = tiles.whole_ground(chart, theme, layout).copy()
    else:
        image = tiles.ground_in(chart, theme, layout.window)
    heaps = piles(selection.view)
    stage = Stage(image, theme, layout, selection.view, Changes(), chart, heaps, names, width)
    draw_weather(stage)
    draw_towns(stage)
    draw_works(stage)
    _draw_light(stage, selection)
    _draw_rings(stage, selection)
    fights.draw_moves(stage)
    draw_piles(stage)
    draw_flags(stage)
    _draw_marks(stage, selection)
    chosen = frozenset(selection.ringed) | frozenset(selection.offered)
    roll = muster(heaps, chosen & layout.places, width, _ROLLED if layout.close else 2)
    head = key_height(image)
    keyed = framed(image, theme, head, roll.height)
    _draw_key(keyed, theme, head, selection, names)
    draw_roll(keyed, theme, roll, head + image.height, names)
    told = describe_picture(selection.view, layout.places, heaps, Changes())
    return Drawn(keyed, (*describe_selection(selection), *_said(selection), *told))


def _said(selection: Selection) -> Iterator[Text]:
    """Yield in words what hexes cost, what is in range, what is out of sight."""
    alike: dict[int, list[Term]] = {}
    for place, halves in sorted(selection.costs.items()):
        alike.setdefault(halves, []).append(hex_term(place))
    for halves, places in sorted(alike.items()):
        told: Params = {"points": Fraction(halves, HALF), "hexes": tuple(places)}
        yield Text("picture.points", told)
    for one in selection.salvos:
        figures: Params = {"factors": one.factors, "modifier": one.modifier}
        at: Params = {"hex": hex_term(one.at), "start": hex_term(one.start)}
        if one.column is None:
            yield Text("picture.too_weak", {**at, **figures})
        else:
            more: Params = {"column": one.column, "divisor": one.divisor}
            yield Text("picture.salvo", {**at, **figures, **more})
    for start, end in selection.aims:
        yield Text("picture.aim", {"start": hex_term(start), "end": hex_term(end)})
    for start, end in selection.blocked:
        yield Text("picture.blocked", {"start": hex_term(start), "end": hex_term(end)})
    for code, shown in (
        ("picture.covered", selection.covered),
        ("picture.commanded", selection.commanded),
        ("picture.zone", selection.zone),
    ):
        if shown:
            hexes = tuple(hex_term(one) for one in sorted(shown))
            yield Text(code, {"hexes": hexes, "n": len(hexes)})


def cost_colour(theme: Theme, halves: int) -> Colour:
    """Return the tint of a hex that takes so many halves: from bright to fiery."""
    cheap, dear = theme.highlight, theme.battle
    share = min(1.0, max(0.0, (halves - 2) / 14))
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(cheap, dear, strict=True))
    return red, green, blue


def _draw_light(stage: Stage, selection: Selection) -> None:
    """Darken all that is neither chosen nor may be, and tint what is reached or covered."""
    lit = selection.lit
    if lit:
        mask = Image.new("1", stage.image.size, 1)
        draw = ImageDraw.Draw(mask)
        for place in lit:
            if stage.shows(place) or place in stage.chart.battlefield.hexes:
                draw.polygon(_outline(stage, place), fill=0)
        darken(stage.image, stage.theme.veil, _SHADE, mask)
    covered = dict.fromkeys(selection.covered - selection.costs.keys(), stage.theme.battle)
    _tint(stage, covered, _COVERED)
    reached = {place: cost_colour(stage.theme, one) for place, one in selection.costs.items()}
    _tint(stage, reached, _REACHED)
    viewer = selection.view.viewer or REPUBLICAN
    livery = stage.theme.liveries[viewer]
    _dashes(stage, selection.commanded, livery.edge)
    _dashes(stage, selection.zone, livery.edge)


def _outline(stage: Stage, place: str) -> list[Point]:
    return [stage.layout.window.at(x, y) for x, y in stage.chart.corners(place)]


def _tint(stage: Stage, places: Mapping[str, Colour], opacity: int) -> None:
    """Lay a veil of colour on hexes."""
    for place, colour in sorted(places.items()):
        if stage.shows(place):
            fill = marks.hex_fill(stage.scale, colour, opacity)
            fill.centre(stage.image, *stage.spot(place))


def _dashes(stage: Stage, places: Iterable[str], colour: Colour) -> None:
    """Draw the outline of hexes, those beside each other as one, as dashes."""
    within = frozenset(places)
    if not within:
        return
    ink, halo = Ink(stage.layout.window, 2.0), Ink(stage.layout.window, 4.0)
    for place in sorted(within):
        corners = stage.chart.corners(place)
        for side, beyond in enumerate(stage.chart.battlefield.neighbours(place)):
            if beyond in within:
                continue
            ends = (corners[side], corners[(side + 1) % 6])
            for point, angle in along(ends, 0.34, 0.04):
                stroke = (point, ahead(point, angle, 0.2))
                halo.line(stroke, 0.14)
                ink.line(stroke, 0.08)
    halo.lay(stage.image, stage.theme.label_halo, 0.7)
    ink.lay(stage.image, colour)


def _draw_rings(stage: Stage, selection: Selection) -> None:
    """Draw the rims of what may be chosen, and rings round what is; counters lie upon them."""
    theme = stage.theme
    rim = marks.hex_ring(stage.scale, theme.highlight, theme.label)
    for place in selection.offered:
        if stage.shows(place):
            rim.centre(stage.image, *stage.spot(place))
    ring = marks.hex_ring(stage.scale, theme.order, theme.label_halo)
    for place in selection.ringed:
        if stage.shows(place):
            ring.centre(stage.image, *stage.spot(place))


def _draw_marks(stage: Stage, selection: Selection) -> None:
    """Draw the ways and the lines of fire, and write what they take and bring."""
    theme = stage.theme
    lines = [fights.line_between(stage, *pair) for pair in selection.blocked]
    fights.lay_lines(stage, lines, theme.label, broken=True, thin=True)
    aims = [fights.line_between(stage, *pair) for pair in selection.aims]
    fights.lay_lines(stage, aims, theme.battle, thin=True)
    shots = [fights.line_between(stage, *pair) for pair in selection.shots]
    fights.lay_lines(stage, shots, theme.order)
    for way in selection.ways:
        fights.draw_way(stage, way, theme.order)
    swords = marks.swords(max(26, round(0.8 * stage.scale)), theme.order, theme.label_halo)
    for start, end in selection.assaults:
        (ax, ay), (bx, by) = stage.spot(start), stage.spot(end)
        swords.centre(stage.image, (ax + bx) / 2, (ay + by) / 2)
    for _, end in selection.blocked:
        if stage.shows(end):
            x, y = stage.spot(end)
            size = max(18, round(0.42 * stage.scale))
            cross = marks.cross(size, theme.label, theme.label_halo)
            cross.centre(stage.image, x - 0.6 * stage.scale, y - 0.3 * stage.scale)
    _write_costs(stage, selection)
    _write_salvos(stage, selection)
    spots = [(stage.spot(at), text) for at, text in selection.letters if stage.shows(at)]
    marks.draw_letters(stage.image, theme, spots, 0.55 * stage.scale)


def _write_costs(stage: Stage, selection: Selection) -> None:
    """Write how many movement points each hex takes."""
    size = max(legible(stage.width), round(stage.scale * 0.46))
    for place, halves in sorted(selection.costs.items()):
        if stage.shows(place):
            text = points_text(halves)
            ink, halo = stage.theme.label, stage.theme.label_halo
            sprite = lettered(text, "bold", size, ink, halo, max(1, size // 9))
            x, y = stage.spot(place)
            # Above who stands there, whose figures it would hide.
            lower = -0.6 if place in stage.heaps else 0.1
            sprite.centre(stage.image, x, y + lower * stage.scale)


def _write_salvos(stage: Stage, selection: Selection) -> None:
    """Write on each line of fire with how much is fired: factors, divisor and modifier."""
    theme, size = stage.theme, round(stage.least * 1.3)
    for one in selection.salvos:
        (ax, ay), (bx, by) = stage.spot(one.start), stage.spot(one.at)
        plate = marks.chit(size, salvo_text(one), theme.paper, theme.paper_ink)
        plate.centre(stage.image, ax * 0.5 + bx * 0.5, ay * 0.5 + by * 0.5)


def salvo_text(one: SalvoFigures) -> str:
    """Return what an attack by fire is thrown with, as it is written on a map: "16÷2 +1"."""
    divided = f"÷{points_text(round(one.divisor * HALF))}" if one.divisor != 1 else ""
    added = f" {one.modifier:+d}" if one.modifier else ""
    return f"{one.factors}{divided}{added}".replace("-", MINUS)


def points_text(halves: int) -> str:
    """Return how many points so many halves are, as it is written on a map."""
    whole, half = divmod(halves, HALF)
    return f"{whole or ''}½" if half else str(whole)


# -- the key above it ------------------------------------------------------------------------


def _draw_key(
    image: Image.Image, theme: Theme, height: int, selection: Selection, names: Names
) -> None:
    """Say on the bar above the ground what its marks mean."""
    width = image.size[0]
    draw = ImageDraw.Draw(image)
    draw.line((0, height - 2, width, height - 2), fill=theme.paper_line, width=2)
    size, gap = max(legible(width), round(height * 0.46)), round(height * 0.26)
    x = float(gap)
    led = theme.liveries[selection.view.viewer or REPUBLICAN].edge
    for shown, key, fill, line in (
        (bool(selection.ringed), "chosen", theme.paper, theme.order),
        (bool(selection.offered), "possible", theme.paper, theme.highlight),
        (bool(selection.costs), "cost", cost_colour(theme, 4), theme.highlight),
        (bool(selection.covered), "range", theme.battle, theme.paper_line),
        (bool(selection.aims), "seen", theme.battle, theme.battle),
        (bool(selection.blocked), "blocked", theme.label, theme.label_halo),
        (bool(selection.commanded), "command", theme.paper, led),
        (bool(selection.zone), "zone", theme.paper, led),
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
