"""Combat orders: which attribute of which type is worth shifting (4.1.7)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Action
from engine.calama.actions import Call, CombatOrder
from engine.calama.army import load_army
from engine.calama.opponent.outlook import Outlook
from engine.calama.opponent.weights import Drill, Weights
from engine.calama.rules.rounds.combat_orders import can_call, can_order
from engine.calama.state import ATTRIBUTES, MOVEMENT, STRENGTH


def order(look: Outlook, weights: Weights) -> Action | None:
    """Return the combat order to be given now, if one helps enough and may be given."""
    return wanted(look, weights) if can_order(look.table) else None


def call(look: Outlook, weights: Weights) -> Action | None:
    """Return the call for orders before the other side moves, or calling it off (CAL-R41)."""
    if not can_call(look.table, look.side):
        return None
    calling = look.side in look.table.calling
    return Call() if calling != (wanted(look, weights) is not None) else None


def wanted(look: Outlook, weights: Weights) -> Action | None:
    """Return the combat order that helps most, or ``None`` when none helps enough."""
    table = look.table
    if not table.orders_left[look.side]:
        return None
    best = max(_shifts(look, weights.drill), key=lambda one: (one[0], one[1:]), default=None)
    least = weights.drill.least
    spent = look.scenario.orders - table.orders_left[look.side]
    bar = least[min(spent, len(least) - 1)] - weights.drill.relief * (table.round + table.quiet)
    if best is None or best[0] <= max(0.0, bar):
        return None
    _, type_key, gives, takes = best
    return CombatOrder(type=type_key, gives=gives, takes=takes)


def _shifts(look: Outlook, drill: Drill) -> Iterator[tuple[float, str, str, str]]:
    limits = load_army()
    for type_key in limits.types:
        count = len(look.of_type(look.side, type_key))
        if not count:
            continue
        markers = look.table.attributes[look.side][type_key]
        for gives in ATTRIBUTES:
            low = markers.value(gives)
            if low <= limits.lowest:
                continue
            loss = _worth(drill, type_key, gives, low) - _worth(drill, type_key, gives, low - 1)
            for takes in ATTRIBUTES:
                high = markers.value(takes)
                if takes == gives or high >= limits.highest:
                    continue
                more = _worth(drill, type_key, takes, high + 1)
                gain = more - _worth(drill, type_key, takes, high)
                yield count * (gain - loss), type_key, gives, takes


def _worth(drill: Drill, type_key: str, attribute: str, level: int) -> float:
    """Return what an attribute at a level is worth to one piece."""
    if attribute == MOVEMENT:
        steps = drill.movement
        return drill.mobility[type_key] * steps[min(level, len(steps) - 1)]
    if attribute == STRENGTH:
        return drill.strength[type_key] * level
    return drill.resistance[type_key] * drill.toughness[min(level, len(drill.toughness) - 1)]
