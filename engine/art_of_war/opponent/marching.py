"""Moves: which body goes where, straight and together towards the enemy that suits it (5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Literal

from engine.art_of_war.actions import Manoeuvre, Move, Part, joined
from engine.art_of_war.opponent.expecting import front_to_front
from engine.art_of_war.opponent.forming import fronts_of, has_depth, widened
from engine.art_of_war.opponent.outlook import Keys, Outlook
from engine.art_of_war.plane.contact import distance, within
from engine.art_of_war.plane.poses import UD, Base, Pose, centre, placed
from engine.art_of_war.plane.sight import clear_line
from engine.art_of_war.rules.movement.manoeuvres import TENTHS, amount_of, part_by
from engine.art_of_war.rules.movement.ordering import Order, worked_out
from engine.art_of_war.rules.movement.usual import ANGLES, SLID, onward
from engine.art_of_war.rules.shooting.aiming import aims, can_shoot
from engine.art_of_war.state import Unit
from engine.art_of_war.survey import is_light, profile_of
from engine.art_of_war.troops import TroopType

Calm = Literal["calm", "pay", "disorder"]
Point = tuple[float, float]

LOOKED_AT = 7
"""Of so many enemies, the nearest, it chooses one to go for."""

WHEEL = 60.0
"""Degrees that a body wheels rather than turn by quarters."""

WEIGHT = 0.5
"""How much sooner each unit more of a body makes it move, in UD."""

ABOUT = 115.0
"""Degrees from which on it turns about."""


@dataclass(frozen=True, slots=True)
class March:
    """A move that is worth making.

    Attributes:
        action: The order.
        gain: How much nearer it comes, in UD.
        body: Who moves.
        ends: Where they stand then.
    """

    action: Move
    gain: float
    body: Body
    ends: Sequence[Pose]

    def parts(self) -> dict[str, float]:
        """Return what the move betters, by what it is for; less is worse."""
        before = self.body.parts(tuple(base.pose for base in self.body.bases))
        after = self.body.parts(self.ends)
        return {part: after[part] - before[part] for part in after}


@dataclass(frozen=True)
class Body:
    """Units that move as one.

    Attributes:
        look: What is seen.
        who: Their ids.
        but: Aims that they do not go for.
    """

    look: Outlook
    who: Keys
    but: Keys = ()

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """They."""
        return self.look.units(self.who)

    @cached_property
    def lead(self) -> Unit:
        """Whoever stands for all."""
        return self.units[0]

    @cached_property
    def light(self) -> bool:
        """Whether they are light."""
        return all(map(is_light, self.units))

    @cached_property
    def line(self) -> bool:
        """Whether they make the line with others."""
        return self.look.in_line(self.lead)

    @cached_property
    def steady(self) -> bool:
        """Whether they go straight on beside the others, since no enemy is near."""
        return self.line and self.away() > self.look.weights.march.steady * UD

    @cached_property
    def range(self) -> int:
        """How far they shoot, in hundredths; 0 where they do not."""
        weapons = [profile_of(one).weapon for one in self.units]
        return min((0 if one is None else one.range for one in weapons), default=0)

    @property
    def bases(self) -> list[Base]:
        """Where they stand."""
        return [self.look.bases[key] for key in self.who]

    @cached_property
    def middle(self) -> Point:
        """The middle of their fronts."""
        return _middle([base.pose for base in self.bases])

    @cached_property
    def facing(self) -> float:
        """Whither they face, in degrees."""
        assert self.lead.pose is not None
        return self.lead.pose.facing / 10

    @cached_property
    def goal(self) -> tuple[str, Base] | None:
        """What they go for: what is near, before them, and promises most."""
        aims = (one for one in self.look.aims if one[0] not in self.but)
        near = sorted(aims, key=lambda one: (_away(self.middle, centre(one[1])), one[0]))
        found = [(self._far(key, base), key, base) for key, base in near[:LOOKED_AT]]
        if not found:
            return None
        _, key, base = min(found, key=lambda one: (one[0], one[1]))
        return key, base

    def _far(self, key: str, base: Base) -> float:
        """Return how far an aim seems, in UD."""
        look, given = self.look, self.look.weights.march
        point = centre(base)
        found = _away(self.middle, point) / UD
        aside = given.aside if self.line else given.askew
        found += aside * abs(_off(self.middle, self.facing, point)) / 90
        if look.crags and not clear_line(self.bases[0], base, look.crags, None):
            found += given.beyond
        enemy = look.table.units.get(key)
        if enemy is None:
            return found + (given.camp if key in look.table.camps else given.marker)
        found -= given.prefer * front_to_front(look, self.lead.id, key)
        if profile_of(enemy).evades and not self.light:
            found += given.elusive
        return found

    def away(self) -> float:
        """Return how far the nearest enemy or camp is, in hundredths; nobody fears a marker."""
        markers = self.look.table.markers
        return min(
            (
                distance(base, foe)
                for base in self.bases
                for key, foe in self.look.aims
                if key not in markers
            ),
            default=0,
        )

    # -- whether it has anything to go for ---------------------------------------------------------

    def shoots(self) -> bool:
        """Say whether any of them has a target where they stand, and would still shoot."""
        table, busy = self.look.table, self.look.busy
        return any(
            can_shoot(table, one, busy) and next(aims(table, one, busy), None) is not None
            for one in self.units
        )

    def score(self, poses: Sequence[Pose]) -> float:
        """Return how good it is to stand somewhere, in UD; more is better."""
        assert self.goal is not None
        given = self.look.weights.march
        point = centre(self.goal[1])
        middle = _middle(poses)
        far = _away(middle, point) / UD
        if self.range:
            # Who shoots wants to be in range, and no nearer.
            far = abs(far - self.range / UD)
        askew = abs(_off(middle, poses[0].facing / 10, point)) / 90
        found = -far - given.askew * askew - self._patience() * self._before(poses)
        found += given.front * fronts_of(
            [placed(base, pose) for base, pose in zip(self.bases, poses, strict=True)]
        )
        if self.line:
            found -= given.unity * self.look.turned(poses[0]) / 90
        return found

    def parts(self, poses: Sequence[Pose]) -> dict[str, float]:
        """Return what :meth:`score` is the sum of, by what each part is for."""
        assert self.goal is not None
        given = self.look.weights.march
        point = centre(self.goal[1])
        middle = _middle(poses)
        far = _away(middle, point) / UD
        far = abs(far - self.range / UD) if self.range else far
        bases = [placed(base, pose) for base, pose in zip(self.bases, poses, strict=True)]
        found = {
            "near": -far,
            "facing": -given.askew * abs(_off(middle, poses[0].facing / 10, point)) / 90,
            "together": -self._patience() * self._before(poses),
            "front": given.front * fronts_of(bases),
        }
        if self.line:
            found["line"] = -given.unity * self.look.turned(poses[0]) / 90
        return found

    def _patience(self) -> float:
        """Return what each UD before the line counts: less from turn to turn."""
        given = self.look.weights.march
        return given.lonely * max(0.0, 1 - (self.look.table.turn - 1) / given.patience)

    @cached_property
    def _rest(self) -> float | None:
        """How far the rest of the line has come; ``None`` where there is none."""
        return self.look.front(self.who)

    def _before(self, poses: Sequence[Pose]) -> float:
        """Return how far a place lies before the army's line, but for what is free, in UD."""
        look, given = self.look, self.look.weights.march
        front = self._rest
        if front is None:
            return 0.0
        forward = sum(map(look.forward, poses)) / len(poses)
        free = given.ahead if self.line else given.outpost
        if profile_of(self.lead).troop.type is TroopType.LI:
            free = -given.shelter
        elif self.steady:
            free += given.stagger
        return max(0.0, (forward - front) / UD - free)

    # -- moves -------------------------------------------------------------------------------------

    def best(self) -> March | None:
        """Return the best move, if one is worth a point."""
        if self.goal is None or (self.range and self.shoots()) or (self.light and self.lead.moves):
            return None
        start = self.score(tuple(base.pose for base in self.bases))
        found: March | None = None
        for parts in self._wanted_ways():
            order, calm = self.order(parts)
            if order is None:
                continue
            gain = self.score(order.plan.ends) - start
            gain -= self.look.weights.march.plain * (len(parts) - 1)
            if gain > self.look.weights.march.least and (found is None or gain > found.gain):
                move = Move(who=joined(self.who), parts=parts, calm=calm)
                found = March(move, gain, self, order.plan.ends)
        return found

    def _wanted_ways(self) -> Iterator[tuple[Part, ...]]:
        """Yield the moves that are looked at: the line goes straight on while no enemy is near."""
        assert self.goal is not None
        off = abs(_off(self.middle, self.facing, centre(self.goal[1])))
        straight = self.steady and off < WHEEL
        yield from (one for one in self.ways() if not straight or len(one) == 1)
        if off < WHEEL and not self.steady and has_depth(self.units, self.bases):
            yield from widened(self.bases)

    def order(self, parts: tuple[Part, ...]) -> tuple[Order | None, Calm]:
        """Return a move as an order that can be given; a difficult one is paid for."""
        table, side = self.look.table, self.look.side
        calm: Calm
        for calm in ("calm", "pay"):
            order, against = worked_out(table, side, self.who, parts, calm)
            if order is not None or all(one.code != "move.difficult" for one in against):
                return order, calm
        return None, "calm"

    def ways(self) -> Iterator[tuple[Part, ...]]:
        """Yield usual moves towards the goal: straight on, aside or wheeling and on, or turning."""
        assert self.goal is not None
        point = centre(self.goal[1])
        off = _off(self.middle, self.facing, point)
        wanted = self._wanted()
        if abs(off) < ABOUT:
            yield from self._straight(wanted)
        for first in self._first(off, point):
            parts = onward(self.look.table, self.who, (first,))
            # Who shoots goes no nearer than it need: what is not offered whole it leaves out.
            yield parts if wanted is None or amount_of(parts[-1]) <= wanted else (first,)

    def _wanted(self) -> int | None:
        """Return how far it would go at most, in hundredths; ``None`` where as far as it can."""
        if not self.range or self.goal is None:
            return None
        return max(0, round(self.away()) - self.range + UD // 4)

    def _straight(self, wanted: int | None) -> Iterator[tuple[Part, ...]]:
        """Yield an advance as far as can be, or by as many whole UD as are wanted."""
        for one in onward(self.look.table, self.who, ()):
            whole = None if wanted is None else -(-wanted // UD) * UD
            if whole is None or amount_of(one) <= whole:
                yield (one,)
            elif whole:
                yield (part_by(one.do, whole),)

    def _first(self, off: float, point: Point) -> Iterator[Part]:
        """Yield what turns or slides towards a point that lies so many degrees off."""
        if abs(off) < WHEEL:
            right, _ = _seen(self.middle, self.facing, point)
            slide = Manoeuvre.SLIDE_LEFT if right < 0 else Manoeuvre.SLIDE_RIGHT
            yield from (part_by(slide, length) for length in SLID if length <= 2 * abs(right))
        if abs(off) < ABOUT:
            pivot = Manoeuvre.PIVOT_LEFT if off < 0 else Manoeuvre.PIVOT_RIGHT
            near = sorted(ANGLES, key=lambda angle: abs(abs(off) - angle))[:2]
            yield from (part_by(pivot, angle * TENTHS) for angle in near if angle < 2 * abs(off))
        if WHEEL <= abs(off) < ABOUT:
            yield Part(do=Manoeuvre.QUARTER_LEFT if off < 0 else Manoeuvre.QUARTER_RIGHT)
        if abs(off) >= ABOUT:
            yield Part(do=Manoeuvre.HALF)


def rank(body: Body) -> tuple[float, Keys]:
    """Return in which order bodies are told to move: the rearmost of the line first."""
    later = body.look.weights.march.behind if body.light or body.range else 0.0
    return later - body.away() / UD - WEIGHT * len(body.who), body.who


def falls_back(body: Body) -> Move | None:
    """Return a step back of light foot that heavier enemies are upon, if it can make one."""
    if profile_of(body.lead).troop.type is not TroopType.LI or body.lead.moves:
        return None
    look = body.look
    safe = look.weights.march.safe * UD
    heavy = [look.bases[one.id] for one in look.foes if not is_light(one)]
    if not any(within(base, foe, safe) for base in body.bases for foe in heavy):
        return None
    if not _line_near(body):
        return None
    parts = (Part(do=Manoeuvre.BACK, by=Fraction(2)),)
    order, _ = worked_out(look.table, look.side, body.who, parts, "calm")
    return None if order is None else Move(who=joined(body.who), parts=parts)


def _line_near(body: Body) -> bool:
    """Say whether the line has come up behind light troops."""
    look = body.look
    return any(
        within(base, look.bases[one.id], 2 * UD) for base in body.bases for one in look.line()
    )


# -- plain geometry, which nothing but judgement hangs on ------------------------------------------


def _middle(poses: Sequence[Pose]) -> Point:
    return (
        sum(one.x for one in poses) / len(poses),
        sum(one.y for one in poses) / len(poses),
    )


def _place(unit: Unit) -> Point:
    assert unit.pose is not None
    return unit.pose.x, unit.pose.y


def _away(one: Point, two: Point) -> float:
    return hypot(one[0] - two[0], one[1] - two[1])


def _off(here: Point, facing: float, there: Point) -> float:
    """Return by how many degrees a point lies to the right of where one looks; left: negative."""
    bearing = degrees(atan2(there[0] - here[0], there[1] - here[1]))
    return (bearing - facing + 180) % 360 - 180


def _seen(here: Point, facing: float, there: Point) -> Point:
    """Return how far to the right a point lies, and how far ahead."""
    angle = radians(_off(here, facing, there))
    far = _away(here, there)
    return far * sin(angle), far * cos(angle)
