"""Small opponents of El Arte de la Guerra, against which its computer must win and not only last.

None is clever, and each is a different kind of trouble: one that does nothing, one that charges
whatever it can reach, one that runs away, one that stays where it is and shoots, and one that hides
and has to be looked for. All but the last deploy as the computer does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import hypot

from engine.api import Action, Decision, Opponent
from engine.art_of_war.actions import (
    NOBODY,
    Charge,
    Done,
    Evade,
    Hide,
    Manoeuvre,
    Move,
    Muster,
    Part,
    Placing,
    Pursue,
    Stand,
    Stay,
    Write,
    joined,
)
from engine.art_of_war.actions import Hiding as Ambush
from engine.art_of_war.army_lines import Leader, Line
from engine.art_of_war.frames import Charging, Pursuing
from engine.art_of_war.game import ArtOfWar
from engine.art_of_war.ground import kind_of
from engine.art_of_war.opponent.marching import Body
from engine.art_of_war.opponent.offers import offered
from engine.art_of_war.opponent.opening import set_up
from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.opponent.rallying import rallied
from engine.art_of_war.opponent.weights import load_weights
from engine.art_of_war.pieces import WORK_DEPTH
from engine.art_of_war.plane.contact import behind
from engine.art_of_war.plane.poses import Base, Pose, ahead, centre, corner
from engine.art_of_war.rules.charge.declaring import able, affordable
from engine.art_of_war.rules.movement.ordering import worked_out
from engine.art_of_war.rules.rout.pursuit import pursuers
from engine.art_of_war.rules.setting_up import ambush
from engine.art_of_war.rules.setting_up.deployment import ready_places
from engine.art_of_war.rules.setting_up.laying import against_layout, corps_left
from engine.art_of_war.rules.setting_up.layout import bases_in, is_work, seen_by
from engine.art_of_war.rules.setting_up.outlines import DEEP, WIDE
from engine.art_of_war.state import SOUTH, Phase, View
from engine.art_of_war.troops import UD
from engine.dice import Dice

BEFORE = frozenset((Phase.MUSTER, Phase.TERRAIN, Phase.PLAN, Phase.DEPLOYMENT))


class Sparring(ABC):
    """What all of them do alike; what is left is what they order, and what they answer."""

    evades = False
    pursues = False

    def choose(self, view: View, decision: Decision, dice: Dice) -> Action:
        """Return what the viewer does now about *decision*."""
        del decision
        if view.table.phase in BEFORE:
            return self.begun(view, dice)
        look = Outlook(view, load_weights())
        frame = view.table.frames[-1] if view.table.frames else None
        if isinstance(frame, Charging):
            return Evade(units=frame.may) if self.evades else Stand()
        if isinstance(frame, Pursuing):
            keys = tuple(pursuers(look.table, frame, look.side))
            return Pursue(units=keys) if self.pursues else Stay()
        if view.table.phase is Phase.RALLY:
            return rallied(look) or Done()
        return next(self.orders(look), Done())

    def begun(self, view: View, dice: Dice) -> Action:
        """Return what is done next before the first turn."""
        return set_up(view, dice)

    @abstractmethod
    def orders(self, look: Outlook) -> Iterator[Action]:
        """Yield what it would order, best first; each is legal."""


def bodies(look: Outlook) -> Iterator[Body]:
    """Yield who goes together, those first who have made no move."""
    for who in sorted(look.bodies, key=lambda keys: look.table.units[keys[0]].moves):
        yield Body(look, who)


def moves(body: Body, *ways: tuple[Part, ...]) -> Iterator[Action]:
    """Yield those moves of a body that can be ordered."""
    for parts in ways:
        if worked_out(body.look.table, body.look.side, body.who, parts, "calm")[0] is not None:
            yield Move(who=joined(body.who), parts=parts)


class Passive(Sparring):
    """Stands still."""

    def orders(self, look: Outlook) -> Iterator[Action]:
        """Order nothing."""
        del look
        return iter(())


class Storming(Sparring):
    """Charges whatever it reaches, and otherwise goes straight at the enemy."""

    pursues = True

    def orders(self, look: Outlook) -> Iterator[Action]:
        """Charge, or go on."""
        for who in able(look.table, look.side):
            for one in affordable(look.table, who):
                to = one.declared
                yield Charge(who=joined(who), target=to.target, at=to.at)
        for body in bodies(look):
            if body.goal is not None and not body.lead.moves:
                yield from moves(body, *body.ways())


class Fleeing(Sparring):
    """Turns and runs from whoever comes near, and evades whatever it can."""

    evades = True

    def orders(self, look: Outlook) -> Iterator[Action]:
        """Go farther away."""
        for body in bodies(look):
            if body.lead.moves or body.away() > 600:
                continue
            away = (Part(do=Manoeuvre.HALF),) if _faces(body) else ()
            for length in (5, 3, 2, 1):
                on = Part(do=Manoeuvre.ADVANCE, by=Fraction(length))
                yield from moves(body, (*away, on))


def _faces(body: Body) -> bool:
    """Say whether a body looks at whom it would go for."""
    assert body.goal is not None
    return any(parts and parts[0].do is Manoeuvre.ADVANCE for parts in body.ways())


class Shooting(Sparring):
    """Goes no nearer than it can shoot, and shoots."""

    def orders(self, look: Outlook) -> Iterator[Action]:
        """Bring into range who shoots."""
        for body in bodies(look):
            if body.range and not body.lead.moves:
                march = body.best()
                if march is not None:
                    yield from moves(body, march.action.parts)


# -- who hides -------------------------------------------------------------------------------------

DUG_IN = Muster(
    army="own",
    lines=tuple(
        map(
            Line.model_validate,
            (
                "a heavy_spearmen x4",
                "b heavy_spearmen x2",
                "c archers x4",
                "d light_infantry x4",
                "e light_cavalry x2",
                "f heavy_spearmen x2",
                "h light_infantry x4",
            ),
        )
    ),
    leaders=tuple(map(Leader.model_validate, ("competent abc", "ordinary de", "ordinary fh"))),
    camp="fortified",
    works=6,
)
"""An army of one's own for it: behind fortifications, with light troops for any ground."""

