"""What the computer sees, looked up once for a decision: stacks, threats, what towns are worth."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import exp

from engine.barricadas.ground import Battlefield
from engine.barricadas.observation import NEXT, Size, seen_up_to
from engine.barricadas.opponent.threats import Threat, threats_of
from engine.barricadas.opponent.ways import distances
from engine.barricadas.opponent.weights import Role, Temper, Weights
from engine.barricadas.roster import Kind
from engine.barricadas.rules.obstacles.mines import mines_in
from engine.barricadas.rules.stacking.limits import MOST_STEPS, steps_of
from engine.barricadas.rules.turn.recognition import SMALL
from engine.barricadas.rules.victory.towns import counted
from engine.barricadas.scenario import Scenario
from engine.barricadas.sight import sees
from engine.barricadas.state import OFF_GROUND, Counter, Table, View, hex_of, other
from engine.barricadas.survey import battlefield_of, gait_of, is_armour, scenario_of
from engine.barricadas.tables.fire import load_fire_table
from engine.barricadas.weather import farther, of_dark

FARTHEST = 20
"""Hexes to which any counter on the board fires."""

FAR = 1000.0
"""Turns to where nobody can go."""

INFANTRY_STRIDE = 4.0
"""Hexes that troops go in a turn, roughly."""


@dataclass(frozen=True)
class Outlook:
    """The table as its side sees it.

    Attributes:
        view: What it knows.
        weights: How it judges.
        side: Whose it is.
        foe: The other.
    """

    view: View
    weights: Weights
    side: str
    foe: str

    @classmethod
    def of(cls, view: View, weights: Weights) -> Outlook:
        """Return what the viewer sees."""
        assert view.viewer is not None, "the public has no computer"
        return cls(view, weights, view.viewer, other(view.viewer))

    @cached_property
    def table(self) -> Table:
        """The table as it is seen."""
        return self.view.table

    @cached_property
    def temper(self) -> Temper:
        """How its side plays."""
        return self.weights.temper[self.role]

    @cached_property
    def role(self) -> Role:
        """Whether its side attacks or defends."""
        return "attacker" if self.scenario.attacker == self.side else "defender"

    @cached_property
    def scenario(self) -> Scenario:
        """What is played."""
        return scenario_of(self.table)

    @cached_property
    def battlefield(self) -> Battlefield:
        """Where."""
        return battlefield_of(self.table)

    @cached_property
    def left(self) -> int:
        """Turns after the present one."""
        return max(0, self.scenario.turns - self.table.turn)

    # -- who stands where ------------------------------------------------------------------------

    @cached_property
    def where(self) -> dict[str, str]:
        """The hex of every counter that is seen, or why it is in none."""
        return {key: hex_of(self.table, one) for key, one in self.table.counters.items()}

    @cached_property
    def mine(self) -> dict[str, list[Counter]]:
        """Its own counters, by hex."""
        return self._stacks(self.side)

    @cached_property
    def foes(self) -> dict[str, list[Counter]]:
        """The enemies that it recognises, by hex."""
        return self._stacks(self.foe)

    def _stacks(self, side: str) -> dict[str, list[Counter]]:
        found: dict[str, list[Counter]] = {}
        for key, one in self.table.counters.items():
            place = self.where[key]
            if one.side == side and place not in OFF_GROUND:
                found.setdefault(place, []).append(one)
        return found

    @cached_property
    def enemy_hexes(self) -> frozenset[str]:
        """Where enemies stand, recognised or not."""
        return frozenset((*self.foes, *self.table.shades))

    @cached_property
    def beside_enemy(self) -> frozenset[str]:
        """The hexes beside enemies."""
        return frozenset(
            near for place in self.enemy_hexes for near in self.battlefield.adjacent(place)
        )

    @cached_property
    def crowd(self) -> dict[str, int]:
        """Steps of its own in each hex, as they count for stacking."""
        return {place: steps_of(there) for place, there in self.mine.items()}

    @cached_property
    def threats(self) -> tuple[Threat, ...]:
        """Where the enemy can fire from."""
        return threats_of(self.table, self.foes, self.weights.shade)

    # -- what things are worth ---------------------------------------------------------------------

    def worth(self, counter: Counter) -> float:
        """Return what a step of a counter is worth; of officers what they are."""
        if counter.printed is None:
            return self.weights.worth.officer
        each = self.weights.worth.step.get(counter.printed.kind, 1.0)
        return each * (self.weights.worth.routed if counter.routed else 1.0)

    @cached_property
    def town(self) -> float:
        """What a town is worth this turn."""
        figures = self.weights.worth
        gone = self.table.turn / self.scenario.turns
        over = max(0.0, gone - figures.last) / max(0.01, 1.0 - figures.last)
        return figures.town * (1.0 + figures.late * over)

    @cached_property
    def stakes(self) -> dict[str, float]:
        """What it is worth to stand in each town."""
        return {town: self._stake(town) for town in self.scenario.towns}

    @cached_property
    def lead(self) -> int:
        """By how many towns its side has more than it needs at the end; less than 0 if it lacks."""
        needs = self.scenario.wins
        if self.scenario.attacker != self.side:
            needs = len(self.scenario.towns) - self.scenario.wins + 1
        return len(counted(self.table, self.side)) - needs

    def is_due(self, town: str, without: Collection[str] = ()) -> bool:
        """Say whether a town of the attacker's counts only if somebody goes there (ALB-R55).

        Args:
            town: Which.
            without: Counters of its own that are going elsewhere.
        """
        if self.role != "attacker" or self.table.held.get(town) != self.side:
            return False
        beside = (town, *self.battlefield.adjacent(town))
        return not any(
            one.id not in without and not one.routed
            for place in beside
            for one in self.mine.get(place, ())
        )

    @cached_property
    def wanted(self) -> float:
        """What one more town is worth that counts at the end."""
        return self.town * self.temper.take * (1.0 if self.lead < 0 else self.temper.hedge)

    def _stake(self, town: str) -> float:
        temper, spare = self.temper, self.lead
        if self.table.held.get(town) != self.side:
            return self.wanted / (1.0 + self.enemy_steps(town) / MOST_STEPS)
        if self.is_due(town):
            return self.wanted
        kept = self.town * temper.keep * (1.0 if spare < 2 else temper.spare)
        return kept * self.menace(town)

    def within_reach(self, need: float) -> float:
        """Return what a town counts for who will stand so many turns of movement away from it.

        Less if it can hardly be made in the turns that are left, nothing if there is none.
        """
        found = self._in_reach.get(need)
        if found is None:
            found = self._in_reach[need] = self._counting(need)
        return found

    @cached_property
    def _in_reach(self) -> dict[float, float]:
        return {}

    def _counting(self, need: float) -> float:
        if not need:
            return 1.0
        if not self.left:
            return 0.0
        near = max(-1.0, 1.0 - need / (self.left + 2))
        in_time = 1.0 / (1.0 + exp(min(50.0, need - self.left - 0.5)))
        return 0.5 * near + 0.5 * in_time

    def enemy_steps(self, place: str) -> float:
        """Return how many steps of the enemy's stand in a hex, as far as it can tell."""
        found = float(sum(one.steps for one in self.foes.get(place, ()) if not one.routed))
        return found + (self.weights.shade.steps if place in self.table.shades else 0.0)

    def menace(self, place: str) -> float:
        """Return how likely the enemy is to come to a hex before the end, from 0 to 1."""
        near = [self.apart(one.place)[place] for one in self.threats if one.walks]
        if not near:
            return 0.05
        turns = min(near) / INFANTRY_STRIDE
        if turns > self.left + 1:
            return 0.05
        return max(0.15, 1.1 - 0.3 * turns)

    # -- weather and ground ------------------------------------------------------------------

    @cached_property
    def caution(self) -> float:
        """What losses count: less the nearer the end is, for who lacks towns."""
        if self.lead >= 0:
            return self.temper.caution
        still = self.left / self.scenario.turns
        return self.temper.caution * (self.temper.despair + (1.0 - self.temper.despair) * still)

    @cached_property
    def drawn(self) -> tuple[float, ...]:
        """What share of each threat's fire one more of its own stacks would draw."""
        seen = [0] * len(self.threats)
        for place in self.mine:
            for number, _ in self.exposed(place, SMALL, None, moving=False):
                seen[number] += 1
        return tuple(1.0 / (1.0 + self.temper.company * count) for count in seen)

    @cached_property
    def farther(self) -> int:
        """By how many hexes farther counters are seen in this weather."""
        return farther(self.table)

    @cached_property
    def dark(self) -> int:
        """What the dark adds to the dice of an attack."""
        return of_dark(self.table)

    def moved(self, *, moving: bool) -> int:
        """Return what is added to the dice of fire at who moves or has moved, or stands."""
        return self.dark + (load_fire_table().modifiers["moved"] if moving else 0)

    def divisor(self, place: str) -> Fraction:
        """Return by what fire on a hex is divided."""
        ground = self.battlefield.hexes[place].terrain
        return load_fire_table().divisor(ground, position=place in self.table.positions)

    def observed(self, watcher: str, place: str, size: Size, *, moving: bool, enemy: str) -> bool:
        """Say whether a counter of a size in *place* is seen from *watcher*.

        The one of both that is an *enemy's* hex is asked for its lines of sight: there are few.
        """
        battlefield = self.battlefield
        most = seen_up_to(battlefield, place, size, moving=moving, watcher=watcher)
        if self.farther:
            most = max(NEXT, most + self.farther)
        if self.apart(enemy)[place if enemy == watcher else watcher] > most:
            return False
        return sees(battlefield, enemy, place if enemy == watcher else watcher)

    def apart(self, place: str) -> Mapping[str, int]:
        """Return how far every hex is from one."""
        return distances(self.battlefield, place)

    def exposed(
        self, place: str, size: Size, armour: int | None, *, moving: bool
    ) -> tuple[tuple[int, int], ...]:
        """Return which threats can fire at a hex, by their number, and with how many factors."""
        key = place, size, armour, moving
        if key not in self._exposed:
            self._exposed[key] = tuple(self._exposing(place, size, armour, moving=moving))
        return self._exposed[key]

    @cached_property
    def _exposed(
        self,
    ) -> dict[tuple[str, Size, int | None, bool], tuple[tuple[int, int], ...]]:
        return {}

    def _exposing(
        self, place: str, size: Size, armour: int | None, *, moving: bool
    ) -> Iterator[tuple[int, int]]:
        for number, threat in enumerate(self.threats):
            distance = self.apart(threat.place)[place]
            if not 0 < distance <= threat.reach:
                continue
            factors = threat.factors(distance, armour)
            at = threat.place
            if factors and self.observed(at, place, size, moving=moving, enemy=at):
                yield number, factors

    def targets(self, place: str) -> tuple[tuple[str, int], ...]:
        """Return the enemies that can be seen from a hex, and how far they are."""
        if place not in self._targets:
            found = []
            for one in sorted(self.enemy_hexes):
                distance = self.apart(one)[place]
                if 0 < distance <= FARTHEST and self.observed(
                    place, one, SMALL, moving=False, enemy=one
                ):
                    found.append((one, distance))
            self._targets[place] = tuple(found)
        return self._targets[place]

    @cached_property
    def _targets(self) -> dict[str, tuple[tuple[str, int], ...]]:
        return {}

    def enters(self, group: list[Counter], *, hurried: bool) -> Callable[[str], bool]:
        """Return what says whether a group may enter a hex; *hurried* is at double time."""
        ids = {one.id for one in group}
        coming = steps_of(group)
        here = {self.where[one.id] for one in group}
        crowd = dict(self.crowd)
        for place in here:
            stays = [one for one in self.mine.get(place, ()) if one.id not in ids]
            crowd[place] = steps_of(stays)
        enemies, beside = self.enemy_hexes, self.beside_enemy

        def may(place: str) -> bool:
            if (
                place in enemies
                or mines_in(self.table, place)
                or crowd.get(place, 0) + coming > MOST_STEPS
            ):
                return False
            return not (hurried and place in beside)

        return may

    def groups(self, some: list[Counter]) -> Iterator[list[Counter]]:
        """Yield armed counters that can act, those of a hex together."""
        heaps: dict[str, list[Counter]] = {}
        for one in some:
            if one.printed is None or one.routed or one.carrier:
                continue
            if one.printed.kind is Kind.TRUCK:
                continue
            key = self.where[one.id] + ("*" if is_armour(one) else "")
            heaps.setdefault(key + gait_of(one), []).append(one)
        yield from heaps.values()
