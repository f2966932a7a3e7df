"""Whose plan a press is about, and where: looked up again at every press."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.letters.keys import Key
from bot.moderator import Campaign, Complaint, Look, NamedGroup, Plan, PlanEntry
from bot.ui import acting
from bot.ui.planning.page import PlanPage
from bot.ui.planning.placing import appended
from bot.ui.presses import chosen
from bot.ui.visit import Visit
from engine.api import AnyGame

Change = Callable[[Plan], Plan]


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

    def page(self, plan: Plan) -> PlanPage:
        """Return a plan's page."""
        return PlanPage(self.campaign, self.look, self.game, self.visit.words, plan, self.groups)

    async def show(self, plan: Plan | None = None, note: str = "") -> None:
        """Show the planning page."""
        page = self.page(plan or await self.plan())
        self.visit.bot.gallery.prepare(self.game, await self.visit.theme(self.campaign))
        planned = await page.gone_through()
        await self.visit.show_on_map(self.look, page.page(planned, note))

    async def set_page(self, page: Mapping[str, Any]) -> Plan:
        """Keep what the page is in the middle of."""
        return await self.change(lambda plan: dataclasses.replace(plan, page=dict(page)))

    async def add(self, entries: Iterable[PlanEntry]) -> Plan:
        """Put entries at the end of the plan."""
        added = tuple(entries)
        return await self.change(lambda plan: appended(plan, added, {}))


def picked(visit: Visit) -> str:
    """Return what was chosen from a menu of one line."""
    values = chosen(visit)
    if not values:
        raise Complaint("press.unknown")
    return values[0]
