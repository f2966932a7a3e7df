"""What some units can charge, where they would stand then, and what it costs.

A charge is a turn, a slide and a straight way until a front meets the enemy, within the moves that
it takes; then they line up, for which up to 1 UD is added. Of all such ways the plainest is taken.

Rules:
    5.charge, 5.measure, 5.turns, 5.slide.zone, 5.zone.within, 5.zone.rear, 5.zone.many, 8.contact,
    8.position, 8.sideways, 8.conform; ADG-R70, ADG-R71, ADG-R72.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, Literal, NamedTuple

from engine.art_of_war.frames import Against as At
from engine.art_of_war.frames import Declared
from engine.art_of_war.nearby import nearby, standing
from engine.art_of_war.pieces import standing_bases
from engine.art_of_war.plane.angles import HALF, turned
from engine.art_of_war.plane.conforming import places
from engine.art_of_war.plane.contact import collide, distance
from engine.art_of_war.plane.onset import (
    Formation,
    Onset,
    Turn,
    all_met,
    formation,
    front_way,
    gone,
    leaves,
    meets,
    onsets,
    reaches,
    stances,
    stood,
    turn_paths,
)
from engine.art_of_war.plane.paths import crosses, straight
from engine.art_of_war.plane.poses import UD, Base, Pose, outward, placed
from engine.art_of_war.plane.shapes import near
from engine.art_of_war.rules.charge.aims import Aim, aims, beside_friends, between
from engine.art_of_war.rules.charge.conforming import contacts_of, edges_of, lined_up
from engine.art_of_war.rules.charge.costs import cost_of, moves_left, prices
from engine.art_of_war.rules.charge.passage import make_room, may_force
from engine.art_of_war.rules.charge.restrictions import against_contact, is_shooter
from engine.art_of_war.rules.charge.surroundings import (
    Surroundings,
    surroundings_at,
    surroundings_of,
)
from engine.art_of_war.rules.movement.pacing import full_pace, works_crossed
from engine.art_of_war.rules.movement.passing import may_pass
from engine.art_of_war.state import Contact, Table, Unit, View
from engine.art_of_war.survey import base_of, profile_of
from engine.data.cache import cached

CONFORMING: Final = UD
"""What is added to a move for lining up with the enemy (8.conform)."""

_FLUSH: Final = 1.5
"""What two bases that stand in one line may differ by, rounded as they are."""


class Reached(NamedTuple):
    """A charge that can be declared: what it is, where its units would stand, what it costs."""

    declared: Declared
    ends: Mapping[str, Pose]
    cost: int


@dataclass(frozen=True, slots=True)
class Way:
    """How a charge is made.

    Attributes:
        aim: What it goes for.
        moves: How many moves it takes.
        reach: How far those lead on the ground that it crosses.
        onset: Turn, slide and how far straight on.
        start: Where its units stand before they go straight on.
        met: Where they stand when the first of them meets the enemy.
        first: Who does.
        ends: Where all stand once they have lined up.
        contacts: Whom they are then in contact with.
        forced: Friends whom they pass by force.
    """

    aim: Aim
    moves: int
    reach: int
    onset: Onset
    start: Mapping[str, Pose]
    met: Mapping[str, Pose]
    first: str
    ends: Mapping[str, Pose]
    contacts: tuple[Contact, ...]
    forced: tuple[str, ...] = ()


def find(surroundings: Surroundings, who: tuple[str, ...], aim: Aim, most: int) -> Way | None:
    """Return the plainest way in which some units charge, in as few moves as can be, or ``None``.

    Args:
        surroundings: The table as their side sees it.
        who: They.
        aim: What they go for.
        most: How many moves they may take.
    """
    return _found(surroundings, who, most, aim)


@cached
def _found(surroundings: Surroundings, who: tuple[str, ...], most: int, aim: Aim) -> Way | None:
    chargers = _chargers(surroundings, who, most)
    return None if chargers is None else chargers.best(aim)


@cached
def _chargers(surroundings: Surroundings, who: tuple[str, ...], most: int) -> _Chargers | None:
    body = body_of(surroundings, who)
    return None if body is None else _Chargers(surroundings, who, body, most)


def body_of(surroundings: Surroundings, who: Sequence[str]) -> Formation | None:
    """Return some units as one body; ``None`` where they do not all face one way."""
    plate = profile_of(surroundings.table.units[who[0]]).troop.plate
    return formation(tuple([surroundings.bases[key] for key in who]), plate)


def surroundings_before(table: Table, who: Sequence[str], most: int) -> Surroundings:
    """Return what some units have before them that look for ways to charge in so many moves.

    It is no more of a table than they can come to, so that what was worked out of it is known for
    as long as nothing of that changes.
    """
    units = [table.units[key] for key in who]
    side = units[0].side
    if any(map(is_shooter, units)):
        # Whom they may charge hangs on who overlaps, and that on melees all along the line.
        return surroundings_of(table, side)
    wide = max(between(base_of(one), base_of(other)) for one in units for other in units) + UD
    far = min(map(full_pace, units)) * most + 2 * ceil(wide) + 4 * UD
    return surroundings_at(nearby(table, units, far)[0], side)


def way_now(table: Table, declared: Declared) -> Way | None:
    """Return the way in which a charge is made that was declared, as a table stands now."""
    surroundings = surroundings_before(table, declared.who, declared.moves)
    return way_of(surroundings, declared, declared.moves)


def way_of(surroundings: Surroundings, declared: Declared, most: int) -> Way | None:
    """Return the way in which a charge is made that was declared, in so many moves at most."""
    if declared.target not in surroundings.bases:
        return None
    if declared.at == "overlap":
        found = (
            find(surroundings, declared.who, aim, most)
            for aim in beside_friends(surroundings, declared.target)
        )
        return next((way for way in found if way is not None), None)
    aim = Aim(
        declared.target, declared.at, surroundings.face(declared.target, declared.at), declared.at
    )
    return find(surroundings, declared.who, aim, most)


class _Chargers:
    """Units that look for ways to charge, and who is near enough to matter to them."""

    __slots__ = (
        *("_barred", "_held", "_turned", "bases", "body", "far", "surroundings", "most"),
        *("pace", "starts", "who", "zones"),
    )

    def __init__(
        self, surroundings: Surroundings, who: tuple[str, ...], body: Formation, most: int
    ) -> None:
        self.surroundings, self.who, self.body, self.most = surroundings, who, body, most
        self.pace = min(full_pace(self._unit(key)) for key in who)
        self.far = self.pace * most
        self.starts = stances(body, self.far)
        lead = body.bases[0]
        wide = max(map(abs, body.bounds))
        far = self.far + CONFORMING + 2 * wide + 3 * UD
        self.bases = {
            key: base
            for key, base in surroundings.bases.items()
            if key not in who and between(base, lead) <= far
        }
        self.zones = {key: area for key, area in surroundings.zones.items() if key in self.bases}
        self._barred = ""
        self._held: frozenset[str] | None = None
        self._turned: dict[tuple[Turn, int], bool] = {}

    def _unit(self, key: str) -> Unit:
        return self.surroundings.table.units[key]

    @property
    def held(self) -> frozenset[str]:
        """In whose zones they begin."""
        if self._held is None:
            self._held = self.surroundings.holders(self.who)
        return self._held

    def best(self, aim: Aim) -> Way | None:
        """Return the plainest way to charge something, in as few moves as can be."""
        free = aim.target in self.held or all(self._is_in(aim, one) for one in self.held)
        if not free:
            return None
        may = [place for place in range(len(self.who)) if self._may_fall(aim, place)]
        if not may:
            return None
        parallel = turned(outward(aim.base, aim.edge), HALF)
        found: Way | None = None
        for onset in onsets(self.body, self.starts, aim.base, parallel, self.far):
            moves = self.most if found is None else found.moves - 1
            if onset.first not in may or onset.used > self.pace * moves:
                continue
            if onset.slide and self.held:
                continue
            way = self._way(aim, onset, moves)
            if way is not None:
                found = way
                if way.moves == 1:
                    break
        return found

    def _may_fall(self, aim: Aim, place: int) -> bool:
        """Say whether one of them may come upon the edge that is meant from where it stands."""
        key = self.who[place]
        return aim.edge in edges_of(self.surroundings, key, aim.target) and not against_contact(
            self.surroundings.table, self._unit(key), aim.target, aim.at
        )

    def _way(self, aim: Aim, onset: Onset, most: int) -> Way | None:
        """Return the charge that a way of coming upon the target leads to, if it is one."""
        first = self.who[onset.first]
        forced = self._in_the_way(aim, onset)
        if forced is None:
            return None
        here = reaches(self.body, onset)
        room = self.pace * most + CONFORMING - onset.used
        poses = [one for one in places(here, aim.base, aim.edge) if front_way(here, one) <= room]
        if not poses or self._is_bound(aim, onset, here) or not self._can_turn(onset):
            return None
        start = stood(self.body, onset)
        met = gone(start, onset.ahead)
        pace = min(map(self._pace, self.who, start, [onset.ahead] * len(self.who)))
        spent = onset.used + self._works(start, onset.ahead)
        stances = dict(zip(self.who, met, strict=True))
        for end in poses:
            needed = max(spent, spent + front_way(here, end) - CONFORMING)
            moves = max(1, -(-needed // pace)) if pace else most + 1
            if moves > most or not self.surroundings.fits(first, end, {}, (*forced, *self.who)):
                continue
            room = pace * moves - spent + CONFORMING
            ends = lined_up(self.surroundings, self.who, stances, first, end, room, forced)
            if ends is None or not make_room(self.surroundings, forced, ends):
                continue
            contacts = contacts_of(self.surroundings, ends)
            if aim.at == "overlap" or any(one.two == aim.target for one in contacts):
                before = dict(zip(self.who, start, strict=True))
                reach = pace * moves
                return Way(aim, moves, reach, onset, before, stances, first, ends, contacts, forced)
        return None

    def _can_turn(self, onset: Onset) -> bool:
        """Say whether they can turn so: only over friends whom they may pass (ADG-R70).

        Nobody forces a way through friends by turning.
        """
        key = onset.turn, onset.angle
        if key not in self._turned:
            self._turned[key] = not onset.turn or self._is_clear(onset)
        return self._turned[key]

    def _is_clear(self, onset: Onset) -> bool:
        table, facing = self.surroundings.table, self.body.lead.facing
        paths = turn_paths(self.body, onset)
        for key, base in self.bases.items():
            through = [self.who[place] for place, path in enumerate(paths) if crosses(path, base)]
            if not through:
                continue
            friend = table.units.get(key)
            if friend is None or friend.side != self.surroundings.side:
                return False
            if not all(may_pass(table, self._unit(one), friend, facing) for one in through):
                return False
        return True

    def _pace(self, key: str, start: Pose, ahead: int) -> int:
        """Return how far a move of one of them goes on its way, but for the arc of its turn."""
        base = self.surroundings.bases[key]
        there = placed(base, start)
        end = gone((start,), ahead)[0]
        return self.surroundings.pace(key, base, there, Base(end, base.width, base.depth + ahead))

    def _works(self, start: Sequence[Pose], ahead: int) -> int:
        """Return what fortifications on their way take of the move (8.works.cross)."""
        table = self.surroundings.table
        if not table.works:
            return 0
        paths = {
            key: straight(placed(self.surroundings.bases[key], pose), "ahead", ahead)
            for key, pose in zip(self.who, start, strict=True)
        }
        return max(works_crossed(table, self._unit(key), (path,)) for key, path in paths.items())

    def _is_bound(self, aim: Aim, onset: Onset, here: Base) -> bool:
        """Say whether they would enter somebody else's zone first, and be bound by it (5.zone).

        Where they are still in it as they enter the target's, they have the choice (5.zone.many).
        """
        if self.held:
            return False
        zones = all_met(self.body, onset.lead, self.zones, onset.ahead)
        entered = {key: min(met)[0] for key, met in zones}
        target = entered.get(aim.target, onset.ahead)
        bound = min(onset.ahead, target)
        return any(
            away < bound - _FLUSH
            and not self._is_in(aim, enemy)
            and not (target < onset.ahead and self._is_still_in(enemy, onset.lead, target))
            and not self.surroundings.blocks(enemy, here, self.who)
            for enemy, away in entered.items()
            if enemy != aim.target
        )

    def _is_still_in(self, enemy: str, lead: Pose, ahead: float) -> bool:
        """Say whether their fronts are in an enemy's zone after they have gone so far on."""
        return ahead < leaves(self.body, lead, self.zones[enemy])

    def _is_in(self, aim: Aim, enemy: str) -> bool:
        """Say whether what they go for stands in an enemy's zone, and so blocks it (ADG-R71)."""
        return collide(self.surroundings.bases[aim.target], self.surroundings.zones[enemy])

    def _in_the_way(self, aim: Aim, onset: Onset) -> tuple[str, ...] | None:
        """Return friends who are passed by force; ``None`` where somebody bars the way."""
        forced = []
        if self._barred and self._barred != aim.target:
            # Who bars one way mostly bars the next one too.
            met = meets(self.body, onset.lead, self.bases[self._barred], onset.ahead)
            if self._passes(self._barred, onset, met) is None:
                return None
        for key, met in all_met(self.body, onset.lead, self.bases, onset.ahead):
            if key == aim.target:
                continue
            passes = self._passes(key, onset, met)
            if passes is None:
                self._barred = key
                return None
            if passes == "by force":
                forced.append(key)
        return tuple(forced)

    def _passes(
        self, key: str, onset: Onset, met: Sequence[tuple[float, int]]
    ) -> Literal["freely", "by force"] | None:
        """Return how they go on through somebody whom some of them meet; ``None``: not at all."""
        through = [place for away, place in met if away < onset.ahead - _FLUSH]
        if not through:
            return "freely"
        table = self.surroundings.table
        friend = table.units.get(key)
        if friend is None or friend.side != self.surroundings.side:
            return None
        movers = [self._unit(self.who[place]) for place in through]
        if all(may_pass(table, one, friend, onset.lead.facing) for one in movers):
            return "freely"
        return "by force" if all(may_force(table, one, friend) for one in movers) else None


