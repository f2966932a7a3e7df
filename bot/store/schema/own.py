"""What people keep for themselves, ask and offer: dialogues, plans, notes, lessons, reports."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from bot.store.schema.base import ID, metadata, partial

drafts = Table(
    "drafts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("campaign", Text, ForeignKey("campaigns.id"), nullable=False),
    Column("person", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("filled", Text, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    # The campaign's branch when it was begun.
    Column("branch", Integer, nullable=False, server_default=text("0")),
    UniqueConstraint("campaign", "person", "kind"),
    Index("drafts_by_person", "person"),
    Index("drafts_by_expiry", "expires_at"),
)
"""Unfinished dialogues. The person is the Discord account itself: spectators may have them too,
and they are gone within the hour."""

looks = Table(
    "looks",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("person", ID, primary_key=True),
    # Number of the last entry that they have read, in the log as their side reads it: never the
    # campaign's head, which others' secret actions move.
    Column("place", BigInteger, nullable=False),
    Index("looks_by_person", "person"),
)
"""How far people have read. A row goes when its person leaves the table or is erased."""

notes = Table(
    "notes",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("person", ID, primary_key=True),
    Column("words", Text, nullable=False),
    Index("notes_by_person", "person"),
)
"""What people have noted down for themselves. They go when their person leaves or is erased."""

named_groups = Table(
    "named_groups",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("person", ID, primary_key=True),
    Column("name", Text, primary_key=True),
    # The keys of the pieces, a JSON list.
    Column("pieces", Text, nullable=False),
    Index("named_groups_by_person", "person"),
)
"""Pieces that people have given a name together. A group is its person's alone, not the seat's. It
goes when they leave the table or are erased, and with the campaign's end."""

plans = Table(
    "plans",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("person", ID, primary_key=True),
    # What is to be done, in order: a JSON list of {"id", "kind", "filled", "halts", "closes",
    # "phase"}.
    Column("entries", Text, nullable=False),
    # What the planning page is in the middle of, as JSON: who was chosen, what was typed.
    Column("page", Text, nullable=False),
    # Name of the sending that is under way; NULL when nothing is being sent.
    Column("sending", Text),
    # Why the last sending ended before all was done, as JSON; NULL when it did not.
    Column("stopped", Text),
    # Whether it is to be sent when their side's time runs out, and not before.
    Column("late", Boolean, nullable=False, server_default=false()),
    Index("plans_by_person", "person"),
    Index(
        "plans_under_way",
        "campaign",
        sqlite_where=text("sending IS NOT NULL"),
        postgresql_where=text("sending IS NOT NULL"),
    ),
)
"""What people have put together to be sent at once. A plan is its person's alone, not the seat's:
nobody else reads it. It goes when they leave the table or are erased, and with the campaign's
end."""

lessons = Table(
    "lessons",
    metadata,
    Column("id", Text, primary_key=True),
    # Whose it is: one each. NULL once it is over: all that is left then is its thread.
    Column("person", ID, unique=True),
    Column("game", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    # The channel in which it was asked for, and the thread in it; NULL before that is made.
    Column("parent_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger),
    # Its game; NULL before the thread is there, and when it is over.
    Column("campaign", Text, ForeignKey("campaigns.id")),
    # Whether its person has been let into the thread: all is as it should be.
    Column("ready", Boolean, nullable=False),
    # Name of the step that is shown.
    Column("step", Text, nullable=False),
    # Seq of the action that did the last step, and of the last one when a step was last shown.
    Column("since", Integer, nullable=False),
    Column("shown", Integer, nullable=False),
    # Number of the bulletin then, and of the pages of the lesson so far.
    Column("bulletin", Integer, nullable=False),
    Column("pages", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index("lessons_by_campaign", "campaign"),
    Index("lessons_by_channel", "channel_id"),
    Index("lessons_by_age", "created_at"),
    partial("lessons_unfinished", "id", where="ready = 0"),
)
"""First turns that people play against the computer in threads of their own, for a week."""

side_threads = Table(
    "side_threads",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("seat", Text, primary_key=True),
    # The channel in which it was asked for, and the thread in it; NULL before that is made.
    Column("parent_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("began_at", BigInteger, nullable=False),
    # Whether its first message is there, which says who can read it.
    Column("greeted", Boolean, nullable=False, server_default=false()),
    # Before when nobody is let in or taken out, and how often in a row that failed.
    Column("due_at", BigInteger, nullable=False, server_default=text("0")),
    Column("attempts", Integer, nullable=False, server_default=text("0")),
    Index("side_threads_by_thread", "thread_id"),
)
"""Private threads for the talk of a seat's people, one a seat. A row goes with its thread, and with
the campaign's end."""

side_thread_people = Table(
    "side_thread_people",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("person", ID, primary_key=True),
    Index("side_thread_people_by_person", "person"),
)
"""Whom the bot has let into such a thread, and has not taken out again."""

reports = Table(
    "reports",
    metadata,
    Column("id", ID, primary_key=True),
    Column("campaign", Text, ForeignKey("campaigns.id"), nullable=False),
    Column("person", ID, nullable=False),
    # The last public step when it was written.
    Column("step", Integer, nullable=False),
    Column("clause", Text),
    Column("words", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("reports_by_campaign", "campaign", "person", "at"),
    Index("reports_by_person", "person"),
    Index("reports_by_age", "at"),
    sqlite_autoincrement=True,
)
"""What members of a campaign wrote to the host. Old ones are deleted (``bot.store.reports``)."""

asks = Table(
    "asks",
    metadata,
    Column("id", Text, primary_key=True),
    Column("campaign", Text, ForeignKey("campaigns.id"), nullable=False),
    Column("person", ID, nullable=False),
    Column("seat", Text, nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    # NULL while nobody has answered. Who was let in has a row no more.
    Column("refused_at", BigInteger),
    # How the server called them when they asked.
    Column("name", Text),
    # When they were granted a seat that is offered: it is theirs once they accept in person.
    Column("granted_at", BigInteger),
    UniqueConstraint("campaign", "person"),
    Index("asks_by_person", "person"),
)
"""Who asks for a seat that others must grant. Gone with the campaign's end."""

offers = Table(
    "offers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("campaign", Text, ForeignKey("campaigns.id"), nullable=False),
    # What is offered (``bot.store.offers``), and the step that an undo goes back before.
    Column("kind", Text, nullable=False),
    Column("back_to", Integer),
    # Who made it, and for which seat.
    Column("seat", Text, nullable=False),
    Column("person", ID),
    # The public version and the branch that it is for: void at any other.
    Column("version", Integer, nullable=False),
    Column("branch", Integer, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    # Until when it may be answered.
    Column("until", BigInteger, nullable=False),
    # The seats that have agreed, a JSON list.
    Column("agreed", Text, nullable=False),
    # "open", "agreed", "declined" or "withdrawn"; what is void or too old is found so.
    Column("state", Text, nullable=False),
    # What is offered more exactly, as JSON: a pace, a seat.
    Column("terms", Text),
    # Whom it is about, beside those of the seats: they can be erased.
    Column("about", ID),
    Index("offers_by_campaign", "campaign", "made_at"),
    Index("offers_by_person", "person"),
    partial("offers_about", "about", where="about IS NOT NULL"),
)
"""What one seat offers the others: to take something back, a draw. Gone with the campaign's end."""