MARGIN = 150
"""How far from the edges of the table it hides, in hundredths."""

SAFE = 5 * UD
"""How far from the enemy it would be."""

CORNER = 4 * UD
"""How much farther a corner of the table seems to it than a wood."""


class Hiding(Sparring):
    """Digs in, lays ambushes, goes into cover, behind hills or into corners, and stays there."""

    evades = True

    def begun(self, view: View, dice: Dice) -> Action:
        """Hide whoever may hide; deploy as far back as can be, behind fortifications."""
        assert view.own is not None
        if view.table.phase is Phase.MUSTER and not view.own.muster.army:
            return DUG_IN
        if view.table.phase is Phase.PLAN and view.own.posts:
            if not view.own.ambushes and not view.own.written:
                hide = _laid_in_wait(view)
                if hide is not None:
                    return hide
            for corps in corps_left(view.table, view.viewer or "", view.own.posts):
                if corps not in {one.corps for one in view.own.written}:
                    places = _far_back(view, corps)
                    if places is not None:
                        return Write(corps=corps, places=places)
        return set_up(view, dice)

    def orders(self, look: Outlook) -> Iterator[Action]:
        """Go where nobody sees or reaches them."""
        for one in bodies(look):
            if one.lead.moves:
                continue
            body = Sneaking(look, one.who)
            if body.goal is None:
                continue
            spot = centre(body.goal[1])
            found = []
            for parts in body.ways():
                order, calm = body.order(parts)
                if order is not None:
                    found.append((_apart(order.plan.ends[0], spot), parts, calm))
            if not found:
                continue
            left, parts, calm = min(found, key=lambda each: each[0])
            if left < _apart(body.bases[0].pose, spot) - UD // 4:
                yield Move(who=joined(body.who), parts=parts, calm=calm)


