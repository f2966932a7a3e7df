"""Setting sail, and what the end of the Naval Movement Phase settles.

The hex by hex part of a voyage, with ``move`` and ``stop`` on it, is in ``voyage``.

Rules:
    4.1 III, 7.2, 7.8; WP-E2, WP-R26, WP-R30 (each part of an order sails from its own hex), WP-R31
    (a stack may stay in the ordered area), WP-R32 (ships without an order in port stay there).
    Also 7.8.sea.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from engine.api import Option, Params, Refusal, Term
from engine.kit.verbs import Verb, filled_list
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Sail
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_ship
from engine.war_of_the_pacific.options import course_option, fits_option, stack_option
from engine.war_of_the_pacific.places import DEAD, GONE, is_on_map
from engine.war_of_the_pacific.play import (
    AnyFrameRules,
    AnyVerb,
    Play,
    place_term,
    seat_term,
    unit_terms,
)
from engine.war_of_the_pacific.rules.sea import blockade, voyage
from engine.war_of_the_pacific.rules.sea.courses import distances, hexes_between
from engine.war_of_the_pacific.rules.sea.damage import lose_cargo, strike_from_orders
from engine.war_of_the_pacific.rules.sea.provisions import provisions
from engine.war_of_the_pacific.rules.sea.return_to_port import homes
from engine.war_of_the_pacific.rules.sea.stacks import Stack, order_of, stacks_to_sail
from engine.war_of_the_pacific.rules.sea.voyage import (
    MOVE_VOYAGE,
    STOP_VOYAGE,
    course_for,
    destinations,
    shunned,
)
from engine.war_of_the_pacific.state import Order, Phase, Table, Unit, View, Voyage, other
from engine.war_of_the_pacific.survey import Scene, fleet

__all__ = [
    "FRAMES",
    "MOVE_VOYAGE",
    "STOP_VOYAGE",
    "VERBS",
    "close_naval",
    "unfinished",
]


# --- who sails ------------------------------------------------------------------------------


def refuse_ship(view: View, ship: str) -> list[Refusal]:
    """Return why a unit is no ship of the viewer's that may sail now, order or not."""
    unit = view.table.units[ship]
    name = Term("unit", ship)
    if unit.side != view.viewer:
        return [refuse("unit.not_yours", "7.2", unit=name)]
    if not is_ship(unit):
        return [refuse("unit.not_ship", "7.2", unit=name)]
    if not is_on_map(unit.at):
        return [refuse("unit.not_on_map", "7.2", unit=name, place=place_term(unit.at))]
    found = []
    if unit.sailed:
        found.append(refuse("sail.already", "7.6", unit=name))
    if unit.fresh:
        found.append(refuse("sail.fresh", "6.3.transport.wait", unit=name))
    if unit.in_port and order_of(view, ship) is None:
        found.append(refuse("sail.no_order", "7.2.return", unit=name, place=place_term(unit.at)))
    return found


def named_stack(view: View, ships: Iterable[str]) -> tuple[Stack | None, list[Refusal]]:
    """Return the stack that *ships* are, or why they are none.

    One ship of an order stands for all that lie with it. Ships at sea without an order may return
    in any company.

    Rules:
        7.2 (ships of one order move together), WP-R27, WP-R30.
    """
    chosen = tuple(dict.fromkeys(ships))
    found = [one for ship in chosen for one in refuse_ship(view, ship)]
    if found:
        return None, found
    units = [view.table.units[ship] for ship in chosen]
    if len({(unit.at, unit.in_port) for unit in units}) > 1:
        return None, [refuse("sail.apart", "7.2.must", units=unit_terms(units))]
    orders = {order.number: order for ship in chosen if (order := order_of(view, ship))}
    if len(orders) > 1 or (orders and any(order_of(view, ship) is None for ship in chosen)):
        return None, [refuse("sail.mixed", "7.2.must", units=unit_terms(units))]
    first = units[0]
    if not orders:
        return Stack(None, first.at, first.in_port, tuple(units)), []
    (order,) = orders.values()
    whole = tuple(
        unit
        for unit in fleet(view.table.units, first.side)
        if unit.id in order.ships
        and (unit.at, unit.in_port) == (first.at, first.in_port)
        and not unit.sailed
        and not unit.fresh
    )
    missing = [unit for unit in whole if unit.id not in chosen]
    if missing and len(chosen) > 1:
        return None, [refuse("sail.whole_stack", "7.2.must", units=unit_terms(missing))]
    return Stack(order, first.at, first.in_port, whole), []


