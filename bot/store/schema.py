"""The tables. What is append-only, what may be erased, and why.

``actions``, ``snapshots`` and ``steps`` are never changed, and deleted only together with their
whole campaign, once ``purges`` names it (triggers see to it on SQLite). People are named in them by
a number of ours, and the one table that ties such a number to a Discord account, ``people``, can be
erased. Instants are milliseconds since 1970, UTC.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

metadata = MetaData()

# Conditions of partial indexes, word for word as queries must have them: a bound value does not
# meet an index (tests/support/plans.py reads the plan of every statement).
LIVE = "status <> 'over'"
LIVE_CAMPAIGNS = text(f"campaigns.{LIVE}")
WAITING = "status IN ('ready', 'sending')"
TO_CHANNELS = f"{WAITING} AND person IS NULL"
TO_PEOPLE = f"{WAITING} AND person IS NOT NULL"
DELIVERED = "status IN ('sent', 'failed')"
REWINDING = "kind = '!rewind'"
DONE = "status IN ('sent', 'failed') AND kind <> 'notice'"  # notices are told once

# SQLite numbers rows by itself only for a plain INTEGER primary key.
_ID = BigInteger().with_variant(Integer(), "sqlite")


def _partial(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    return Index(
        name, *columns, unique=unique, sqlite_where=text(where), postgresql_where=text(where)
    )


people = Table(
    "people",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("discord_id", BigInteger, nullable=False, unique=True),
    Column("language", Text),
    # The theme of what only they see; NULL is that of the table.
    Column("theme", Text),
    # When a direct message was last refused by Discord; NULL while they pass.
    Column("closed_at", BigInteger),
    sqlite_autoincrement=True,  # a number must never come to mean another person
)

campaigns = Table(
    "campaigns",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("language", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("creator", _ID),
    # The dice; never shown, never logged.
    Column("seed", LargeBinary, nullable=False),
    # Seq of the last action; every save checks that it is still what it was when read.
    Column("head", Integer, nullable=False),
    # Public steps so far, people coming and going included. The panel shows one of these.
    Column("version", Integer, nullable=False),
    # Number and last seq of the newest bulletin.
    Column("bulletin", Integer, nullable=False),
    Column("told", Integer, nullable=False),
    # How the table ended when not by the rules: {"kind", "seat"}.
    Column("ending", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    # The seats that the computer plays, a JSON list, empty until the start; NULL is people only.
    Column("computer", Text),
    # Set while a standing order is to answer what the last action left open, before anybody is
    # asked: a JSON list of the seats whose people know already that they are awaited.
    Column("answering", Text),
    # How strong the computer is; NULL, and one that the game no longer has, is the strongest.
    Column("strength", Text),
    # Which of its dice's secrets this is: one more whenever it was set back (``bot.store.epochs``).
    Column("epoch", Integer, nullable=False, server_default=text("0")),
    # The ruleset that the table knows of: that of its creation, or the last it was told about.
    Column("ruleset_told", Integer, nullable=False, server_default="1"),
    # The panel may not show what the campaign is now: set by every change of version or channel,
    # taken away when the panel shows that version there.
    Column("behind", Boolean, nullable=False, server_default=true()),
    # Digest of the data it is played with; NULL is what was shipped before campaigns knew theirs.
    Column("data", Text),
    # Whether the table is asked also what has one answer only, as everybody can tell: it chose so,
    # or was begun before such answers were given by themselves.
    Column("asks_all", Boolean, nullable=False, server_default=true()),
    # Whether it is somebody's lesson (``lessons``), which no list shows and no limit counts.
    Column("lesson", Boolean, nullable=False, server_default=false()),
    # Whether what the computer would do is offered to the people who plan at this table.
    Column("suggests", Boolean, nullable=False, server_default=true()),
    # What its posts show: "changes", where something did; "whole", the whole map each time.
    Column("posts", Text, nullable=False, server_default="changes"),
    # What happened since its last bulletin, as JSON (``bot.store.untold``); NULL is nothing.
    Column("untold", Text),
    # The theme of its public pictures.
    Column("theme", Text, nullable=False, server_default="standard"),
    # How often it was set back to an earlier position: what was offered before is not meant now.
    Column("branch", Integer, nullable=False, server_default=text("0")),
    # The seat that took something back last and has not acted since: nothing answers for it.
    Column("held", Text),
    # What may be taken back: "agreed", also with the others' consent; "free", only where nothing
    # was learnt; "never".
    Column("undo", Text, nullable=False, server_default="agreed"),
    # How the secret of its dice is split (``bot.store.seeds``).
    Column("dice_scheme", Integer, nullable=False, server_default=text("1")),
    # The campaign that it is the rematch of, if it is one.
    Column("rematch_of", Text),
    Index("campaigns_by_guild", "guild_id", "status", "created_at"),
    Index("campaigns_by_channel", "channel_id", "ended_at"),
    Index("campaigns_by_creator", "creator"),
    Index(
        "campaigns_behind",
        "channel_id",
        sqlite_where=text("behind = 1"),
        postgresql_where=text("behind"),
    ),
    _partial("one_campaign_a_channel", "channel_id", where=LIVE, unique=True),
    _partial("campaigns_open_by_creator", "guild_id", "creator", where=LIVE),
    _partial("campaigns_by_rematch", "rematch_of", where="rematch_of IS NOT NULL"),
)

members = Table(
    "members",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("person", _ID, primary_key=True),
    Column("seat", Text, nullable=False),
    Column("joined_at", BigInteger, nullable=False),
    # Kept after leaving: whoever has read one side's secrets never sits on the other.
    Column("left_at", BigInteger),
    # How the server calls them; NULL until that is known.
    Column("name", Text),
    # Since when Discord knows them as no member of the server; NULL while it does.
    Column("gone_at", BigInteger),
    # Reserved: what they add to the dice when they join, once dice can be proved.
    Column("entropy", LargeBinary),
    Index("members_by_person", "person"),
    _partial("members_gone", "person", where="gone_at IS NOT NULL"),
)

actions = Table(
    "actions",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", Text),
    Column("person", _ID),
    Column("kind", Text, nullable=False),
    Column("secret", Boolean, nullable=False),
    Column("body", Text, nullable=False),
    Column("rolls", Text, nullable=False),
    # Number of dice in rolls: their sum over the log is where the seeded dice go on.
    Column("dice", Integer, nullable=False),
    Column("events", Text, nullable=False),
    Column("ruleset", Integer, nullable=False),
    Column("request", Text, nullable=False),
    # The campaign's public version after this action: what state it was shown as.
    Column("version", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("phase", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    # See ``bot.store.chain``; NULL in what was written before there were chains.
    Column("chain", LargeBinary),
    # The list of columns that the link covers; NULL is the first.
    Column("covers", Integer),
    # A keyed hash of the state after this action (``bot.store.digests``).
    Column("digest", LargeBinary),
    # What led to it: a word of ``bot.store.log.Cause``; NULL before there were these columns.
    Column("cause", Text),
    # The campaign's branch after it.
    Column("branch", Integer),
    # Seq of the secret action that it enters anew after a rewind.
    Column("entered", Integer),
    UniqueConstraint("request"),
    _partial("actions_rewinding", "campaign", "seq", where=REWINDING),
)

states = Table(
    "states",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("ruleset", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""The present state of every game, one row each, overwritten."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("ruleset", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""Past states, whole."""