def _laid_in_wait(view: View) -> Hide | None:
    """Return that somebody waits under each marker that may be laid, while there is anybody."""
    assert view.viewer is not None
    found: dict[str, str] = {}
    for one in map(Ambush.model_validate, offered(ambush.HIDE, view, "markers")):
        if one.at not in found and one.who != NOBODY and one.who not in found.values():
            found[one.at] = one.who
    most = ambush.allowed(view.table, view.viewer)
    markers = tuple(Ambush(who=who, at=at) for at, who in found.items())[:most]
    return Hide(markers=markers) if markers else None


def _far_back(view: View, corps: int) -> tuple[Placing, ...] | None:
    """Return how a corps stands with its back at its own edge, fortifications before it."""
    seat = view.viewer
    assert seat is not None
    assert view.own is not None
    for places in ready_places(view, corps):
        bases = bases_in(view.table, seat, corps, places)
        rears = [corner(base, "rear_left") for base in bases.values()]
        deep = min(seen_by(seat, round(x), round(y))[1] for x, y in rears)
        back = Fraction(deep if seat == SOUTH else -deep, UD)
        moved = tuple(one.model_copy(update={"y": one.y - back}) for one in places)
        bases = bases_in(view.table, seat, corps, moved)
        front = [one for one in bases.values() if not any(behind(one, to) for to in bases.values())]
        used = sum(is_work(one.split()[0]) for each in view.own.written for one in each.places)
        left = range(used + 1, view.table.pieces.get(seat, 0) + 1)
        works = tuple(_work(number, base) for number, base in zip(left, front, strict=False))
        for whole in ((*moved, *works), moved, places):
            if not against_layout(view.table, seat, corps, whole):
                return whole
    return None


def _work(number: int, base: Base) -> Placing:
    """Return where a piece of fortification lies right before a base."""
    pose = ahead(base.pose, WORK_DEPTH)
    return Placing(who=f"work{number}", x=Fraction(pose.x, UD), y=Fraction(pose.y, UD))


class Sneaking(Body):
    """Units that go into hiding, and not for an enemy."""

    @cached_property
    def range(self) -> int:
        """They do not care what they can shoot at."""
        return 0

    @cached_property
    def goal(self) -> tuple[str, Base] | None:
        """Where they can hide: near, far from the enemy, and rather in cover than in a corner."""
        best = min(_refuges(self), key=lambda one: (self._worth(*one), one[1]), default=None)
        return None if best is None else ("", Base(Pose(*best[1], 0), 0, 0))

    def _worth(self, price: int, spot: tuple[int, int]) -> float:
        foes = [_apart(one.pose, spot) for one in self.look.foes if one.pose is not None]
        near = max(0, SAFE - min(foes, default=SAFE))
        return _apart(self.bases[0].pose, spot) + price + 3 * near


def _refuges(body: Body) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield where a body may hide, and how much farther it seems."""
    look = body.look
    for feature in look.table.features.values():
        x = sum(one for one, _ in feature.corners) // len(feature.corners)
        y = sum(one for _, one in feature.corners) // len(feature.corners)
        kind = kind_of(feature)
        if all(ambush.may_hide(one, kind) for one in body.units):
            yield 0, (x, y)
        if kind.blocks:
            deep = max(abs(one - y) for _, one in feature.corners) + MARGIN
            back = y - deep if look.side == SOUTH else y + deep
            if MARGIN <= back <= DEEP - MARGIN:
                yield UD, (x, back)
    edge = MARGIN if look.side == SOUTH else DEEP - MARGIN
    yield CORNER, (MARGIN, edge)
    yield CORNER, (WIDE - MARGIN, edge)


def _apart(pose: Pose, spot: tuple[float, float]) -> float:
    return hypot(pose.x - spot[0], pose.y - spot[1])


OPPONENTS: Mapping[str, Callable[[], Sparring]] = {
    "passive": Passive,
    "charging": Storming,
    "fleeing": Fleeing,
    "shooting": Shooting,
    "hiding": Hiding,
}
"""All of them, by name."""


class Arena(ArtOfWar):
    """The game with these opponents beside its own, for the lab."""

    opponents: Mapping[str, Opponent[View]] = {
        **ArtOfWar.opponents,
        **{name: make() for name, make in OPPONENTS.items()},
    }


ARENA = Arena()
