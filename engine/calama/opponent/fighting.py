"""A combat turn: which shot or melee next, and which charger to give up (7.5)."""

from __future__ import annotations

from engine.api import Action
from engine.calama.actions import Done, Fire, Lose, Melee
from engine.calama.opponent.geometry import cover
from engine.calama.opponent.odds import loses, wins
from engine.calama.opponent.outlook import Outlook
from engine.calama.opponent.weights import Weights
from engine.calama.opponent.worth import Prices
from engine.calama.rules.combat.fire import can_fire
from engine.calama.rules.pieces.attributes import resistance, strength
from engine.calama.rules.pieces.charges import chargers, charges_of
from engine.calama.rules.pieces.weapons import targets
from engine.calama.state import Loss, Piece


def fight(look: Outlook, weights: Weights) -> Action:
    """Return the next action of a combat turn."""
    prices = Prices(look, weights.worth)
    # A shot that cannot hit is not fired: it would only make a quiet round look lively.
    shots = {
        piece.id: found
        for piece in look.mine
        if can_fire(look.table, piece)
        and (found := tuple(foe for foe in targets(look.table, piece) if _chance(look, piece, foe)))
    }
    charged = charges_of(look.table, look.side)
    in_melee = {foe.id for foe in charged}
    # Whoever can fire at nobody but the charged helps the charge; the others fire afterwards, when
    # they know who is left.
    helping = {
        name: found for name, found in shots.items() if all(foe.id in in_melee for foe in found)
    }
    if charged and not helping:
        return Melee(target=max(charged, key=lambda foe: _hope(look, prices, foe)).id)
    best = _best_shot(look, prices, helping or shots)
    return Done() if best is None else best


def _chance(look: Outlook, piece: Piece, foe: Piece) -> float:
    """Return the chance that a piece hits an enemy."""
    table = look.table
    return wins(strength(table, piece) - resistance(table, foe) - cover(foe.at))


def _best_shot(look: Outlook, prices: Prices, shots: dict[str, tuple[Piece, ...]]) -> Action | None:
    """Return the shot that promises most; of equals that of the piece with fewest targets."""
    best: tuple[float, int, str, str] | None = None
    for name, found in shots.items():
        for foe in found:
            chance = _chance(look, look.table.pieces[name], foe)
            merit = (chance * prices.of(foe), -len(found), name, foe.id)
            if best is None or merit > best:
                best = merit
    return None if best is None else Fire(piece=best[2], target=best[3])


def _hope(look: Outlook, prices: Prices, foe: Piece) -> float:
    """Return what a declared charge promises."""
    table = look.table
    group = chargers(table, foe.id)
    ahead = sum(strength(table, piece) for piece in group) - strength(table, foe)
    least = min(prices.of(piece) for piece in group)
    return wins(ahead) * prices.of(foe) - loses(ahead) * least


def give_up(look: Outlook, weights: Weights, frame: Loss) -> Action:
    """Return which piece of a lost charge is given up: the one that costs least."""
    prices = Prices(look, weights.worth)
    pieces = [look.table.pieces[name] for name in frame.pieces]
    return Lose(piece=min(pieces, key=lambda piece: (prices.of(piece), piece.id)).id)
