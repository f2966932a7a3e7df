"""Who stands where on land, which units can be ordered together, and how a unit loses a step.

What both the march and the land combat ask and do. The questions take the counters themselves, not
a table, so that they also hold in the middle of an action.

Rules:
    8.2 (who moves together, enemy hexes), 8.3, 8.9 (steps lost), 8.12 (columns are no land units),
    WP-R37 (forts).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engine.api import Refusal, Term
from engine.playdata import per_data
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.choosing import refuse
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import Play, place_term, seat_term
from engine.war_of_the_pacific.roster import LAND_KINDS, NAVAL_KINDS, Kind, load_roster
from engine.war_of_the_pacific.state import CHILE, Unit, other
from engine.war_of_the_pacific.survey import printed
from engine.war_of_the_pacific.switches import Settings

Counters = Mapping[str, Unit]


@per_data(maxsize=2048)
def kind_of(unit_id: str) -> Kind:
    """Return the type of a counter; a Supply Column's is :attr:`Kind.SUPPLY`."""
    return printed(unit_id).kind


@per_data()
def _land_ids() -> frozenset[str]:
    return frozenset(card.id for card in load_roster().of() if card.is_land)


def is_land(unit: Unit) -> bool:
    """Say whether it is a land unit: a fort is one (WP-R37), a Supply Column is not (8.12)."""
    return unit.id in _land_ids()


def is_fort(unit: Unit) -> bool:
    """Say whether it is a fort."""
    return kind_of(unit.id) is Kind.FORT


def is_mobile(unit: Unit) -> bool:
    """Say whether it is a land unit that can move, retreat and attack: a fort cannot (WP-R37)."""
    kind = kind_of(unit.id)
    return kind in LAND_KINDS and kind is not Kind.FORT


def is_column(unit: Unit) -> bool:
    """Say whether it is a Supply Column."""
    return kind_of(unit.id) is Kind.SUPPLY


def can_march(unit: Unit) -> bool:
    """Say whether it is of a kind that marches: land units but forts, and columns (8.2, 8.5)."""
    kind = kind_of(unit.id)
    return kind is Kind.SUPPLY or (kind in LAND_KINDS and kind is not Kind.FORT)


def standing(
    units: Counters, place: str, side: str, fits: Callable[[Unit], bool] = is_land
) -> tuple[Unit, ...]:
    """Return the units of *side* at *place* that fit: its land units unless told otherwise."""
    return tuple(
        [unit for unit in units.values() if unit.at == place and unit.side == side and fits(unit)]
    )


def held_by(units: Counters, side: str) -> frozenset[str]:
    """Return the places where *side* has land units, forts included, also off the map."""
    # Every order asks this, some more than once: it is written to be quick.
    land = _land_ids()
    return frozenset({unit.at for unit in units.values() if unit.side == side and unit.id in land})


def closed_to(units: Counters, side: str, *, columns_alone: bool = False) -> frozenset[str]:
    """Return the places that units of *side* may not enter because of the enemy in them.

    Land units of the enemy close a hex; a lone column does not, it is captured by the land units
    that enter (8.12, WP-R45). Columns on their own can capture nothing: any enemy column, and
    ships in port, close a hex to them.

    Rules:
        8.2.enemy, 8.12; WP-R45, WP-R63.
    """
    enemy = other(side)
    if not columns_alone:
        return held_by(units, enemy)
    return frozenset(
        unit.at
        for unit in units.values()
        if unit.side == enemy and (unit.in_port or kind_of(unit.id) not in NAVAL_KINDS)
    )


def box_road(settings: Settings) -> bool:
    """Say whether a way by land joins the Chile Holding Box to the map (8.6.box, WP-E8)."""
    return settings.follows("box_road") == "en"


@per_data(maxsize=4096)
def exits_for(side: str, place: str, *, road: bool) -> tuple[tuple[str, int], ...]:
    """Return the steps by land from *place*, each with its cost.

    The box is for Chile alone, and only if a *road* joins it to the map.

    Rules:
        8.6.box; WP-E8, WP-R4, WP-R51.
    """
    exits = load_board().land_exits(place)
    if side == CHILE and road:
        return exits
    return () if place == BOX else tuple(one for one in exits if one[0] != BOX)


