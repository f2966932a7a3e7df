"""How an army is drawn up: all corps as one line, horse outside, light foot behind (11.deploy).

Only where corps stand is the plan's secret; the line itself follows from the plan and the ground,
so that corps that are written one after the other fit each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.api import Seat
from engine.art_of_war.actions import Placing
from engine.art_of_war.ground import Going, going_at
from engine.art_of_war.ids import letter_of
from engine.art_of_war.plane.poses import Base
from engine.art_of_war.rules.melee.phalanx import forms_deep
from engine.art_of_war.rules.setting_up.layout import (
    CAMP,
    HEAVY,
    RIM,
    ZONE,
    on_table,
    seen_by,
    to_deploy,
)
from engine.art_of_war.rules.setting_up.outlines import DEEP, WIDE
from engine.art_of_war.rules.setting_up.posts import ORDER
from engine.art_of_war.state import Table, Unit
from engine.art_of_war.survey import CAMP_DEPTH, depth_of, is_light, is_mounted, type_of
from engine.art_of_war.troops import UD, TroopType

GAP = UD // 4
"""Between two corps, so that neither is in the other's way, and no enemy comes through."""

SHIFTS = tuple(sorted(range(-6 * UD, 7 * UD, UD), key=abs))
"""How far the line is moved along to find better ground."""

RANKS = 2
"""How deep a phalanx stands (8.phalanx)."""


