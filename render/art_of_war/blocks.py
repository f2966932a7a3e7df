"""Units as blocks: whose they are, what they are, whither they face, how much cohesion is left.

A block is as wide and deep as its base and turned as that is. Along its front lies a bright bar
with an arrow, three of them on the bar of the impetuous; along its rear a pip a point of cohesion
on a strip that is bright once some are lost. What stands between is turned by quarters until it is
most upright.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from engine.art_of_war.state import Quality
from render.art_of_war.signs import SIGNS
from render.art_of_war.symbols import SYMBOLS
from render.art_of_war.tones import dark
from render.lettering import fitting, font, text_width
from render.linework import Point
from render.sprites import Sprite
from render.symbols import Pen
from render.themes import Colour, Theme

FINE: Final = 3
"""Shapes are drawn this many times larger and reduced, for smooth edges."""

_QUARTER: Final = 900

DETAILED: Final = 44
"""Pixels of width from which a block shows more than its front; of smaller ones names are laid
over all of them (:mod:`render.art_of_war.labels`)."""

_NAME: Final = 0.27
"""How high the letters of its name are, as a share of its width."""

_CAPITAL: Final = 0.7
"""How high a capital letter is, as a share of the size of its font."""

Rect = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class BlockFace:
    """What a unit's block shows.

    Attributes:
        side: Whose it is.
        symbol: Key of :data:`render.art_of_war.symbols.SYMBOLS`.
        name: Letter of its group and number.
        width: Of its base, in hundredths of a UD.
        depth: Of its base.
        left: Points of cohesion left.
        full: Those of an unhurt unit.
        quality: Its quality.
        missile: It shoots.
        impetuous: It charges by itself.
        held: It is kept from it this turn.
        hidden: The other side does not see it.
    """

    side: str
    symbol: str
    name: str
    width: int = 100
    depth: int = 100
    left: int = 0
    full: int = 0
    quality: Quality = "ordinary"
    missile: bool = False
    impetuous: bool = False
    held: bool = False
    hidden: bool = False

    @property
    def disordered(self) -> bool:
        """Whether it has lost cohesion."""
        return self.left < self.full

    @property
    def signs(self) -> tuple[str, ...]:
        """Keys of the signs that it bears."""
        found = () if self.quality == "ordinary" else (str(self.quality),)
        return (*found, "missile") if self.missile else found


@lru_cache(maxsize=1024)
def block(face: BlockFace, scale: float, facing: int, theme: Theme, least: int = 0) -> Sprite:
    """Return a block at so many pixels to a UD; its middle is that of the base.

    What would be written smaller than *least* pixels is left out.
    """
    quarters = round(facing / _QUARTER)
    askew = facing - quarters * _QUARTER
    drawn = _Block(face, scale, quarters % 4, theme, least)
    drawn.draw()
    if askew:
        drawn.write(drawn.fine, FINE)
    fine = drawn.fine
    if askew:
        fine = fine.rotate(-askew / 10, Image.Resampling.BICUBIC, expand=True)
    image = _reduced(fine)
    if not askew:
        drawn.write(image, 1)
    whole = Image.alpha_composite(_shadow(image, scale, theme), image)
    if face.hidden:
        whole.putalpha(whole.getchannel("A").point([value * 5 // 8 for value in range(256)]))
    return Sprite.of(whole)


def _reduced(fine: Image.Image) -> Image.Image:
    """Return a picture at its size, padded so that nothing of it is cut and its middle stays."""
    width, height = (ceil(size / FINE / 2) * 2 * FINE for size in fine.size)
    padded = Image.new("RGBA", (width, height), fine.getpixel((0, 0)))
    padded.paste(fine, ((width - fine.size[0]) // 2, (height - fine.size[1]) // 2))
    return padded.reduce(FINE)


def _shadow(image: Image.Image, scale: float, theme: Theme) -> Image.Image:
    drop = max(1, round(scale * 0.025))
    mask = Image.new("L", image.size, 0)
    mask.paste(image.getchannel("A").point([value * 3 // 5 for value in range(256)]), (drop, drop))
    shadow = Image.new("RGBA", image.size, (*theme.shadow, 0))
    shadow.putalpha(mask.filter(ImageFilter.GaussianBlur(drop * 0.8)))
    return shadow


class _Block:
    """A block in the making, askew by nothing: its front is up, right, down or left."""

    def __init__(
        self, face: BlockFace, scale: float, quarters: int, theme: Theme, least: int
    ) -> None:
        self._face, self._quarters, self._theme = face, quarters, theme
        self._livery = theme.liveries[face.side]
        self._wide, self._deep = face.width * scale / 100, face.depth * scale / 100
        self._close = self._wide >= DETAILED
        self._edge = max(1.0, 0.022 * self._wide)
        self._bar = self._wide * (0.11 if self._close else 0.1)
        self._strip = self._wide * (0.16 if self._close else 0.12 if face.disordered else 0.0)
        across, down = (self._wide, self._deep)[:: -1 if quarters % 2 else 1]
        self._size = self._letters(least)
        pad = max(2.0, 0.06 * scale, (text_width(face.name, "bold", self._size) + 2 - across) / 2)
        width, height = (ceil((size + 2 * pad) / 2) * 2 for size in (across, down))
        self._left, self._top = (width - across) / 2, (height - down) / 2
        self._across, self._down = across, down
        self.fine = Image.new("RGBA", (width * FINE, height * FINE), (*self._livery.edge, 0))

    def _letters(self, least: int) -> int:
        """Return the size of its name, 0 where it bears none."""
        size = max(least, round(_NAME * self._wide))
        if not (self._face.name and self._close) or _CAPITAL * size > self._wide:
            return 0
        tall = self._deep - self._bar - self._strip
        size = max(least, min(size, round(1.1 * tall)))
        turned = self._quarters % 2
        room = (self._deep if turned else self._wide) - (self._bar + self._strip) * turned
        return fitting(self._face.name, "bold", size, room, least or 6)

    def _at(self, right: float, back: float) -> Point:
        """Return the point so far to the right of its front's left end, and behind its front."""
        west, north = self._left, self._top
        east, south = west + self._across, north + self._down
        return (
            (west + right, north + back),
            (east - back, north + right),
            (east - right, south - back),
            (west + back, south - right),
        )[self._quarters]

    def _shape(self, draw: ImageDraw.ImageDraw, points: list[Point], ink: Colour) -> None:
        spots = (self._at(*one) for one in points)
        draw.polygon([(x * FINE, y * FINE) for x, y in spots], fill=(*ink, 255))

    def _slab(
        self, draw: ImageDraw.ImageDraw, front: float, rear: float, inset: float, ink: Colour
    ) -> None:
        """Fill a band from side to side."""
        left, right = inset, self._wide - inset
        self._shape(draw, [(left, front), (right, front), (right, rear), (left, rear)], ink)

    def draw(self) -> None:
        """Draw all that is not written."""
        draw = ImageDraw.Draw(self.fine)
        face, livery, edge = self._face, self._livery, self._edge
        behind = self._deep - self._strip
        self._slab(draw, 0, self._deep, 0, livery.edge)
        self._slab(draw, edge, self._deep - edge, edge, livery.fill)
        if face.disordered:
            self._slab(draw, behind, self._deep - edge, edge, livery.band)
        if self._close:
            self._pips(draw)
            self._signs(draw)
        self._front(draw)
        box = self._plan()[1]
        if box is not None:
            left, top, right, bottom = (value * FINE for value in box)
            pen = Pen(draw, (left, top, right, bottom), livery.ink, livery.fill)
            SYMBOLS[face.symbol](pen)

    def _front(self, draw: ImageDraw.ImageDraw) -> None:
        face, livery = self._face, self._livery
        eager = face.impetuous and not face.held
        ink = self._theme.highlight if eager else livery.ink
        self._slab(draw, self._edge, self._bar, self._edge, ink)
        if not self._close:
            return
        half, middle = self._wide * 0.12, self._wide / 2
        for place in (-2.3, 0.0, 2.3) if face.impetuous else (0.0,):
            x = middle + place * half
            arrow = [(x, 0.0), (x + half, self._bar), (x - half, self._bar)]
            self._shape(draw, arrow, dark(livery))
        if face.held:
            # The arrows are struck through.
            self._slab(draw, 0.4 * self._bar, 0.66 * self._bar, self._edge, livery.ink)

    def _pips(self, draw: ImageDraw.ImageDraw) -> None:
        """Draw a pip a point of cohesion along the rear, hollow once it is lost."""
        face, radius = self._face, self._strip * 0.36
        ink, under = self._on_strip()
        for number in range(face.full):
            x, y = self._at(self._edge * 2 + radius * (1.2 + 2.5 * number), self._behind())
            inner = ink if number < face.left else under
            for share, colour in ((1.0, ink), (0.62, inner)):
                r = radius * share
                box = ((x - r) * FINE, (y - r) * FINE, (x + r) * FINE, (y + r) * FINE)
                draw.ellipse(box, fill=(*colour, 255))

    def _signs(self, draw: ImageDraw.ImageDraw) -> None:
        """Draw its signs along the rear, from the right."""
        ink, _ = self._on_strip()
        size = self._strip * 0.84
        right = self._wide - 2 * self._edge - 0.6 * size
        for key in self._face.signs:
            x, y = self._at(right, self._behind())
            SIGNS[key](draw, x * FINE, y * FINE, size * FINE, ink)
            right -= 1.2 * size

    def _behind(self) -> float:
        """Return how far behind its front the middle of its strip lies."""
        return self._deep - (self._strip + self._edge) / 2

    def _on_strip(self) -> tuple[Colour, Colour]:
        """Return in what colours its pips and signs are drawn, and on what."""
        if self._face.disordered:
            return self._theme.victory_ink, self._livery.band
        return self._livery.ink, self._livery.fill

    def _area(self) -> Rect:
        """Return what lies between bar and strip."""
        rear = self._deep - max(self._strip, self._edge)
        corners = self._at(self._edge, self._bar), self._at(self._wide - self._edge, rear)
        (ax, ay), (bx, by) = corners
        return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)

    def _plan(self) -> tuple[Point, Rect | None]:
        """Return where the middle of its name stands, and where its symbol, if there is room."""
        left, top, right, bottom = self._area()
        x, y = (left + right) / 2, (top + bottom) / 2
        if not self._close:
            return (x, y), None
        beside, below = self._beside(), self._below()
        best = max(beside, below, key=lambda one: one[2])
        name, box, across = best
        return (name, box) if across >= 0.25 * self._wide else ((x, y), None)

    def _beside(self) -> tuple[Point, Rect, float]:
        """Return where name and symbol stand side by side, and how wide the symbol is."""
        left, top, right, bottom = self._area()
        gap, y = 0.05 * self._wide, (top + bottom) / 2
        name = text_width(self._face.name, "bold", self._size) if self._size else 0.0
        room = right - left - name - 3 * gap
        across = min(room, 0.9 * (bottom - top) * 5 / 3, 0.52 * self._wide)
        start = (left + right - name - gap - across) / 2
        return (start + name / 2, y), _shaped(start + name + gap, y, across), across

    def _below(self) -> tuple[Point, Rect, float]:
        """Return where they stand with the symbol beneath the name."""
        left, top, right, bottom = self._area()
        gap, x = 0.05 * self._wide, (left + right) / 2
        tall = _CAPITAL * self._size
        room = bottom - top - tall - 3 * gap
        across = min(0.94 * (right - left), 0.96 * room * 5 / 3, 0.66 * self._wide)
        start = (top + bottom - tall - gap - 0.6 * across) / 2
        box = _shaped(x - across / 2, start + tall + gap + 0.3 * across, across)
        return (x, start + tall / 2), box, across

    def write(self, image: Image.Image, fine: int) -> None:
        """Write its name: on the picture at its size, where the font's hinting still works."""
        if not self._size:
            return
        (x, y), _ = self._plan()
        baseline = y + 0.5 * _CAPITAL * self._size
        ImageDraw.Draw(image).text(
            (x * fine, baseline * fine),
            self._face.name,
            font=font("bold", self._size * fine),
            fill=(*self._livery.ink, 255),
            anchor="ms",
        )


def _shaped(left: float, middle: float, across: float) -> Rect:
    """Return the field of a symbol, five to three as they are."""
    return left, middle - 0.3 * across, left + across, middle + 0.3 * across
