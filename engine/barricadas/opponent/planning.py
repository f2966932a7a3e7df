"""An activation: what each unit could do at its best, and which unit does it now (3.3, 3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from engine.api import Action, Text
from engine.barricadas.actions import MOST, Activate, Pass, Task, Together, joined
from engine.barricadas.frames import ASSAULTING, FIRING, Deed
from engine.barricadas.opponent.body import Body
from engine.barricadas.opponent.expecting import holds, mean_hits
from engine.barricadas.opponent.lapses import stray_order
from engine.barricadas.opponent.marching import March, best_march, join
from engine.barricadas.opponent.missions import mission
from engine.barricadas.opponent.outlook import Outlook
from engine.barricadas.opponent.saying import (
    of_haul,
    of_joining,
    of_march,
    of_mission,
    of_position,
    of_rally,
    of_shot,
    of_storm,
    of_waiting,
    of_whim,
)
from engine.barricadas.opponent.shooting import Shot, gain_of, shots
from engine.barricadas.opponent.storming import Storm, storms
from engine.barricadas.opponent.towing import hauls
from engine.barricadas.opponent.weights import Strength
from engine.barricadas.roster import Munition
from engine.barricadas.rules.attack.aiming import Salvo, against_salvo, weapon_of
from engine.barricadas.rules.morale.checks import counter_morale
from engine.barricadas.rules.morale.recovery import recoverable
from engine.barricadas.rules.turn.activation import activatable, activated_with
from engine.barricadas.rules.turn.tasks import read, understood
from engine.barricadas.rules.turn.together import seconds
from engine.barricadas.state import Counter, Reaction
from engine.barricadas.survey import gait_of
from engine.dice import Dice
from engine.reasons import Reasons, Why

GRAINS = 1000
"""Sides of the die by which a weaker computer misjudges."""


class Because(NamedTuple):
    """A task, what it brings, and what says what it is for."""

    task: Task
    gain: float
    why: Why


@dataclass(frozen=True, slots=True)
class Plan:
    """What one leader orders, what it is worth, and what for."""

    leader: str
    tasks: tuple[Task, ...]
    gain: float
    because: tuple[Because, ...] = ()

    def why(self) -> Text | None:
        """Say what that task is for which brings most."""
        found = [one for one in self.because if one.task in self.tasks]
        return max(found, key=lambda one: one.gain).why() if found else None

    @property
    def strikes(self) -> float:
        """What it is worth of that which hits the enemy: fire and assaults."""
        return sum(one.gain for one in self.because if one.task.deed in FIRING | ASSAULTING)

    @property
    def action(self) -> Action:
        """It as an action."""
        return Activate(leader=self.leader, tasks=self.tasks)


def activate(look: Outlook, strength: Strength, dice: Dice, reasons: Reasons) -> Action:
    """Return the best activation, or that its side passes."""
    plans = [
        plan
        for leader in activatable(look.table, look.side)
        if (plan := plan_of(look, leader)) is not None
    ]
    if not plans:
        return Pass()
    if strength.lapse and dice.roll("whether it thinks", 1, GRAINS)[0] <= strength.lapse * GRAINS:
        plan = plans[dice.roll("who comes to mind", 1, len(plans))[0] - 1]
        task = stray_order(look, look.table.counters[plan.leader], dice)
        stray = legal(look, plan if task is None else replace(plan, tasks=(task,)))
        return Pass() if stray is None else reasons.note(stray.action, of_whim)
    judged = [(_judged(plan.gain, strength, dice), plan) for plan in plans]
    for gain, plan in sorted(judged, key=lambda one: (one[0], one[1].leader), reverse=True):
        if gain <= look.temper.least:
            break
        best = legal(look, plan)
        if best is not None:
            both = together(look, best, plans)
            return reasons.note(best.action if both is None else both, best.why)
    return Pass()


def together(look: Outlook, plan: Plan, plans: Sequence[Plan]) -> Together | None:
    """Return an attempt of two officers to strike before the enemy answers, if it helps (7.3).

    It costs nothing where it fails, but the side has one activation less to come where it does
    not: so whom it brings along must strike as well.
    """
    least, leader = look.temper.together, look.table.counters[plan.leader]
    if least is None or leader.officer is None or plan.strikes <= 0:
        return None
    near = {one.id for one in seconds(look.table, leader)}
    able = [one for one in plans if one.leader in near and one.strikes > least]
    for other in sorted(able, key=lambda one: (one.strikes, one.leader), reverse=True):
        tasks = (*plan.tasks, *other.tasks)
        if len(tasks) > MOST:
            continue
        if not understood(look.table, (plan.leader, other.leader), tasks)[1]:
            return Together(leader=plan.leader, second=other.leader, tasks=tasks)
    return None


def _judged(gain: float, strength: Strength, dice: Dice) -> float:
    """Return what a weaker computer takes a plan to be worth."""
    if not strength.error:
        return gain
    grain = dice.roll("judgement", 1, GRAINS)[0] / GRAINS
    return gain * (1.0 + strength.error * (2 * grain - 1.0))


def plan_of(look: Outlook, leader: Counter) -> Plan | None:
    """Return the best that a leader can order; ``None`` where nothing helps."""
    acting = activated_with(look.table, leader)
    planner = _Planner(look, leader, [one for one in acting if one.printed is not None])
    planner.plan()
    tasks = (*planner.first, *planner.then)
    if not tasks:
        return None
    gain = planner.gain
    if leader.out and leader.unit in look.table.counters:
        gain *= holds(counter_morale(look.table, leader))
    return Plan(leader.id, tasks, gain, tuple(planner.because))


class _Planner:
    """One leader's order in the making."""

    def __init__(self, look: Outlook, leader: Counter, members: list[Counter]) -> None:
        self.look = look
        self.leader = leader
        self.first: list[Task] = []
        self.then: list[Task] = []
        self.gain = 0.0
        self.because: list[Because] = []
        self.members = members
        self.led = leader.printed is None
        # Whoever leads but has nothing else to do goes with one of the groups.
        self.free = self.led and not leader.routed and not leader.carrier

    def plan(self) -> None:
        look = self.look
        if self.led:
            self._lead()
        groups = list(look.groups(self.members))
        able = [one for group in groups for one in group]
        fired = shots(look, able, self.leader)
        moved: list[tuple[list[Counter], March]] = []
        main = max(groups, key=lambda group: sum(one.steps for one in group), default=[])
        officer_at = look.where[self.leader.id]
        for group in groups:
            body = self._body(group, main)
            share = self._share(fired, group)
            storm = self._best_storm(body)
            apart = "" if self._goes(group, main) or not self.led else officer_at
            march = best_march(body, apart)
            if storm is not None and storm.gain > max(share, march.gain if march else 0.0, 0.0):
                fired = self._without(fired, group)
                self._take(body, storm.task, storm.gain, partial(of_storm, body, storm))
                moved.append((group, March(storm.task, (body.place, storm.target), storm.gain)))
            elif march is not None and march.gain > max(share, 0.0):
                fired = self._without(fired, group)
                self._take(body, march.task, march.gain, partial(of_march, body, march, apart))
                moved.append((group, march))
        for hauled in hauls(look, self.members):
            self.then.append(hauled.task)
            self._gains(hauled.task, hauled.gain, partial(of_haul, hauled))
        for shot in fired:
            self.first.append(shot.task)
            self._gains(shot.task, shot.gain, partial(of_shot, look, shot))
        busy = {key for shot in fired for key in shot.salvo.who}
        busy |= {one.id for group, _ in moved for one in group}
        idle = [one for one in able if one.id not in busy]
        self._idle(idle)
        self._follow(groups, moved)

    def _gains(self, task: Task, gain: float, why: Why) -> None:
        self.gain += gain
        self.because.append(Because(task, gain, why))

    # -- parts -----------------------------------------------------------------------------------

    def _lead(self) -> None:
        """Let the leader recover others or themselves, or direct a mission, where it helps."""
        look, leader = self.look, self.leader
        rallied = 0.0
        if leader.routed and look.where[leader.id] not in look.beside_enemy:
            ((_, figure),) = recoverable(look.table, leader, themselves=True)
            rallied = holds(figure) * look.weights.worth.officer
        back = sum(
            holds(figure) * one.steps * look.worth(one) if one.printed else holds(figure)
            for one, figure in recoverable(look.table, leader, themselves=False)
            if look.where[one.id] not in look.beside_enemy
        )
        if back or rallied:
            deed = Deed.RECOVER if back > rallied else Deed.RALLY
            task = Task(who=leader.id, deed=deed)
            self.first.append(task)
            self._gains(task, max(back, rallied) * look.temper.recover, partial(of_rally, deed))
            self.free = False
            return
        if leader.routed:
            return
        called = mission(look, leader)
        if called is not None:
            self.first.append(called.task)
            self._gains(called.task, called.gain, partial(of_mission, called))
            self.free = False
            self.members = [one for one in self.members if one.id not in called.guns]

    def _goes(self, group: list[Counter], main: list[Counter]) -> bool:
        """Say whether the leader goes with a group: the largest of those where they stand."""
        if not self.free or self.look.where[self.leader.id] != self.look.where[group[0].id]:
            return False
        here = [
            g for g in (main,) if g and self.look.where[g[0].id] == self.look.where[self.leader.id]
        ]
        return group is main or not here

    def _body(self, group: list[Counter], main: list[Counter]) -> Body:
        if self._goes(group, main) and gait_of(group[0]) == "foot":
            return Body(self.look, [*group, self.leader])
        return Body(self.look, group)

    def _share(self, fired: Sequence[Shot], group: Sequence[Counter]) -> float:
        """Return what a group brings to the fire of its unit."""
        ids, found = {one.id for one in group}, 0.0
        for shot in fired:
            mine = [key for key in shot.salvo.who if key in ids]
            if not mine:
                continue
            rest = tuple(key for key in shot.salvo.who if key not in ids)
            less = replace_who(shot.salvo, rest)
            other = gain_of(self.look, less) if rest and not self._against(less) else 0.0
            found += shot.gain - other
        return found

    def _against(self, salvo: Salvo) -> bool:
        return bool(against_salvo(self.look.battlefield, self.look.table, salvo))

    def _without(self, fired: Sequence[Shot], group: Sequence[Counter]) -> list[Shot]:
        """Return the fire of a unit without that of a group."""
        ids, found = {one.id for one in group}, []
        for shot in fired:
            rest = tuple(key for key in shot.salvo.who if key not in ids)
            salvo = replace_who(shot.salvo, rest)
            if rest and not self._against(salvo):
                gain = gain_of(self.look, salvo)
                if gain > self.look.temper.least:
                    found.append(Shot(salvo, gain))
        return found

    def _best_storm(self, body: Body) -> Storm | None:
        return max(storms(body), key=lambda one: (one.gain, one.target), default=None)

    def _take(self, body: Body, task: Task, gain: float, why: Why) -> None:
        self.then.append(task)
        self._gains(task, gain, why)
        if self.leader.id in body.keys:
            self.free = False

    def _idle(self, idle: list[Counter]) -> None:
        """Let who has nothing better dig in or be prepared."""
        look = self.look
        for group in look.groups(idle):
            body = Body(look, group)
            digger = self._digs(body)
            waiting = [one for one in group if one is not digger]
            wanted = look.temper.alert if look.lead >= 0 else look.temper.alert * look.temper.wait
            gain = wanted * self._alert(body, waiting)
            if waiting and gain > 0:
                armed = tuple(
                    one.id for one in waiting if one.printed is not None and one.printed.weapons
                )
                if armed:
                    task = Task(who=joined(armed), deed=Deed.PREPARE)
                    self.then.append(task)
                    self._gains(task, gain, partial(of_waiting, armed))
                else:
                    self.gain += gain

    def _digs(self, body: Body) -> Counter | None:
        """Let one counter dig where a position saves much; return who does."""
        look, place = self.look, body.place
        if place in look.table.positions or any(gait_of(one) != "foot" for one in body.counters):
            return None
        if look.table.held.get(place) != look.side and place not in look.scenario.towns:
            return None
        danger = body.danger((place,), moving=False)
        divisor = look.divisor(place)
        saved = danger * float(1 - divisor / (divisor + 1)) * min(3, look.left)
        if saved * look.temper.dig <= 0.1:
            return None
        digger = min(body.counters, key=lambda one: (one.steps, one.id))
        task = Task(who=digger.id, deed=Deed.DIG)
        self.then.append(task)
        self._gains(task, saved * look.temper.dig, partial(of_position, place))
        return digger

    def _alert(self, body: Body, waiting: Sequence[Counter]) -> float:
        """Return what being prepared adds to the fire of a group, if enemies can come near."""
        look = self.look
        fresh = [one for one in waiting if one.reaction is Reaction.NONE]
        reach = 0
        factors = 0
        for one in fresh:
            weapon = weapon_of(one, Munition.AP)
            if weapon is not None:
                reach = max(reach, weapon.range)
                factors += weapon.full if not one.hits else weapon.reduced
        if not factors:
            return 0.0
        near = min(
            (look.battlefield.distance(body.place, one.place) for one in look.threats if one.walks),
            default=99,
        )
        if near > 2 * reach + 4:
            return 0.0
        return mean_hits(factors, 1, look.divisor(body.place) * 0 + 1) * 0.5

    def _follow(
        self, groups: Sequence[list[Counter]], moved: Sequence[tuple[list[Counter], March]]
    ) -> None:
        """Bring a leader who stayed behind to where their unit goes."""
        if not self.free:
            return
        look = self.look
        ends: dict[str, int] = {}
        gone = {one.id: march.way[-1] for group, march in moved for one in group}
        unit = [
            one
            for place in look.mine.values()
            for one in place
            if one.printed is not None and one.unit == self.leader.unit
        ]
        if not self.leader.unit:
            unit = [one for place in look.mine.values() for one in place if one.routed] or [
                one for place in look.mine.values() for one in place if one.printed is not None
            ]
        for one in unit:
            if one.id != self.leader.id:
                place = gone.get(one.id, look.where[one.id])
                ends[place] = ends.get(place, 0) + 1
        march = join(Body(look, [self.leader]), ends)
        if march is not None:
            self.then.append(march.task)
            self._gains(march.task, march.gain, partial(of_joining, march))


def legal(look: Outlook, plan: Plan) -> Plan | None:
    """Return a plan without what the rules would refuse; ``None`` where nothing is left."""
    leader = (look.table.counters[plan.leader],)
    if not read(look.table, leader, plan.tasks)[1]:
        return plan
    kept: list[Task] = []
    for task in plan.tasks:
        if not read(look.table, leader, (*kept, task))[1]:
            kept.append(task)
    return replace(plan, tasks=tuple(kept)) if kept else None


def replace_who(salvo: Salvo, who: tuple[str, ...]) -> Salvo:
    """Return a salvo of others."""
    return Salvo(who, salvo.munition, salvo.target, salvo.halved, salvo.joined)
