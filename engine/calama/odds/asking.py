"""Which odds belong to which action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.api import Action, Odds
from engine.calama.actions import Charge, Done, Fire, Melee, Ready
from engine.calama.odds import events, fighting
from engine.calama.state import View

_ANSWERS: Mapping[type[Action], Callable[[View, Any], Iterable[Odds]]] = {
    Fire: fighting.of_fire,
    Charge: fighting.of_charge,
    Melee: fighting.of_melee,
    Done: events.of_done,
    Ready: events.of_ready,
}


def odds(view: View, action: Action) -> tuple[Odds, ...]:
    """Return the odds of an action that is allowed; none if no die hangs on it."""
    answer = _ANSWERS.get(type(action))
    return tuple(answer(view, action)) if answer else ()
