"""Formations: a group as files side by side, and how it is drawn up anew.

A group that turns closes up: its ranks become files, its files ranks (ADG-R18). One that extends or
contracts keeps its front where it is; those who come up or fall in go to the named side (ADG-R65).

Rules:
    5.quarter, 5.half, 5.extend, 5.contract; ADG-R18, ADG-R65.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.art_of_war.plane.angles import HALF, QUARTER
from engine.art_of_war.plane.contact import behind, beside
from engine.art_of_war.plane.poses import UD, Base, Hand, Pose, ahead, aside, spun

Files = tuple[tuple[int, ...], ...]
"""Places of bases in a sequence: files from left to right, each from front to rear."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """How bases are drawn up: by file and rank, both from 0, whoever stands where."""

    spots: dict[tuple[int, int], int]

    @property
    def width(self) -> int:
        """How many files there are."""
        return 1 + max(file for file, _ in self.spots)

    @property
    def depth(self) -> int:
        """How many ranks there are."""
        return 1 + max(rank for _, rank in self.spots)

    def file(self, number: int) -> tuple[int, ...]:
        """Return a file, from front to rear."""
        return tuple(self.spots[spot] for spot in sorted(self.spots) if spot[0] == number)

    def rank(self, number: int) -> tuple[int, ...]:
        """Return a rank, from left to right."""
        return tuple(self.spots[spot] for spot in sorted(self.spots) if spot[1] == number)


def drawn_up(bases: Sequence[Base]) -> Drawn | None:
    """Return how bases are drawn up; ``None`` where they are not in files and ranks."""
    spots = {0: (0, 0)}
    reached = [0]
    for place in reached:
        file, rank = spots[place]
        for other, base in enumerate(bases):
            step = _step(bases[place], base)
            if step is None or other == place:
                continue
            spot = file + step[0], rank + step[1]
            if spots.setdefault(other, spot) != spot:
                return None
            if other not in reached:
                reached.append(other)
    if len(set(spots.values())) < len(bases):
        return None
    left = min(file for file, _ in spots.values())
    front = min(rank for _, rank in spots.values())
    return Drawn({(file - left, rank - front): place for place, (file, rank) in spots.items()})


def _step(one: Base, other: Base) -> tuple[int, int] | None:
    """Return how many files to the right and ranks back another base stands, next to one."""
    hand = beside(other, one)
    if hand is not None:
        return (1, 0) if hand == "right" else (-1, 0)
    if behind(other, one):
        return 0, 1
    return (0, -1) if behind(one, other) else None


def laid(bases: Sequence[Base], files: Files, anchor: int, pose: Pose) -> tuple[Pose, ...]:
    """Return where bases stand that are drawn up in files, their fronts in one line.

    Args:
        bases: Who stands there.
        files: How they are drawn up; no file is empty.
        anchor: Which file is laid first.
        pose: Of its foremost base.
    """
    found: dict[int, Pose] = {}
    fronts = {anchor: pose}
    for number in range(anchor + 1, len(files)):
        fronts[number] = aside(fronts[number - 1], UD)
    for number in reversed(range(anchor)):
        fronts[number] = aside(fronts[number + 1], -UD)
    for number, file in enumerate(files):
        spot = fronts[number]
        for place in file:
            found[place] = spot
            spot = ahead(spot, -bases[place].depth)
    return tuple(found[place] for place in range(len(bases)))


def turned_about(base: Base, plate: int, angle: int) -> Pose:
    """Return the pose of a base after a turn about the middle of its front plate."""
    return spun(base._replace(depth=plate), angle)


def quarter(
    bases: Sequence[Base], plates: Sequence[int], drawn: Drawn, hand: Hand
) -> tuple[Pose, ...]:
    """Return where bases stand after a quarter turn, closed up on the foremost of the old front."""
    files: list[tuple[int, ...]] = [drawn.rank(number) for number in range(drawn.depth)]
    anchor = 0
    if hand == "right":
        files = [file[::-1] for file in files]
    else:
        files = files[::-1]
        anchor = len(files) - 1
    first = files[anchor][0]
    angle = QUARTER if hand == "right" else -QUARTER
    pose = turned_about(bases[first], plates[first], angle)
    return laid(bases, tuple(files), anchor, pose)


def half(bases: Sequence[Base], plates: Sequence[int], drawn: Drawn) -> tuple[Pose, ...]:
    """Return where bases stand after a half turn, closed up on the left of their new front."""
    files = tuple(drawn.file(number)[::-1] for number in reversed(range(drawn.width)))
    first = files[0][0]
    return laid(bases, files, 0, turned_about(bases[first], plates[first], HALF))


def extended(drawn: Drawn, front: int, hand: Hand) -> Files:
    """Return the files of a wider front: from the rear, who is nearest comes up on one side.

    There must be as many behind as come up.
    """

    def inwards(spot: tuple[int, int]) -> int:
        return -spot[0] if hand == "right" else spot[0]

    behind_them = [spot for spot in drawn.spots if spot[1] > 0]
    rising = sorted(behind_them, key=lambda spot: (inwards(spot), spot[1]))
    rising = rising[: front - drawn.width]
    stay = [
        tuple(place for place in drawn.file(number) if place not in _places(drawn, rising))
        for number in range(drawn.width)
    ]
    new = [
        (drawn.spots[spot],) for spot in sorted(rising, key=lambda spot: (-inwards(spot), spot[1]))
    ]
    return tuple([*stay, *new] if hand == "right" else [*new[::-1], *stay])


def contracted(drawn: Drawn, front: int, hand: Hand) -> Files:
    """Return the files of a narrower front: those of one side stay, the others fall in behind."""
    order = list(range(drawn.width))
    if hand == "right":
        order.reverse()
    kept, falling = order[:front], order[front:]
    files = [list(drawn.file(number)) for number in kept]
    for turn, place in enumerate(one for number in falling for one in drawn.file(number)):
        files[-1 - turn % front].append(place)
    if hand == "right":
        files.reverse()
    return tuple(tuple(file) for file in files)


def _places(drawn: Drawn, spots: Sequence[tuple[int, int]]) -> frozenset[int]:
    return frozenset(drawn.spots[spot] for spot in spots)


def anchor_of(drawn: Drawn, files: Files) -> tuple[int, int] | None:
    """Return which of new files has a base of the old front foremost that stays, and which base.

    ``None`` where nobody of the old front would stand in the new one.
    """
    front = drawn.rank(0)
    found = ((number, file[0]) for number, file in enumerate(files) if file[0] in front)
    return next(found, None)
