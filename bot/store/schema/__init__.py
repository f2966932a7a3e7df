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
    KEPT,
    LIVE,
    LIVE_CAMPAIGNS,
    OPEN,
    PENDING,
    REWINDING,
    RUNNING,
    TO_CHANNELS,
    TO_PEOPLE,
    WAITING,
    metadata,
)
from bot.store.schema.beginnings import beginnings, confirmations
from bot.store.schema.house import (
    builds,
    forum_posts,
    guilds,
    keys,
    purges,
    remembered,
    shown_figures,
    traces,
)
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
    side_thread_people,
    side_threads,
)
from bot.store.schema.play import (
    actions,
    campaigns,
    epochs,
    members,
    pending_rolls,
    people,
    play_data,
    results,
    snapshots,
    states,
    steps,
)
from bot.store.schema.post import closings, outbox, panels, posts
from bot.store.schema.referees import journal, motions, private_motions, referees
from bot.store.schema.time import aways, bars, clocks, reminders, vacancies

__all__ = [
    "CALLED",
    "DELIVERED",
    "DONE",
    "KEPT",
    "LIVE",
    "LIVE_CAMPAIGNS",
    "OPEN",
    "PENDING",
    "REWINDING",
    "RUNNING",
    "TO_CHANNELS",
    "TO_PEOPLE",
    "WAITING",
    "actions",
    "asks",
    "aways",
    "bars",
    "beginnings",
    "builds",
    "campaigns",
    "clocks",
    "closings",
    "confirmations",
    "drafts",
    "epochs",
    "forum_posts",
    "guilds",
    "journal",
    "keys",
    "lessons",
    "looks",
    "members",
    "metadata",
    "motions",
    "named_groups",
    "notes",
    "offers",
    "outbox",
    "panels",
    "pending_rolls",
    "people",
    "plans",
    "play_data",
    "posts",
    "private_motions",
    "purges",
    "referees",
    "remembered",
    "reminders",
    "reports",
    "results",
    "shown_figures",
    "side_thread_people",
    "side_threads",
    "snapshots",
    "states",
    "steps",
    "traces",
    "vacancies",
]
