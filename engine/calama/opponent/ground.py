"""What it is worth to a side that one of its pieces stands on a square."""

from __future__ import annotations

from typing import Literal

from engine.calama.opponent.geometry import Squares, cover, under_fire
from engine.calama.opponent.odds import wins
from engine.calama.opponent.outlook import Outlook
from engine.calama.opponent.tasks import Task, assign, reserved
from engine.calama.opponent.threats import Danger, foresee
from engine.calama.opponent.weights import Weights
from engine.calama.opponent.worth import Prices
from engine.calama.rules.pieces.attributes import resistance, strength, value
from engine.calama.rules.victory.ending import ahead
from engine.calama.state import LIGHT, MOVEMENT, Piece, Table
from engine.calama.survey import printed
from engine.data.cache import Cache
from engine.data.grid.squares import distance

Part = Literal["danger", "cover", "way", "leads", "near", "van", "task", "attack", "command"]
"""What standing somewhere is good or bad for."""

HELPER = 2
"""Strength of the comrade that a charging piece may count on when it is still far away."""
STAFF = 4
"""How near the enemy a Commander follows the army when nothing happens."""
OTHERS = 0.2
"""What else it could do adds to what a piece promises by so much."""


class Ground:
    """The worth of squares in one situation.

    What the enemy threatens is foreseen once; where the side's own pieces stand is kept up to
    date by :meth:`follow`.
    """

    def __init__(self, look: Outlook, weights: Weights) -> None:
        self.look = look
        self.weights = weights
        self.temper = weights.temper_of(look.side)
        self.prices = Prices(look, weights.worth)
        self.threats = foresee(look)
        self.tasks: dict[str, Task] = assign(look, self.prices, self.temper)
        self._dutiful = frozenset(name for name, task in self.tasks.items() if not task.near)
        self._reserved = reserved(look, self.tasks)
        self._waits = self._is_waiting()
        # The longer it lasts and nothing happens, the farther enemies attract, and the more.
        self._restless = 1 + self._worn()
        self._lure = self.temper.lure * self._restless
        if self._waits:
            self._lure *= self.temper.ahead_lure
        self._approach = 1 - (1 - self.temper.approach) / self._restless
        self.caution = self.patience()
        self.danger = Danger(look, self.threats)
        self._bites: Cache[str, tuple[tuple[Piece, float, float], ...]] = Cache()
        self._foes = frozenset(foe.at for foe in look.foes)
        self._laters: Cache[tuple[str, str], float] = Cache()
        self._attacks: Cache[tuple[str, str], float] = Cache()

    def patience(self) -> float:
        """Return how much dangers count: less the longer it lasts or is quiet, more when ahead."""
        caution = self.temper.caution / (1 + self._worn())
        return caution * self.temper.ahead_caution if self._waits else caution

    def _is_waiting(self) -> bool:
        """Say whether the side lets the enemy come: it is ahead, and the game is no longer young.

        Who is ahead wins when nothing happens any more (CAL-R43); pieces sent one by one against
        guns that do not move would only give that away.
        """
        table, since = self.look.table, self.temper.ahead_from
        return since is not None and table.round >= since and ahead(table) == self.look.side

    def _worn(self) -> float:
        """Return how much the game has worn the side's patience out."""
        if self._waits:
            return 0.0
        temper, table = self.temper, self.look.table
        return (table.round / temper.patience) ** 2 + table.quiet * temper.unrest

    def loss(self, piece: Piece) -> float:
        """Return what the side would lose with a piece; for its Commander it never grows bold."""
        price = self.prices.of(piece)
        if not printed(piece).decides or not self.caution:
            return price
        return price * max(1.0, self.temper.caution / self.caution)

    def follow(self, table: Table) -> None:
        """Take over where the pieces now stand."""
        before = self.look
        self.look = before.after(table)
        self.danger.follow(self.look)
        if self.look.zone == before.zone:
            # Only a line of sight depends on where comrades stand.
            sighted = [key for key in self._attacks if key[0] == LIGHT]
            for key in sighted:
                del self._attacks[key]
        else:
            self._attacks.clear()

    # -- attack ----------------------------------------------------------------------------------

    def shot(self, piece: Piece, foe: Piece) -> float:
        """Return the chance that a piece hits an enemy when it fires at it."""
        table = self.look.table
        return wins(strength(table, piece) - resistance(table, foe) - cover(foe.at))

    def _bite(self, piece: Piece) -> tuple[tuple[Piece, float, float], ...]:
        """Return what an attack on each enemy promises: once it is reached, and from afar."""
        return self._bites.of(piece.type, self._bite_of, piece)

    def _bite_of(self, piece: Piece) -> tuple[tuple[Piece, float, float], ...]:
        table = self.look.table
        foot = printed(piece).most == 1
        found = []
        for foe in self.look.foes:
            chance = self.shot(piece, foe)
            if foot and not printed(piece).decides:
                force = strength(table, piece) + HELPER - strength(table, foe)
                chance = max(chance, self.temper.melee * wins(force))
            price = self.prices.of(foe)
            found.append((foe, chance * price, chance * min(price, self._lure)))
        return tuple(found)

    def attack(self, piece: Piece, square: str) -> float:
        """Return what a piece promises to do to the enemy from a square, now or later."""
        return self._attacks.of((piece.type, square), self._attack, piece, square)

    def _attack(self, piece: Piece, square: str) -> float:
        now = self._now(piece, square)
        later = self.later(piece, square)
        return max(now, later) + OTHERS * min(now, later)

    def _now(self, piece: Piece, square: str) -> float:
        """Return what a piece promises that fires from a square at whom it chooses."""
        reached = self.reached(piece, square)
        if reached.isdisjoint(self._foes):
            return 0.0
        return max(bite for foe, bite, _ in self._bite(piece) if foe.at in reached)

    def later(self, piece: Piece, square: str) -> float:
        """Return what a piece promises once it has come near enough to somebody."""
        return self._laters.of((piece.type, square), self._later, piece, square)

    def _later(self, piece: Piece, square: str) -> float:
        kind = printed(piece)
        pace = max(0.5, value(self.look.table, piece, MOVEMENT))
        best = 0.0
        for foe, _, lure in self._bite(piece):
            far = distance(square, foe.at)
            off = max(far - kind.most, kind.least - far, 0)
            best = max(best, lure * self._approach ** (off / pace))
        return best

    def reached(self, piece: Piece, square: str) -> Squares:
        """Return the squares that a piece could fire at from a square."""
        if square not in self.look.zone:
            return frozenset()
        return under_fire(printed(piece), square, self.look.taken)

    # -- everything ------------------------------------------------------------------------------

    def worth(self, piece: Piece, square: str) -> float:
        """Return what it is worth that a piece stands on a square, its danger counted."""
        risk = self.caution * self.danger.at(piece, square) * self.loss(piece)
        if piece.id in self._dutiful:
            risk *= self.temper.duty
        return self._place(piece, square, self.attack(piece, square)) - risk

    def parts(self, piece: Piece, square: str) -> dict[Part, float]:
        """Return what :meth:`worth` is the sum of, by what each part is for."""
        temper = self.temper
        risk = self.caution * self.danger.at(piece, square) * self.loss(piece)
        risk *= temper.duty if piece.id in self._dutiful else 1.0
        found: dict[Part, float] = {"danger": -risk, "cover": temper.cover * cover(square)}
        holder, share = self._reserved.get(square, (piece.id, 0.0))
        if holder != piece.id:
            found["way"] = -share * temper.in_the_way
        if printed(piece).decides:
            return {
                **found,
                "leads": temper.command * self._led(square),
                "near": -temper.command * self._left_behind(square),
            }
        if piece.type == LIGHT and self.reached(piece, square).isdisjoint(self._foes):
            found["van"] = -temper.van * max(0, self.look.front - self.look.far(square))
        task = self.tasks.get(piece.id)
        if task is not None:
            found["task"] = task.at(square)
        if task is None or task.near:
            found["attack"] = temper.attack * self.attack(piece, square)
            if square not in self.look.zone:
                found["command"] = -temper.command / self._restless
        return found

    def quarry(self, piece: Piece, square: str) -> tuple[Piece, float, bool] | None:
        """Return whom a piece wants on a square, the chance to hit, and whether it reaches them.

        ``None`` where it promises nothing.
        """
        reached = self.reached(piece, square)
        found = [(bite, foe.id, foe) for foe, bite, _ in self._bite(piece) if foe.at in reached]
        if found and self._now(piece, square) >= self.later(piece, square):
            _, _, foe = max(found)
            return foe, self.shot(piece, foe), True
        kind = printed(piece)
        pace = max(0.5, value(self.look.table, piece, MOVEMENT))
        later = []
        for foe, _, lure in self._bite(piece):
            far = distance(square, foe.at)
            off = max(far - kind.most, kind.least - far, 0)
            later.append((lure * self._approach ** (off / pace), foe.id, foe))
        best = max(later, default=None)
        return None if best is None or best[0] <= 0 else (best[2], self.shot(piece, best[2]), False)

    def lasting(self, piece: Piece) -> float:
        """Return what it is worth beyond the next fights that a piece stands where it does."""
        return self._place(piece, piece.at, self.later(piece, piece.at))

    def _place(self, piece: Piece, square: str, attack: float) -> float:
        temper = self.temper
        total = temper.cover * cover(square)
        holder, share = self._reserved.get(square, (piece.id, 0.0))
        if holder != piece.id:
            total -= share * temper.in_the_way
        if printed(piece).decides:
            return total + temper.command * (self._led(square) - self._left_behind(square))
        if piece.type == LIGHT and self.reached(piece, square).isdisjoint(self._foes):
            # A light gun that cannot fire yet has no business before the foot.
            total -= temper.van * max(0, self.look.front - self.look.far(square))
        task = self.tasks.get(piece.id)
        if task is not None:
            total += task.at(square)
        if task is None or task.near:
            total += temper.attack * attack
            if square not in self.look.zone:
                total -= temper.command / self._restless
        return total

    def _left_behind(self, square: str) -> float:
        """Return how far a Commander is from where they could lead, more while nothing happens."""
        return max(0, self.look.far(square) - STAFF) * (self._restless - 1)

    def _led(self, square: str) -> float:
        """Return how many of the side's pieces a Commander on a square leads."""
        far = 5  # one short of the Commander's range, so that they can move and still attack
        return float(sum(distance(square, piece.at) <= far for piece in self.look.mine))