@per_data(maxsize=1 << 16)
def distance(a: str, b: str) -> int:
    """Return the hexes between two places; the box lies one beyond its exits."""
    board = load_board()
    if a == b:
        return 0
    if a == BOX:
        return 1 + min(board.grid.distance(one, b) for one in board.box_exits)
    if b == BOX:
        return distance(b, a)
    return board.grid.distance(a, b)


@per_data(maxsize=4096)
def may_stand_on_land(place: str) -> bool:
    """Say whether *place* is on land: a land hex or the box, not aboard, off the map or dead."""
    return load_board().is_land(place)


def refuse_group(
    units: Counters, side: str | None, ids: Sequence[str], rule: str, apart: str
) -> tuple[list[Unit], list[Refusal]]:
    """Return the units named and what is wrong with them as one group standing on land.

    Wrong are: units of the enemy, forts, ships, units that are not on the map, and units of
    different places, which clause *apart* forbids. All *ids* are known.
    """
    group: list[Unit] = []
    found: list[Refusal] = []
    for unit_id in ids:
        unit = units[unit_id]
        name = Term("unit", unit_id)
        if unit.side != side:
            found.append(refuse("unit.not_yours", rule, unit=name))
        elif is_fort(unit):
            found.append(refuse("unit.fort", rule, unit=name))
        elif not can_march(unit):
            found.append(refuse("unit.not_land", rule, unit=name))
        elif not may_stand_on_land(unit.at):
            found.append(refuse("unit.not_on_map", rule, unit=name, place=place_term(unit.at)))
        else:
            group.append(unit)
    places = dict.fromkeys(unit.at for unit in group)
    if len(places) > 1:
        found.append(refuse("unit.apart", apart, places=tuple(map(place_term, places))))
    return group, found


LONGEST = 100
"""Characters that a typed value may have: Discord's limit."""


def _typable(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return as many of *units*, from the first, as can be typed as one comma list."""
    length = -1
    for count, unit in enumerate(units):
        length += len(unit.id) + 1
        if length > LONGEST:
            return tuple(units[:count])
    return tuple(units)


def groups(units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
    """Return sensible groups out of the *units* of one place, the whole stack first.

    Then all land units without the columns, those on foot, all cavalry, all columns, each land
    unit alone, and one column: columns of a place are alike. A group too long to type is cut.
    """
    columns = [unit for unit in units if is_column(unit)]
    land = [unit for unit in units if not is_column(unit)]
    horse = [unit for unit in land if kind_of(unit.id) is Kind.CAVALRY]
    foot = [unit for unit in land if kind_of(unit.id) is not Kind.CAVALRY]
    seen: set[tuple[Unit, ...]] = {()}
    alone = [[unit] for unit in (*land, *columns[:1])]
    for whole in ([*land, *columns], land, foot, horse, columns, *alone):
        group = _typable(whole)
        if group not in seen:
            seen.add(group)
            yield group


def by_place(units: Iterable[Unit]) -> dict[str, list[Unit]]:
    """Return *units* sorted into their places, in the order in which places first appear."""
    found: dict[str, list[Unit]] = {}
    for unit in units:
        found.setdefault(unit.at, []).append(unit)
    return found


def cheapest_loss(unit: Unit) -> tuple[int, int, str]:
    """Return a key that sorts units by how little their next lost step costs their owner.

    A full unit is reduced before a Supply Column is given up, and that before a unit is destroyed;
    among equals the one with the lower printed modifier goes first.
    """
    kind = kind_of(unit.id)
    rank = 1 if kind is Kind.SUPPLY else 0 if unit.steps > 1 else 2
    return rank, printed(unit.id).modifier, unit.id


def lose_step(play: Play, unit_id: str, code: str, rule: str) -> None:
    """Take one step from a unit, to the dead pile with its last; a column goes at once.

    Writes the event *code*, or *code* with ".destroyed" when nothing is left.
    """
    unit = play.units[unit_id]
    if unit.steps > 1 and not is_column(unit):
        play.change(unit_id, steps=unit.steps - 1)
    else:
        play.eliminate(unit_id)
        code += ".destroyed"
    play.tell(
        code,
        rule,
        unit=Term("unit", unit_id),
        place=place_term(unit.at),
        seat=seat_term(unit.side),
    )