steps = Table(
    "steps",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("ruleset", Integer, nullable=False),
    # Compressed with the state before it for a dictionary.
    Column("body", LargeBinary, nullable=False),
)
"""Every other past state: what differs from the one before."""

outbox = Table(
    "outbox",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("campaign", Text, ForeignKey("campaigns.id"), nullable=False),
    Column("kind", Text, nullable=False),
    # A person's number for direct messages; NULL is the campaign's channel.
    Column("person", _ID),
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
    _partial("outbox_to_channels", "campaign", "id", where=TO_CHANNELS),
    _partial("outbox_to_people", "person", "id", where=TO_PEOPLE),
    _partial("outbox_done", "due_at", where=DONE),
    _partial("outbox_of_people", "person", where=DELIVERED),
    sqlite_autoincrement=True,
)

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
    Column("person", _ID, primary_key=True),
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
    Column("person", _ID, primary_key=True),
    Column("words", Text, nullable=False),
    Index("notes_by_person", "person"),
)
"""What people have noted down for themselves. They go when their person leaves or is erased."""

named_groups = Table(
    "named_groups",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("person", _ID, primary_key=True),
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
    Column("person", _ID, primary_key=True),
    # What is to be done, in order: a JSON list of {"id", "kind", "filled", "halts", "closes",
    # "phase"}.
    Column("entries", Text, nullable=False),
    # What the planning page is in the middle of, as JSON: who was chosen, what was typed.
    Column("page", Text, nullable=False),
    # Name of the sending that is under way; NULL when nothing is being sent.
    Column("sending", Text),
    # Why the last sending ended before all was done, as JSON; NULL when it did not.
    Column("stopped", Text),
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
    Column("person", _ID, unique=True),
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
    _partial("lessons_unfinished", "id", where="ready = 0"),
)
"""First turns that people play against the computer in threads of their own, for a week."""

