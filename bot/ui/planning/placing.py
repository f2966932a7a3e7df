"""Where an entry of a plan goes: behind all others, before another one, or in its place."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.moderator import Campaign, Look, Plan, PlanEntry
from bot.ui.visit import Visit
from engine.kit.planning import CLOSE_ALL, foresee

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


async def as_planned(visit: Visit, campaign: Campaign, look: Look, where: str) -> Look:
    """Return what a person sees where an entry is to stand (:func:`put`), as far as certain."""
    plan = await visit.moderator.plans.get(campaign.id, visit.person_id)
    name = where.removeprefix(BEFORE)
    before = [(one.kind, one.filled) for one in _until(plan, name)]
    game = visit.moderator.game(campaign)
    foreseen = await asyncio.to_thread(foresee, game, look.view, before)
    return replace(look, view=foreseen.view)


def _until(plan: Plan, name: str) -> Iterator[PlanEntry]:
    for one in plan.entries:
        if one.id == name:
            return
        yield one
