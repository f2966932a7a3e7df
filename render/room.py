"""Where on a picture there is room for a label: nothing is to lie on anything else."""

from __future__ import annotations

from collections.abc import Iterable

BAND = 96
"""Pixels of a band."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""


def centred(size: tuple[int, int], x: float, y: float) -> Box:
    """Return the rectangle of some width and height with its middle at (*x*, *y*)."""
    width, height = size
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


class Room:
    """What of a picture is taken."""

    def __init__(self, size: tuple[int, int]) -> None:
        """Begin with an empty picture of some width and height."""
        self._width, self._height = size
        # By bands across the picture, so that a box is compared with what is near it only.
        self._taken: dict[int, list[tuple[float, float, float, float, int, int]]] = {}

    def take(self, box: Box, weight: int = 1) -> None:
        """Let nothing else lie there, if it can be helped: the less, the greater the weight."""
        first, last = _bands(box)
        for band in range(first, last + 1):
            self._taken.setdefault(band, []).append((*box, weight, first))

    def is_free(self, box: Box) -> bool:
        """Say whether nothing lies there, and all of it is on the picture."""
        return box == self._moved(box) and not self._covered(box)

    def best(self, boxes: Iterable[Box]) -> Box:
        """Return the first of some boxes that is free; where none is, that which covers least.

        It is moved so that it does not pass the edges of the picture.
        """
        least, found = float("inf"), None
        for box in map(self._moved, boxes):
            covered = self._covered(box, least)
            if found is None or covered < least:
                found, least = box, covered
            if not covered:
                break
        assert found is not None, "a label has at least one place"
        return found

    def _moved(self, box: Box) -> Box:
        west, north, east, south = box
        if west >= 0 and north >= 0 and east <= self._width and south <= self._height:
            return box
        left = min(max(0.0, box[0]), max(0.0, self._width - (box[2] - box[0])))
        top = min(max(0.0, box[1]), max(0.0, self._height - (box[3] - box[1])))
        return left, top, left + box[2] - box[0], top + box[3] - box[1]

    def _covered(self, box: Box, enough: float = float("inf")) -> float:
        """Return how many square pixels of what is taken a box would cover, by their weight.

        Of more than *enough* it is not told how much more.
        """
        total = 0.0
        west, north, east, south = box
        own, last = _bands(box)
        for band in range(own, last + 1):
            for left, top, right, bottom, weight, first in self._taken.get(band, ()):
                # What lies in several bands counts in the first of them that both are in.
                if left < east and west < right and top < south and north < bottom:
                    if band not in (own, first):
                        continue
                    width = min(east, right) - max(west, left)
                    total += weight * width * (min(south, bottom) - max(north, top))
                    if total >= enough:
                        return total
        return total


def _bands(box: Box) -> tuple[int, int]:
    return int(box[1] // BAND), int(box[3] // BAND)