def ways(
    surroundings: Surroundings,
    who: tuple[str, ...],
    most: int,
    targets: Collection[str] | None = None,
) -> Iterator[Way]:
    """Yield every charge that some units can make in so many moves, each target's edges once.

    Where *targets* are named, only those count.
    """
    chargers = _chargers(surroundings, who, most)
    if chargers is None:
        return
    done = set[tuple[str, At]]()
    for aim in aims(surroundings, who, chargers.far):
        if (aim.target, aim.at) not in done and (targets is None or aim.target in targets):
            way = find(surroundings, who, aim, most)
            if way is not None:
                done.add((aim.target, aim.at))
                yield way


def charges(seen: View | Table, who: Sequence[str]) -> list[Reached]:
    """Return every charge that some units of one side can declare, nearest targets first.

    Whether they can pay for it is not asked.

    Args:
        seen: The table, or a view of it.
        who: The units that charge, together; the first leads.
    """
    return list(reached(seen if isinstance(seen, Table) else seen.table, who))


def reached(table: Table, who: Sequence[str], within: int | None = None) -> Iterator[Reached]:
    """Yield the same one by one; only of targets *within* a length of the first, if one is named.

    Who cannot pay for an order so finds what costs none.
    """
    keys = tuple(who)
    most = moves_left(table, keys)
    close = None if within is None else _close(standing(table), keys[0], within)
    if most < 1 or (close is not None and not close):
        return
    price = prices(table, keys)
    for way in ways(surroundings_before(table, keys, most), keys, most, close):
        declared = Declared(keys, way.aim.target, way.aim.at, moves=way.moves)
        yield Reached(declared, way.ends, cost_of(table, declared, price))


@cached
def _close(table: Table, key: str, length: int) -> frozenset[str]:
    """Return what of the other side stands within a length of a unit."""
    side, here = table.units[key].side, base_of(table.units[key])
    return frozenset(
        one
        for one, base in standing_bases(table)
        if near(here, base, length) and (table.units.get(one) or table.camps[one]).side != side
        if distance(here, base) <= length
    )


def reach_of(table: Table, who: Sequence[str]) -> int:
    """Return how far some units come at most who charge now, in hundredths, conforming included."""
    most = moves_left(table, who)
    return most * min(full_pace(table.units[key]) for key in who) + CONFORMING if most > 0 else 0
