"""Where names and generals stand, so that nothing lies on a unit's name.

Far off, as on the whole table, a block is hardly larger than its name: that is laid over all blocks
once they lie there, as large as a phone shows it well, and moved a little where two would meet.
Discs of generals lie beside the units, with a line to where their general is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from engine.art_of_war.plane.poses import Base
from render.art_of_war.blocks import DETAILED
from render.art_of_war.discs import margin, plate_width
from render.art_of_war.muster import Leading, Standing
from render.art_of_war.sheet import around, from_pose, outline, spot_of
from render.lettering import PHONE, lettered
from render.linework import Point
from render.relief import Window
from render.room import Box, Room, centred
from render.sprites import Sprite
from render.themes import Colour, Theme

NAME_ON_PHONE: Final = 9
"""The least size of a unit's letters where a phone shows the picture 390 pixels wide."""

_DISC, _DISC_JOINED = 0.62, 0.5
"""How large discs of generals are in close-ups, by themselves and with a unit, in UD."""

_ROUND: Final = 1.72
"""How large they are at least, in sizes of their letters."""

_BLOCK, _NAME = 1, 4
"""How much it matters that a block, and that a name or disc, is not covered."""

_LARGEST: Final = 2.5
"""No base reaches farther from the middle of its front, in UD."""

_TOUCHING: Final = 3
"""A disc whose edge lies no farther from where its general is needs no line, in pixels."""

_STEPS: Final = (1.0, 1.5, 2.0, 2.6, 3.3)
"""How far from where a general is their disc may lie, in discs."""

_NUDGED: Final = (0.0, 0.2, 0.4, 0.6, 0.8)
"""How far a disc is moved, in halves of it, before it no longer covers where its general is."""

_TURNS: Final = (0, 1, -1, 2, -2, 3, -3, 4)
"""In which of eight directions it is tried, from the rear of whom they lead."""

_ABOUT: Final = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
"""Where about a point a mark may lie, right and down."""

_NUDGES: Final = tuple(
    (far * right, far * down)
    for far in (0.12, 0.24, 0.36, 0.48, 0.6, 0.8, 1.0)
    for right, down in _ABOUT[far > 0.12 :]
)
"""How far a name may be moved, right and down, in sizes of its letters."""


@dataclass(frozen=True, slots=True)
class Named:
    """A unit's name as it is laid on the picture; *x* and *y* are its middle, in pixels."""

    sprite: Sprite
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Round:
    """Where a general's disc lies: its middle and size in pixels, and whither its line leads.

    Attributes:
        goal: Where its general is, in pixels; ``None`` where the disc touches it.
    """

    x: float
    y: float
    size: int
    goal: Point | None = None


