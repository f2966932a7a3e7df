"""Naval Area Destination Chits: secret orders for voyages to come (4.1 I, 4.2).

Everything here is known to its seat alone: the events have one reader, and no public part of the
game changes.

Rules:
    4.1 I with WP-E1 (sailed the next turn, or the same) and WP-E34 (closed before the supply is
    rolled, or open all phase), 4.2 (the plan for turn 1), 6.3 (a transport just built may have one
    at once), 7.2, 7.8.none; WP-R27 (one chit a stack), WP-R30, WP-R52.
    Also 4.1.orders.hidden, 4.1.orders.next, 4.1.orders.now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.api import Option, Params, Refusal, Term, Text, Written
from engine.kit.verbs import Verb, filled_list
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import CancelOrder, WriteOrder
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_ship, is_warship
from engine.war_of_the_pacific.options import stack_option
from engine.war_of_the_pacific.places import is_on_map
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, unit_terms
from engine.war_of_the_pacific.rules.sea.courses import distances
from engine.war_of_the_pacific.rules.sea.sailing import orders_without
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import CHILE, Allotment, Order, Phase, Table, Unit, View, other
from engine.war_of_the_pacific.survey import columns_at, fleet, friendly_ports

_PHASES = frozenset((Phase.PLAN, Phase.ADMIN, Phase.SUPPLY))
_BEFORE_SAILING = frozenset((Phase.ADMIN, Phase.SUPPLY, Phase.NAVAL))
"""The phases of a side's player turn in which its chits of the present turn are not used up."""


def sailing_turn(table: Table) -> int:
    """Return the turn that an order written now is for.

    In the plan that which it is made for; in the Administrative Phase the next one or, as the table
    reads 4.1, the present one; a transport just built sails in the next one in either case (6.3).

    Rules:
        4.1 I, 4.2, 6.3.transport; WP-E1.
    """
    if table.phase is Phase.PLAN:
        return table.turn
    at_once = table.phase is Phase.ADMIN and table.settings.follows("naval_plan") == "es"
    return table.turn if at_once else table.turn + 1


def turns_to_sail(table: Table, seat: str) -> tuple[int, ...]:
    """Return the turns for which a side's chits are not used up yet (4.1 I, 4.2)."""
    to_come = table.player == CHILE if seat != table.player else table.phase in _BEFORE_SAILING
    now = table.phase is Phase.PLAN or to_come
    last = len(scenario_for(table.settings).turns)
    turns = (table.turn, table.turn + 1) if now else (table.turn + 1,)
    return tuple(one for one in turns if 1 <= one <= last)


def _rule(table: Table) -> str:
    return "4.2" if table.phase is Phase.PLAN else "4.1.orders"


def in_time(table: Table) -> bool:
    """Say whether there is a turn for which an order could be written now."""
    return sailing_turn(table) <= len(scenario_for(table.settings).turns)


def orders_closed(table: Table) -> bool:
    """Say whether the supply of this phase is rolled and its orders are closed (WP-E34)."""
    return any(isinstance(frame, Allotment) and frame.closes for frame in table.frames)


def orderable(table: Table, unit: Unit) -> bool:
    """Say whether the phase lets a ship of the seat have an order: built ones only later (6.3)."""
    return (
        is_on_map(unit.at)
        and (table.phase is not Phase.SUPPLY or unit.fresh)
        and not _held(table, unit)
    )


def _held(table: Table, unit: Unit) -> bool:
    """Say whether a battle of this game turn keeps a ship from the voyage of this turn (WP-R52)."""
    return unit.sailed and sailing_turn(table) == table.turn


def check_order(view: View, action: WriteOrder) -> list[Refusal]:
    """Return why this order cannot be written.

    Rules:
        4.1 I, 4.2, 6.3; WP-R27 (its ships lie together).
    """
    table = view.table
    if orders_closed(table):
        return [refuse("order.closed", "4.1.supply.next")]
    rule = _rule(table)
    found = [
        one
        for ship in dict.fromkeys(action.ships)
        for one in _refuse_ship(view, table.units[ship], rule)
    ]
    if not in_time(table):
        found.append(refuse("order.game_ends", "3.1.length"))
    if action.area not in load_board().areas:
        found.append(refuse("order.no_such_area", "2.3.areas", area=action.area))
    places = {table.units[ship].at for ship in action.ships}
    if not found and len(places) > 1:
        found.append(refuse("order.apart", rule, units=unit_terms(dict.fromkeys(action.ships))))
    return found


