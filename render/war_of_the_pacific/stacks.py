"""Counters laid into hexes: how many fit, how large, and what stands for the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from render import symbols
from render.counters import FINE, CounterFace, counter
from render.lettering import font
from render.room import Box, centred
from render.sprites import Sprite
from render.themes import Livery, Theme
from render.war_of_the_pacific.piles import Pile, Sort

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a pile or a counter within a hex: its middle and its side, in units."""

    x: float
    y: float
    side: float


_SLOTS: dict[int, tuple[Slot, ...]] = {
    1: (Slot(0, -0.02, 0.92),),
    2: (Slot(-0.42, -0.02, 0.78), Slot(0.42, -0.02, 0.78)),
    3: (Slot(-0.33, -0.36, 0.61), Slot(0.33, -0.36, 0.61), Slot(0, 0.28, 0.61)),
    4: (
        Slot(-0.33, -0.36, 0.61),
        Slot(0.33, -0.36, 0.61),
        Slot(-0.33, 0.28, 0.61),
        Slot(0.33, 0.28, 0.61),
    ),
}
_CHIPS_Y = 0.49
RAISED = 0.13
"""How much higher all lies in a city, whose name stands at its foot, in units."""
_CHIP_HEIGHT = 0.26


BOLD: dict[int, tuple[Slot, ...]] = {
    1: (Slot(0, 0, 1.2),),
    2: (Slot(-0.62, 0, 1.2), Slot(0.62, 0, 1.2)),
    3: (Slot(-0.62, -0.4, 1.2), Slot(0.62, -0.4, 1.2), Slot(0, 0.5, 1.2)),
}
"""On maps of a small scale counters pass the edges of their hexes: a phone must show them."""


