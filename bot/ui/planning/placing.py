"""Where an entry of a plan goes: behind all others, before another one, or in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.moderator import Plan, PlanEntry
from engine.playing.planning import CLOSE_ALL

Order = tuple[str, Mapping[str, str]]
"""A kind of action, and its fields as typed."""

LAST: Final = "+"
BEFORE: Final = "<"
"""Where an entry goes: behind all others, before the one that is named behind this sign, or, with
a name alone, in its place."""


def appended(plan: Plan, entries: Iterable[PlanEntry], page: Mapping[str, Any]) -> Plan:
    """Return a plan with entries behind all others, but before closing what is left of the turn."""
    kept, closing = list(plan.entries), list[PlanEntry]()
    if kept and kept[-1].kind == CLOSE_ALL:
        closing = [kept.pop()]
    return replace(plan, entries=(*kept, *entries, *closing), page=dict(page))


def put(plan: Plan, entry: PlanEntry, where: str) -> Plan:
    """Return a plan with an entry where it belongs; behind all where that one is gone."""
    before = where.startswith(BEFORE)
    name = where.removeprefix(BEFORE)
    entries: list[PlanEntry] = []
    placed = False
    for one in plan.entries:
        if one.id != name:
            entries.append(one)
        elif before:
            entries += [entry, one]
            placed = True
        else:
            entries.append(replace(one, kind=entry.kind, filled=entry.filled))
            placed = True
    return replace(plan, entries=tuple(entries), page={}) if placed else appended(plan, [entry], {})


def before_of(plan: Plan, where: str) -> tuple[Order, ...]:
    """Return the orders behind which an entry is to stand (:func:`put`)."""
    return tuple((one.kind, one.filled) for one in _until(plan, where.removeprefix(BEFORE)))


def _until(plan: Plan, name: str) -> Iterator[PlanEntry]:
    for one in plan.entries:
        if one.id == name:
            return
        yield one
