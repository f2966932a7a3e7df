"""The situation as the computer player looks at it: who is where, who threatens what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.war_of_the_pacific.board import BOX, load_board
from engine.war_of_the_pacific.opponent.force import force_of, ground_of
from engine.war_of_the_pacific.opponent.geography import costs_to, worth_of
from engine.war_of_the_pacific.opponent.weights import Temper, Weights
from engine.war_of_the_pacific.rules.fleet import is_warship_id
from engine.war_of_the_pacific.rules.ground import is_fort, is_land
from engine.war_of_the_pacific.state import DEAD, GONE, HAND, POOL, Table, Unit, View, other
from engine.war_of_the_pacific.survey import is_column, is_ship, stacking_limit

Stacks = dict[str, list[Unit]]

_AWAY = frozenset((HAND, POOL, DEAD, GONE))
ROLL = 4.2
"""Movement points that a roll of the movement dice usually yields."""
STAYS = 5 / 6
"""Chance that a roll is no double and the march may go on (8.4)."""


def chance_to_arrive(cost: float) -> float:
    """Return how likely a march of so many points is to arrive in one turn."""
    rolls = max(0.0, cost / ROLL - 1)
    return float(STAYS**rolls)


@dataclass(slots=True)
class Outlook:
    """One seat's look at the table, sorted by place."""

    view: View
    side: str
    weights: Weights
    temper: Temper
    own: Stacks = field(default_factory=lambda: defaultdict(list))
    foes: Stacks = field(default_factory=lambda: defaultdict(list))
    columns: Stacks = field(default_factory=lambda: defaultdict(list))
    spoils: Stacks = field(default_factory=lambda: defaultdict(list))
    ships: Stacks = field(default_factory=lambda: defaultdict(list))
    enemy_ships: Stacks = field(default_factory=lambda: defaultdict(list))
    cargo: Stacks = field(default_factory=lambda: defaultdict(list))
    enemy_cargo: Stacks = field(default_factory=lambda: defaultdict(list))
    _threats: dict[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, view: View, weights: Weights) -> Outlook:
        """Sort the counters of a view; its viewer is a seat."""
        side = view.viewer or ""
        look = cls(view, side, weights, weights.temper_of(side))
        for unit in view.table.units.values():
            if unit.at in _AWAY or unit.at[0] == "t":
                continue
            mine = unit.side == side
            if unit.at[0] == "@":
                (look.cargo if mine else look.enemy_cargo)[unit.at[1:]].append(unit)
            elif is_column(unit):
                (look.columns if mine else look.spoils)[unit.at].append(unit)
            elif is_ship(unit):
                (look.ships if mine else look.enemy_ships)[unit.at].append(unit)
            elif is_land(unit):
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

    def holds(self, place: str) -> bool:
        """Say whether the city of a place is the viewer's."""
        return self.table.control.get(place) == self.side

    def worth(self, place: str) -> float:
        """Return what a city is worth: its points, and a little for any city and for a port."""
        city = load_board().cities.get(place)
        if city is None:
            return 0.0
        figures = self.weights.worth
        return worth_of(place) + figures.city + (figures.port if city.port else 0.0)

    def room(self, place: str) -> int:
        """Return how many more land units of the viewer may stay in a hex (8.1)."""
        if place == BOX:
            return 99
        return stacking_limit(self.table, place) - len(self.own.get(place, ()))

    def ground(self, place: str, side: str, origin: str = "") -> int:
        """Return what the ground adds to each die of the defenders of *side* at a place."""
        units = (self.own if side == self.side else self.foes).get(place, ())
        return ground_of(self.table, place, units, origin)

    def hold_power(self, place: str, units: Sequence[Unit] | None = None) -> float:
        """Return the power of units of the viewer, all that are there if not given, in defence."""
        units = self.own.get(place, ()) if units is None else units
        return force_of(units).power(ground_of(self.table, place, units))

    def foe_power(self, place: str) -> float:
        """Return the power of the enemy in a hex, in defence."""
        units = self.foes.get(place, ())
        return force_of(units).power(ground_of(self.table, place, units)) if units else 0.0

    def threat(self, place: str) -> float:
        """Return the power with which the enemy could attack a place in his next turn."""
        found = self._threats.get(place)
        if found is None:
            found = self._threats[place] = self._by_land(place, self.foes) + self._by_sea(place)
        return found

    def _by_land(self, place: str, stacks: Stacks) -> float:
        costs = costs_to(place)
        total = 0.0
        for at, units in stacks.items():
            cost = costs.get(at)
            if cost is None or at == place or cost > self.weights.march.horizon:
                continue
            movers = [unit for unit in units if not is_fort(unit)]
            # He need only come next to it.
            total += force_of(movers).power() * chance_to_arrive(max(0, cost - 2))
        return total

    def support(self, place: str) -> float:
        """Return the power that the viewer could bring to a place in a turn, what is there not."""
        return self._by_land(place, self.own)

    def foe_support(self, place: str) -> float:
        """Return the power that the enemy could bring by land to a place in a turn."""
        return self._by_land(place, self.foes)

    def _by_sea(self, place: str) -> float:
        hex_ = load_board().hexes.get(place)
        if hex_ is None or not hex_.coastal:
            return 0.0
        return self.sea_power() * self.temper.sea_fear

    def sea_power(self) -> float:
        """Return the power that the enemy could land somewhere soon: what lies beside his ships."""
        best = 0.0
        for at, ships in self.enemy_ships.items():
            transports = [ship for ship in ships if not is_warship_id(ship.id)]
            if not transports:
                continue
            waiting = [unit for unit in self.foes.get(at, ()) if not is_fort(unit)]
            aboard = [
                unit
                for ship in transports
                for unit in self.enemy_cargo.get(ship.id, ())
                if is_land(unit)
            ]
            party = sorted((*aboard, *waiting), key=lambda unit: -unit.steps)
            best = max(best, force_of(party[: 2 * len(transports)][:6]).power())
        return best

    def need(self, place: str) -> float:
        """Return the power that a city of the viewer's should hold against what threatens it."""
        worth = self.worth(place)
        if not worth or not self.holds(place):
            return 0.0
        threat = self.threat(place)
        if worth < 1.0:
            threat *= worth
        return threat * self.temper.hold
