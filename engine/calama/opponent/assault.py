"""Charges in strength: which enemy can be charged by whom, from where, and whether it pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.calama.opponent.geometry import sides
from engine.calama.opponent.ground import Ground
from engine.calama.opponent.odds import loses, wins
from engine.calama.rules.movement.advance import Way
from engine.calama.rules.pieces.attributes import movement, strength
from engine.calama.rules.pieces.charges import chargers
from engine.calama.scenario import load_costs
from engine.calama.state import Piece
from engine.data.grid.squares import distance

FAR = 4
"""From farther away nobody charges."""

Ways = Mapping[str, Mapping[str, Way]]
"""Where each piece can move, by its id."""


@dataclass(frozen=True, slots=True)
class Charger:
    """One piece and where it would charge from; *points* it takes to be there and charge."""

    piece: Piece
    at: str
    points: int


@dataclass(frozen=True, slots=True)
class Assault:
    """A charge to be declared, and the moves before it.

    Attributes:
        target: Who is charged.
        chargers: The chargers and their squares.
        gain: What it is worth.
        points: What it takes of the army's points.
    """

    target: Piece
    chargers: tuple[Charger, ...]
    gain: float
    points: int


def assaults(ground: Ground, ways: Ways) -> Iterator[Assault]:
    """Yield the charges worth declaring, for every enemy of each number of chargers."""
    for foe in ground.look.foes:
        if all(distance(piece.at, foe.at) > FAR for piece in ground.look.mine):
            continue
        chargers = _chargers(ground, foe, ways)
        options = Counter(charger.piece.id for charger in chargers)
        # The best first; or those first who can charge from one square only, so that most can.
        for order in (chargers, sorted(chargers, key=lambda charger: options[charger.piece.id])):
            yield from _groups(ground, foe, order)
            if len(options) == 1:
                break


def _groups(ground: Ground, foe: Piece, chargers: list[Charger]) -> Iterator[Assault]:
    """Yield the charges of the first, the first two and so on who get in nobody's way."""
    group: list[Charger] = []
    squares: set[str] = set()
    pool = ground.look.table.pool
    for charger in chargers:
        if charger.at in squares or any(one.piece.id == charger.piece.id for one in group):
            continue
        if charger.points > pool:
            continue
        group.append(charger)
        squares.add(charger.at)
        pool -= charger.points
        gain = _gain(ground, foe, group)
        if gain > 0:
            points = sum(one.points for one in group)
            yield Assault(foe, tuple(group), gain, points)


def _chargers(ground: Ground, foe: Piece, ways: Ways) -> list[Charger]:
    """Return who can charge an enemy and from where, the best first."""
    look, cost = ground.look, load_costs().charge
    found = []
    for piece in look.mine:
        if piece.id in look.pinned:
            continue
        left = movement(look.table, piece)
        for at in sides(foe.at):
            if at not in look.zone:
                continue
            if piece.at == at:
                squares = points = 0
            else:
                way = ways.get(piece.id, {}).get(at)
                if way is None:
                    continue
                squares, points = way.squares, way.points
            if squares + cost > left:
                continue
            force = strength(look.table, piece)
            risk = ground.worth(piece, at) - ground.worth(piece, piece.at)
            merit = 2.0 * force + 0.5 * risk - 0.5 * points - 0.3 * ground.prices.of(piece)
            found.append((merit, Charger(piece, at, points + cost)))
    found.sort(key=lambda one: (-one[0], one[1].piece.id, one[1].at))
    return [charger for _, charger in found]


def _gain(ground: Ground, foe: Piece, group: list[Charger]) -> float:
    look = ground.look
    table = look.table
    before = chargers(table, foe.id)
    force = sum(strength(table, piece) for piece in before)
    force += sum(strength(table, charger.piece) for charger in group)
    stand = strength(table, foe)
    price = ground.prices.of(foe)
    # Its owner chooses which charger is lost: the cheapest.
    mine = [ground.prices.of(piece) for piece in (*before, *(one.piece for one in group))]
    promise = wins(force - stand) * price - loses(force - stand) * min(mine)
    if before:
        old = sum(strength(table, piece) for piece in before)
        least = min(ground.prices.of(piece) for piece in before)
        promise -= wins(old - stand) * price - loses(old - stand) * least
    else:
        promise += denied(ground, foe)
    gain = ground.temper.charge * promise
    for charger in group:
        # What else it would do: stay as safe as it is, and fire.
        gain += (
            ground.caution
            * ground.prices.of(charger.piece)
            * min(
                0.0,
                ground.danger.at(charger.piece, charger.piece.at)
                - ground.danger.at(charger.piece, charger.at),
            )
        )
        if charger.at != charger.piece.at:
            task = ground.tasks.get(charger.piece.id)
            if task is not None:
                gain += task.at(charger.at) - task.at(charger.piece.at)
        gain -= ground.temper.attack * _fire(ground, charger.piece, foe, 1 - wins(force - stand))
    return gain


def _fire(ground: Ground, piece: Piece, charged: Piece, left: float) -> float:
    """Return what a piece could do by firing instead of charging.

    Args:
        ground: The situation.
        piece: Who would fire.
        charged: Whom the others charge.
        left: The chance that it is still there after that.
    """
    reached = ground.reached(piece, piece.at)
    return max(
        (
            ground.shot(piece, foe) * ground.prices.of(foe) * (left if foe is charged else 1.0)
            for foe in ground.look.foes
            if foe.at in reached
        ),
        default=0.0,
    )


def denied(ground: Ground, foe: Piece) -> float:
    """Return what it is worth that an enemy is charged, and can do nothing else."""
    return ground.temper.deny * _harm(ground, foe)


def _harm(ground: Ground, foe: Piece) -> float:
    """Return what an enemy would do this round if nobody held it."""
    for threat in ground.threats:
        if threat.piece.id == foe.id:
            exposed = [one for one in ground.look.mine if one.at in threat.fire]
            return max(
                (
                    ground.prices.of(one)
                    * wins(
                        threat.strength
                        - ground.look.table.attributes[one.side][one.type].resistance
                    )
                    for one in exposed
                ),
                default=0.0,
            )
    return 0.0
