"""Whose plan a press is about, and where: looked up again at every press."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, TypeVarTuple

from bot.letters.buttons import undo_button
from bot.letters.keys import Key
from bot.moderator import Campaign, Complaint, Look, NamedGroup, Plan, PlanEntry
from bot.text import words_for
from bot.ui import acting
from bot.ui.planning.page import PlanPage
from bot.ui.planning.placing import appended
from bot.ui.presses import chosen
from bot.ui.visit import Visit
from engine.api import AnyGame

R = TypeVar("R")
Ts = TypeVarTuple("Ts")

Change = Callable[[Plan], Plan]


MOST_PARTS = 35
"""Of the 40 that a message has: behind them come a picture and what may be chosen in small."""


class PlanTable:
    """Where a press is at home: campaign, look, game, words, and the person's groups."""

    def __init__(
        self,
        visit: Visit,
        campaign: Campaign,
        look: Look,
        game: AnyGame,
        groups: Sequence[NamedGroup] = (),
    ) -> None:
        self.visit = visit
        self.campaign = campaign
        self.look = look
        self.game = game
        self.groups = groups

    @classmethod
    async def of(cls, visit: Visit, key: Key) -> PlanTable:
        """Return the table that a custom id names, for somebody who plays there."""
        campaign = await visit.campaign_named(key.part(0))
        await visit.hold()
        look = await visit.look(campaign)
        acting.require_seat(campaign, look)
        groups = await visit.moderator.groups.of(campaign.id, visit.person_id)
        return cls(visit, campaign, look, visit.moderator.game(campaign), groups)

    async def plan(self) -> Plan:
        """Return the person's plan."""
        return await self.visit.moderator.plans.get(self.campaign.id, self.visit.person_id)

    async def change(self, change: Change) -> Plan:
        """Change the person's plan."""
        return await self.visit.moderator.plans.change(
            self.campaign.id, self.visit.person_id, change
        )

    def entry(self, kind: str, filled: Mapping[str, str]) -> PlanEntry:
        """Return a new entry."""
        return self.visit.moderator.plans.new_entry(kind, filled)

    async def ask(
        self,
        about: Callable[[PlanPage, *Ts], R],
        *args: *Ts,
        plan: Plan | None = None,
    ) -> R:
        """Return what is asked about a plan's page, the person's own if not given.

        It is found out off the event loop, where all that it takes has been worked out before.
        """
        asked = Asked(
            self.campaign,
            self.look,
            plan or await self.plan(),
            tuple(self.groups),
            self.visit.language,
        )
        return await self.visit.ask(of_page, self.campaign, asked, about, args)

    async def show(self, plan: Plan | None = None, note: str = "", *, back: bool = False) -> None:
        """Show the planning page; *back* offers to take back what was just sent."""
        self.visit.bot.gallery.prepare(self.game, await self.visit.theme(self.campaign))
        page = await self.ask(PlanPage.page, note, plan=plan)
        if back:
            undo = undo_button(self.look.campaign, self.visit.words)
            longer = dataclasses.replace(page, items=[*page.items, *undo])
            if longer.view().total_children_count <= MOST_PARTS:  # pictures need room, too
                page = longer
        await self.visit.show_on_map(self.look, page)

    async def set_page(self, page: Mapping[str, Any]) -> Plan:
        """Keep what the page is in the middle of."""
        return await self.change(lambda plan: dataclasses.replace(plan, page=dict(page)))

    async def add(self, entries: Iterable[PlanEntry]) -> Plan:
        """Put entries at the end of the plan."""
        added = tuple(entries)
        return await self.change(lambda plan: appended(plan, added, {}))


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page is made of, as it goes to where it is worked out."""

    campaign: Campaign
    look: Look
    plan: Plan
    groups: tuple[NamedGroup, ...]
    language: str


def of_page(
    game: AnyGame, asked: Asked, about: Callable[[PlanPage, *Ts], R], args: tuple[*Ts]
) -> R:
    """Return what is asked about a page, which is made anew from what it is made of."""
    words = words_for(asked.language, game)
    page = PlanPage(asked.campaign, asked.look, game, words, asked.plan, asked.groups)
    return about(page, *args)


def picked(visit: Visit) -> str:
    """Return what was chosen from a menu of one line."""
    values = chosen(visit)
    if not values:
        raise Complaint("press.unknown")
    return values[0]
