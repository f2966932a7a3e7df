"""The situation as the computer player looks at it: who is where, who threatens what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from zlib import crc32

from engine.data.cache import Cache
from engine.reasons import Reasons
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_column, is_fort, is_land_unit, is_ship, is_warship
from engine.war_of_the_pacific.opponent.force import Force, force_of, ground_of
from engine.war_of_the_pacific.opponent.geography import costs_to, nearby_cities
from engine.war_of_the_pacific.opponent.weights import HARD, Strength, Temper, Weights
from engine.war_of_the_pacific.places import (
    BOX,
    PlaceKind,
    carrier_of,
    kind_of_place,
)
from engine.war_of_the_pacific.rules.land.stacking import room_beside
from engine.war_of_the_pacific.rules.victory.points import city_points, victory_points
from engine.war_of_the_pacific.scenario import VictoryCheck, scenario_for
from engine.war_of_the_pacific.state import ALLIES, CHILE, Table, Unit, View, other

Stacks = dict[str, list[Unit]]

_AWAY = frozenset(PlaceKind) - {PlaceKind.HEX, PlaceKind.BOX, PlaceKind.ABOARD}
ROLL = 4.2
"""Movement points that a roll of the movement dice usually yields."""
STAYS = 5 / 6
"""Chance that a roll is no double and the march may go on (8.4)."""


def chance_to_arrive(cost: float) -> float:
    """Return how likely a march of so many points is to arrive in one turn."""
    rolls = max(0.0, cost / ROLL - 1)
    return float(STAYS**rolls)


def _mood(table: Table, weights: Weights, side: str) -> Temper:
    """Return how a side plays now: otherwise in a turn that decides, if it can be turned (5.1)."""
    temper = weights.temper_of(side)
    check = _next_check(table)
    if check is None or check.turn > table.turn + 1:
        return temper
    points = victory_points(table)
    last = check.win_at_least if side == ALLIES or not check.final else check.lose_below
    needs = last - points if side == CHILE else points - last + 1
    if side == CHILE and points < check.lose_below:
        needs = check.lose_below - points
    elif side == CHILE and check.turn == table.turn:
        # What it has now is what counts.
        keep = weights.worth.keep
        temper = temper.model_copy(
            update={"hold": temper.hold * keep, "defend": temper.defend * keep}
        )
    if not 0 < needs <= weights.worth.reach:
        return temper
    bold = weights.worth.bold if check.turn == table.turn else sqrt(weights.worth.bold)
    return temper.model_copy(
        update={"attack": temper.attack * bold, "caution": temper.caution / bold}
    )


def _next_check(table: Table) -> VictoryCheck | None:
    """Return the next turn in which the game may be decided."""
    checks = scenario_for(table.settings).victory
    return next((one for one in checks if one.turn >= table.turn), None)


def _wanting(table: Table, weights: Weights, side: str) -> int:
    """Return the points that Chile still lacks not to lose at once soon, else 0 (5.2, 5.3)."""
    check = _next_check(table)
    if side != CHILE or check is None or check.final:
        return 0
    if check.turn > table.turn + weights.worth.ahead:
        return 0
    return max(0, check.lose_below - victory_points(table))


@dataclass(slots=True)
class Outlook:
    """One seat's look at the table, sorted by place."""

    view: View
    side: str
    weights: Weights
    temper: Temper
    strength: Strength
    grain: int = 0
    wanting: int = 0
    reasons: Reasons = field(default_factory=Reasons)
    own: Stacks = field(default_factory=lambda: defaultdict(list))
    foes: Stacks = field(default_factory=lambda: defaultdict(list))
    columns: Stacks = field(default_factory=lambda: defaultdict(list))
    spoils: Stacks = field(default_factory=lambda: defaultdict(list))
    ships: Stacks = field(default_factory=lambda: defaultdict(list))
    enemy_ships: Stacks = field(default_factory=lambda: defaultdict(list))
    cargo: Stacks = field(default_factory=lambda: defaultdict(list))
    enemy_cargo: Stacks = field(default_factory=lambda: defaultdict(list))
    _known: Cache[tuple[str, str], float] = field(default_factory=Cache)
    _movers: dict[str, dict[str, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, view: View, weights: Weights, strength: str = HARD, grain: int = 0) -> Outlook:
        """Sort the counters of a view; its viewer is a seat.

        Args:
            view: What the seat sees.
            weights: What it makes of it.
            strength: How well (``[strength]`` of the weights).
            grain: Any number; another one, and it errs otherwise.
        """
        side = view.viewer or ""
        temper = _mood(view.table, weights, side)
        look = cls(view, side, weights, temper, weights.strength[strength], grain)
        look.wanting = _wanting(view.table, weights, side)
        for unit in view.table.units.values():
            kind = kind_of_place(unit.at)
            if kind in _AWAY:
                continue
            mine = unit.side == side
            if kind is PlaceKind.ABOARD:
                (look.cargo if mine else look.enemy_cargo)[carrier_of(unit.at)].append(unit)
            elif is_column(unit):
                (look.columns if mine else look.spoils)[unit.at].append(unit)
            elif is_ship(unit):
                (look.ships if mine else look.enemy_ships)[unit.at].append(unit)
            elif is_land_unit(unit):
                (look.own if mine else look.foes)[unit.at].append(unit)
        return look

    @property
    def table(self) -> Table:
        """What everybody sees."""
        return self.view.table

    @property
    def enemy(self) -> str:
        """The other seat."""
        return other(self.side)

    def known(self, what: str, place: str, found: Callable[[str], float]) -> float:
        """Return a figure about a place that is worked out once."""
        return self._known.of((what, place), found, place)

    def judged(self, value: float, what: str) -> float:
        """Return what it takes a value for that something promises, which may not be so."""
        if not self.strength.error:
            return value
        drawn = crc32(f"{self.grain} {what}".encode()) / 0xFFFFFFFF
        return value * (1 + self.strength.error * (2 * drawn - 1))

    def holds(self, place: str) -> bool:
        """Say whether the city of a place is the viewer's."""
        return self.view.table.control.get(place) == self.side

    def worth(self, place: str) -> float:
        """Return what a city is worth: its points, and a little for any city and for a port."""
        return self.known("worth", place, self._worth)

    def points(self, place: str) -> int:
        """Return the victory points of a place (5.1), as this campaign counts them."""
        return city_points(self.table).get(place, 0)

    def points_near(self, place: str) -> Iterator[tuple[str, int]]:
        """Yield the cities with points, each with the march to it, nearest first."""
        worth = city_points(self.table)
        return (found for found in nearby_cities(place) if worth.get(found[0]))

    def _worth(self, place: str) -> float:
        city = load_board().cities.get(place)
        if city is None:
            return 0.0
        figures = self.weights.worth
        points = self._favour(place) * self.points(place)
        if self.wanting and not self.holds(place):
            # More than it lacks is worth no more to it now: sure points go before many.
            points = figures.want * min(self.points(place), self.wanting)
        return points + figures.city + (figures.port if city.port else 0.0)

    def _favour(self, place: str) -> float:
        """Return how many times the points of a city count, as its strategy now stands."""
        favour = 1.0
        if not self.strength.plans:
            return favour
        for plan in self.weights.strategy:
            if plan.seat != self.side or self.table.turn > plan.until:
                continue
            over = plan.unless.split()
            if place in plan.goals.split() and not (over and all(map(self.holds, over))):
                favour *= plan.favour
        return favour

    def room(self, place: str) -> int:
        """Return how many more land units of the viewer may stay in a hex (8.1)."""
        return int(self.known("room", place, self._room))

    def _room(self, place: str) -> float:
        if place == BOX:
            return 99
        here = self.own.get(place, ())
        fort = any(is_fort(unit) for unit in (*here, *self.foes.get(place, ())))
        return room_beside(here, self.table.settings, fort=fort)

    def ground(self, place: str, side: str, origin: str = "") -> int:
        """Return what the ground adds to each die of the defenders of *side* at a place."""
        units = (self.own if side == self.side else self.foes).get(place, ())
        return ground_of(self.table, place, units, origin)

    def hold_power(self, place: str) -> float:
        """Return the power of the viewer's units in a place, in defence."""
        return self.known("hold", place, lambda at: self.power_of(at, self.own.get(at, ())))

    def power_of(self, place: str, units: Sequence[Unit]) -> float:
        """Return the power of units that defend a place."""
        return force_of(units).power(ground_of(self.table, place, units)) if units else 0.0

    def foe_power(self, place: str) -> float:
        """Return the power of the enemy in a hex, in defence."""
        return self.known("foe", place, lambda at: self.power_of(at, self.foes.get(at, ())))

    def threat(self, place: str) -> float:
        """Return the power with which the enemy could attack a place in its next turn."""
        return self.known("threat", place, lambda at: self.foe_support(at) + self._by_sea(at))

    def support(self, place: str) -> float:
        """Return the power that the viewer could bring to a place in a turn, what is there not."""
        return self.known("support", place, lambda at: self._by_land(at, self.side, self.own))

    def others(self, place: str, goal: str) -> float:
        """Return the power that the viewer could bring to *goal* from elsewhere than *place*."""
        whole = self.support(goal)
        cost = costs_to(goal).get(place)
        if cost is None or cost > self.weights.march.horizon or place == goal:
            return whole
        part = self._movers[self.side].get(place, 0.0) * chance_to_arrive(max(0, cost - 2))
        return max(0.0, whole - part)

    def foe_support(self, place: str) -> float:
        """Return the power that the enemy could bring by land to a place in a turn."""
        return self.known("against", place, lambda at: self._by_land(at, self.enemy, self.foes))

    def _by_land(self, place: str, side: str, stacks: Stacks) -> float:
        powers = self._movers.get(side)
        if powers is None:
            powers = self._movers[side] = {
                at: force_of(unit for unit in units if not is_fort(unit)).power()
                for at, units in stacks.items()
            }
        costs = costs_to(place)
        horizon = self.weights.march.horizon
        total = 0.0
        for at, power in powers.items():
            cost = costs.get(at)
            if cost is not None and at != place and cost <= horizon:
                # It need only come next to the place.
                total += power * chance_to_arrive(max(0, cost - 2))
        return total

    def resistance(self, place: str) -> float:
        """Return the power that would meet the viewer at a place, with those who can help it."""
        return self.foe_power(place) + self.weights.march.help * self.foe_support(place)

    def _by_sea(self, place: str) -> float:
        hex_ = load_board().hexes.get(place)
        if hex_ is None or not hex_.coastal:
            return 0.0
        figures = self.weights.worth
        drawn = max(figures.bait_least, min(1.0, self.worth(place) / figures.bait))
        return self.sea_power() * self.temper.sea_fear * drawn

    def sea_power(self) -> float:
        """Return the power that the enemy could land somewhere soon: what lies beside its ships."""
        return self.known("sea", "", lambda _: self._sea_power())

    def _sea_power(self) -> float:
        best = 0.0
        for at, ships in self.enemy_ships.items():
            transports = [ship for ship in ships if not is_warship(ship)]
            if not transports:
                continue
            waiting = [unit for unit in self.foes.get(at, ()) if not is_fort(unit)]
            aboard = [
                unit
                for ship in transports
                for unit in self.enemy_cargo.get(ship.id, ())
                if is_land_unit(unit)
            ]
            party = sorted((*aboard, *waiting), key=lambda unit: -unit.steps)[:6]
            force = force_of(party[: 2 * len(transports)])
            # Columns beside them make good what they lack.
            whole = min(2 * force.dice, force.steps + len(self.spoils.get(at, ())))
            best = max(best, Force(force.dice, force.guns, whole).power())
        return best

    def lacking(self, place: str) -> float:
        """Return the power that a city of the viewer's lacks."""
        return max(0.0, self.need(place) - self.hold_power(place))

    def need(self, place: str) -> float:
        """Return the power that a city of the viewer's should hold against what threatens it."""
        return self.known("need", place, self._need)

    def _need(self, place: str) -> float:
        worth = self.worth(place)
        if not worth or not self.holds(place):
            return 0.0
        threat = self.threat(place)
        if worth < 1.0:
            threat *= worth
        return max(threat * self.temper.hold, self.temper.base * self.points(place))