def _slots(count: int, roomy: bool, bold: bool) -> tuple[Slot, ...]:
    if bold:
        return BOLD[min(3, count)]
    if count == 1 and roomy:
        return (Slot(0, 0.02, 1.06),)
    if count <= 4:
        return _SLOTS[count]
    third = 0.54
    return tuple(
        Slot((k % 3 - 1) * third, (k // 3 - 0.5) * third - 0.05, third - 0.03) for k in range(count)
    )


def lay_hex(
    image: Image.Image,
    theme: Theme,
    middle: Point,
    scale: float,
    heap: Sequence[Pile],
    *,
    spread: bool,
    roomy: bool,
    least: int = 0,
) -> None:
    """Lay everything in a hex on the picture.

    Args:
        image: The picture.
        theme: Its colours.
        middle: The hex's middle, in pixels.
        scale: Pixels to a unit.
        heap: The piles there.
        spread: Whether few counters are laid side by side rather than piled.
        roomy: Whether the hex has no city, whose name and points want to be seen.
        least: The size of the smallest letters.
    """
    bold = bool(least) and not spread
    stacks, small = _parted(heap, spread)
    badges: list[tuple[Sprite, Point]] = []
    slots = _slots_at(len(stacks), middle, scale, roomy, bold)
    for (spot, side), (pile, faces) in zip(slots, stacks, strict=False):
        outward = -1 if spot[0] < middle[0] else 1
        badges += _lay_pile(image, theme, spot, side, pile, faces, outward, least)
    for badge, (x, y) in badges:
        badge.centre(image, x, y)
    if small:
        spot = (middle[0], middle[1] + (_CHIPS_Y - _rise(roomy, bold)) * scale)
        _lay_chips(image, theme, spot, scale, small, least, westward=bold)


def spread_over(heap: Sequence[Pile], middle: Point, scale: float, *, roomy: bool) -> list[Box]:
    """Return what the counters of a hex take where few are laid side by side, chips left out."""
    stacks, _ = _parted(heap, True)
    return [
        centred((side, side), *spot)
        for spot, side in _slots_at(len(stacks), middle, scale, roomy, False)
    ]


def _parted(
    heap: Sequence[Pile], spread: bool
) -> tuple[list[tuple[Pile, Sequence[CounterFace]]], list[Pile]]:
    """Return what is laid as counters, a pile or a counter each, and what is as chips."""
    large = [pile for pile in heap if pile.sort in {Sort.LAND, Sort.PORT, Sort.SEA}]
    small = [pile for pile in heap if pile not in large]
    if not large:
        large, small = list(small), []
    total = sum(len(pile.faces) for pile in large)
    if spread and total <= 4 and all(pile.sort is not Sort.COLUMNS for pile in large):
        return [(pile, (face,)) for pile in large for face in pile.faces], small
    return [(pile, pile.faces) for pile in large], small


def _rise(roomy: bool, bold: bool) -> float:
    """Return how much higher all lies than in an empty hex, in units."""
    return 0.0 if roomy else (2 if bold else 1) * RAISED


def _slots_at(
    count: int, middle: Point, scale: float, roomy: bool, bold: bool
) -> list[tuple[Point, int]]:
    """Return the middle and the side of each counter or pile, in pixels."""
    x, y = middle[0], middle[1] - _rise(roomy, bold) * scale
    return [
        ((x + slot.x * scale, y + slot.y * scale), max(16, round(slot.side * scale)))
        for slot in _slots(count, roomy, bold)
    ]


def _lay_pile(
    image: Image.Image,
    theme: Theme,
    spot: Point,
    side: int,
    pile: Pile,
    faces: Sequence[CounterFace],
    outward: int,
    least: int,
) -> list[tuple[Sprite, Point]]:
    """Lay one pile: a hint of the counters beneath, and the top one.

    The badges that tell how many there are, and that ships lie in port, are returned, to be laid
    above all piles; *outward* is the side (-1 left, 1 right) on which the pile has room.
    """
    under = list(faces[1:3]) if pile.sort is not Sort.COLUMNS else []
    step = max(2, round(side * 0.085))
    lean = step * outward
    x, y = spot[0] - lean * len(under) / 2, spot[1] + step * len(under) / 2
    for depth in range(len(under), 0, -1):
        card = counter(_blank(under[depth - 1]), side, theme)
        card.centre(image, x + lean * depth, y - step * depth)
    counter(faces[0], side, theme, least).centre(image, x, y)
    badges = []
    if pile.sort is Sort.PORT:
        anchor = anchor_badge(max(10, round(side * 0.34)), theme)
        badges.append((anchor, (x - outward * side * 0.46, y - side * 0.42)))
    elif pile.sort is Sort.SEA:
        waves = wake(side, theme)
        waves.centre(image, x, y + side * 0.5)
    if len(faces) > 1:
        count = count_badge(len(faces), max(13, round(least * 1.4), round(side * 0.40)), theme)
        far = side * 0.47 + step * len(under)
        badges.append((count, (x + outward * far, y - side * 0.42 - step * len(under))))
    return badges


def _blank(face: CounterFace) -> CounterFace:
    """Return a counter of which only the rim will be seen."""
    return CounterFace(face.nation, face.symbol, "", "", face.full, face.full, face.afloat)


@lru_cache(maxsize=256)
def count_badge(count: int, size: int, theme: Theme) -> Sprite:
    """Return a disc that tells how many counters lie there."""
    text = str(count)
    big = Image.new("RGBA", (size * FINE, size * FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(big)
    edge = size * FINE - 1
    draw.ellipse((0, 0, edge, edge), fill=(*theme.label_halo, 255))
    inset = max(FINE, size * FINE // 14)
    draw.ellipse((inset, inset, edge - inset, edge - inset), fill=(*theme.label, 255))
    image = big.reduce(FINE)
    ImageDraw.Draw(image).text(
        (size / 2, size / 2),
        text,
        font=font("bold", max(8, round(size * (0.72 if len(text) < 2 else 0.6)))),
        fill=theme.label_halo,
        anchor="mm",
    )
    return Sprite.of(image)


@lru_cache(maxsize=64)
def anchor_badge(size: int, theme: Theme) -> Sprite:
    """Return an anchor on a disc: ships in port."""
    big = Image.new("RGBA", (size * FINE, size * FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(big)
    edge = size * FINE - 1
    draw.ellipse(
        (0, 0, edge, edge),
        fill=(*theme.label_halo, 255),
        outline=(*theme.area_ink, 255),
        width=max(2, size * FINE // 14),
    )
    a, b = edge * 0.2, edge * 0.82
    symbols.anchor(symbols.Pen(draw, (a, a, b, b), theme.area_ink, theme.label_halo))
    return Sprite.of(big.reduce(FINE))


@lru_cache(maxsize=64)
def wake(side: int, theme: Theme) -> Sprite:
    """Return waves, which lie along the foot of ships at sea."""
    width, height = round(side * 1.1), max(5, round(side * 0.17))
    big = Image.new("RGBA", (width * FINE, height * FINE), (*theme.sea[0], 0))
    draw = ImageDraw.Draw(big)
    waves, w, h = 5, width * FINE / 5, height * FINE
    for k in range(waves):
        box = (k * w, -h * 0.55, (k + 1) * w, h * 0.75)
        draw.chord(box, 0, 180, fill=(*theme.sea[0], 235))
    for k in range(waves):
        box = (k * w, -h * 0.55, (k + 1) * w, h * 0.75)
        draw.arc(box, 10, 170, fill=(*theme.area_ink, 255), width=max(2, round(h * 0.16)))
    return Sprite.of(big.reduce(FINE))


# -- chips: forts and Supply Columns beside a larger pile --------------------------------------


def _lay_chips(
    image: Image.Image,
    theme: Theme,
    spot: Point,
    scale: float,
    small: Sequence[Pile],
    least: int,
    *,
    westward: bool,
) -> None:
    """Lay chips side by side; several reach out *westward*, where the sea is, not over the land."""
    height = max(12, round(_CHIP_HEIGHT * scale), round(least / 0.82 + 0.5))
    chips = [_chip(pile.faces[0], _chip_text(pile), height, theme) for pile in small]
    width = sum(chip.size[0] for chip in chips) + 2 * (len(chips) - 1)
    x = spot[0] - width / 2
    if westward:
        x = min(x, spot[0] + BOLD[1][0].side * scale / 2 - width)
    for chip in chips:
        chip.paste(image, x, spot[1] - chip.size[1] / 2)
        x += chip.size[0] + 2


def _chip_text(pile: Pile) -> str:
    if pile.sort is Sort.FORT:
        return pile.faces[0].values
    return str(len(pile.faces))


@lru_cache(maxsize=256)
def _chip(face: CounterFace, text: str, height: int, theme: Theme) -> Sprite:
    """Return a small tab with a symbol and a figure."""
    livery: Livery = theme.liveries[face.nation]
    size = max(8, round(height * 0.82))
    letters = font("bold", size)
    icon = round(height * 0.95)
    width = round(icon + height * 0.35 + letters.getlength(text) + height * 0.25)
    big = Image.new("RGBA", (width * FINE, height * FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(big)
    draw.rounded_rectangle(
        (0, 0, width * FINE - 1, height * FINE - 1),
        radius=height * FINE // 3,
        fill=livery.fill,
        outline=livery.edge,
        width=max(FINE, height * FINE // 12),
    )
    left = height * FINE * 0.28
    top = height * FINE * 0.2
    symbols.SYMBOLS[face.symbol](
        symbols.Pen(
            draw,
            (left, top, left + icon * FINE * 0.85, height * FINE - top),
            livery.ink,
            livery.fill,
        )
    )
    if face.steps < face.full:
        draw.line(
            (left, height * FINE - top, left + icon * FINE * 0.85, top),
            fill=livery.band,
            width=max(FINE, height * FINE // 8),
        )
    image = big.reduce(FINE)
    ImageDraw.Draw(image).text(
        (width - height * 0.3, height / 2), text, font=letters, fill=livery.ink, anchor="rm"
    )
    return Sprite.of(image)


def lay_row(
    image: Image.Image,
    theme: Theme,
    spots: Sequence[Point],
    side: int,
    faces: Sequence[tuple[CounterFace, int]],
    least: int = 0,
) -> None:
    """Lay counters with their middles at *spots*, each with how many it stands for."""
    for (x, y), (face, count) in zip(spots, faces, strict=False):
        counter(face, side, theme, least).centre(image, x, y)
        if count > 1:
            badge = count_badge(count, max(12, round(least * 1.4), round(side * 0.38)), theme)
            badge.centre(image, x + side * 0.4, y - side * 0.38)
