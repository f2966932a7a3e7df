"""What can be seen on pictures: colours, differences, cells of the table."""

from __future__ import annotations

from PIL import Image, ImageChops

from engine.art_of_war.state import View
from render.api import Picture, Section
from render.art_of_war.heading import head_height
from render.art_of_war.layout import rim_of
from render.art_of_war.painter import layout_of
from render.art_of_war.sheet import DEEP
from render.themes import Colour
from tests.support.decoding import pixels


def differs(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures of one size are not the same."""
    return ImageChops.difference(one, other).getbbox() is not None


def near(image: Image.Image, colour: Colour, reach: int = 24) -> float:
    """How much of a picture is nearly of one colour."""
    flat = Image.new("RGB", image.size, colour)
    bands = ImageChops.difference(image, flat).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(worst.histogram()[:reach]) / (image.size[0] * image.size[1])


def tone(image: Image.Image) -> tuple[float, float, float]:
    """The mean colour of a picture."""
    pixel = image.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
    assert isinstance(pixel, tuple)
    return float(pixel[0]), float(pixel[1]), float(pixel[2])


def cell(
    picture: Picture,
    view: View,
    section: Section,
    spot: tuple[float, float],
    reach: float = 0.6,
    head: int | None = None,
) -> Image.Image:
    """The square about a point of the table, in UD, as it is on a picture."""
    layout = layout_of(view, section)
    x, y = layout.window.at(spot[0], DEEP - spot[1])
    x += rim_of(layout.width)
    y += head_height(picture.width) if head is None else head
    half = reach * layout.scale
    return pixels(picture).crop(
        (round(x - half), round(y - half), round(x + half), round(y + half))
    )