def _refuse_ship(view: View, unit: Unit, rule: str) -> list[Refusal]:
    name = Term("unit", unit.id)
    if unit.side != view.viewer:
        return [refuse("unit.not_yours", rule, unit=name)]
    if not is_ship(unit):
        return [refuse("unit.not_ship", rule, unit=name)]
    if not is_on_map(unit.at):
        return [refuse("unit.not_on_map", rule, unit=name, place=place_term(unit.at))]
    if _held(view.table, unit):
        return [refuse("order.held", "7.9.after", unit=name)]
    if not orderable(view.table, unit):
        return [refuse("order.too_late", "4.1.admin", unit=name)]
    return []


def apply_order(play: Play, seat: str, action: WriteOrder) -> None:
    """Write the order; its ships leave older orders for the same turn."""
    own = play.secrets[seat]
    ships = tuple(dict.fromkeys(action.ships))
    turn, rule = sailing_turn(play.table), _rule(play.table)
    number = own.numbered + 1
    kept = orders_without(own.orders, ships, turn)
    play.keep(seat, orders=(*kept, Order(number, turn, action.area, ships)), numbered=number)
    play.tell(
        "order.written",
        rule,
        only=seat,
        n=number,
        turn=turn,
        ships=unit_terms(ships),
        place=place_term(play.units[ships[0]].at),
        area=Term("area", action.area),
    )
    _warn_of_provisions(play, seat, ships, action.area)
    for old in own.orders:
        if old not in kept:
            left = next((one.ships for one in kept if one.number == old.number), ())
            code = "order.shortened" if left else "order.replaced"
            play.tell(code, rule, only=seat, n=old.number, ships=unit_terms(left))


def _warn_of_provisions(play: Play, seat: str, ships: Sequence[str], area: str) -> None:
    """Tell the owner where a port lacks columns for the stacks that are to leave it (7.8)."""
    unit = play.units[ships[0]]
    if not unit.in_port or load_board().area_of(unit.at) == area:
        return
    turn = sailing_turn(play.table)
    leaving = sum(
        order.turn == turn
        and load_board().area_of(unit.at) != order.area
        and any(play.units[one].at == unit.at and play.units[one].in_port for one in order.ships)
        for order in play.secrets[seat].orders
    )
    columns = len(columns_at(play.units, unit.at, seat))
    if columns < leaving:
        play.tell(
            "order.no_column",
            "7.8.none",
            only=seat,
            place=place_term(unit.at),
            columns=columns,
            n=leaving,
            turn=turn,
        )


def _groups(view: View) -> Iterator[tuple[Unit, ...]]:
    """Yield what may be ordered together: all at a place, its warships, its transports, each.

    Those who sailed together before, and lie together still, come behind all of their place.
    """
    table = view.table
    before = [frozenset(order.ships) for order in reversed(view.own.orders)] if view.own else []
    places: dict[str, list[Unit]] = {}
    for unit in fleet(table.units, view.viewer or ""):
        if orderable(table, unit):
            places.setdefault(unit.at, []).append(unit)
    seen = set()
    for units in sorted(places.values(), key=len, reverse=True):
        warships = [unit for unit in units if is_warship(unit)]
        others = [unit for unit in units if not is_warship(unit)]
        again = [[unit for unit in units if unit.id in ships] for ships in before]
        for group in (units, *again, warships, others, *_pairs(warships, others)):
            ids = tuple(unit.id for unit in group)
            if len(ids) > 1 and ids not in seen:
                seen.add(ids)
                yield tuple(group)
    for units in places.values():
        yield from ((unit,) for unit in units)