@dataclass(frozen=True, slots=True)
class Block:
    """A group in the line.

    Attributes:
        units: Who, in order.
        files: Bases in front.
    """

    units: tuple[Unit, ...]
    files: int

    @property
    def width(self) -> int:
        """Of its front, in hundredths."""
        return self.files * UD

    @property
    def depth(self) -> int:
        """Of all its ranks, in hundredths."""
        ranks = -(-len(self.units) // self.files)
        return ranks * max(map(depth_of, self.units))


Spot = tuple[Block, int, int]
"""A block, how far along the middle of its front is from the left, and how far up it stands."""


def drawn_up(
    table: Table, seat: Seat, posts: Sequence[str]
) -> Mapping[int, tuple[Placing, ...]] | None:
    """Return where everybody of each corps is to stand; ``None`` where the zone is too narrow.

    Args:
        table: Before anybody is deployed.
        seat: Whose army it is.
        posts: The battle plan.
    """
    standing = sorted(
        (one for one in range(1, len(posts) + 1) if posts[one - 1] in ORDER),
        key=lambda one: (ORDER.index(posts[one - 1]), one),
    )
    for thin in (False, True):
        rows = {
            corps: _row(table, seat, corps, place, len(standing), thin=thin)
            for place, corps in enumerate(standing)
        }
        width = sum(_width(row) for row in rows.values()) + GAP * (len(rows) - 1)
        if width <= WIDE - 2 * RIM:
            return _placed(table, seat, rows, width)
    return None


_Row = tuple[list[Block], list[Block], list[Block]]
"""What of a corps stands in the line, behind it and before it."""


def _row(table: Table, seat: Seat, corps: int, place: int, of: int, *, thin: bool) -> _Row:
    """Return how a corps stands, from left to right.

    Args:
        table: Before anybody is deployed.
        seat: Whose corps it is.
        corps: Which.
        place: How many corps stand to the left of it.
        of: How many corps stand in all.
        thin: Whether light horse stands behind the line, for want of room in it.
    """
    blocks = list(_blocks(to_deploy(table, seat, corps)))
    loose = [one for one in blocks if type_of(one.units[0]) is TroopType.LI]
    foot = [one for one in blocks if one not in loose and not _is_horse(one)]
    horse = [one for one in blocks if one not in loose and _is_horse(one)]
    # Light foot passes through the line, but the line not through light foot (5.through).
    before, behind = ([], loose) if foot else (loose, [])
    inside = 0 < place < of - 1
    if foot and (inside or thin):
        behind = [*behind, *(one for one in horse if inside or is_light(one.units[0]))]
        horse = [one for one in horse if one not in behind]
    if place == 0:
        return [*horse, *foot], behind, before
    return [*foot, *reversed(horse)], behind, before


def _blocks(units: Sequence[Unit]) -> Iterator[Block]:
    """Yield groups as they stand; light horse first, which goes outside."""
    found: dict[str, list[Unit]] = {}
    for one in units:
        found.setdefault(letter_of(one.id), []).append(one)
    for group in sorted(found.values(), key=lambda group: (not is_light(group[0]), group[0].id)):
        ranks = RANKS if forms_deep(group[0]) else 1
        yield Block(tuple(group), -(-len(group) // ranks))


def _is_horse(block: Block) -> bool:
    unit = block.units[0]
    return is_mounted(unit) and type_of(unit) is not TroopType.EL


def _width(row: _Row) -> int:
    """Return how much of the front a corps takes."""
    line, behind, before = row
    return max(sum(one.width for one in part) for part in (line, behind, before))


def _placed(
    table: Table, seat: Seat, rows: Mapping[int, _Row], width: int
) -> Mapping[int, tuple[Placing, ...]]:
    """Return the placings of each corps where the line has the best ground before it."""
    room = (WIDE - 2 * RIM - width) // 2
    shifts = [one for one in SHIFTS if abs(one) <= room] or [0]

    def bad(shift: int) -> int:
        return sum(
            _hindered(table, seat, block, along)
            for spots in _spots(table, seat, rows, width, shift).values()
            for block, along, _ in spots
        )

    best = min(shifts, key=lambda shift: (bad(shift), abs(shift)))
    return {
        corps: tuple(_placing(seat, *spot) for spot in spots)
        for corps, spots in _spots(table, seat, rows, width, best).items()
    }


def _spots(
    table: Table, seat: Seat, rows: Mapping[int, _Row], width: int, shift: int
) -> Mapping[int, list[Spot]]:
    """Return where each block of each corps stands, as its side sees it."""
    left = (WIDE - width) // 2 + shift
    found: dict[int, list[Spot]] = {}
    for corps, row in rows.items():
        line, behind, before = row
        middle = left + _width(row) // 2
        second = HEAVY - GAP - max((one.depth for one in line), default=0)
        found[corps] = [
            # Their general goes with one of the first.
            *sorted(_abreast(line, middle, HEAVY), key=_size, reverse=True),
            *_abreast(behind, _beside_camp(table, seat, behind, middle, second), second),
            *_abreast(before, middle, ZONE),
        ]
        left += _width(row) + GAP
    return found


def _beside_camp(table: Table, seat: Seat, blocks: Sequence[Block], middle: int, up: int) -> int:
    """Return where the middle of a second line is, moved along where the camp is in its way."""
    camp = table.camps.get(f"{seat}-{CAMP}")
    if camp is None or not blocks or up - max(one.depth for one in blocks) >= CAMP_DEPTH:
        return middle
    along, _ = seen_by(seat, camp.pose.x, camp.pose.y)
    room = (sum(one.width for one in blocks) + UD) // 2 + GAP
    if abs(middle - along) >= room:
        return middle
    return along + (room if middle > along else -room)


def _abreast(blocks: Sequence[Block], middle: int, up: int) -> Iterator[Spot]:
    along = middle - sum(one.width for one in blocks) // 2
    for one in blocks:
        yield one, along + one.width // 2, up
        along += one.width


def _size(spot: Spot) -> tuple[bool, int]:
    block = spot[0]
    return not _is_horse(block), len(block.units)


def _hindered(table: Table, seat: Seat, block: Block, along: int) -> int:
    """Return how much bad ground a block has before it, as far as the middle of the table."""
    if is_light(block.units[0]):
        return 0
    depth = DEEP // 2
    way = Base(on_table(seat, along, depth), block.width, depth)
    return block.files if going_at(table, way) > Going.OPEN else 0


def _placing(seat: Seat, block: Block, along: int, up: int) -> Placing:
    pose = on_table(seat, along, up)
    return Placing(
        who=letter_of(block.units[0].id),
        x=Fraction(pose.x, UD),
        y=Fraction(pose.y, UD),
        files=0 if block.files == len(block.units) else block.files,
    )
