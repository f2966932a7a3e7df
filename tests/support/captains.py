"""Two players of War of the Pacific with a purpose, for games that must end in a certain way.

The Chilean captain lands and marches for the objectives until they hold as many points as their
*goal* for the turn allows; the Allied one sets up, answers and waits. Both see their own View and
propose actions, best first; :mod:`tests.support.matches` does the first that the rules accept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from engine.api import Action, Decision
from engine.war_of_the_pacific.actions import (
    Attack,
    Build,
    Done,
    Embark,
    Land,
    LetPass,
    MarchUnits,
    Recruit,
    Replenish,
    Sail,
    Standard,
    WriteOrder,
)
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import (
    is_column,
    is_fort,
    is_land_unit,
    is_transport,
    printed,
)
from engine.war_of_the_pacific.game import WarOfThePacific
from engine.war_of_the_pacific.places import BOX, carrier_of, is_hex
from engine.war_of_the_pacific.rules.land.movement_costs import cheapest
from engine.war_of_the_pacific.rules.sea.stacks import stacks_to_sail
from engine.war_of_the_pacific.rules.victory.points import victory_points
from engine.war_of_the_pacific.state import ALLIES, CHILE, Phase, Table, Unit, View
from engine.war_of_the_pacific.survey import columns_at, is_friendly_port, land_units
from tests.support.matches import offered

GAME = WarOfThePacific()

Goal = Mapping[int, int]
"""The most points to hold by the end of a turn; a turn not named has the next one's."""

SUDDEN_DEATH: Goal = {12: 0}
DRAW: Goal = {5: 5, 9: 7, 12: 16}
VICTORY: Goal = {5: 5, 9: 7, 12: 99}


def allowance(goal: Goal, turn: int) -> int:
    """Return how many points may be held in *turn*."""
    return next(points for until, points in sorted(goal.items()) if turn <= until)


def wait(view: View, decision: Decision) -> Iterator[Action]:
    """Propose what keeps the game going: set up, let pass, answer, close the phase."""
    if "standard" in decision.kinds:
        yield Standard()
    if "done" in decision.kinds:
        yield Done()
    if "let_pass" in decision.kinds:
        yield LetPass(ask_within=0)
    yield from (choice.action for choice in decision.choices)
    yield from offered(GAME.key, view, decision)


