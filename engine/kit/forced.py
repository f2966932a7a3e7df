"""Forced answers: what has one legal answer, as the public can tell, is not asked.

The question is put to the rules for a seat whose secrets are sealed
(:mod:`engine.kit.supposing`), on the table as everybody sees it: where they look at a secret, or
find a second thing to do, there is no such answer. So neither an answer nor its absence can tell
what a seat alone knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.api import Action, Decision, Game, Option
from engine.kit.gate import Gate
from engine.kit.parsing import is_compound
from engine.kit.supposing import SecretAsked


def only_answer(
    game: Game[Any, Any], gate: Gate[Any], view: Any, decision: Decision
) -> Action | None:
    """Return the only answer that *decision* can have, or ``None``.

    Args:
        game: Whose options are asked.
        gate: Its rules.
        view: What everybody sees, of the seat that owes the decision, its secrets sealed.
        decision: As everybody knows it.
    """
    try:
        kind = _only_kind(gate, view, decision)
        if kind is None or game.actions[kind].secret:
            return None  # what is secret cannot be told to be the only thing
        filled = _only_values(game, view, kind)
        if filled is None:
            return None
        action = game.parse(view, kind, filled)
        return None if gate.check(view, action) else action
    except SecretAsked:
        return None


def _only_kind(gate: Gate[Any], view: Any, decision: Decision) -> str | None:
    """Return the one kind of action that its seat can do now, if it is one that answers."""
    found = None
    for kind in dict.fromkeys((*decision.kinds, *gate.models)):
        verb = gate.verb(view.table, decision.seat, kind)
        if verb is None or verb.model.standing:
            continue
        if decision.interrupt and verb.model.secret and verb.anybody:
            continue  # whoever is awaited may do it at any time, and it answers nothing
        if verb.possible(view):
            if found is not None:
                return None
            found = kind
    return found if found in decision.kinds else None


def _only_values(game: Game[Any, Any], view: Any, kind: str) -> Mapping[str, str] | None:
    """Return the fields of *kind* where each has one value; ``None`` where one has another."""
    filled: dict[str, str] = {}
    for name, info in game.actions[kind].model_fields.items():
        if game.accepts(view, kind, name, filled) is not None:
            return None
        values = _two(game.options(view, kind, name, filled))
        if not info.is_required():
            if values:
                return None
            continue
        if len(values) != 1:
            return None
        (filled[name],) = values
        if is_compound(info) and next(iter(game.options(view, kind, name, filled)), None):
            return None  # a second item could follow, or not
    return filled


def _two(options: Iterable[Option]) -> set[str]:
    """Return the values that are offered, at most two of them: some are offered twice."""
    found: set[str] = set()
    for option in options:
        found.add(option.value)
        if len(found) > 1:
            break
    return found
