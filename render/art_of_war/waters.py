"""Rivers, streams, the sea and roads: bands across the table."""

from __future__ import annotations

from math import hypot

from PIL import Image

from engine.art_of_war.state import Feature
from render.art_of_war.country import corners_of
from render.art_of_war.growth import seeded, strewn
from render.art_of_war.sheet import closed
from render.linework import Ink, Point, ahead, along, beside
from render.relief import Window
from render.themes import Theme


def course_of(corners: list[Point]) -> list[Point]:
    """Return the line along the middle of a band: half way from one bank to the other."""
    half = len(corners) // 2
    banks = zip(corners[:half], reversed(corners[-half:]), strict=True)
    line = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in banks]
    if len(corners) == 4 and _length(corners[1:3]) > _length(corners[:2]):
        # A rectangle whose long sides are the other two.
        return course_of([*corners[1:], corners[0]])
    return line


def _length(line: list[Point]) -> float:
    return hypot(line[1][0] - line[0][0], line[1][1] - line[0][1])


def draw_water(image: Image.Image, theme: Theme, window: Window, feature: Feature) -> None:
    """Draw a river or stream between its banks, with ripples along its course."""
    bank, water, foam = Ink(window), Ink(window), Ink(window, 0.7)
    corners = corners_of(feature)
    bank.shape(corners)
    bank.line(closed(corners), 0.12)
    water.shape(corners)
    side = 1.0
    for point, angle in along(course_of(corners), 0.55, 0.25):
        start = beside(point, angle, 0.09 * side)
        foam.line([start, ahead(start, angle, 0.2)], 0.035)
        side = -side
    bank.lay(image, theme.inks["bank"], 0.9)
    water.lay(image, theme.inks["water"])
    foam.lay(image, theme.inks["foam"], 0.65)


def draw_sea(image: Image.Image, theme: Theme, window: Window, feature: Feature) -> None:
    """Draw shallow sea, with waves and a rim of foam."""
    water, rim, waves = Ink(window), Ink(window), Ink(window, 0.8)
    corners, dice = corners_of(feature), seeded(feature, 9)
    water.shape(corners)
    rim.line(closed(corners), 0.12)
    for x, y in strewn(corners, dice, 0.9, 0.35, 0.3):
        waves.line([(x - 0.18, y), (x - 0.06, y - 0.06), (x + 0.06, y), (x + 0.18, y - 0.06)], 0.04)
    rim.lay(image, theme.inks["foam"], 0.9)
    water.lay(image, theme.inks["water"], 0.92)
    waves.lay(image, theme.inks["foam"], 0.6)


def draw_road(image: Image.Image, theme: Theme, window: Window, feature: Feature) -> None:
    """Draw a road with dark edges and ruts."""
    edge, heart, ruts = Ink(window), Ink(window), Ink(window, 0.7)
    corners = corners_of(feature)
    edge.line(closed(corners), 0.07)
    heart.shape(corners)
    for point, angle in along(course_of(corners), 0.4, 0.1):
        for off in (-0.09, 0.09):
            start = beside(point, angle, off)
            ruts.line([start, ahead(start, angle, 0.26)], 0.03)
    heart.lay(image, theme.inks["road"], 0.9)
    edge.lay(image, theme.inks["road_edge"], 0.9)
    ruts.lay(image, theme.inks["road_edge"], 0.5)
