"""What is to be posted, and where panels stand."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, Table, Text

from bot.store.schema.base import DELIVERED, DONE, ID, TO_CHANNELS, TO_PEOPLE, metadata, partial

outbox = Table(
    "outbox",
    metadata,
    Column("id", ID, primary_key=True),
    Column("campaign", Text, ForeignKey("campaigns.id"), nullable=False),
    Column("kind", Text, nullable=False),
    # A person's number for direct messages; NULL is the campaign's channel.
    Column("person", ID),
    Column("first_seq", Integer, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("nonce", Text, nullable=False, unique=True),
    Column("status", Text, nullable=False),
    Column("attempts", Integer, nullable=False, default=0),
    Column("due_at", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("error", Text),
    Column("created_at", BigInteger, nullable=False),
    # Of all that never changes of it (``bot.store.outbox``); NULL in rows from before there were
    # checksums.
    Column("checksum", LargeBinary),
    # Before the others: SQLite takes the one made last where two would serve alike.
    Index("outbox_by_campaign", "campaign"),
    partial("outbox_to_channels", "campaign", "id", where=TO_CHANNELS),
    partial("outbox_to_people", "person", "id", where=TO_PEOPLE),
    partial("outbox_done", "due_at", where=DONE),
    partial("outbox_of_people", "person", where=DELIVERED),
    sqlite_autoincrement=True,
)

posts = Table(
    "posts",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    # The last action that it tells of; a message tells of all since the one before.
    Column("last_seq", Integer, primary_key=True),
    Column("first_seq", Integer, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Index("posts_by_message", "message_id"),
)
"""Where the bulletins of a campaign stand: one row each, which goes with its campaign."""

panels = Table(
    "panels",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    # Where the panel stands; differs from the campaign's channel after a move.
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    # The public version it shows; behind the campaign's version means work to do.
    Column("shown", Integer, nullable=False),
    # Nonce of a post that was begun; set until its message is known.
    Column("posting", Text),
    Column("posted_at", BigInteger),
    Column("attempts", Integer, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("error", Text),
)

closings = Table(
    "closings",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    # Before when it is not tried, and how often in a row that failed.
    Column("due_at", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
)
"""Archived campaigns whose thread is to be closed, once nothing is to be posted there. A row goes
as soon as it is."""
