"""What is entered in a campaign's journal: what happens at its table beside the game. Pure.

Pauses, offers, who plays a seat, what referees do and look at. Nothing that numbers of the log,
computers or dice hang on ever reads it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.moderator.table.live import Live
from bot.store import journal, outbox
from bot.store.batch import Write
from bot.store.journal import Audience, NewEntry
from bot.store.outbox import NewRow


def entry(
    live: Live,
    kind: str,
    body: Mapping[str, Any],
    person: int | None = None,
    audience: Audience = "all",
) -> NewEntry:
    """Return an entry that stands behind what has happened in a campaign so far."""
    return NewEntry(live.row.id, live.row.version, kind, body, person, audience)


def told(live: Live, posts: Sequence[NewRow], at: int, person: int | None = None) -> list[Write]:
    """Return what posts things, and enters those of them that are words to the whole table.

    Args:
        live: The campaign.
        posts: At least one.
        at: Now, in milliseconds as the store keeps them.
        person: Who brought it about, by our number of them; ``None`` is the bot.
    """
    words = [entry(live, one.kind, one.body, person) for one in posts if one.person is None]
    return [outbox.add(posts, at), *([journal.add(words, at)] if words else [])]
