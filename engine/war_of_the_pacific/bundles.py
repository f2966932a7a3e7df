"""What a side means by one word: all that can be replenished, embarked, raided, sent home.

Everything here is made of what is offered and of views supposed, so that it is legal in its order.

Rules:
    4.1 I and WP-R31 (staying at sea), 6.2.many, 6.3.delay, 7.1, 7.2.return, 7.2.leave, 7.6, 8.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.api import Action, AnyGame, Bundle, Option, Params, Text
from engine.kit.bundling import legal_in_order, one_by_one
from engine.kit.filling import offered
from engine.kit.verbs import filled_list
from engine.war_of_the_pacific.actions import Embark, MarchUnits, Move, Raid, Sail, WriteOrder
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_fort
from engine.war_of_the_pacific.play import place_term
from engine.war_of_the_pacific.rules.land.march_goals import goals
from engine.war_of_the_pacific.rules.land.movement_costs import distance
from engine.war_of_the_pacific.rules.sea.raids import raid_odds, raiders, targets
from engine.war_of_the_pacific.rules.sea.sailing import may_sail
from engine.war_of_the_pacific.rules.sea.stacks import order_of, stacks_to_sail
from engine.war_of_the_pacific.state import Phase, Unit, View
from engine.war_of_the_pacific.warned import by_place, idle_ships, order_to_stay, stays_at_sea

NEAR = 6
"""Hexes from a goal within which a stack belongs to those around it."""


def bundles(game: AnyGame, view: View) -> Iterator[Bundle]:
    """Yield what can be done at once, best first."""
    kinds = game.kinds(view)
    if "move" in kinds:
        yield from _held_course(view)
    if "order" in kinds:
        yield from _orders_to_stay(game, view)
    for kind in ("deploy", "replenish", "embark", "land"):
        if kind in kinds and view.table.phase is not Phase.SETUP:
            yield from _all_of(game, view, kind)
    if "sail" in kinds:
        yield from _voyages(game, view)
    if "raid" in kinds:
        yield from _raids(view)
    if "march" in kinds:
        yield from _marches(game, view)


def _held_course(view: View) -> Iterator[Bundle]:
    """Yield the rest of the voyage that an attempt to intercept has stopped (WP-R46)."""
    course = view.own.course if view.own else ()
    if course:
        end = course[-1]
        yield Bundle(Text("bundle.hold", {"place": place_term(end)}), (Move(to=end),))


def _orders_to_stay(game: AnyGame, view: View) -> Iterator[Bundle]:
    """Yield orders that keep all ships at sea, which have none, in the area where they will be."""
    idle = by_place(unit for unit in idle_ships(view) if stays_at_sea(view, unit))
    fields = (dict(order_to_stay(view, ships)) for ships in idle.values())
    orders = [
        WriteOrder(ships=filled_list(one, "ships"), area=one["area"])
        for one in fields
        if {"ships", "area"} <= one.keys()
    ]
    yield from _several("bundle.orders_to_stay", legal_in_order(game, view, orders), least=1)


def _all_of(game: AnyGame, view: View, kind: str) -> Iterator[Bundle]:
    """Yield all of a kind that can be done without loss: who is offered first goes first."""

    def choose(now: View) -> Action | None:
        if kind not in game.kinds(now):
            return None
        return next((one for one in offered(game, now, kind) if _meant(game, now, one)), None)

    yield from _several(f"bundle.{kind}", one_by_one(game, view, choose))


def _meant(game: AnyGame, view: View, action: Action) -> bool:
    """Say whether an action belongs to "all of it": nobody boards what does not sail."""
    sails = not isinstance(action, Embark) or order_of(view, action.ship) is not None
    return sails and not game.preview(view, action).warnings


def _several(code: str, actions: tuple[Action, ...], least: int = 2) -> Iterator[Bundle]:
    if len(actions) >= least:
        yield Bundle(Text(code, {"n": len(actions)}), actions)


# --- at sea ---------------------------------------------------------------------------------


def _voyages(game: AnyGame, view: View) -> Iterator[Bundle]:
    """Yield the voyages of no hexes of those who stay at sea, and those of all who go home."""
    board, side = load_board(), view.viewer or ""
    staying, homeward = [], []
    for stack in stacks_to_sail(view):
        ships = tuple(unit.id for unit in stack.ships)
        if stack.order is None and may_sail(view.table, stack, side):
            filled = {"ships": ",".join(ships)}
            port = next(game.options(view, "sail", "to", filled), None)
            homeward += [Sail(ships=ships, to=port.value)] if port else []
        elif stack.order and not stack.in_port and board.area_of(stack.place) == stack.area:
            staying.append(Sail(ships=ships, to=stack.place))
    yield from _several("bundle.stay", legal_in_order(game, view, staying), least=1)
    yield from _several("bundle.home", legal_in_order(game, view, homeward))


def _raids(view: View) -> Iterator[Bundle]:
    """Yield the raids of all warships, and those of each place where there are several."""
    places = {place: tuple(_at_targets(view, ships)) for place, ships in _raiding(view).items()}
    if len(places) > 1:
        yield from _several("bundle.raid", tuple(raid for one in places.values() for raid in one))
    for place, found in places.items():
        if len(found) > 1:
            yield Bundle(
                Text("bundle.raid_at", {"n": len(found), "place": place_term(place)}), found
            )


def _raiding(view: View) -> Mapping[str, list[Unit]]:
    return by_place(sorted(raiders(view), key=lambda one: (one.at, one.id)))


def _at_targets(view: View, ships: Iterable[Unit]) -> Iterator[Raid]:
    """Yield a raid for each ship that can hit: each at a target of its own while there are any.

    A fort is everybody's: nothing else may be a target while it stands (7.7).
    """
    taken: set[str] = set()
    for ship in ships:
        found = targets(view.table, ship.at, ship.side)
        best = max(
            found, key=lambda one: (is_fort(one) or one.id not in taken, raid_odds(ship.id, one))
        )
        if raid_odds(ship.id, best):
            taken.add(best.id)
            yield Raid(ship=ship.id, target=best.id)


# --- on land --------------------------------------------------------------------------------


def _marches(game: AnyGame, view: View) -> Iterator[Bundle]:
    """Yield for the goals nearest to anybody the marches toward each of all stacks around it."""
    stacks = tuple(_whole_stacks(view, game.options(view, "march", "units", {})))
    sought = goals(view.table, view.viewer or "")
    around: dict[str, list[tuple[int, MarchUnits]]] = {}
    for stack in stacks:
        at = view.table.units[stack[0]].at
        near = [(distance(at, goal), goal) for goal in sought if goal != at]
        far, goal = min(near, default=(NEAR + 1, ""))
        if far <= NEAR:
            around.setdefault(goal, []).append((far, MarchUnits(units=stack, toward=goal)))
    for goal in sorted(around, key=lambda one: (min(far for far, _ in around[one]), one)):
        orders = (order for _, order in sorted(around[goal], key=lambda one: one[0]))
        found = legal_in_order(game, view, orders)
        if len(found) > 1:
            params: Params = {"n": len(found), "place": place_term(goal)}
            yield Bundle(Text("bundle.march", params), found)


def _whole_stacks(view: View, groups: Iterable[Option]) -> Iterator[tuple[str, ...]]:
    """Yield of the groups that are offered those that share no unit with one before."""
    seen: set[str] = set()
    for group in groups:
        ids = filled_list({"units": group.value}, "units")
        if not seen.intersection(ids):
            seen.update(ids)
            yield ids
