"""Small opponents of Batalla de Calama, against which its computer must win and not only last.

None is clever, and each is a different kind of trouble: one that does nothing, one that runs, one
that digs in and fires at whatever comes, and one that plainly weighs the value of fire against
danger. They set up as the computer does, and never agree to an end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.api import Action, Decision, Opponent
from engine.calama.actions import Advance, Charge, Done, Escape, Fire, Lose, Melee, PlayOn
from engine.calama.game import Calama
from engine.calama.opponent.odds import loses, wins
from engine.calama.opponent.opening import set_up
from engine.calama.opponent.weights import load_weights
from engine.calama.rules.combat.fire import cover, shooters, worth
from engine.calama.rules.movement.advance import reach
from engine.calama.rules.movement.charge import chargeable, possible_chargers
from engine.calama.rules.movement.escape import escapable
from engine.calama.rules.pieces.attributes import strength, value
from engine.calama.rules.pieces.charges import charges_of
from engine.calama.rules.pieces.command import commander, in_command
from engine.calama.rules.pieces.weapons import covers, targets
from engine.calama.sequence import unfinished
from engine.calama.state import Loss, Offer, Phase, Piece, Table, View, other
from engine.calama.survey import army, occupied, printed
from engine.data.grid.squares import distance
from engine.dice import Dice
from engine.kit.verbs import under_way

CHIEF = 15.0
"""What a Commander counts, in victory points."""


def price(piece: Piece) -> float:
    """Return what a piece counts."""
    kind = printed(piece)
    return CHIEF if kind.decides else float(kind.points)


class Sparring:
    """What all of them do alike; what is left is how they move and fire."""

    def choose(self, view: View, decision: Decision, dice: Dice) -> Action:
        """Return what the viewer does now about *decision*."""
        del decision
        table = view.table
        if table.phase is Phase.SETUP:
            return set_up(view, load_weights(), dice)
        if table.frames:
            if isinstance(table.frames[-1], Offer):
                return PlayOn()
            pieces = [table.pieces[one] for one in under_way(table, Loss).pieces]
            return Lose(piece=min(pieces, key=lambda one: (price(one), one.id)).id)
        if table.phase is Phase.COMBAT:
            return self.fight(table)
        if table.phase is Phase.MOVEMENT:
            return self.move(table) or _least(view)
        return Done()

    def fight(self, table: Table) -> Action:
        """Fight out the charges, then take the best shots."""
        declared = charges_of(table, table.player)
        if declared:
            return Melee(target=declared[0].id)
        best = max(
            (
                (wins(worth(table, piece, foe)) * price(foe), piece.id, foe.id)
                for piece in shooters(table)
                for foe in targets(table, piece)
            ),
            default=None,
        )
        return Fire(piece=best[1], target=best[2]) if best and best[0] else Done()

    def move(self, table: Table) -> Action | None:
        """Return a move, or ``None`` to end the turn as soon as that is allowed."""
        raise NotImplementedError


def _least(view: View) -> Action:
    """End the turn; Chile moves somebody a step before, or charges, for it must."""
    if not unfinished(view):
        return Done()
    table = view.table
    for piece in sorted(army(table, table.player), key=lambda one: (price(one), one.id)):
        for to in sorted(reach(table, piece)):
            return Advance(piece=piece.id, to=to)
    foe = chargeable(table)[0]
    return Charge(target=foe.id, pieces=(possible_chargers(table, foe)[0].id,))


class Passive(Sparring):
    """Stands still and holds its fire."""

    def move(self, table: Table) -> Action | None:
        """Do not."""
        return None

    def fight(self, table: Table) -> Action:
        """Do not, but for charges that it had to declare."""
        declared = charges_of(table, table.player)
        return Melee(target=declared[0].id) if declared else Done()


class Fleeing(Sparring):
    """Runs from whoever comes nearest, and fires when it is caught."""

    def move(self, table: Table) -> Action | None:
        """Lead the piece that gains most away from all enemies."""
        foes = [one.at for one in army(table, other(table.player))]

        def far(at: str) -> int:
            return min(distance(at, one) for one in foes)

        best = max(
            (
                (far(to) - far(piece.at), price(piece), piece.id, to)
                for piece in army(table, table.player)
                if not piece.moved
                for to in reach(table, piece)
            ),
            default=None,
        )
        return Advance(piece=best[2], to=best[3]) if best and best[0] > 0 else None


class Turtling(Sparring):
    """Closes round its Commander, in cover, and fires at whatever comes."""

    def move(self, table: Table) -> Action | None:
        """Lead a piece to better cover, not far from the Commander."""
        chief = commander(table, table.player)
        assert chief is not None

        def snug(at: str) -> float:
            return cover(at) - max(0, distance(at, chief.at) - 2)

        best = max(
            (
                (snug(to) - snug(piece.at), price(piece), piece.id, to)
                for piece in army(table, table.player)
                if not piece.moved
                for to in reach(table, piece)
            ),
            default=None,
        )
        return Advance(piece=best[2], to=best[3]) if best and best[0] > 0 else None


class Greedy(Sparring):
    """Weighs on each square the value of fire from it against the danger on it."""

    def move(self, table: Table) -> Action | None:
        """Take the move or the charge that gains most."""
        officers = escapable(table)
        if officers and "escape" not in table.scored:
            return Escape(piece=officers[0].id)
        charge = self._charge(table)
        if charge is not None:
            return charge
        foes = army(table, other(table.player))
        best: tuple[float, str, str] | None = None
        for piece in army(table, table.player):
            if piece.moved:
                continue
            here = _standing_at(table, piece, piece.at, foes)
            for to, way in reach(table, piece).items():
                gain = _standing_at(table, piece, to, foes) - here - 0.02 * way.points
                if gain > 0 and (best is None or (gain, piece.id, to) > best):
                    best = (gain, piece.id, to)
        return Advance(piece=best[1], to=best[2]) if best else None

    def _charge(self, table: Table) -> Action | None:
        best: tuple[float, str, tuple[str, ...]] | None = None
        for foe in chargeable(table):
            if any(one.charging == foe.id for one in army(table, table.player)):
                continue
            able = [one for one in possible_chargers(table, foe) if not printed(one).decides]
            for size in range(1, min(len(able), table.pool) + 1):
                group = able[:size]
                ahead = sum(strength(table, one) for one in group) - strength(table, foe)
                gain = wins(ahead) * price(foe) - loses(ahead) * min(price(one) for one in group)
                gain -= 0.3 * size
                if gain > 0 and (best is None or gain > best[0]):
                    best = (gain, foe.id, tuple(one.id for one in group))
        return Charge(target=best[1], pieces=best[2]) if best else None


def _standing_at(table: Table, piece: Piece, at: str, foes: tuple[Piece, ...]) -> float:
    """Return the best shot from a square, the pull of the enemy, and the danger taken off."""
    taken = {square: one for square, one in occupied(table).items() if one.id != piece.id}
    there = Piece(piece.id, piece.side, piece.type, at)
    led = in_command(table, there) or printed(piece).decides
    shot = pull = danger = 0.0
    for foe in foes:
        force = value(table, piece, "strength") - value(table, foe, "resistance") - cover(foe.at)
        gain = wins(force) * price(foe)
        if led and covers(there, foe.at, taken):
            shot = max(shot, gain)
        off = max(0, distance(at, foe.at) - printed(piece).most)
        pull = max(pull, gain * 0.8**off)
        stand = value(table, piece, "resistance") + cover(at)
        if covers(foe, at, taken):
            danger += wins(value(table, foe, "strength") - stand) * price(piece)
    return shot + 0.6 * pull - danger - (0.0 if led else 1.0)


OPPONENTS: Mapping[str, Callable[[], Sparring]] = {
    "passive": Passive,
    "fleeing": Fleeing,
    "turtling": Turtling,
    "greedy": Greedy,
}
"""All of them, by name."""


class Arena(Calama):
    """The game with these opponents beside its own, for the lab."""

    opponents: Mapping[str, Opponent[View]] = {
        **Calama.opponents,
        **{name: make() for name, make in OPPONENTS.items()},
    }


ARENA = Arena()
