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
    text,
)

from bot.store.schema.base import metadata

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
