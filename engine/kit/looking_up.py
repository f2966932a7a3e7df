"""Looking up a counter (:mod:`engine.subjects`): what is asked of any game that can be asked so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final, Protocol, TypeVar

from engine.api import AnyGame, Refusal, Seat, Term, Text
from engine.errors import EngineError, IllegalAction
from engine.kit.gate import is_of_phase
from engine.kit.parsing import held_by, values_of
from engine.kit.wording import refuse
from engine.subjects import About, Subject, looking_up

MOST_OFFERED: Final = 400
"""Options of a kind of action that are gone through to find who can do it."""

_NOBODY: Final = "~nobody~"

S = TypeVar("S", bound="Owned")


def subjects(game: AnyGame, view: Any) -> tuple[Subject, ...]:
    """Return all that can be looked up in a view; nothing in a game without."""
    asked = looking_up(game)
    return () if asked is None else tuple(asked.subjects(view))


def about(game: AnyGame, view: Any, key: str) -> About | None:
    """Return what a view holds of a subject; ``None`` where it knows none of that key."""
    asked = looking_up(game)
    return None if asked is None else asked.about(view, key)


class Owned(Protocol):
    """What belongs to a side."""

    @property
    def side(self) -> Seat:
        """Whose it is."""
        ...


def own_first(those: Iterable[S], viewer: Seat | None) -> list[S]:
    """Return the viewer's own before others; among each the order stays."""
    return sorted(those, key=lambda one: one.side != viewer)


# -- what it can do, and what it is to do ------------------------------------------------------


def able(game: AnyGame, view: Any, known: About) -> tuple[str, ...]:
    """Return the kinds of action that the viewer can do now in which a counter acts.

    It is offered as who acts, or in an order of whoever acts: of a unit's officer, with a stack.
    Kinds with more than :data:`MOST_OFFERED` options before it are left out.
    """
    if known.can is not None or not known.who:
        return known.can or ()
    return tuple(kind for kind in game.kinds(view) if _is_offered(game, view, kind, known.who))


def why_idle(game: AnyGame, view: Any, known: About) -> Refusal | None:
    """Return why a counter of the viewer's can do none of what can be done now.

    It is the first reason against an order to it that speaks of the counter itself, from the view
    alone: neither of what others alone could be told, nor of what it is by its nature. Else it is
    the game's own (:meth:`engine.subjects.LooksUp.idle`), or that what is asked now is not for it.
    ``None`` where there is no such reason.
    """
    asked = looking_up(game)
    if asked is None:
        return None
    kinds = frozenset(game.kinds(view))
    natural, other = set[str](), set[str]()
    for kind, field, _ in markings(game, view, known.who):
        if kind not in kinds:
            continue
        filled = {field: known.who}
        against = _against(game, view, kind, filled)
        borrowed = [value for name, value in filled.items() if name != field]
        for refusal in against:
            is_own = refusal.code not in asked.natures and _is_of(refusal, known.who, borrowed)
            if is_own or refusal.code in asked.causes:
                return refusal
        codes = {refusal.code for refusal in against}
        (natural if codes and codes <= asked.natures else other).add(kind)
    return asked.idle(view, known.who) or (
        None if other else _not_for_it(game, view, known, kinds | natural)
    )


def _not_for_it(game: AnyGame, view: Any, known: About, done: frozenset[str]) -> Refusal | None:
    """Return that what the viewer is asked now is not for a counter, by what is asked.

    *done* are the kinds that somebody can do, which are not for this counter.
    """
    asked = next((one for one in game.asked(view) if one.seat == view.viewer), None)
    who = next((one.name for one in subjects(game, view) if one.key == known.who), None)
    if asked is None or not isinstance(who, Term):
        return None
    if not is_of_phase(asked):
        return refuse("idle.question", asked.rule, who=who)
    waiting = tuple(
        Term("action", kind)
        for kind, _, _ in markings(game, view, known.who)
        if kind in asked.kinds and kind not in done
    )
    if waiting:
        return refuse("idle.nobody", asked.rule, who=who, actions=waiting)
    told = game.status(view).phase.params.values()
    phase = next((one for one in told if isinstance(one, Term)), None)
    return None if phase is None else refuse("idle.phase", asked.rule, who=who, phase=phase)


