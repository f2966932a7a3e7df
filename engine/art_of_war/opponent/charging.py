"""Charges: what each that could be declared promises, and who is held back (5.charge)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from engine.art_of_war.actions import Charge, Hold, joined
from engine.art_of_war.frames import Declared
from engine.art_of_war.opponent.expecting import in_all, of_camps, of_contacts, of_rounds, supposed
from engine.art_of_war.opponent.outlook import Keys, Outlook
from engine.art_of_war.plane.contact import within
from engine.art_of_war.plane.poses import UD, placed, seen_from
from engine.art_of_war.rules.charge.costs import cost_of, moves_left, prices
from engine.art_of_war.rules.charge.declaring import CHARGE, against_charging, meant
from engine.art_of_war.rules.charge.evading import Attack, must_evade
from engine.art_of_war.rules.charge.impetuous import cost_to_hold, going, is_loose, wild
from engine.art_of_war.rules.charge.reach import CONFORMING, Way, surroundings_before, way_of, ways
from engine.art_of_war.rules.charge.surroundings import Surroundings, surroundings_of
from engine.art_of_war.rules.command import points
from engine.art_of_war.rules.movement.pacing import full_pace
from engine.art_of_war.state import Table, Unit, other
from engine.art_of_war.survey import profile_of
from engine.dice import Dice
from engine.kit.verbs import Verb

GRAINS = 1000

MOVES = (1, 2)
"""Moves of a charge, the fewer first; only horse charges from as far as two."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A charge that can be declared, and what it promises.

    Attributes:
        action: The order.
        gain: In points of what an army loses.
        cost: Command points.
        who: Who charges.
        way: And how.
    """

    action: Charge
    gain: float
    cost: int
    who: Keys
    way: Way


@dataclass(frozen=True)
class Chargers:
    """All charges of a side, weighed upon those that it has declared already."""

    look: Outlook

    @cached_property
    def surroundings(self) -> Surroundings:
        """The table as the rules of charges see it."""
        return surroundings_of(self.look.table, self.look.side)

    @cached_property
    def ahead(self) -> Table:
        """The table as it would stand once what is declared is carried out."""
        table = self.look.table
        for one in table.declared:
            way = way_of(self.surroundings, one, one.moves)
            if way is not None:
                table = supposed(table, way.ends, way.contacts)
        return table

    @cached_property
    def before(self) -> float:
        """What melees promise without any more charges."""
        return in_all(self.look, self.ahead)

    def bar(self) -> float:
        """Return what a charge must promise in this turn."""
        given, look = self.look.weights.charge, self.look
        bar = max(given.lowest, given.least - given.eager * (look.table.turn - 1))
        # Who has lost more than the enemy must win something back.
        return bar - given.behind * max(0, look.lost(look.side) - look.lost(other(look.side)))

    def best(self, dice: Dice, error: float) -> Promise | None:
        """Return the best charge that is worth its points; ``None`` where there is none."""
        for moves in MOVES:
            for corps in sorted({one.corps for one in self.look.idle}):
                # Each corps has points of its own, so that none waits for another's.
                every = self.promises(corps, moves, dice, error)
                found = [one for one in every if one.gain > self.bar()]
                for one in sorted(found, key=_rank, reverse=True):
                    # Beside a friend the rules may find another way than this one, and a dearer.
                    if self._is_allowed(one.action):
                        return one
        return None

    def _is_allowed(self, action: Charge) -> bool:
        assert isinstance(CHARGE, Verb)
        return not CHARGE.check(self.look.view, action)

    def promises(self, corps: int, moves: int, dice: Dice, error: float) -> Iterator[Promise]:
        """Yield the charges of a corps that can be paid for, with what each promises."""
        look = self.look
        left = look.weights.charge.most
        for who in self._who(corps, moves):
            # Asked again after every order, of which most leave who is near as they were.
            for way in islice(ways(surroundings_before(look.table, who, moves), who, moves), left):
                declared = Declared(who, way.aim.target, way.aim.at, moves=way.moves)
                cost = cost_of(look.table, declared, prices(look.table, who))
                if self._taken(declared):
                    continue
                if cost and points.against(look.table, who, cost):
                    continue
                left -= 1
                gain = self.gain(who, way)
                if error:
                    grain = dice.roll("how it judges a charge", 1, GRAINS)[0] / GRAINS
                    gain += error * (2 * grain - 1)
                yield Promise(self._said(who, way), gain, cost, who, way)
            if left <= 0:
                return

    def _said(self, who: Keys, way: Way) -> Charge:
        """Return a charge as one says it: the edge is named where it would be another else."""
        plain = Charge(who=joined(who), target=way.aim.target)
        if meant(self.look.table, plain)[1] == way.aim.at:
            return plain
        return Charge(who=joined(who), target=way.aim.target, at=way.aim.at)

    def _who(self, corps: int, moves: int) -> Iterator[Keys]:
        """Yield who of a corps is near enough to charge: bodies, their parts, then each alone."""
        look = self.look
        bodies = [one for one in look.bodies if look.table.units[one[0]].corps == corps]
        for body in bodies:
            parts = [one for one in look.parts if one != body and {*one} <= {*body}]
            alone = [(key,) for key in body if (key,) not in (body, *parts)]
            for who in (body, *parts, *alone):
                if self._near(who, moves) and not against_charging(
                    self.look.table, who, self.look.side
                ):
                    yield who

    def _taken(self, declared: Declared) -> bool:
        """Say whether others go for the same edge already."""
        return declared.at != "overlap" and any(
            (one.target, one.at) == (declared.target, declared.at)
            for one in self.look.table.declared
        )

    def _near(self, who: Keys, moves: int) -> bool:
        look = self.look
        units = look.units(who)
        if moves > 1 and not all(map(look.is_horse, units)):
            return False
        reach = moves * min(map(full_pace, units)) + CONFORMING
        return moves_left(look.table, who) >= moves and any(
            within(look.bases[key], base, reach)
            for key in who
            for name, base in look.aims
            if name in look.bases
        )

    def gain(self, who: Keys, way: Way) -> float:
        """Return what a charge promises more than not to make it."""
        look, given = self.look, self.look.weights.charge
        after = supposed(self.ahead, way.ends, way.contacts)
        gain = in_all(look, after) - self.before
        units = look.units(who)
        struck = [look.table.units[one.two] for one in way.contacts if one.two in look.table.units]
        if struck and all(self._runs(one, way, who) for one in struck):
            gain = given.chase if gain > 0 else gain
        elif struck and all(self._may_run(one) for one in struck):
            gain *= given.elusive if gain > 0 else 1.0
        if any(is_loose(look.table, one) for one in units):
            # Who is not told where to go may go by itself, and in disorder.
            gain += look.weights.worth.disorder
        gain -= look.weights.worth.disorder * len(way.forced)
        gain -= given.exposed * self.beside(who, way)
        return gain

    def elusive(self, way: Way) -> bool:
        """Say whether all whom a charge meets may evade it."""
        struck = [self.look.table.units.get(one.two) for one in way.contacts]
        units = [one for one in struck if one is not None]
        return bool(units) and all(map(self._may_run, units))

    def parts(self, who: Keys, way: Way) -> dict[str, float]:
        """Return what a charge gains, by what it is for: melees, flanks struck, a camp, a chase."""
        look, before = self.look, self.ahead
        after = supposed(before, way.ends, way.contacts)
        struck = [look.table.units[one.two] for one in way.contacts if one.two in look.table.units]
        if struck and all(self._runs(one, way, who) for one in struck):
            found = {"chase": look.weights.charge.chase}
        else:
            flanks, routed = of_contacts(look, after)
            flanks_now, routed_now = of_contacts(look, before)
            rounds = of_rounds(look, after, routed) - of_rounds(look, before, routed_now)
            camps = of_camps(look, after) - of_camps(look, before)
            found = {"melee": rounds, "flank": flanks - flanks_now, "camp": camps}
        if any(is_loose(look.table, one) for one in look.units(who)):
            found["loose"] = look.weights.worth.disorder
        return found

    def _may_run(self, unit: Unit) -> bool:
        return profile_of(unit).evades and unit.id not in self.look.fighting

    def _runs(self, unit: Unit, way: Way, who: Keys) -> bool:
        """Say whether a unit has to evade a charge."""
        edges = tuple(one.edge for one in way.contacts if one.two == unit.id)
        return self._may_run(unit) and must_evade(self.look.table, unit, Attack(edges, who, (0,)))

    def beside(self, who: Keys, way: Way) -> int:
        """Return how many enemies would stand where they can come at the flank of who charges."""
        look = self.look
        met = {one.two for one in way.contacts} | look.fighting
        found = 0
        for foe in look.foes:
            if foe.id in met or not look.holds_line(foe):
                continue
            base = look.bases[foe.id]
            for key in who:
                here = placed(look.bases[key], way.ends[key])
                right, _ = seen_from(base.pose, (here.pose.x, here.pose.y))
                _, ahead = seen_from(here.pose, (base.pose.x, base.pose.y))
                _, away = seen_from(base.pose, (here.pose.x, here.pose.y))
                if -2 * UD < ahead < 0 and 0 < away < 4 * UD and abs(right) < 3 * UD:
                    found += 1
                    break
        return found

    # -- holding ---------------------------------------------------------------------------------

    def held(self) -> Hold | None:
        """Return whom to keep from charging by itself; ``None`` where nobody's charge is bad."""
        look, given = self.look, self.look.weights.charge
        surroundings = surroundings_of(going(look.table, look.side), look.side)
        for unit in look.idle:
            if not is_loose(look.table, unit):
                continue
            way = wild(surroundings, unit)
            if way is None:
                continue
            gain = self.gain((unit.id,), way) - 2 * look.weights.worth.disorder
            cost = cost_to_hold(look.table, unit.id)
            if gain < given.hold and not points.against(look.table, (unit.id,), cost, move=False):
                return Hold(who=unit.id)
        return None


def _rank(one: Promise) -> tuple[float, str]:
    return one.gain / max(one.cost, 0.5) if one.gain > 0 else one.gain, one.action.who
