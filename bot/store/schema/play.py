"""Campaigns, who sits there, and all that was ever done in them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

from bot.store.schema.base import ID, LIVE, OPEN, REWINDING, metadata, partial

people = Table(
    "people",
    metadata,
    Column("id", ID, primary_key=True),
    Column("discord_id", BigInteger, nullable=False, unique=True),
    Column("language", Text),
    # The theme of what only they see; NULL is that of the table.
    Column("theme", Text),
    # When a direct message was last refused by Discord; NULL while they pass.
    Column("closed_at", BigInteger),
    # The language that they have chosen; NULL is that of their Discord, which was ``language``.
    Column("speaks", Text),
    # Where they live, by IANA name, and when they are not to be written to there, as JSON
    # (``bot.clock.hours``).
    Column("zone", Text),
    Column("quiet", Text),
    # When and how they are reminded, as JSON; NULL is as usual.
    Column("reminders", Text),
    # Whether what they order in secret is confirmed by direct message too.
    Column("receipts", Boolean, nullable=False, server_default=true()),
    # How much they have played, as they say themselves.
    Column("experience", Text),
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
    Column("creator", ID),
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
    # How fast it is played, as JSON (``bot.clock.paces``); NULL is as fast as they like.
    Column("pace", Text),
    # Since when its clocks and reminders stand still by agreement.
    Column("paused_at", BigInteger),
    # The seats of people that the computer plays until they are back, a JSON list.
    Column("stand_ins", Text),
    # How long after its end what was secret opens, in milliseconds; NULL is at its end.
    Column("opens_ms", BigInteger),
    # The seats that wish it open before, a JSON list; NULL is none.
    Column("unsealed_by", Text),
    # Who rolls its open dice: "table", its people, who enter what real ones show; NULL is the bot.
    Column("dice_by", Text),
    # Whether all sides have agreed, since it is over, that a referee may let it go on.
    Column("may_reopen", Boolean, nullable=False, server_default=false()),
    # When a referee archived it; NULL is not.
    Column("archived_at", BigInteger),
    # How often anything of it was changed, where several processes may: who changes it has seen
    # the last (``bot.store.proofs``).
    Column("revision", BigInteger, nullable=False, server_default=text("0")),
    Index("campaigns_by_guild", "guild_id", "status", "created_at"),
    Index("campaigns_by_channel", "channel_id", "ended_at"),
    Index("campaigns_by_creator", "creator"),
    Index(
        "campaigns_behind",
        "channel_id",
        sqlite_where=text("behind = 1"),
        postgresql_where=text("behind"),
    ),
    partial("one_campaign_a_channel", "channel_id", where=LIVE, unique=True),
    partial("campaigns_open_by_creator", "guild_id", "creator", where=LIVE),
    partial("campaigns_by_rematch", "rematch_of", where="rematch_of IS NOT NULL"),
    partial("campaigns_open", "created_at", where=OPEN),
)

members = Table(
    "members",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("person", ID, primary_key=True),
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
    # When they came in for somebody else; NULL for who was there from the first on.
    Column("came_in_at", BigInteger),
    # What those before them have left for them to read.
    Column("handover", Text),
    Index("members_by_person", "person"),
    partial("members_gone", "person", where="gone_at IS NOT NULL"),
    partial("members_came_in", "person", where="came_in_at IS NOT NULL"),
)

actions = Table(
    "actions",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", Text),
    Column("person", ID),
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
    partial("actions_rewinding", "campaign", "seq", where=REWINDING),
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

results = Table(
    "results",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    # Of which end it is: the last action then. Where more was done since, it counts no more.
    Column("seq", Integer, nullable=False),
    # The seat that won; NULL where nobody did.
    Column("winner", Text),
    # How the open dice of each seat fell, as JSON (``bot.store.results``); NULL is not counted yet.
    Column("dice", Text),
)
"""What came of campaigns that are over. A row comes with the end, or is worked out later of what
ended before there were such rows."""

pending_rolls = Table(
    "pending_rolls",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    # The action that asks for them, with what its row of the log will say.
    Column("seat", Text, nullable=False),
    Column("person", ID),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("request", Text, nullable=False),
    Column("cause", Text, nullable=False),
    # The campaign's public version since the action stands: its secret rolls are numbered by it.
    Column("version", Integer, nullable=False),
    # The one since when the present roll is asked for: a press for an earlier one is too late.
    Column("asked", Integer, nullable=False),
    # What was entered so far, as JSON: for each roll the values, and who entered them.
    Column("entries", Text, nullable=False),
    # The roll that is asked for.
    Column("purpose", Text, nullable=False),
    Column("count", Integer, nullable=False),
    Column("sides", Integer, nullable=False),
    # Where in a plan's sending the action stands, as JSON; NULL where it was not sent so.
    Column("sending", Text),
    partial("pending_rolls_by_person", "person", where="person IS NOT NULL"),
)
"""Actions that stand and wait for real dice, one a campaign at most."""

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
