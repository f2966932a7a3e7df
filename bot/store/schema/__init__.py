"""The tables. What is append-only, what may be erased, and why.

``actions``, ``snapshots`` and ``steps`` are never changed, and deleted only together with their
whole campaign, once ``purges`` names it (triggers see to it on SQLite). People are named in them by
a number of ours, and the one table that ties such a number to a Discord account, ``people``, can be
erased. Instants are milliseconds since 1970, UTC.
"""

from __future__ import annotations

from bot.store.schema.base import (
    CALLED,
    DELIVERED,
    DONE,
    LIVE,
    LIVE_CAMPAIGNS,
    OPEN,
    REWINDING,
    RUNNING,
    TO_CHANNELS,
    TO_PEOPLE,
    WAITING,
    metadata,
)
from bot.store.schema.house import builds, guilds, keys, purges, remembered, traces
from bot.store.schema.own import (
    asks,
    drafts,
    lessons,
    looks,
    named_groups,
    notes,
    offers,
    plans,
    reports,
)
from bot.store.schema.play import (
    actions,
    campaigns,
    epochs,
    members,
    people,
    play_data,
    snapshots,
    states,
    steps,
)
from bot.store.schema.post import outbox, panels
from bot.store.schema.time import aways, bars, clocks, reminders, vacancies

__all__ = [
    "CALLED",
    "DELIVERED",
    "DONE",
    "LIVE",
    "LIVE_CAMPAIGNS",
    "OPEN",
    "REWINDING",
    "RUNNING",
    "TO_CHANNELS",
    "TO_PEOPLE",
    "WAITING",
    "actions",
    "asks",
    "aways",
    "bars",
    "builds",
    "campaigns",
    "clocks",
    "drafts",
    "epochs",
    "guilds",
    "keys",
    "lessons",
    "looks",
    "members",
    "metadata",
    "named_groups",
    "notes",
    "offers",
    "outbox",
    "panels",
    "people",
    "plans",
    "play_data",
    "purges",
    "remembered",
    "reminders",
    "reports",
    "snapshots",
    "states",
    "steps",
    "traces",
    "vacancies",
]
