"""What the fights that come next promise to both sides, everybody firing once."""

from __future__ import annotations

from collections.abc import Iterable

from engine.calama.board import load_board
from engine.calama.opponent.geometry import cover
from engine.calama.opponent.ground import Ground
from engine.calama.opponent.odds import loses, wins
from engine.calama.opponent.threats import Threat, open_sides
from engine.calama.rules.pieces.attributes import resistance, strength
from engine.calama.rules.pieces.charges import chargers
from engine.calama.rules.victory.objectives import ROADS, TOPATER, guns_on_topater, held_exits
from engine.calama.state import CHILE, Piece

ROADS_TOGETHER = 3
"""Four exits of five are worth half of what five are, not more."""

Shot = tuple[float, str, str, float]
"""What it promises, who fires, at whom, and the chance to hit."""


def balance(ground: Ground) -> float:
    """Return what the side gains and loses, as far as can be foreseen, where its pieces stand."""
    alive: dict[str, float] = {}
    own = _own_shots(ground)
    theirs = _their_shots(ground)
    if not ground.look.strikes_first:
        total = _melees(ground, ground.look.side, alive) + _volley(ground, own, alive)
        total -= ground.caution * (_volley(ground, theirs, alive) + _overruns(ground, alive))
    else:
        total = _melees(ground, ground.look.side, alive)
        total -= ground.caution * _volley(ground, theirs, alive)
        total += _volley(ground, own, alive)
        total -= ground.caution * _overruns(ground, alive)
    total += _objectives(ground)
    return total + sum(ground.lasting(piece) for piece in ground.look.mine)


def _objectives(ground: Ground) -> float:
    """Return what Chile's objectives on the board are worth to the side as things stand."""
    table = ground.look.table
    hill = ground.prices.objective(TOPATER) * guns_on_topater(table)
    held = len(held_exits(table)) / len(load_board().exits)
    roads = ground.prices.objective(ROADS) * held**ROADS_TOGETHER
    return (hill + roads) * (1 if ground.look.side == CHILE else -1)


def _own_shots(ground: Ground) -> list[Shot]:
    look = ground.look
    found = []
    for piece in look.mine:
        if piece.id in look.pinned:
            continue
        reached = ground.reached(piece, piece.at)
        for foe in look.foes:
            if foe.at in reached:
                chance = ground.shot(piece, foe)
                found.append((chance * ground.prices.of(foe), piece.id, foe.id, chance))
    return found


def _their_shots(ground: Ground) -> list[Shot]:
    look = ground.look
    found = []
    for threat in ground.threats:
        if threat.piece.id in look.pinned:
            continue
        for piece in look.mine:
            if piece.at in threat.fire:
                stand = resistance(look.table, piece) + cover(piece.at)
                chance = wins(threat.strength - stand)
                price = ground.loss(piece)
                found.append((chance * price, threat.piece.id, piece.id, chance))
    return found


def _volley(ground: Ground, shots: Iterable[Shot], alive: dict[str, float]) -> float:
    """Return what a volley promises: the best shots first, nobody firing twice.

    *alive* is how likely each piece still stands; it is brought up to date.
    """
    total = 0.0
    fired: set[str] = set()
    for promise, shooter, target, chance in sorted(shots, reverse=True):
        if shooter in fired:
            continue
        fired.add(shooter)
        able = alive.get(shooter, 1.0)
        stands = alive.get(target, 1.0)
        total += promise * able * stands
        alive[target] = stands * (1 - chance * able)
    return total


def _melees(ground: Ground, side: str, alive: dict[str, float]) -> float:
    """Return what the charges that are declared promise."""
    look = ground.look
    table = look.table
    total = 0.0
    for foe in look.foes:
        group = chargers(table, foe.id)
        if not group or group[0].side != side:
            continue
        ahead = sum(strength(table, piece) for piece in group) - strength(table, foe)
        least = min(ground.prices.of(piece) for piece in group)
        total += wins(ahead) * ground.prices.of(foe) - loses(ahead) * least
        alive[foe.id] = 1 - wins(ahead)
    return total


def _overruns(ground: Ground, alive: dict[str, float]) -> float:
    """Return what the enemy's charges promise them, each of their pieces charging once."""
    look = ground.look
    found: list[tuple[float, Piece, list[Threat]]] = []
    for piece in look.mine:
        able = [one for one in ground.threats if piece.at in one.charge]
        free = open_sides(look, piece, piece.at)
        if able and free:
            able.sort(key=lambda one: -one.strength)
            found.append((ground.loss(piece), piece, able[: min(free, 3)]))
    total = 0.0
    used: set[str] = set()
    for price, piece, able in sorted(found, key=lambda one: (-one[0], one[1].id)):
        group = [one for one in able if one.piece.id not in used]
        force = sum(one.strength * alive.get(one.piece.id, 1.0) for one in group)
        chance = wins(int(force) - strength(look.table, piece))
        if chance >= 0.5:
            used.update(one.piece.id for one in group)
            total += price * chance * alive.get(piece.id, 1.0)
    return total
