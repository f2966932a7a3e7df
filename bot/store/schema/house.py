"""What servers and the bot itself must remember."""

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
    false,
    text,
)

from bot.store.schema.base import ID, KEPT, PENDING, metadata, partial

remembered = Table(
    "remembered",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""The little that the bot must remember of itself from one start to the next."""

leases = Table(
    "leases",
    metadata,
    Column("name", Text, primary_key=True),
    # Unlike every other: whoever has taken it over has another.
    Column("token", Text, nullable=False),
    # Until when nobody takes it over, in milliseconds of the database's clock.
    Column("until_at", BigInteger, nullable=False),
)
"""What one of several processes does for all of them, for as long as it says that it does."""

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
    # Whether the person has looked at a secret there as a referee.
    Column("looked", Boolean, nullable=False, server_default=false()),
)
"""What must still be known, while a campaign lives, of somebody who had themself erased."""

guilds = Table(
    "guilds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    # How many campaigns one person may have open; NULL is the usual number.
    Column("most_open", Integer),
    # Since when the bot is out of the server; NULL while it is in it.
    Column("gone_at", BigInteger),
    # How fast a new table plays where nothing is said (bot.clock.paces), and in which language.
    Column("pace", Text),
    Column("language", Text),
    # JSON: which games may be opened; NULL is all there are.
    Column("games", Text),
    # JSON: in which channels and categories tables may be opened; NULL is anywhere.
    Column("places", Text),
    # The role of those who may referee there; NULL is nobody.
    Column("referee_role", BigInteger),
    # The forum in which new tables are opened, each as a post; NULL is where it is asked for.
    Column("lobby", BigInteger),
    # Whether going back needs two of them; NULL is no.
    Column("two_referees", Boolean),
    Index(
        "guilds_gone",
        "gone_at",
        sqlite_where=text("gone_at IS NOT NULL"),
        postgresql_where=text("gone_at IS NOT NULL"),
    ),
)
"""The servers in which campaigns were created, or that have chosen something: what, and since when
one is without the bot. A row goes when the last campaign of a server without the bot has been
erased."""

shown_figures = Table(
    "shown_figures",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("person", ID, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("shown_figures_by_person", "person"),
)
"""Who lets the others of a server see what they have played there. A row goes when its person hides
that again, leaves the server or is erased, and with the server."""
forum_posts = Table(
    "forum_posts",
    metadata,
    # The id of the campaign that it is made for: its first message names it.
    Column("id", Text, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("forum_id", BigInteger, nullable=False),
    # The post itself; NULL before it is there.
    Column("thread_id", BigInteger),
    # Who asked for it, and for what, as JSON; NULL once a campaign is on file.
    Column("person", ID),
    Column("ordered", Text),
    Column("began_at", BigInteger, nullable=False),
    # The campaign whose state its title shows; NULL before that is on file.
    Column("campaign", Text, ForeignKey("campaigns.id")),
    # Its title as it was last written.
    Column("title", Text, nullable=False, server_default=""),
    # Before when it is not written anew, and how often in a row that failed.
    Column("due_at", BigInteger, nullable=False, server_default=text("0")),
    Column("attempts", Integer, nullable=False, server_default=text("0")),
    # Whether it is to be written no more: the campaign is over.
    Column("settled", Boolean, nullable=False, server_default=false()),
    Index("forum_posts_by_thread", "thread_id"),
    Index("forum_posts_by_campaign", "campaign"),
    Index("forum_posts_by_person", "person"),
    partial("forum_posts_pending", "guild_id", "person", where=PENDING, unique=True),
    partial("forum_posts_kept", "id", where=KEPT),
)
"""Posts in which tables are opened, in the forums that servers have for a lobby. A row goes with
its post, or with its campaign."""

purges = Table(
    "purges",
    metadata,
    Column("campaign", Text, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The campaigns that were erased whole, long after the bot left their server. The triggers let
history go only where this names its campaign; the row stays."""

host_orders = Table(
    "host_orders",
    metadata,
    # "campaign" or "plan" (set aside), "tables" (paused), "server" or "person" (shut out).
    Column("kind", Text, primary_key=True),
    # The campaign, plan, server or person (``bot.store.host_orders``).
    Column("which", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    # The account of the operating system that ordered it, and why, as they typed it.
    Column("by", Text, nullable=False),
    Column("why", Text, nullable=False),
    # Whether the tables were told.
    Column("told", Boolean, nullable=False, server_default=false()),
    # When it was lifted; the row goes once the bot has done what follows.
    Column("lifted_at", BigInteger),
)
"""What the host has ordered beside the running bot: a row an order in force."""

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
