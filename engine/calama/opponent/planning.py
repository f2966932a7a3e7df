"""A movement turn: several plans, made boldly and cautiously, of which the best is begun (7.4).

A plan is made step by step: always what gains most for the points it takes. What it leads to is
then judged as a whole (:mod:`~engine.calama.opponent.prospect`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.api import Action, Text
from engine.calama.actions import Advance, Charge, Done, Escape, Leg, March
from engine.calama.opponent.assault import Assault, assaults
from engine.calama.opponent.ground import Ground
from engine.calama.opponent.muster import muster
from engine.calama.opponent.outlook import Outlook
from engine.calama.opponent.prospect import balance
from engine.calama.opponent.saying import of_charge, of_escape, of_least, of_move, of_reserve
from engine.calama.opponent.weights import Weights
from engine.calama.rules.movement.advance import Way, moved, reach
from engine.calama.rules.movement.charge import chargeable, possible_chargers
from engine.calama.rules.movement.escape import escapable
from engine.calama.rules.pieces.attributes import movement
from engine.calama.rules.victory.objectives import ESCAPE
from engine.calama.scenario import load_costs
from engine.calama.state import CHILE, Piece, Table
from engine.data.grid.squares import distance
from engine.reasons import Reasons

STEPS = 16
"""More moves than the points of a turn allow."""


@dataclass(frozen=True, slots=True)
class Move:
    """One piece to one square."""

    piece: Piece
    to: str
    way: Way
    gain: float
    """What it changes for the better, less what it costs."""


@dataclass(frozen=True, slots=True)
class MovementPlan:
    """What to do in the rest of a movement turn.

    Attributes:
        moves: What comes before the first charge.
        charge: The first charge.
        merit: What it leads to.
        seen: The table on which each of the moves was found best.
        caution: How much dangers counted then.
    """

    moves: tuple[Move, ...]
    charge: Assault | None
    merit: float
    seen: tuple[Table, ...] = ()
    caution: float = 1.0

    def first(self) -> Action | None:
        """Return the first action of the plan, if there is any."""
        if self.moves:
            return _marching(self.moves)
        if self.charge is None:
            return None
        pieces = tuple(charger.piece.id for charger in self.charge.chargers)
        return Charge(target=self.charge.target.id, pieces=pieces)


def move(look: Outlook, weights: Weights, reasons: Reasons, *, reserves: bool = True) -> Action:
    """Return the next action of a movement turn."""
    ground = Ground(look, weights)
    officers = escapable(look.table)
    if officers and ground.prices.objective(ESCAPE):
        return reasons.note(
            Escape(piece=officers[0].id), lambda: of_escape(ground.prices.objective(ESCAPE))
        )
    reserve = muster(ground) if reserves else None
    if reserve is not None:
        return reasons.note(reserve, lambda: of_reserve(ground, reserve))
    ways = {piece.id: reach(look.table, piece) for piece in look.mine}
    plans = []
    for mood in ground.temper.moods:
        ground.follow(look.table)
        plans.append(_Planner(ground, dict(ways), mood).plan())
    ground.follow(look.table)
    best = max(plans, key=lambda plan: plan.merit)
    first = best.first()
    if first is not None:
        return reasons.note(first, lambda: _why(ground, best))
    last = _nothing(look, ground, ways)
    return last if isinstance(last, Done) else reasons.note(last, of_least)


def _why(ground: Ground, plan: MovementPlan) -> Text:
    """Say what the first action of a plan is for: the charge it leads to, or its best move."""
    charge = plan.charge
    going = {one.piece.id for one in plan.moves}
    if charge is not None and (not going or any(one.piece.id in going for one in charge.chargers)):
        ground.follow(plan.seen[-1] if plan.seen else ground.look.table)
        return of_charge(ground, charge, prepared=bool(going))
    step, table = max(
        zip(plan.moves, plan.seen, strict=True), key=lambda one: (one[0].gain, one[0].piece.id)
    )
    ground.follow(table)
    ground.caution = plan.caution
    return of_move(ground, table.pieces[step.piece.id], step.to)


def _nothing(look: Outlook, ground: Ground, ways: dict[str, Mapping[str, Way]]) -> Action:
    """End the turn; Chile must have moved before (7.4.1), and takes the least of evils."""
    table = look.table
    if table.player == CHILE and not table.acted:
        moves = [_best(ground, piece, ways[piece.id]) for piece in look.mine]
        able = [one for one in moves if one is not None]
        if able:
            return _marching([max(able, key=lambda one: (one.gain, one.piece.id))])
        for foe in chargeable(table):
            group = possible_chargers(table, foe)[: table.pool]
            return Charge(target=foe.id, pieces=tuple(one.id for one in group))
    return Done()


def _best(ground: Ground, piece: Piece, ways: Mapping[str, Way]) -> Move | None:
    """Return a piece's best move, if it can make any."""
    # Whatever has moved has found its place; to walk it about is to waste points.
    if piece.moved or not ways:
        return None
    pool, thrift = ground.look.table.pool, ground.temper.thrift
    gain, to = max(
        (
            (ground.worth(piece, to) - thrift * way.points, to)
            for to, way in ways.items()
            if way.points <= pool
        ),
        default=(0.0, ""),
    )
    if not to:
        return None
    return Move(piece, to, ways[to], gain - ground.worth(piece, piece.at))


