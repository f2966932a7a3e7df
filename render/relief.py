"""Country made from a few numbers a hex: coast line, relief shading and the colours of the ground.

A map file says of a hex what it is, not what it looks like. From each hex's share of land, height
and roughness this module grows a landscape: smooth fields through the hexes' values, roughened by
noise that never changes, so that the same place looks the same at every scale and in every
picture. Everything is done by Pillow's own arithmetic, since a loop over pixels would be slow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageMath

from render.themes import Colour, Ground, Theme

Corners = Sequence[tuple[float, float]]

RESOLUTION = 6
"""Pixels of the control fields to one unit (the side of a hex)."""

_COAST_CELLS = (1.6, 0.8, 0.4, 0.2, 0.1, 0.05)
_PEAK_CELLS = (1.2, 0.6, 0.3, 0.15, 0.075, 0.0375)
_PATCH_CELLS = (0.9, 0.45, 0.22, 0.11)
_LATTICES = len((*_COAST_CELLS, *_PEAK_CELLS, *_PATCH_CELLS))
_FALL = 0.55
_SNOW, _SNOW_FADES = 5500.0, 400.0
"""Metres above which all is white, half of it, and over how many metres it becomes so."""
_EXTENT = (72, 60)
"""Units that the noise covers, from the grid's origin; every map lies within."""


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of the map, in units, and how many pixels one unit takes."""

    left: float
    top: float
    right: float
    bottom: float
    scale: float

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return (
            round((self.right - self.left) * self.scale),
            round((self.bottom - self.top) * self.scale),
        )

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the map as pixels."""
        return (x - self.left) * self.scale, (y - self.top) * self.scale


@dataclass(frozen=True, slots=True)
class Cell:
    """What the landscape knows of one hex.

    Attributes:
        corners: Its outline, in units.
        land: Share of land, 0 to 1; whether its middle is land is settled by *dry*.
        height: Metres above the sea.
        relief: Metres between its valleys and its heights.
        ground: Key of its terrain in the theme, or "" where the map ends.
        dry: Whether its middle must be land.
    """

    corners: Corners
    middle: tuple[float, float]
    land: float
    height: float
    relief: float
    ground: str
    dry: bool


def _math(make: Callable[[Mapping[str, Any]], Any], **images: Image.Image) -> Image.Image:
    result = ImageMath.lambda_eval(make, **images)
    assert isinstance(result, Image.Image)
    return result


def _weighted(total: Image.Image, octave: Image.Image, weight: float) -> Image.Image:
    """Return *total* with noise of 0 to 255 added as -*weight* to *weight*."""
    scale = weight / 127.5
    return _math(lambda v: v["t"] + v["o"] * scale - weight, t=total, o=octave)


def _contour(field: Image.Image, level: float, gain: float) -> Image.Image:
    """Return a mask of the line along which *field* is at *level*."""
    return _math(lambda v: 255.0 - abs(v["f"] - level) * gain, f=field).convert("L")


@lru_cache(maxsize=_LATTICES)
def _lattice(seed: int, cell: float) -> Image.Image:
    """Return numbers of chance that never change, of one fineness: all maps share them."""
    # Its extent is fixed, so that a wider map keeps the coast it had.
    size = (int(_EXTENT[0] / cell) + 4, int(_EXTENT[1] / cell) + 4)
    # The noise belongs to the map, not to a game.
    numbers = Random(seed).randbytes(size[0] * size[1])  # noqa: S311
    return Image.frombytes("L", size, numbers)


