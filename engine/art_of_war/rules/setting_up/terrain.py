"""The field of battle: terrain placed in turn, thrown, or as the battle has it (11.field).

The table has six equal sectors, numbered from the south-west: 1 to 3 along the south edge, 4 to 6
along the north one. All but what lies across the table lies one a sector, wholly inside it. What
an element looks like follows from its kind and sector, so that no dice are thrown but the text's.

Rules:
    11.field, 11.terrain, 11.terrain.river, 11.terrain.coast, 11.terrain.sectors,
    11.terrain.chance, 11.choice; ADG-R19, ADG-R25, ADG-R90.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.api import Option, Seat, Term, Text
from engine.art_of_war.actions import SIZES, SPOTS, Enough, Size, Spot, Terrain
from engine.art_of_war.ground import KindRow, kind_of, load_kinds, outline_of
from engine.art_of_war.plane.contact import collide
from engine.art_of_war.plane.shapes import Outline
from engine.art_of_war.play import Against, AnyVerb, Play, side_term
from engine.art_of_war.rules.setting_up import outlines
from engine.art_of_war.rules.setting_up.layout import camp_pose
from engine.art_of_war.rules.setting_up.outlines import CORNERS, DEEP, WIDE
from engine.art_of_war.state import SEATS, Feature, Phase, Table, View, other
from engine.art_of_war.survey import camp_base
from engine.kit.verbs import Verb
from engine.kit.wording import refuse

SECTORS = (1, 2, 3, 4, 5, 6)
ROW = 3
"""Sectors along an edge."""
SIDE = WIDE // ROW
"""Hundredths of a UD that a sector is across and deep."""

MIDDLE = "middle"
"""The size and the spot of an element of which nothing else is said."""

FEW = 2
MANY = 4
"""Elements that a side places: one or the other (11.terrain)."""

PIPS = 6


def terrain_term(kind: str) -> Term:
    """Return a kind of terrain as a word for a sentence."""
    return Term("terrain", kind)


def sector_of(feature: Feature) -> int | None:
    """Return the sector that an element lies in; ``None`` of what lies across the table."""
    if kind_of(feature).where != "sector":
        return None
    x = sum(one for one, _ in feature.corners) // len(feature.corners)
    y = sum(one for _, one in feature.corners) // len(feature.corners)
    return min(ROW - 1, x // SIDE) + 1 + (ROW if y >= DEEP // 2 else 0)


def free_sectors(table: Table) -> tuple[int, ...]:
    """Return the sectors in which no element lies yet (11.terrain.sectors)."""
    taken = {sector_of(one) for one in table.features.values()}
    return tuple(one for one in SECTORS if one not in taken)


CAMP = "camp"
"""What lies in the way where it is no terrain."""


def in_the_way(table: Table, kind: KindRow, outline: Outline) -> str:
    """Return the kind of an element, or :data:`CAMP`, that another would lie over; "" for none.

    Camps count in the middle of their edges, where they are unless they are laid elsewhere.
    """
    for one in table.features.values():
        if not _may_cross(kind, kind_of(one)) and collide(outline, outline_of(one)):
            return one.kind
    camps = (camp_base(camp_pose(seat, WIDE // 2)) for seat in SEATS)
    return CAMP if any(collide(one, outline) for one in camps) else ""


def _may_cross(one: KindRow, other_one: KindRow) -> bool:
    """Say whether one of two is a road or stream, which cross what can be crossed (ADG-R19)."""
    both = (one, other_one)
    return any(kind.where == "road" or kind.stream for kind in both) and all(
        kind.going != "impassable" for kind in both
    )


# -- what elements look like ------------------------------------------------------------------


def outline_in(kind: KindRow, sector: int, size: Size, spot: Spot, die: int = 0) -> Outline:
    """Return the outline of an element: in a sector, or through it across the table.

    Args:
        kind: Its kind.
        sector: Where it lies; of what lies across the table the one that it is drawn through.
        size: The least, the greatest, or between the two.
        spot: In the middle of the sector, or towards one of its corners.
        die: Of a coast, what was thrown: the sea is that and what it is at least, UD wide.
    """
    west, south = (sector - 1) % ROW * SIDE, DEEP // 2 * ((sector - 1) // ROW)
    middle, half = west + SIDE // 2, south + DEEP // 4
    bends = _bends(kind, sector)
    if kind.where == "river":
        return outlines.down(middle, kind.largest[0], bends)
    if kind.where == "coast":
        return outlines.shore(sector % ROW == 0, kind.smallest[0] + 100 * (die - 1), bends)
    if kind.where == "road":
        return outlines.across(half, kind.largest[0], bends)
    width, depth = _sized(kind, size)
    if kind.stream:
        return outlines.down(middle, width, bends, half - depth // 2, half + depth // 2)
    room, above = (SIDE - width) // 2, (DEEP // 2 - depth) // 2
    aside = "" if spot == MIDDLE else spot
    east, north = {"w": -1, "e": 1}.get(aside[5:6], 0), {"s": -1, "n": 1}.get(aside[:1], 0)
    return outlines.blob(middle + east * room, half + north * above, width, depth, bends)


def _bends(kind: KindRow, sector: int) -> tuple[int, ...]:
    """Return pips by which elements of a kind differ from sector to sector."""
    first = sum(kind.key.encode()) + 5 * sector
    return tuple(
        (first * (number + 2) // 3 + number * sector) % PIPS + 1 for number in range(CORNERS)
    )


def _sized(kind: KindRow, size: Size) -> tuple[int, int]:
    share = SIZES.index(size)
    width, depth = (
        low + (high - low) * share // (len(SIZES) - 1)
        for low, high in zip(kind.smallest, kind.largest, strict=True)
    )
    return width, depth


def with_feature(table: Table, kind: str, outline: Outline) -> Feature:
    """Return a new element with the next free id."""
    numbers = [int(key[1:]) for key in table.features]
    corners = tuple(value for corner in outline for value in corner)
    return Feature(f"f{max(numbers, default=0) + 1}", kind, corners)


def add(play: Play, kind: str, outline: Outline) -> Feature:
    """Lay an element on the table."""
    feature = with_feature(play.table, kind, outline)
    play.set(features={**play.table.features, feature.id: feature})
    return feature


# -- thrown ---------------------------------------------------------------------------------------


def throw_terrain(play: Play) -> None:
    """Lay terrain as dice have it: two elements a side or four (11.terrain.chance).

    A side's die of 4 and more makes it four. What lies where is thrown; a sector that is taken
    is thrown again.
    """
    for seat in (play.table.initiative or SEATS[0], other(play.table.initiative or SEATS[0])):
        number = MANY if play.die("terrain.number") > PIPS // 2 else FEW
        for _ in range(number):
            kind = _drawn(play)
            if kind.die and play.die("terrain.placing") < kind.die:
                play.tell(
                    "terrain.fails", "11.terrain", seat=side_term(seat), what=terrain_term(kind.key)
                )
                continue
            _throw_one(play, kind)


def _drawn(play: Play) -> KindRow:
    """Return a kind of terrain, drawn by its share; not what the table has once already."""
    there = {kind_of(one).where for one in play.table.features.values()}
    kinds = [
        one for one in load_kinds().values() if one.where == "sector" or one.where not in there
    ]
    left = play.roll("terrain.kind", 1, sum(one.share for one in kinds))[0]
    for one in kinds:
        left -= one.share
        if left <= 0:
            return one
    raise AssertionError


def _throw_one(play: Play, kind: KindRow) -> None:
    """Lay an element in a sector that has room for the greatest of its kind, if there is one."""
    free = [
        n
        for n in (free_sectors(play.table) if kind.where == "sector" else SECTORS)
        if not in_the_way(play.table, kind, outline_in(kind, n, SIZES[-1], "middle", PIPS))
    ]
    if not free:
        play.tell("terrain.no_room", "11.terrain.chance", what=terrain_term(kind.key))
        return
    thrown = play.die("terrain.sector")
    while thrown not in free:
        thrown = play.die("terrain.sector")
    die = play.die("terrain.sea") if kind.where == "coast" else 0
    size = SIZES[(play.die("terrain.size") - 1) // 2]
    add(play, kind.key, outline_in(kind, thrown, size, "middle", die))
    play.tell("terrain.thrown", "11.terrain.chance", what=terrain_term(kind.key), n=thrown)


# -- placed by the sides in turn -------------------------------------------------------------------


def _check_terrain(view: View, action: Terrain) -> Against:
    return _against(view.table, action.what, action.sector, action.size, action.spot)


def _against(table: Table, what: str, sector: int, size: Size, spot: Spot) -> Against:
    """Return what is against placing an element; of a coast, whatever width its die gives."""
    kind = load_kinds().get(what)
    if kind is None:
        return [refuse("terrain.unknown", "10", typed=what)]
    if kind.where != "sector":
        if any(kind_of(one).where == kind.where for one in table.features.values()):
            return [refuse("terrain.once", "11.terrain", what=terrain_term(kind.key))]
    else:
        free = free_sectors(table)
        if sector not in free:
            return [refuse("terrain.sector", "11.terrain.sectors", n=sector, free=free)]
    match in_the_way(table, kind, outline_in(kind, sector, size, spot, PIPS)):
        case "":
            return []
        case "camp":
            return [refuse("terrain.camp", "11.terrain", what=terrain_term(kind.key))]
        case bar:
            told = {"what": terrain_term(kind.key), "bar": terrain_term(bar)}
            return [refuse("terrain.overlaps", "11.terrain", **told)]


def _fits(table: Table, what: str, filled: Mapping[str, str]) -> bool:
    """Say whether an element can be placed by what is filled in; size and spot as they default."""
    return any(
        not _against(table, what, sector, size, spot)
        for sector in SECTORS
        if filled.get("sector", str(sector)) == str(sector)
        for size in SIZES
        if filled.get("size", MIDDLE) == size
        for spot in SPOTS
        if filled.get("spot", MIDDLE) == spot
    )


def _options_terrain(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer what can be placed, or where and how it fits together with the rest."""
    table, what = view.table, filled.get("what", "")
    rest = {key: value for key, value in filled.items() if key != field}
    if field == "what":
        for kind in load_kinds().values():
            if _fits(table, kind.key, {}):
                yield Option(kind.key, Text("terrain", {"what": terrain_term(kind.key)}))
    elif field == "sector":
        for n in SECTORS:
            if what and _fits(table, what, {**rest, "sector": str(n)}):
                yield Option(str(n), Text("sector", {"n": n}))
    elif field == "size":
        for size in SIZES:
            if not what or _fits(table, what, {**rest, "size": size}):
                yield Option(size, Text("size", {"size": Term("size", size)}))
    else:
        for spot in SPOTS:
            if not what or _fits(table, what, {**rest, "spot": spot}):
                yield Option(spot, Text("spot", {"spot": Term("quarter", spot)}))


