"""Clocks, reminders, and who is away, gone or looked for."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text, text

from bot.store.schema.base import CALLED, ID, RUNNING, metadata, partial

clocks = Table(
    "clocks",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("seat", Text, primary_key=True),
    # Since when a public decision awaits the seat; NULL while none does.
    Column("awaited_at", BigInteger),
    # The public names of what it is asked, a JSON list, and the turn: for what it was refilled.
    Column("asked", Text, nullable=False, server_default="[]"),
    Column("turn", Integer, nullable=False, server_default=text("0")),
    # Milliseconds that are left, as of ``since``; NULL where there is no limit.
    Column("left_ms", BigInteger),
    # Since when it runs; NULL while it does not.
    Column("since", BigInteger),
    # When it runs out; NULL while it does not run, or never.
    Column("due_at", BigInteger),
    # Nonce of the post that calls the seat: the clock begins when that is delivered.
    Column("called_by", Text),
    # Milliseconds that the seat has used in all, as of ``since``.
    Column("used_ms", BigInteger, nullable=False, server_default=text("0")),
    # When its people rest, as it was when the clock began (``bot.clock.resting``).
    Column("rests", Text, nullable=False, server_default="[]"),
    # Milliseconds of absence that may still stop it.
    Column("away_left_ms", BigInteger),
    # How often it has run out, and until when the last grace lasts where others may claim.
    Column("fallen", Integer, nullable=False, server_default=text("0")),
    Column("grace_until", BigInteger),
    # When those who wait last had the seat called.
    Column("nudged_at", BigInteger),
    partial("clocks_running", "due_at", where=RUNNING),
    partial("clocks_called", "campaign", where=CALLED),
)
"""How long each seat of a campaign under way has been awaited, and until when it may be.

It hangs on public decisions alone, so that everybody may know it. Gone with the campaign's end."""

reminders = Table(
    "reminders",
    metadata,
    Column("person", ID, primary_key=True),
    Column("due_at", BigInteger, nullable=False),
    Index("reminders_by_time", "due_at"),
)
"""When somebody is to be reminded next of all that awaits them."""

aways = Table(
    "aways",
    metadata,
    Column("id", ID, primary_key=True),
    Column("person", ID, nullable=False),
    Column("from_at", BigInteger, nullable=False),
    Column("until_at", BigInteger, nullable=False),
    Index("aways_by_person", "person", "until_at"),
    Index("aways_by_end", "until_at"),
    sqlite_autoincrement=True,
)
"""When people are away, at all their tables. Gone with their person, or a month after."""

vacancies = Table(
    "vacancies",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("seat", Text, primary_key=True),
    # Who gives it up: "holder", "offer" (all agree), "clock" or "referee"; and by which of them.
    Column("cause", Text, nullable=False),
    Column("person", ID),
    Column("since", BigInteger, nullable=False),
    # What they leave for whoever comes in.
    Column("note", Text),
    Index("vacancies_by_person", "person"),
)
"""Seats of campaigns under way for which somebody else is looked for. Gone when somebody has come,
when they are taken back, and with the campaign's end."""

bars = Table(
    "bars",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("person", ID, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("bars_by_person", "person"),
)
"""Who may take no seat in a server, as the people who manage it have said."""