epochs = Table(
    "epochs",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    # As secret as ``campaigns.seed``, which is that of the last of them.
    Column("seed", LargeBinary, nullable=False),
    # How many dice had been thrown when it began.
    Column("first_die", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The secrets of the dice of campaigns that were set back."""

reports = Table(
    "reports",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("campaign", Text, ForeignKey("campaigns.id"), nullable=False),
    Column("person", _ID, nullable=False),
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

# The data files that campaigns are played with, each content once, for good: a row comes with the
# first campaign of a release or of a host's own files, and holds some 30 kB.
play_data = Table(
    "play_data",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("game", Text, nullable=False),
    # The files as JSON by name, compressed.
    Column("content", LargeBinary, nullable=False),
)

remembered = Table(
    "remembered",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""The little that the bot must remember of itself from one start to the next."""

keys = Table(
    "keys",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("secret", LargeBinary, nullable=False),
)
"""What the traces of a campaign were made with: there from the first on, until its end."""

traces = Table(
    "traces",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    # HMAC of a Discord account under the campaign's key: recognised again, never read back.
    Column("mark", LargeBinary, primary_key=True),
    # The side whose secrets the person has read; NULL is none.
    Column("seat", Text),
    # Whether the campaign counts among those that the person has open.
    Column("created", Boolean, nullable=False),
    # When the person was last refused a seat here.
    Column("refused_at", BigInteger),
)
"""What must still be known, while a campaign lives, of somebody who had themself erased."""

asks = Table(
    "asks",
    metadata,
    Column("id", Text, primary_key=True),
    Column("campaign", Text, ForeignKey("campaigns.id"), nullable=False),
    Column("person", _ID, nullable=False),
    Column("seat", Text, nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    # NULL while nobody has answered. Who was let in has a row no more.
    Column("refused_at", BigInteger),
    # How the server called them when they asked.
    Column("name", Text),
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
    Column("person", _ID),
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
    Index("offers_by_campaign", "campaign", "made_at"),
    Index("offers_by_person", "person"),
)
"""What one seat offers the others: to take something back, a draw. Gone with the campaign's end."""

guilds = Table(
    "guilds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    # How many campaigns one person may have open; NULL is the usual number.
    Column("most_open", Integer),
    # Since when the bot is out of the server; NULL while it is in it.
    Column("gone_at", BigInteger),
    Index(
        "guilds_gone",
        "gone_at",
        sqlite_where=text("gone_at IS NOT NULL"),
        postgresql_where=text("gone_at IS NOT NULL"),
    ),
)
"""The servers in which campaigns were created: what each has chosen, and since when it is without
the bot. A row goes when the last campaign of a server without the bot has been erased."""

purges = Table(
    "purges",
    metadata,
    Column("campaign", Text, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The campaigns that were erased whole, long after the bot left their server. The triggers let
history go only where this names its campaign; the row stays."""

builds = Table(
    "builds",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("version", Text, nullable=False),
    Column("revision", Text, nullable=False),
    # JSON: by name, what is higher where an older build would misread what this one writes.
    Column("numbers", Text, nullable=False),
)
"""The builds that have opened this database, one after the other, where they differ."""
