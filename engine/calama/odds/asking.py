"""Which odds belong to which action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.api import Action, Odds
from engine.calama.actions import Charge, Fire, Melee
from engine.calama.odds import events, fighting
from engine.calama.state import View

_ANSWERS: Mapping[type[Action], Callable[[View, Any], Iterable[Odds]]] = {
    Fire: fighting.of_fire,
    Charge: fighting.of_charge,
    Melee: fighting.of_melee,
}


def odds(view: View, action: Action) -> tuple[Odds, ...]:
    """Return the odds of an action that is allowed; none if no die hangs on it.

    The events of the next round belong to whatever begins it without another die before.
    """
    answer = _ANSWERS.get(type(action))
    found = tuple(answer(view, action)) if answer else ()
    return (
        found if isinstance(action, Fire | Melee) else (*found, *events.of_next_round(view, action))
    )