def _pairs(warships: Sequence[Unit], others: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
    """Yield each warship as the escort of all transports of its place."""
    if others:
        yield from ((ship, *others) for ship in warships)


def _areas(table: Table, side: str, ships: Iterable[str]) -> list[str]:
    """Return all naval areas: those with enemy ports or ships in them, then the others.

    Of each the nearest to the ships come first.
    """
    board = load_board()
    at = next((table.units[ship].at for ship in ships if ship in table.units), "")
    far = distances(at, "") if at and board.is_navigable(at) else {}
    nearest = {
        area.id: min((far.get(one, 999) for one in area.hexes), default=999)
        for area in board.areas.values()
    }
    enemy = other(side)
    held = {*friendly_ports(table, enemy), *(unit.at for unit in fleet(table.units, enemy))}
    hostile = {board.area_of(place) for place in held}
    return sorted(board.areas, key=lambda area: (area not in hostile, nearest[area]))


def _seen_by_area(
    table: Table, enemy: str
) -> tuple[Mapping[str, Sequence[str]], Counter[str | None]]:
    """Return the enemy's ports and how many of their ships are seen, by naval area."""
    board = load_board()
    ports: dict[str, list[str]] = {}
    for port in friendly_ports(table, enemy):
        ports.setdefault(board.area_of(port) or "", []).append(port)
    return ports, Counter(board.area_of(unit.at) for unit in fleet(table.units, enemy))


def _area_text(area: str, ports: Sequence[str], ships: int) -> Text:
    """Return an area's name with the enemy's ports and ships that are seen in it."""
    params: Params = {"area": Term("area", area), "n": ships}
    if ports:
        code = "area.both" if ships else "area.ports"
        return Text(code, {**params, "ports": tuple(map(place_term, ports))})
    return Text("area.ships" if ships else "area", params)


def options_order(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer whole stacks, then parts and single ships; then all naval areas."""
    if not in_time(view.table) or orders_closed(view.table):
        return
    if field == "ships":
        yield from map(stack_option, _groups(view))
    elif field == "area":
        ports, ships = _seen_by_area(view.table, other(view.viewer or ""))
        for area in _areas(view.table, view.viewer or "", filled_list(filled, "ships")):
            yield Option(area, _area_text(area, ports.get(area, ()), ships[area]))


def is_ordered(view: View, ships: Iterable[str]) -> bool:
    """Say whether all of some ships have an order for the turn that is being planned."""
    orders = view.own.orders if view.own and view.table.phase in _PHASES else ()
    turn = sailing_turn(view.table)
    ordered = {ship for order in orders if order.turn == turn for ship in order.ships}
    return bool(ordered) and ordered.issuperset(ships)


# --- taking a chit back ---------------------------------------------------------------------


def _cancellable(view: View) -> list[Order]:
    """Return the viewer's orders that this phase may still change."""
    if view.own is None or orders_closed(view.table):
        return []
    table = view.table
    return [
        order
        for order in view.own.orders
        if order.turn == sailing_turn(table)
        and (
            table.phase is not Phase.SUPPLY or all(table.units[ship].fresh for ship in order.ships)
        )
    ]


def check_cancel(view: View, action: CancelOrder) -> list[Refusal]:
    """Return why the order cannot be taken back: there is none such, or its turn has come."""
    if orders_closed(view.table):
        return [refuse("order.closed", "4.1.supply.next")]
    if any(order.number == action.number for order in _cancellable(view)):
        return []
    orders = view.own.orders if view.own else ()
    if any(order.number == action.number for order in orders):
        return [refuse("order.fixed", "7.2.change", n=action.number)]
    return [refuse("order.no_such", _rule(view.table), n=action.number)]


def apply_cancel(play: Play, seat: str, action: CancelOrder) -> None:
    """Take the order back."""
    own = play.secrets[seat]
    play.keep(seat, orders=tuple(one for one in own.orders if one.number != action.number))
    play.tell("order.cancelled", _rule(play.table), only=seat, n=action.number)


def options_cancel(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer the orders that may still be taken back, the newest first."""
    if field == "number":
        for order in reversed(_cancellable(view)):
            yield Option(str(order.number), describe(order))


def rewritten(view: View) -> Iterator[Written]:
    """Yield the orders that this phase may still change, with what writes and what strikes each."""
    for order in _cancellable(view):
        anew = WriteOrder(ships=order.ships, area=order.area)
        yield Written(describe(order), anew, CancelOrder(number=order.number))


def describe(order: Order) -> Text:
    """Return an order as a line for its owner."""
    return Text(
        "order.line",
        {
            "n": order.number,
            "turn": order.turn,
            "ships": unit_terms(order.ships),
            "area": Term("area", order.area),
        },
    )


WRITEORDER: AnyVerb = Verb(
    model=WriteOrder,
    phases=_PHASES,
    check=check_order,
    apply=apply_order,
    options=options_order,
    possible=lambda view: next(options_order(view, "ships", {}), None) is not None,
)
CANCELORDER: AnyVerb = Verb(
    model=CancelOrder,
    phases=_PHASES,
    check=check_cancel,
    apply=apply_cancel,
    options=options_cancel,
    possible=lambda view: bool(_cancellable(view)),
)

VERBS: tuple[AnyVerb, ...] = (WRITEORDER, CANCELORDER)
