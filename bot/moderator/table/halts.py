"""Where nothing is done because the host has said so: asked before every change, from memory.

The orders themselves are on file (``bot.store.host_orders``); `bot.moderator.host` reads them and
carries them out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.moderator.api import Complaint
from bot.store.host_orders import OrderRow, mark, plan_name


@dataclass(frozen=True, slots=True)
class Halts:
    """What the host has ordered.

    Attributes:
        aside: The campaigns that were set aside, since when (ms).
        still: Those and the campaigns of servers that are shut out, since when: no clock runs.
        lifted: Campaigns that were so, since when, and whose clocks are to go on from there.
        paused: Since when all tables are paused; ``None`` while they are not.
        plans: The plans that were set aside.
        servers: The servers that are shut out.
        people: The people who are, by their mark.
        key: What people are marked with.
    """

    aside: Mapping[str, int] = field(default_factory=dict)
    still: Mapping[str, int] = field(default_factory=dict)
    lifted: Mapping[str, int] = field(default_factory=dict)
    paused: int | None = None
    plans: frozenset[str] = frozenset()
    servers: frozenset[int] = frozenset()
    people: frozenset[str] = frozenset()
    key: bytes = b""

    def hold(self, campaign: str) -> bool:
        """Say whether nothing is done at a table."""
        return self.paused is not None or campaign in self.still

    def since(self, campaign: str, otherwise: int) -> int:
        """Return since when no clock has run at a table, which is no later than *otherwise*."""
        began = self.still.get(campaign, self.lifted.get(campaign, otherwise))
        return min(began, otherwise)

    def instant(self, campaign: str, now: int) -> int:
        """Return the instant at which the clocks of a table stand; *now* where they run."""
        return self.since(campaign, now if self.paused is None else min(now, self.paused))

    def require(self, campaign: str) -> None:
        """Refuse to do anything at a table at which nothing is done.

        Raises:
            Complaint: host.campaign_aside, host.paused, host.server_out.
        """
        self.require_sound(campaign)
        self.require_going()
        if campaign in self.still:
            raise Complaint("host.server_out")

    def require_sound(self, campaign: str) -> None:
        """Refuse a campaign that was set aside.

        Raises:
            Complaint: host.campaign_aside.
        """
        if campaign in self.aside:
            raise Complaint("host.campaign_aside")

    def require_going(self) -> None:
        """Refuse while all tables are paused.

        Raises:
            Complaint: host.paused.
        """
        if self.paused is not None:
            raise Complaint("host.paused")

    def require_plan(self, campaign: str, person_id: int) -> None:
        """Refuse a plan that was set aside.

        Raises:
            Complaint: host.plan_aside.
        """
        if self.sets_aside(campaign, person_id):
            raise Complaint("host.plan_aside")

    def sets_aside(self, campaign: str, person_id: int) -> bool:
        """Say whether the plan of a person at a table was set aside."""
        return bool(self.plans) and plan_name(campaign, mark(self.key, person_id)) in self.plans

    def require_welcome(self, guild_id: int | None, person_id: int) -> None:
        """Refuse whoever is shut out, and everybody in a server that is.

        Raises:
            Complaint: host.server_out, host.person_out.
        """
        if self.people and mark(self.key, person_id) in self.people:
            raise Complaint("host.person_out")
        if guild_id in self.servers:
            raise Complaint("host.server_out")


def halts_of(
    orders: Iterable[OrderRow], of_server: Mapping[int, Iterable[str]], key: bytes
) -> Halts:
    """Return what orders come to.

    Args:
        orders: Those on file.
        of_server: The campaigns of each server that an order is about.
        key: What people are marked with.
    """
    aside, still, lifted = dict[str, int](), dict[str, int](), dict[str, int]()
    paused, named = None, dict[str, set[str]]()
    for one in orders:
        meant = [one.which] if one.kind == "campaign" else []
        if one.kind == "server":
            meant = [*of_server.get(int(one.which), ())]
        if one.lifted_at is not None:
            lifted |= {campaign: min(one.at, lifted.get(campaign, one.at)) for campaign in meant}
            continue
        still |= {campaign: min(one.at, still.get(campaign, one.at)) for campaign in meant}
        named.setdefault(one.kind, set()).add(one.which)
        if one.kind == "campaign":
            aside[one.which] = one.at
        elif one.kind == "tables":
            paused = one.at
    return Halts(
        aside=aside,
        still=still,
        lifted=lifted,
        paused=paused,
        plans=frozenset(named.get("plan", ())),
        servers=frozenset(int(one) for one in named.get("server", ())),
        people=frozenset(named.get("person", ())),
        key=key,
    )


NOTHING_HALTED: Final = Halts()
"""The host has ordered nothing."""