def name_size(width: int) -> int:
    """Return the least size of letters of units and generals on a picture so wide."""
    return -(-NAME_ON_PHONE * width // PHONE)


def is_far(scale: float) -> bool:
    """Say whether blocks are so small that their names are laid over them."""
    return scale < DETAILED


class Labels:
    """Where everything stands that is laid over the blocks of one picture.

    Attributes:
        names: Of units, where they are not written on their blocks.
        discs: Of generals, by id.
    """

    def __init__(
        self,
        window: Window,
        size: tuple[int, int],
        letters: int,
        theme: Theme,
        troops: Iterable[Standing],
        leaders: Iterable[Leading],
    ) -> None:
        """Find a place for each; *letters* is how large names are written."""
        self._window, self._room, self._lettered = window, Room(size), Room(size)
        boxes = [(one, self._box(one.base)) for one in troops if self._is_near(size, one.base)]
        for _, box in boxes:
            self._room.take(box, _BLOCK)
        shown = [one for one, box in boxes if _meets(size, box)]
        far = is_far(window.scale)
        self.names = tuple(self._named(one, letters, theme) for one in shown if far)
        bases = {one.unit.id: one.base for one in shown}
        self.discs: Mapping[str, Round] = {
            one.general.id: self._round(one, bases.get(one.general.unit), letters)
            for one in leaders
            if _meets(size, centred((1, 1), *window.at(*one.spot)))
        }

    def beside(self, x: float, y: float, size: int) -> Point:
        """Return the point about another where a mark so large covers the least; it is taken."""
        step = 0.8 * size
        spots = ((x + right * step, y + down * step) for right, down in _ABOUT)
        box = self._room.best(centred((size, size), *spot) for spot in spots)
        self._room.take(box, _NAME)
        return _middle(box)

    def _is_near(self, size: tuple[int, int], base: Base) -> bool:
        """Say whether a part of a base may be on the picture: none is larger than that."""
        x, y = self._window.at(*spot_of(base.pose))
        far = _LARGEST * self._window.scale
        return -far < x < size[0] + far and -far < y < size[1] + far

    def _box(self, base: Base) -> Box:
        left, top, right, bottom = around(outline(base))
        return *self._window.at(left, top), *self._window.at(right, bottom)

    def _named(self, one: Standing, letters: int, theme: Theme) -> Named:
        """Return a unit's name on its block, moved no further than it must be."""
        livery = theme.liveries[one.unit.side]
        sprite = written(one.face.name, letters, livery.ink, livery.fill, _room_of(self._window))
        x, y = self._window.at(*one.middle)
        spots = ((x + right * letters, y + down * letters) for right, down in _NUDGES)
        box = self._lettered.best(centred(sprite.size, *spot) for spot in spots)
        self._lettered.take(box)
        self._room.take(box, _NAME)
        return Named(sprite, *_middle(box))

    def _round(self, one: Leading, joined: Base | None, letters: int) -> Round:
        """Return where a disc lies: where its general is, or as near to them as there is room."""
        share = _DISC if joined is None else _DISC_JOINED
        size = max(round(letters * _ROUND), round(share * self._window.scale))
        tag = plate_width(one.face, size, letters)
        if joined is None:
            goal, rear = self._window.at(*one.spot), pi / 2
        else:
            goal = self._window.at(*from_pose(joined.pose, 0, -joined.depth))
            rear = pi / 2 + joined.pose.facing * pi / 1800
        half = size / 2 + margin(one.face, size)
        # Its plate lies at its right.
        box = self._room.best(
            (x - half, y - half, x + half + tag, y + half)
            for x, y in _about(goal, rear, half, lone=joined is None)
        )
        self._room.take(box, _NAME)
        x, y = box[0] + half, box[1] + half
        far = hypot(x - goal[0], y - goal[1]) > half + _TOUCHING
        return Round(x, y, size, goal if far else None)


def _about(goal: Point, rear: float, half: float, *, lone: bool) -> Iterator[Point]:
    """Yield where a disc may lie, best first: on its goal if *lone*, or touching it."""
    x, y = goal
    near = (share * half for share in _NUDGED) if lone else ()
    for far in (*near, *(half + 1 + 2 * half * (step - 1) for step in _STEPS)):
        for turn in _TURNS:
            angle = rear + turn * pi / 4
            yield x + far * cos(angle), y + far * sin(angle)


def _middle(box: Box) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _room_of(window: Window) -> int:
    """Return how wide a name may be, in pixels: a base is a UD wide, and so is whose beside it."""
    return int(window.scale) - 1


def _meets(size: tuple[int, int], box: Box) -> bool:
    """Say whether a part of a rectangle is on a picture of some size."""
    left, top, right, bottom = box
    return left < size[0] and top < size[1] and right > 0 and bottom > 0


@lru_cache(maxsize=512)
def written(text: str, size: int, ink: Colour, halo: Colour, room: int) -> Sprite:
    """Return a name as a sprite that is its ink and nothing beside it, at most *room* wide.

    Where it would be wider its letters become narrower, and stay as high.
    """
    sprite = lettered(text, "bold", size, ink, halo, 1)
    box = sprite.mask.getbbox()
    colour, mask = sprite.colour.crop(box), sprite.mask.crop(box)
    if colour.width > room:
        narrow = room, colour.height
        colour, mask = (one.resize(narrow, Image.Resampling.LANCZOS) for one in (colour, mask))
    return Sprite(colour, mask, text, sprite.line)


def tether(image: Image.Image, one: Round, theme: Theme, ink: Colour) -> None:
    """Draw the line from where a general's disc lies to where they are."""
    if one.goal is None:
        return
    draw, thick = ImageDraw.Draw(image), max(2, one.size // 14)
    line = [(one.x, one.y), one.goal]
    draw.line(line, fill=theme.label_halo, width=thick + 2)
    draw.line(line, fill=ink, width=thick)
    x, y = one.goal
    for r, tone in ((thick + 2, theme.label_halo), (thick + 1, ink)):
        draw.ellipse((x - r, y - r, x + r, y + r), fill=tone)
