"""What the enemy can do to a piece that stands on a square when it is next their turn to fight."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.calama.opponent.geometry import Squares, cover, sides, under_fire
from engine.calama.opponent.odds import wins
from engine.calama.opponent.outlook import Outlook
from engine.calama.rules.movement.advance import reach
from engine.calama.rules.pieces.attributes import resistance, strength
from engine.calama.state import CHILE, Piece, Table
from engine.calama.survey import printed
from engine.data.cache import Cache


@dataclass(frozen=True, slots=True)
class Threat:
    """What one enemy piece reaches.

    Attributes:
        piece: The enemy.
        strength: Its Strength.
        fire: Squares that it can fire at.
        charge: Squares that it can charge.
        share: How much of it each of the pieces that it can fire at has to fear.
    """

    piece: Piece
    strength: int
    fire: Squares
    charge: Squares
    share: float


def foresee(look: Outlook) -> tuple[Threat, ...]:
    """Return what each enemy reaches.

    Where both sides play each phase in turn, Bolivia moves after Chile and before its own combat:
    to Chile its pieces threaten whatever they can come to. Chile's next combat finds Bolivia's
    pieces as they stand now; but it charges before Bolivia moves again. Where each side plays both
    phases, either moves before it fires.
    """
    table = _enemys_move(look)
    moves_first = look.is_met
    found = []
    for foe in look.foes:
        ways = reach(table, table.pieces[foe.id])
        far = [foe.at, *ways] if moves_first else [foe.at]
        left = table.attributes[foe.side][foe.type].movement
        near = [at for at, way in ways.items() if way.squares < left and way.points < table.pool]
        if left:
            near.append(foe.at)
        if moves_first and foe.id in look.pinned:
            near = []
        found.append(_threat(look, foe, far, near))
    return tuple(found)


def _threat(look: Outlook, foe: Piece, far: Iterable[str], near: Iterable[str]) -> Threat:
    kind = printed(foe)
    zone = look.foe_zone
    fire: set[str] = set()
    if foe.id not in look.pinned:
        for at in far:
            if at in zone:
                fire |= under_fire(kind, at, look.taken)
    charge = {to for at in near if at in zone for to in sides(at)}
    exposed = sum(piece.at in fire for piece in look.mine)
    return Threat(
        foe,
        strength(look.table, foe),
        frozenset(fire),
        frozenset(charge),
        1 / max(1, exposed) ** 0.5,
    )


def _enemys_move(look: Outlook) -> Table:
    """Return the table as the enemy finds it at the start of their next movement."""
    fresh = look.side != CHILE  # a new round begins before Chile moves
    pieces = look.table.pieces
    if fresh:
        pieces = {
            key: replace(one, moved=0, charging="") if one.on_board else one
            for key, one in pieces.items()
        }
    return replace(look.table, pieces=pieces, pool=look.scenario.pools[look.foe], player=look.foe)


class Danger:
    """How likely a piece of the side's is lost on a square.

    What the enemy can fire at is known once and for all; who can charge depends on where the
    side's own pieces stand (:meth:`follow`).
    """

    def __init__(self, look: Outlook, threats: tuple[Threat, ...]) -> None:
        self._look = look
        self._threats = threats
        self._spared: Cache[tuple[str, str], tuple[float, tuple[int, ...]]] = Cache()

    def follow(self, look: Outlook) -> None:
        """Take over where the side's pieces now stand."""
        self._look = look

    def at(self, piece: Piece, square: str) -> float:
        """Return the chance that a piece is lost if it stands on a square."""
        key = (piece.type, square)
        spared, chargers = self._spared.of(key, self._reached, piece, square)
        if chargers:
            spared *= 1 - self._overrun(piece, square, chargers)
        return 1 - spared

    def _reached(self, piece: Piece, square: str) -> tuple[float, tuple[int, ...]]:
        """Return the chance that fire spares it, and the Strengths of who can charge it."""
        stand = resistance(self._look.table, piece) + cover(square)
        chief = printed(piece).decides
        spared = 1.0
        chargers = []
        for threat in self._threats:
            if square in threat.fire:
                # The Commander is everybody's target.
                share = 1.0 if chief else threat.share
                spared *= 1 - share * wins(threat.strength - stand)
            if square in threat.charge:
                chargers.append(threat.strength)
        return spared, tuple(sorted(chargers, reverse=True))

    def _overrun(self, piece: Piece, square: str, chargers: tuple[int, ...]) -> float:
        """Return the chance that the enemies who reach it beat a piece in a charge."""
        free = open_sides(self._look, piece, square)
        if not free:
            return 0.0
        most = 4 if printed(piece).decides else 2
        return wins(sum(chargers[: min(free, most)]) - strength(self._look.table, piece))


def open_sides(look: Outlook, piece: Piece, square: str) -> int:
    """Return from how many sides a piece on a square could be charged."""
    free = 0
    for side in sides(square):
        there = look.taken.get(side)
        if there is None or there.side != piece.side or there.id == piece.id:
            free += 1
    return free