def _marching(moves: tuple[Move, ...] | list[Move]) -> Action:
    if len(moves) == 1:
        return Advance(piece=moves[0].piece.id, to=moves[0].to)
    return March(moves=tuple(Leg(piece=one.piece.id, to=one.to) for one in moves))


class _Planner:
    """Makes one plan."""

    def __init__(self, ground: Ground, ways: dict[str, Mapping[str, Way]], mood: float) -> None:
        self.ground = ground
        self.table = ground.look.table
        self.ways = ways
        self.mood = mood
        self.refused: set[str] = set()
        self.best: dict[str, Move | None] = {}

    def plan(self) -> MovementPlan:
        """Return the plan."""
        ground = self.ground
        caution = ground.patience()
        ground.caution = caution * self.mood
        moves: list[Move] = []
        seen: list[Table] = []
        charge: Assault | None = None
        merit = self._merit(caution)
        for _ in range(STEPS):
            step, assault = self._best_move(), self._best_assault()
            rate_step = step.gain if step else 0.0
            rate_assault = self._net(assault.gain, assault.points) if assault else 0.0
            before = self.table
            if assault is not None and rate_assault > 0 and rate_assault >= rate_step:
                made = self._approach(assault)
                self._declare(assault)
                refused = assault.target.id
            elif step is not None and rate_step > 0:
                self._make(step)
                made = [step]
                refused = step.piece.id
                assault = None
            else:
                break
            now = self._merit(caution)
            if now <= merit:
                self._back(before, made, assault)
                self.refused.add(refused)
                continue
            merit = now
            if charge is None:
                moves += made
                seen += [before] * len(made)
                charge = assault
        ground.caution = caution
        return MovementPlan(tuple(moves), charge, merit, tuple(seen), caution * self.mood)

    def _merit(self, caution: float) -> float:
        """Return what the plan so far leads to, dangers counted as they are."""
        mood, self.ground.caution = self.ground.caution, caution
        merit = balance(self.ground)
        self.ground.caution = mood
        return merit

    def _back(self, before: Table, made: list[Move], assault: Assault | None) -> None:
        """Take back a step that looks worse from afar than from near."""
        changed = [at for one in made for at in (one.piece.at, one.to)]
        if assault is not None:
            changed += [assault.target.at, *(charger.at for charger in assault.chargers)]
        self._now(before, *changed)

    def _net(self, gain: float, points: int) -> float:
        return gain - self.ground.temper.thrift * points

    # -- moves -----------------------------------------------------------------------------------

    def _best_move(self) -> Move | None:
        """Return the best move of all; what a piece thought best holds until something changes."""
        pool = self.table.pool
        for piece in self.ground.look.mine:
            known = self.best.get(piece.id)
            if piece.id not in self.best or (known is not None and known.way.points > pool):
                self.best[piece.id] = _best(self.ground, piece, self.ways[piece.id])
        able = [
            one
            for one in self.best.values()
            if one is not None and one.piece.id not in self.refused
        ]
        return max(able, key=lambda one: (one.gain, one.piece.id), default=None)

    def _make(self, step: Move) -> None:
        piece = self.table.pieces[step.piece.id]
        self._now(moved(self.table, piece, step.to, step.way), step.piece.at, step.to)

    def _now(self, table: Table, *changed: str) -> None:
        """Go on from a table on which something has changed on some squares."""
        led = self.ground.look.zone
        self.table = table
        self.ground.follow(table)
        for piece in self.ground.look.mine:
            # Only what can come near finds other ways open now, and other comrades at its side.
            near = min(distance(piece.at, at) for at in changed)
            left = movement(table, piece)
            if near <= left:
                self.ways[piece.id] = reach(table, piece)
            if near <= left + 1:
                self.best.pop(piece.id, None)
        if self.ground.look.zone != led:
            self.best.clear()

    # -- charges ---------------------------------------------------------------------------------

    def _best_assault(self) -> Assault | None:
        able = (
            one for one in assaults(self.ground, self.ways) if one.target.id not in self.refused
        )
        return max(
            able,
            key=lambda one: (self._net(one.gain, one.points), one.target.id),
            default=None,
        )

    def _approach(self, assault: Assault) -> list[Move]:
        """Bring the chargers to their squares; whichever finds its way barred stays where it is."""
        made = []
        for charger in assault.chargers:
            piece = self.table.pieces[charger.piece.id]
            if piece.at == charger.at:
                continue
            way = reach(self.table, piece).get(charger.at)
            if way is not None:
                step = Move(piece, charger.at, way, 0.0)
                self._make(step)
                made.append(step)
        return made

    def _declare(self, assault: Assault) -> None:
        pieces = dict(self.table.pieces)
        changed = [assault.target.at]
        pool, cost = self.table.pool, load_costs().charge
        for charger in assault.chargers:
            piece = pieces[charger.piece.id]
            if piece.at == charger.at and pool >= cost:
                charging = replace(piece, charging=assault.target.id, moved=piece.moved + cost)
                pieces[piece.id] = charging
                pool -= cost
                changed.append(piece.at)
        self._now(replace(self.table, pieces=pieces, pool=pool, acted=True), *changed)