def _is_of(refusal: Refusal, who: str, borrowed: Iterable[str]) -> bool:
    """Say whether a reason speaks of a counter, and of nothing that was put beside it."""
    told = refusal.params.values()
    beside = [part for value in borrowed for part in re.split(r"[ ,+]+", value)]
    return any(_tells(one, who) for one in told) and not any(
        _tells(one, part) or one == part for one in told for part in beside
    )


def _against(game: AnyGame, view: Any, kind: str, filled: dict[str, str]) -> tuple[Refusal, ...]:
    """Return what is against an order to a counter; its other fields are put into *filled*.

    They are what is offered for it, or else for the first that can do it.
    """
    model = game.actions[kind]
    field = next(iter(filled))
    able_now = next(iter(game.options(view, kind, field, {})), None)
    others = dict(filled) if able_now is None else {field: able_now.value}
    for name, info in model.model_fields.items():
        if name in filled or not info.is_required():
            continue
        offered = next(iter(game.options(view, kind, name, filled)), None) or next(
            iter(game.options(view, kind, name, others)), None
        )
        if offered is None:
            return ()
        filled[name] = others[name] = offered.value
    try:
        game.suppose(view, game.parse(view, kind, filled))
    except IllegalAction as illegal:
        return illegal.refusals
    except EngineError:
        pass
    return ()


def _is_offered(game: AnyGame, view: Any, kind: str, who: str) -> bool:
    """Say whether options of the first two fields that must be filled name a counter."""
    model = game.actions[kind]
    needed = [name for name, info in model.model_fields.items() if info.is_required()][:2]
    left = MOST_OFFERED
    if not needed:
        return False
    first, *then = needed
    for option in islice(game.options(view, kind, first, {}), left):
        left -= 1
        filled = {first: option.value}
        if option.value == who or names(game.values(view, kind, filled).get(first), who):
            return True
        for field in then if _may_name(model, then) else ():
            for item in islice(game.options(view, kind, field, filled), max(left, 0)):
                left -= 1
                found = game.values(view, kind, {**filled, field: item.value})
                if names(found.get(field), who):
                    return True
    return False


def _may_name(model: Any, fields: Iterable[str]) -> bool:
    """Say whether one of some fields holds several: counters, or orders that name them."""
    return any(held_by(model.model_fields[one]).endswith("s") for one in fields)


def markings(game: AnyGame, view: Any, who: str) -> Iterator[tuple[str, str, Any]]:
    """Yield kinds of action, each with its first field and the value that names a counter there.

    As if it were chosen to act, by which maps mark it.
    """
    for kind in game.actions:
        field = next(iter(game.actions[kind].model_fields), "")
        read = game.values(view, kind, {field: who}).get(field) if field and who else None
        # What takes any word knows no counters.
        if read in (who, (who,)) and not game.values(view, kind, {field: _NOBODY}).get(field):
            yield kind, field, read


def names(value: Any, who: str) -> bool:
    """Say whether a value of a field names a counter: alone, in a list, in an item, in a group."""
    if isinstance(value, str):
        return who in value.split("+")
    if isinstance(value, Mapping):
        return any(names(one, who) for one in value.values())
    if isinstance(value, tuple | list):
        return any(names(one, who) for one in value)
    return any(names(one, who) for _, one in values_of(value))


def speaks_of(text: Text, who: str) -> bool:
    """Say whether a sentence names a counter."""
    return any(_tells(value, who) for value in text.params.values())


def _tells(value: Any, who: str) -> bool:
    if isinstance(value, Term):
        return who in value.key.split("+")
    return isinstance(value, tuple) and any(_tells(one, who) for one in value)