def check_sail(view: View, action: Sail) -> list[Refusal]:
    """Return why the stack cannot sail so.

    Rules:
        7.2, 7.8.
    """
    table = view.table
    stack, found = named_stack(view, action.ships)
    if stack is None:
        return found
    side = view.viewer or ""
    course, found = course_for(table, side, stack.place, action.to, action.via, stack.area)
    leaves = bool(course) or bool(found)
    if stack.in_port and leaves and provisions(table.units, stack.place, side) is None:
        found.append(refuse("sail.no_provisions", "7.8.none", place=place_term(stack.place)))
    return found


def apply_sail(play: Play, seat: str, action: Sail) -> None:
    """Show the order, use up provisions, and get under way."""
    view = play.view(seat)
    stack, _ = named_stack(view, action.ships)
    assert stack is not None
    course, _ = course_for(play, seat, stack.place, action.to, action.via, stack.area)
    _show(play, seat, stack)
    if stack.in_port and course:
        column = provisions(play.units, stack.place, seat)
        assert column is not None
        play.remove(column)
        play.tell("voyage.provisions", "7.8", seat=seat_term(seat), place=place_term(stack.place))
    own = play.secrets[seat]
    play.keep(seat, orders=orders_without(own.orders, stack.ids, play.table.turn), course=course)
    play.keep(other(seat), ask_within=None)
    play.set(under_way=True)
    play.push(Voyage(play.table.serial, seat, stack.ids, stack.area, stack.place))


def _show(play: Play, seat: str, stack: Stack) -> None:
    ships, place = unit_terms(stack.ships), place_term(stack.place)
    if stack.order is None:
        play.tell("voyage.returns", "7.2.return", seat=seat_term(seat), ships=ships, place=place)
    else:
        play.tell(
            "voyage.sailed",
            "7.2",
            seat=seat_term(seat),
            ships=ships,
            place=place,
            area=Term("area", stack.area),
        )


def orders_without(orders: Iterable[Order], ships: Iterable[str], turn: int) -> tuple[Order, ...]:
    """Return *orders* with *ships* taken out of those of *turn*; empty ones go."""
    gone = set(ships)
    kept = []
    for order in orders:
        if order.turn == turn and gone.intersection(order.ships):
            left = tuple(ship for ship in order.ships if ship not in gone)
            if left:
                kept.append(replace(order, ships=left))
        else:
            kept.append(order)
    return tuple(kept)


# --- options --------------------------------------------------------------------------------


def may_sail(scene: Scene, stack: Stack, side: str) -> bool:
    """Say whether a stack has a voyage to make, be it one of no hexes."""
    if stack.order is None:
        return can_return(scene, stack.place, side)
    if not stack.in_port or load_board().area_of(stack.place) == stack.area:
        return True
    return provisions(scene.units, stack.place, side) is not None


def can_return(scene: Scene, place: str, side: str) -> bool:
    """Say whether a port that takes in ships without an order can be reached from a hex (7.2)."""
    return any(place in distances(port, "") for port in homes(scene, side))


def _sailing(view: View) -> Iterator[Stack]:
    side = view.viewer or ""
    return (one for one in stacks_to_sail(view) if may_sail(view.table, one, side))


def _offers(view: View) -> Iterator[Option]:
    for stack in _sailing(view):
        option = stack_option(stack.ships)
        if fits_option(option):
            yield option
        elif stack.order is not None:
            # One ship stands for the stack: the list of all is longer than may be typed.
            yield Option(stack.ships[0].id, option.label)
        if stack.order is None and len(stack.ships) > 1:
            yield from (stack_option((ship,)) for ship in stack.ships)