def _apply_terrain(play: Play, seat: Seat, action: Terrain) -> None:
    kind = load_kinds()[action.what]
    side, what = side_term(seat), terrain_term(kind.key)
    if kind.die and play.die("terrain.placing") < kind.die:
        play.tell("terrain.fails", f"11.terrain.{kind.where}", seat=side, what=what)
    else:
        die = play.die("terrain.sea") if kind.where == "coast" else 0
        add(play, kind.key, outline_in(kind, action.sector, action.size, action.spot, die))
        play.tell("terrain.placed", "11.terrain", n=action.sector, seat=side, what=what)
    laid = play.table.laid.get(seat, 0) + 1
    play.set(laid={**play.table.laid, seat: laid})
    _pass_on(play, seat)


def _check_enough(view: View, action: Enough) -> Against:
    del action
    laid = view.table.laid.get(view.viewer or "", 0)
    return [] if laid == FEW else [refuse("terrain.number", "11.terrain", n=laid)]


def _apply_enough(play: Play, seat: Seat, action: Enough) -> None:
    del action
    play.set(laid={**play.table.laid, seat: MANY})
    play.tell("terrain.enough", "11.terrain", seat=side_term(seat))
    _pass_on(play, seat)


def can_place(table: Table, seat: Seat) -> bool:
    """Say whether a side has terrain left to place, and the table room for any."""
    return table.laid.get(seat, 0) < MANY and any(_fits(table, kind, {}) for kind in load_kinds())


def _pass_on(play: Play, seat: Seat) -> None:
    """Give the other side its turn to place, or end the placing."""
    for one in (other(seat), seat):
        if can_place(play.table, one):
            play.set(player=one)
            return
    from_here = play.table.features.values()
    play.tell("terrain.done", "11.field", n=len(from_here))
    play.set(phase=Phase.PLAN)


PLACING: Sequence[Phase] = (Phase.TERRAIN,)
TERRAIN: AnyVerb = Verb(
    model=Terrain,
    phases=PLACING,
    check=_check_terrain,
    apply=_apply_terrain,
    options=_options_terrain,
)
ENOUGH: AnyVerb = Verb(
    model=Enough,
    phases=PLACING,
    check=_check_enough,
    apply=_apply_enough,
    possible=lambda view: not _check_enough(view, Enough()),
)
VERBS = (TERRAIN,)