class Chile:
    """The Chilean captain."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal

    def proposals(self, view: View, decision: Decision) -> Iterator[Action]:
        """Propose actions for one decision, best first."""
        table = view.table
        if not table.frames and allowance(self.goal, table.turn) > victory_points(table):
            match table.phase:
                case Phase.ADMIN:
                    yield from self._order(view)
                case Phase.SUPPLY:
                    yield from self._supply(view)
                case Phase.NAVAL:
                    yield from self._naval(view)
                case Phase.LAND:
                    yield from self._march(view)
                case Phase.LAND_COMBAT:
                    yield from self._attack(view)
        if not table.frames and table.phase is Phase.NAVAL:
            yield from _sail_home(view)
        if "advance" in decision.kinds or "move" in decision.kinds:
            yield from offered(GAME.key, view, decision)
        yield from wait(view, decision)

    # -- what to take --------------------------------------------------------------------------

    def _targets(self, table: Table) -> list[str]:
        """Return the objectives that may be taken now: weakly held first, then worth more."""
        spare = allowance(self.goal, table.turn) - victory_points(table)
        found = [
            hex_id
            for hex_id, city in load_board().cities.items()
            if 0 < city.vp <= spare and table.control[hex_id] == ALLIES
        ]
        return sorted(found, key=lambda one: (_guard(table, one), -load_board().cities[one].vp))

    # -- phases --------------------------------------------------------------------------------

    def _order(self, view: View) -> Iterator[Action]:
        """Send transports from the box to the weakest ports, and empty ones back to the box."""
        table = view.table
        assert view.own is not None
        board = load_board()
        if table.turn >= 12:
            return
        taken = {ship for order in view.own.orders for ship in order.ships}
        planned = {order.area for order in view.own.orders if order.turn > table.turn}
        idle: dict[str, list[str]] = {}
        for unit in table.units.values():
            if unit.side == CHILE and is_transport(unit) and unit.in_port and unit.id not in taken:
                idle.setdefault(unit.at, []).append(unit.id)
        for target in self._targets(table):
            area = str(board.hexes[target].area)
            if board.cities[target].port and BOX in idle and area not in planned:
                yield WriteOrder(ships=tuple(idle[BOX][:4]), area=area)
        for place, ships in idle.items():
            if place != BOX and columns_at(table.units, place, CHILE):
                yield WriteOrder(ships=tuple(ships), area="I")

    def _supply(self, view: View) -> Iterator[Action]:
        table = view.table
        boxed = [unit.id for unit in columns_at(table.units, BOX, CHILE)]
        if len(boxed) <= 2:
            return
        for unit in table.units.values():
            if unit.side == CHILE and is_land_unit(unit) and unit.steps == 1:
                for column in table.units.values():
                    if is_column(column) and column.side == CHILE and column.at == unit.at != BOX:
                        yield Replenish(unit=unit.id, column=column.id)
                yield Replenish(unit=unit.id, column=boxed[0])
        for unit in sorted(table.units.values(), key=lambda one: -printed(one).steps):
            if unit.side == CHILE and unit.at == "pool":
                yield Recruit(unit=unit.id, column=boxed[0], to=BOX)
        if len(boxed) >= 5:
            for unit in table.units.values():
                if unit.side == CHILE and unit.at == "dead" and is_transport(unit):
                    yield Build(ship=unit.id, columns=tuple(boxed[:3]), to=BOX)

    def _naval(self, view: View) -> Iterator[Action]:
        table = view.table
        for unit in table.units.values():
            if (
                carrier_of(unit.at)
                and unit.side == CHILE
                and table.units[carrier_of(unit.at)].sailed
            ):
                yield Land(units=(unit.id,))
        for stack in stacks_to_sail(view):
            yield from self._embark(table, stack.ids, stack.place)
            if stack.area == "I":
                yield Sail(ships=stack.ids, to=BOX)
            targets = [one for one in self._targets(table) if load_board().cities[one].port]
            for target in sorted(targets, key=lambda one: _guard(table, one)):
                yield Sail(ships=stack.ids, to=target)
            yield from _anywhere(view, stack.ids)

    def _embark(self, table: Table, ships: tuple[str, ...], place: str) -> Iterator[Action]:
        waiting = [
            unit
            for unit in table.units.values()
            if unit.at == place and unit.side == CHILE and is_land_unit(unit) and not unit.fresh
        ]
        spare = list(columns_at(table.units, place, CHILE))[1:]
        carriers = [ship for ship in ships if is_transport(table.units[ship])]
        aboard_now = [unit for unit in table.units.values() if carrier_of(unit.at) in carriers]
        if place == BOX and not any(is_column(unit) for unit in aboard_now):
            # Ships need a column to leave the port again (7.8).
            for column in spare[:1]:
                yield Embark(units=(column.id,), ship=carriers[-1])
        for ship in carriers:
            for unit in sorted(waiting, key=lambda unit: -unit.steps):
                yield Embark(units=(unit.id,), ship=ship)

    def _march(self, view: View) -> Iterator[Action]:
        table = view.table
        targets = self._targets(table)
        for place, stack in _armies(table).items():
            movers = tuple(unit.id for unit in stack if not unit.spent and not unit.fresh)
            if place == BOX or not movers or land_units(table.units, place, ALLIES):
                continue
            near = sorted(targets, key=lambda one: _far(place, one))
            for target in near[:3]:
                if self._allowed(table, place, target):
                    yield MarchUnits(units=movers, toward=target)

    def _allowed(self, table: Table, place: str, target: str) -> bool:
        """Say whether a march there is open and takes no more points than it may."""
        way = cheapest(CHILE, place, target, frozenset(), road=True)
        if way is None or (way.hexes[0] == target and land_units(table.units, target, ALLIES)):
            return False
        cities = load_board().cities
        taken = sum(cities[one].vp for one in way.hexes if table.control.get(one) == ALLIES)
        return taken <= allowance(self.goal, table.turn) - victory_points(table)

    def _attack(self, view: View) -> Iterator[Action]:
        table = view.table
        for place, stack in _armies(table).items():
            ready = tuple(unit.id for unit in stack if not unit.fought)
            if not ready or place == BOX:
                continue
            if land_units(table.units, place, ALLIES):
                yield Attack(units=ready, target=place)
            for target in self._targets(table):
                adjacent = load_board().grid.distance(place, target) == 1
                if adjacent and len(ready) >= _guard(table, target):
                    yield Attack(units=ready, target=target)


def _guard(table: Table, hex_id: str) -> int:
    return len(land_units(table.units, hex_id, ALLIES))


def _far(place: str, target: str) -> int:
    way = cheapest(CHILE, place, target, frozenset(), road=True)
    return 999 if way is None else len(way.hexes)


def _armies(table: Table) -> dict[str, list[Unit]]:
    armies: dict[str, list[Unit]] = {}
    for unit in table.units.values():
        if unit.side == CHILE and is_hex(unit.at) and is_land_unit(unit):
            if not is_fort(unit):
                armies.setdefault(unit.at, []).append(unit)
        elif unit.side == CHILE and unit.at == BOX and is_column(unit):
            armies.setdefault(BOX, [])
    return armies


def _anywhere(view: View, ships: tuple[str, ...]) -> Iterator[Action]:
    typed = {"ships": ",".join(ships)}
    for option in islice(GAME.options(view, "sail", "to", typed), 3):
        yield Sail(ships=ships, to=option.value)


def _sail_home(view: View) -> Iterator[Action]:
    """Propose the voyages that must be made before the phase can close."""
    for stack in stacks_to_sail(view):
        if is_friendly_port(view.table, BOX, view.viewer or ""):
            yield Sail(ships=stack.ids, to=BOX)
        yield from _anywhere(view, stack.ids)
