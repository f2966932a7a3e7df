"""A group that stands and goes together, and what a hex is worth to it.

A hex is worth what it brings nearer to the towns that matter and what can be fired at from there,
less what the enemy's fire there is likely to cost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.barricadas.frames import Deed
from engine.barricadas.observation import Size
from engine.barricadas.opponent.expecting import Toll, mean_hits
from engine.barricadas.opponent.outlook import FAR, Outlook
from engine.barricadas.opponent.threats import Gun
from engine.barricadas.opponent.ways import ways_to
from engine.barricadas.roster import Kind, Munition
from engine.barricadas.rules.attack.aiming import weapon_of
from engine.barricadas.rules.attack.factor import Shooter, factor, total
from engine.barricadas.rules.movement.costs import HALF
from engine.barricadas.rules.movement.moves import points_of
from engine.barricadas.rules.stacking.limits import steps_of
from engine.barricadas.rules.turn.recognition import size_of
from engine.barricadas.rules.victory.towns import takes
from engine.barricadas.state import Counter
from engine.barricadas.survey import gait_of


def is_tank(counter: Counter) -> bool:
    """Say whether a counter is a tank: it passes most obstacles."""
    return counter.printed is not None and counter.printed.kind is Kind.TANK


def toll_of(look: Outlook, there: Sequence[Counter]) -> Toll:
    """Return what hits on all of some counters cost their side."""
    struck = [(one.steps, look.worth(one)) for one in there if one.printed is not None]
    officers = [look.worth(one) for one in there if one.printed is None]
    return Toll(struck, officers, look.weights.worth.kill, alone=not struck)


class _Draw(NamedTuple):
    """How a town draws a group, wherever that stands.

    Attributes:
        here: What it is worth to stand in it.
        away: What it is worth to stand elsewhere, if it were no way from there.
        press: What each turn of movement on that way costs.
        ways: What it takes from every hex to each of those that are as good as the town.
    """

    here: float
    away: float
    press: float
    ways: tuple[Mapping[str, int], ...]


class Body:
    """Counters of one hex and gait, with those officers who go with them."""

    def __init__(self, look: Outlook, counters: Sequence[Counter]) -> None:
        """Look at some counters of one hex."""
        self.look = look
        self.counters = tuple(counters)
        self.place = look.where[counters[0].id]
        self.gait = next(
            (gait_of(one) for one in counters if one.printed is not None), gait_of(counters[0])
        )
        armed = [one for one in counters if one.printed is not None]
        plates = [one.printed.armour for one in armed if one.printed is not None]
        # An officer on foot passes what those who ride do not.
        self.slowest = min(counters, key=lambda one: (one.printed is None, is_tank(one)))
        self.armour = min((one for one in plates if one is not None), default=None)
        if None in plates or not plates:
            self.armour = None
        sizes = [size_of(one) for one in counters]
        self.size = max(sizes, key=SIZES.index)
        self.steps = steps_of(armed)
        self.takes = any(map(takes, counters))
        self.points = min(points_of(look.table, one, Deed.MOVE) for one in counters) // HALF
        self.guns = tuple(self._guns(armed))
        self._toll = toll_of(look, counters)
        # Who stays behind in the hex is fired at all the same; what they lose is not counted.
        self._losses: dict[tuple[str, bool], Mapping[int, float]] = {}
        self._reactions: dict[str, list[tuple[int, float]]] = {}
        self._shots: dict[str, float] = {}
        self._goals: dict[str, float] = {}
        self._draws: dict[str, _Draw | None] = {}

    @property
    def keys(self) -> tuple[str, ...]:
        """Their ids."""
        return tuple(one.id for one in self.counters)

    def _guns(self, armed: Sequence[Counter]) -> list[Gun]:
        found = []
        for one in armed:
            weapon = weapon_of(one, Munition.AP) or weapon_of(one, Munition.ART)
            if weapon is not None:
                found.append(Gun(factor(weapon, one.hits), weapon.range))
        return found

    # -- what the enemy's fire costs ---------------------------------------------------------------

    def losses(self, place: str, *, moving: bool) -> Mapping[int, float]:
        """Return what all fire on a hex costs on average, by the number of the threat."""
        key = place, moving
        if key not in self._losses:
            look = self.look
            modifier = look.moved(moving=moving)
            divisor = look.divisor(place)
            exposed = look.exposed(place, self.size, self.armour, moving=moving)
            self._losses[key] = {
                number: self._toll.expected(factors, modifier, divisor)
                for number, factors in exposed
            }
        return self._losses[key]

    def danger(self, way: Sequence[str], *, moving: bool) -> float:
        """Return what going a way, and standing at its end, costs on average."""
        look, threats = self.look, self.look.threats
        later = look.temper.later
        lost = {
            number: cost * (1.0 if threats[number].ready else later)
            for number, cost in self.losses(way[-1], moving=moving).items()
        }
        for place in way if moving else ():
            for number, reacted in self._reacting(place):
                if reacted > lost.get(number, 0.0):
                    lost[number] = reacted
        drawn = look.drawn
        return sum([cost * drawn[number] for number, cost in lost.items()])

    def _reacting(self, place: str) -> list[tuple[int, float]]:
        """Return what fire in reaction costs who passes a hex, with the number of the threat."""
        found = self._reactions.get(place)
        if found is None:
            threats, losses = self.look.threats, self.losses(place, moving=True)
            found = [(number, cost * threats[number].reacts) for number, cost in losses.items()]
            self._reactions[place] = found
        return found

    # -- what a hex brings -------------------------------------------------------------------------

    def shot(self, place: str) -> float:
        """Return what the best fire from a hex brings, a turn later."""
        if place not in self._shots:
            self._shots[place] = self._best_shot(place)
        return self._shots[place]

    def _best_shot(self, place: str) -> float:
        look, best = self.look, 0.0
        reach = 2 * max((one.range for one in self.guns), default=0)
        for target, distance in look.targets(place):
            if distance > reach:
                continue
            factors = total(Shooter(one.factors, one.range, distance) for one in self.guns)
            if factors:
                best = max(best, mean_hits(factors, look.dark, look.divisor(target)))
        return best

    def goal(self, place: str) -> float:
        """Return what a hex is worth for the towns: the best of them, less the way to it."""
        if place not in self._goals:
            self._goals[place] = self._best_goal(place)
        return self._goals[place]

    def _best_goal(self, place: str) -> float:
        if not self.points:
            return 0.0
        best = max([self._goal(place, town) for town in self.look.stakes])
        if place in self.look.stakes and self.look.table.held.get(place) != self.look.side:
            # Once it has taken this one it can go on to the next.
            mine = self._goal(place, place)
            others = [self._goal(place, town) for town in self.look.stakes if town != place]
            return max(best, mine + self.look.temper.next * max(others, default=0.0))
        return best

    def _goal(self, place: str, town: str) -> float:
        """Return what a hex is worth for one town."""
        if town not in self._draws:
            self._draws[town] = self._draw(town)
        draw = self._draws[town]
        if draw is None:
            return 0.0
        need = min([self._turns(place, ways) for ways in draw.ways])
        worth = draw.here if place == town else draw.away
        return worth * self.look.within_reach(need) - draw.press * need

    def _turns(self, place: str, ways: Mapping[str, int]) -> float:
        """Return how many turns of movement it is from a hex, by what it takes from each."""
        halves = ways.get(place)
        return FAR if halves is None or not self.points else halves / (2.0 * self.points)

    def _draw(self, town: str) -> _Draw | None:
        """Return how a town draws them; ``None`` where they can do nothing for it."""
        look, ids = self.look, {one.id for one in self.counters}
        if look.is_due(town, ids):
            # Whoever attacks need only stay in it or beside it (ALB-R55).
            near = (town, *look.battlefield.adjacent(town))
            return _Draw(look.wanted, look.wanted, 0.0, tuple(map(self._ways, near)))
        here = away = 1.0
        if look.table.held.get(town) == look.side:
            guarded = any(
                one.printed is not None and one.id not in ids and not one.routed
                for one in look.mine.get(town, ())
            )
            here = look.temper.guarded if guarded else 1.0
            away = here * look.temper.home
        elif not self.takes:
            return None
        stake, press = look.stakes[town], look.temper.press if look.lead < 0 else 0.0
        return _Draw(here * stake, away * stake, press, (self._ways(town),))

    def _ways(self, goal: str) -> Mapping[str, int]:
        return ways_to(self.look.battlefield, goal, self.gait)

    def parts(self, way: Sequence[str], *, moving: bool) -> dict[str, float]:
        """Return what :meth:`stand` is the sum of: the towns, a later shot, the enemy's fire."""
        temper, place = self.look.temper, way[-1]
        later = temper.approach * self.shot(place) if self.look.left else 0.0
        danger = self.look.caution * self.danger(way, moving=moving)
        return {"town": self.goal(place), "shot": later, "danger": -danger}

    def aim(self, place: str) -> str:
        """Return the town for which a hex is worth most."""
        return max(self.look.stakes, key=lambda town: (self._goal(place, town), town))

    def quarry(self, place: str) -> str:
        """Return where the best fire from a hex strikes; "" where there is none."""
        look, found = self.look, []
        for target, distance in look.targets(place):
            factors = total(Shooter(one.factors, one.range, distance) for one in self.guns)
            if factors:
                hits = mean_hits(factors, look.dark, look.divisor(target))
                found.append((hits, target))
        return max(found)[1] if found else ""

    def worst(self, place: str) -> str:
        """Return from where fire on a hex costs most; "" where none does."""
        losses = self.losses(place, moving=False)
        number = max(losses, key=lambda one: (losses[one], -one), default=None)
        return "" if number is None else self.look.threats[number].place

    def stand(self, way: Sequence[str], *, moving: bool) -> float:
        """Return what standing at the end of a way is worth, the way considered."""
        temper, place = self.look.temper, way[-1]
        # There is no later turn to fire in after the last.
        later = temper.approach * self.shot(place) if self.look.left else 0.0
        found = self.goal(place) + later
        return found - self.look.caution * self.danger(way, moving=moving)


SIZES: Sequence[Size] = ("small", "medium", "large")