def options_sail(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer whole stacks, those with an order first; then where they may go."""
    if field == "ships":
        yield from _offers(view)
    elif field == "to":
        ships = filled_list(filled, "ships")
        if not ships or any(ship not in view.table.units for ship in ships):
            return
        stack, _ = named_stack(view, ships)
        if stack is not None:
            shun = shunned(view.table, view.viewer or "")
            for place in _goals(view.table, stack, view.viewer or ""):
                yield course_option(place, hexes_between(stack.place, place, stack.area, shun))


def _goals(table: Table, stack: Stack, side: str) -> Iterator[str]:
    at, area = stack.place, stack.area
    stays = load_board().area_of(at) == area if area else at in homes(table, side)
    if not area and stays:
        yield at
    if not stack.in_port or provisions(table.units, at, side) is not None:
        yield from destinations(table, side, at, area)
    if area and stays:
        yield at


# --- the end of the phase -------------------------------------------------------------------


def unfinished(view: View) -> list[Refusal]:
    """Return the voyages that must be made before Naval Movement can be closed.

    Ships at sea must sail, by their order or home. Ships in port with an order must sail if the
    port has a column for them, unless they lie in the ordered area (WP-R31).

    Rules:
        4.1 III, 7.2, 7.8.
    """
    found = []
    for stack in _obliged(view):
        params: Params = {"units": unit_terms(stack.ships), "place": place_term(stack.place)}
        if stack.order is None:
            found.append(Refusal("sail.must_return", "4.1.unassigned", params))
        else:
            params = {**params, "area": Term("area", stack.area)}
            found.append(Refusal("sail.must_sail", "7.2.must", params))
    return found


def _obliged(view: View) -> Iterator[Stack]:
    """Yield the stacks that must sail: all but those that may wait in a port of their area."""
    for stack in _sailing(view):
        waits = stack.order is not None and stack.in_port
        if not waits or load_board().area_of(stack.place) != stack.area:
            yield stack


def shortest_duty(view: View) -> Sail | None:
    """Return the voyage that the viewer must make next, as short as it can be; or ``None``.

    Ships that lie where they may end stay there; others sail to the nearest such hex.

    Rules:
        4.1 III, 7.2.
    """
    for stack in _obliged(view):
        goals = tuple(_goals(view.table, stack, view.viewer or ""))
        if goals:
            stays = stack.place in goals
            return Sail(ships=stack.ids, to=stack.place if stays else goals[0])
    return None


def close_naval(play: Play) -> None:
    """Let unsailed orders lapse, and lose ships at sea that have no port to return to.

    That an order has lapsed is told to its owner alone: nobody else knows that it was there.

    Rules:
        4.1 III, 7.2; WP-E2 (only one text takes such ships off the map).
    """
    seat = play.seat
    for unit in lost_at_sea(play.view(seat)):
        rule = "4.1.unassigned.lost"
        lose_cargo(play, unit.id, rule)
        strike_from_orders(play, unit.id, seat)
        play.eliminate(unit.id)
        play.tell("ship.no_port", rule, seat=seat_term(seat), ship=Term("unit", unit.id))
    turn = play.table.turn
    orders = play.secrets[seat].orders
    for order in orders:
        # A ship that waits for its repair on the turn track does not sail either.
        left = [ship for ship in order.ships if play.units[ship].at not in {DEAD, GONE}]
        if order.turn == turn and left:
            play.tell(
                "order.lapsed",
                "7.8",
                only=seat,
                n=order.number,
                ships=unit_terms(left),
                area=Term("area", order.area),
            )
    play.keep(seat, orders=tuple(one for one in orders if one.turn > turn), course=())


def lost_at_sea(view: View) -> tuple[Unit, ...]:
    """Return the viewer's ships without order or port, which the end of the phase takes (WP-E2)."""
    if view.table.settings.follows("orderless_ships") != "en":
        return ()
    side = view.viewer or ""
    return tuple(
        unit
        for unit in fleet(view.table.units, side)
        if not unit.sailed
        and not unit.in_port
        and order_of(view, unit.id) is None
        and not can_return(view.table, unit.at, side)
    )


SAIL: AnyVerb = Verb(
    model=Sail,
    phases=frozenset((Phase.NAVAL,)),
    check=check_sail,
    apply=apply_sail,
    options=options_sail,
    possible=lambda view: next(_offers(view), None) is not None,
)

VERBS: tuple[AnyVerb, ...] = (SAIL, MOVE_VOYAGE, STOP_VOYAGE, *blockade.VERBS)
FRAMES: tuple[AnyFrameRules, ...] = (*voyage.FRAMES, *blockade.FRAMES)
