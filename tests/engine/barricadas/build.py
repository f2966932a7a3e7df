"""Tables of ¡A las barricadas! made by hand."""

from __future__ import annotations

from typing import Any

from engine.api import Action, Step
from engine.barricadas.actions import Activate, Task
from engine.barricadas.game import GAME
from engine.barricadas.settings import Settings
from engine.barricadas.state import SEATS, Counter, Phase, Secrets, State, Table
from engine.dice import ScriptedDice


def lay(*counters: Counter, **values: Any) -> Table:
    """A table in the first turn with some counters."""
    given: dict[str, Any] = {
        "settings": Settings(),
        "turn": 1,
        "phase": Phase.ACTIVATION,
        "counters": {one.id: one for one in counters},
    }
    return Table(**{**given, **values})


def infantry(name: str, at: str, **values: Any) -> Counter:
    """Republican infantry of a unit that its letter names ("g1")."""
    return Counter(
        f"republican-{name}",
        "republican",
        "popular_army_infantry",
        unit=f"republican-{name[0]}",
        at=at,
        **values,
    )


def enemy(name: str, at: str, **values: Any) -> Counter:
    """National infantry of a unit that its letter names."""
    return Counter(
        f"nationalist-{name}",
        "nationalist",
        "national_army_infantry",
        unit=f"nationalist-{name[0]}",
        at=at,
        **values,
    )


def officer(letter: str, at: str, **values: Any) -> Counter:
    """An officer of Republican infantry."""
    key = f"republican-{letter}"
    kind = f"popular_army_infantry_{letter}"
    return Counter(key, "republican", kind, unit=key, at=at, **values)


def enemy_officer(letter: str, at: str, **values: Any) -> Counter:
    """An officer of National infantry."""
    key = f"nationalist-{letter}"
    return Counter(key, "nationalist", f"national_infantry_{letter}", unit=key, at=at, **values)


def whole(table: Table) -> State:
    """The state of a table, nobody having anything secret."""
    return State(table, {seat: Secrets() for seat in SEATS})


def do(table: Table, action: Action, *dice: int) -> Step:
    """Let whoever is awaited do something, with these dice and no others; none are left over."""
    return answer(whole(table), action, *dice)


def answer(state: State, action: Action, *dice: int) -> Step:
    """Let whoever is awaited do something in a game that goes on, with these dice and no others."""
    script = ScriptedDice(*dice)
    (decision,) = GAME.awaiting(state)
    step = GAME.apply(state, decision.seat, action, script)
    assert not script.left, "dice are left over"
    assert not GAME.faults(step.state)
    return step


def order(leader: str, *tasks: str, fired_at: str = "go") -> Activate:
    """An activation as it would be typed, a task each line."""
    return Activate.model_validate(
        {
            "leader": leader,
            "tasks": [Task.model_validate(one) for one in tasks],
            "fired_at": fired_at,
        }
    )


def against(table: Table, action: Action) -> list[str]:
    """The codes of what is against an action of whoever is awaited."""
    (decision,) = GAME.awaiting(whole(table))
    return [one.code for one in GAME.check(whole(table), decision.seat, action)]


def codes(step: Step) -> list[str]:
    """The codes of what a step told, in order."""
    return [one.code for one in step.events]