class Landscape:
    """The country under a map.

    Args:
        cells: Every hex, those beyond the edge of the map included.
        bounds: Left, top, right and bottom of the country, in units.
        order: Terrains from the one that lies lowest to the one that covers all others.
        blend: Over how many units terrains run into each other.
        ragged: How far noise shifts the line where they meet.
    """

    def __init__(
        self,
        cells: Iterable[Cell],
        bounds: tuple[float, float, float, float],
        order: Sequence[str],
        blend: float = 0.55,
        ragged: float = 0.2,
    ) -> None:
        self._cells = tuple(cells)
        self._order = tuple(order)
        self._blend, self._ragged = blend, ragged
        self._left, self._top, right, bottom = bounds
        self._width, self._height = right - self._left, bottom - self._top
        self._size = (round(self._width * RESOLUTION), round(self._height * RESOLUTION))

    # -- control fields --------------------------------------------------------------------

    def _drawn(self, value: Callable[[Cell], float]) -> Image.Image:
        """Return a field that holds each cell's value all over it."""
        image = Image.new("F", self._size, 0.0)
        draw = ImageDraw.Draw(image)
        for cell in self._cells:
            points = [
                ((x - self._left) * RESOLUTION, (y - self._top) * RESOLUTION)
                for x, y in cell.corners
            ]
            draw.polygon(points, fill=value(cell))
            draw.line([*points, points[0]], fill=value(cell), width=1)
        return image

    def _smooth(self, image: Image.Image, reach: float) -> Image.Image:
        """Return a field with everything smaller than *reach* units smoothed away."""
        coarse = (max(2, round(self._width / reach)), max(2, round(self._height / reach)))
        small = image.resize(coarse, Image.Resampling.BOX)
        return small.resize(self._size, Image.Resampling.BICUBIC)

    @cached_property
    def _land(self) -> Image.Image:
        """Land shares, smoothed, with every hex's middle firmly on its side of one half."""
        shares = {id(cell): cell.land for cell in self._cells}
        field = self._smooth(self._drawn(lambda cell: shares[id(cell)]), 0.7)
        for _ in range(4):
            for cell in self._cells:
                x, y = cell.middle
                spot = (
                    min(self._size[0] - 1, max(0, int((x - self._left) * RESOLUTION))),
                    min(self._size[1] - 1, max(0, int((y - self._top) * RESOLUTION))),
                )
                found = field.getpixel(spot)
                assert isinstance(found, float)
                if cell.dry and found < 0.74:
                    shares[id(cell)] += 0.76 - found
                elif not cell.dry and found > 0.2:
                    shares[id(cell)] -= found - 0.18
            field = self._smooth(self._drawn(lambda cell: shares[id(cell)]), 0.7)
        return field

    @cached_property
    def _shelf(self) -> Image.Image:
        return self._smooth(self._land, 2.6)

    @cached_property
    def _heights(self) -> Image.Image:
        return self._smooth(self._drawn(lambda cell: cell.height), 1.0)

    @cached_property
    def _reliefs(self) -> Image.Image:
        return self._smooth(self._drawn(lambda cell: cell.relief), 1.0)

    @cached_property
    def _grounds(self) -> Mapping[str, Image.Image]:
        found = {cell.ground for cell in self._cells if cell.dry}
        keys = [key for key in self._order if key in found]
        return {key: self._smooth(self._extent(key), self._blend) for key in keys}

    def _extent(self, ground: str) -> Image.Image:
        """Return a field that is 1 where the terrain is *ground* and 0 elsewhere."""
        return self._drawn(lambda cell: float(cell.ground == ground))

    # -- within a window -------------------------------------------------------------------

    def _cut(self, field: Image.Image, window: Window) -> Image.Image:
        """Return the part of a control field within *window*, at its scale."""
        low, high = _extremes(field)
        if low == high:
            return Image.new("F", window.size, high)
        per_x, per_y = self._size[0] / self._width, self._size[1] / self._height
        box = (
            max(0.0, (window.left - self._left) * per_x),
            max(0.0, (window.top - self._top) * per_y),
            min(float(self._size[0]), (window.right - self._left) * per_x),
            min(float(self._size[1]), (window.bottom - self._top) * per_y),
        )
        return field.resize(window.size, Image.Resampling.BICUBIC, box=box)

    def _noise(self, seed: int, cells: Sequence[float], window: Window) -> Image.Image:
        """Return noise from -1 to 1; octaves too fine for the scale are left out."""
        total = Image.new("F", window.size, 0.0)
        weight, weights = 1.0, 0.0
        for number, cell in enumerate(cells):
            weights += weight
            if cell * window.scale >= 2.2:
                octave = self._octave(_lattice(seed + number, cell), cell, window)
                total = _weighted(total, octave, weight)
            weight *= _FALL
        return _math(lambda v: v["t"] * (1.6 / weights), t=total)

    def _octave(self, lattice: Image.Image, cell: float, window: Window) -> Image.Image:
        """Return noise of one fineness, 0 to 255: the lattice's numbers, joined smoothly."""
        left, top = window.left / cell + 2, window.top / cell + 2
        right, bottom = window.right / cell + 2, window.bottom / cell + 2
        corner = (int(left) - 2, int(top) - 2)
        piece = lattice.crop((*corner, int(right) + 4, int(bottom) + 4)).convert("F")
        box = (left - corner[0], top - corner[1], right - corner[0], bottom - corner[1])
        return piece.resize(window.size, Image.Resampling.BICUBIC, box=box)

    def _ramp(self, field: Image.Image, level: float, width: float) -> Image.Image:
        """Return a mask of where *field* is above *level*; it rises over *width*."""
        gain = 255.0 / width
        return _math(lambda v: (v["f"] - level) * gain + 127.5, f=field).convert("L")

    def coast(self, window: Window) -> tuple[Image.Image, Image.Image]:
        """Return the mask of the land, and the field it was cut from."""
        rough = self._noise(11, _COAST_CELLS, window)
        field = _math(lambda v: v["l"] + v["n"] * 0.2, l=self._cut(self._land, window), n=rough)
        return self._ramp(field, 0.5, 1.8 / window.scale), field

    def relief(self, window: Window) -> tuple[Image.Image, Image.Image]:
        """Return light and shade (128 is flat) with light from the north-west, and heights."""
        wide = Window(
            window.left - 1 / window.scale,
            window.top - 1 / window.scale,
            window.right,
            window.bottom,
            window.scale,
        )
        height, roughness = self._cut(self._heights, wide), self._cut(self._reliefs, wide)
        if _extremes(roughness) != (0.0, 0.0):
            ridges = self._noise(31, _PEAK_CELLS, wide)
            height = _math(
                lambda v: v["h"] + v["r"] * (0.7 - abs(v["n"]) * 1.5),
                h=height,
                r=roughness,
                n=ridges,
            )
        steep = 0.017 * window.scale
        slope = _math(
            lambda v: (v["a"] - v["b"]) * steep + 128.0,
            a=height,
            b=ImageChops.offset(height, 1, 1),
        )
        box = (1, 1, 1 + window.size[0], 1 + window.size[1])
        # Its grain costs more bytes than all lettering, and nobody sees it.
        shade = (
            slope.crop(box)
            .convert("L")
            .filter(ImageFilter.GaussianBlur(max(0.9, window.scale / 95)))
        )
        return shade, height.crop(box)

    def paint_land(self, window: Window, theme: Theme) -> Image.Image:
        """Return the ground with its colours and its relief, as if there were no sea."""
        shade, height = self.relief(window)
        patch: Image.Image | None = None
        image = _tinted(shade, theme.abroad)
        lowest: Ground | None = theme.abroad
        for key, field in self._grounds.items():
            ground = theme.grounds[key]
            if ground == lowest:
                continue  # as what lies beneath all others: nothing of it would be seen
            lowest = None
            patch = patch or self._noise(53, _PATCH_CELLS, window)
            where = self._frayed(self._cut(field, window), patch)
            # Below one half, so that neighbours overlap and no gap shows between them.
            mask = self._ramp(where, 0.42, 0.12)
            image.paste(_tinted(shade, ground), (0, 0), mask)
        if _extremes(height)[1] > _SNOW - _SNOW_FADES / 2:
            snow = self._ramp(height, _SNOW, _SNOW_FADES)
            image.paste(_tinted(shade, Ground(theme.snow, 0.8)), (0, 0), snow)
        return image

    def _frayed(self, field: Image.Image, noise: Image.Image) -> Image.Image:
        return _math(lambda v: v["f"] + v["n"] * self._ragged, f=field, n=noise)

    def paint_sea(self, window: Window, theme: Theme, field: Image.Image) -> Image.Image:
        """Return the sea with its depths and the lines along its shore, as if all were sea."""
        shelf = self._cut(self._shelf, window)
        image = Image.new("RGB", window.size, theme.sea[-1])
        levels = [0.05 + 0.085 * step for step in range(len(theme.sea) - 1)]
        for level, colour in zip(levels, reversed(theme.sea[:-1]), strict=True):
            image.paste(colour, (0, 0), self._ramp(shelf, level, 0.5 / window.scale))
        calm = self._cut(self._land, window)
        near = _math(lambda v: v["c"] * 0.55 + v["f"] * 0.45, c=calm, f=field)
        for level, strength in ((0.40, 120), (0.31, 90), (0.23, 64), (0.16, 40)):
            line = _contour(near, level, window.scale * 130)
            mask = line.point([min(strength, value * strength // 255) for value in range(256)])
            image.paste(theme.shore, (0, 0), mask)
        return image


def paint_shore(image: Image.Image, window: Window, theme: Theme, land: Image.Image) -> None:
    """Draw the coast line: the rim of the mask *land*."""
    blurred = land.filter(ImageFilter.BoxBlur(max(1.0, window.scale / 38)))
    # Halfway between sea and land is the rim; a blur is far quicker than growing the mask.
    rim = blurred.point([min(255, 4 * min(value, 255 - value)) for value in range(256)])
    image.paste(theme.coast, (0, 0), rim)


def _extremes(field: Image.Image) -> tuple[float, float]:
    low, high = field.getextrema()
    assert isinstance(low, float)
    assert isinstance(high, float)
    return low, high


def _tinted(shade: Image.Image, ground: Ground) -> Image.Image:
    """Return a colour under light and shade."""
    bands = [shade.point(_curve(channel, ground.relief)) for channel in _cool(ground.colour)]
    return Image.merge("RGB", bands)


def _cool(colour: Colour) -> tuple[tuple[int, float], ...]:
    """Return each channel with its share of the light: shadows lean to blue."""
    return tuple(zip(colour, (1.0, 0.98, 0.86), strict=True))


@lru_cache(maxsize=256)
def _curve(channel: tuple[int, float], strength: float) -> list[int]:
    """Return what light and shade make of a channel: the same list each time."""
    value, share = channel
    return [
        max(
            0,
            min(
                255,
                round(value + (light - 128) * strength * share * (1.0 if light < 128 else 0.62)),
            ),
        )
        for light in range(256)
    ]
