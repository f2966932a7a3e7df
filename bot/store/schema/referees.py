"""Who referees a campaign, and what happened at its table beside the game itself."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text, false

from bot.store.schema.base import ID, metadata, partial

referees = Table(
    "referees",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("person", ID, primary_key=True),
    # Since when: named at its creation, or when all sides had agreed.
    Column("since", BigInteger, nullable=False),
    # Whether they may look at what one side alone knows.
    Column("secrets", Boolean, nullable=False, server_default=false()),
    # Since when they are no longer; kept, for whoever has looked never sits down there.
    Column("left_at", BigInteger),
    # When they looked at a secret first.
    Column("looked_at", BigInteger),
    # How the server calls them.
    Column("name", Text),
    Index("referees_by_person", "person"),
)

journal = Table(
    "journal",
    metadata,
    Column("id", ID, primary_key=True),
    Column("campaign", Text, ForeignKey("campaigns.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
    # The campaign's public version when it was entered: behind what in the log it stands.
    Column("version", Integer, nullable=False),
    # Who did it, by our number; NULL is the bot, or somebody who was erased.
    Column("person", ID),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    # Who may read it: "all"; "end", everybody once the campaign is over, and referees before; or a
    # side ("seat/red"), as long as what was secret is not open.
    Column("audience", Text, nullable=False),
    # Idempotency key of what led to it; NULL where that cannot come twice.
    Column("request", Text),
    Index("journal_by_campaign", "campaign", "id"),
    partial("journal_by_person", "person", where="person IS NOT NULL"),
    partial("journal_by_request", "request", where="request IS NOT NULL", unique=True),
    sqlite_autoincrement=True,
)
"""What happened at the table beside the game: pauses, offers, seats, what referees did and saw.

Nothing that log numbers, computers or dice hang on: entries are added and never changed, and go
with their campaign."""

motions = Table(
    "motions",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    # Which of the campaign's it is, for buttons: ``[a-z0-9]{8}``.
    Column("id", Text, nullable=False),
    # Whose it is, by our number.
    Column("person", ID, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("reason", Text, nullable=False),
    # The campaign's public version, branch and time when it was proposed.
    Column("version", Integer, nullable=False),
    Column("branch", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("motions_by_person", "person"),
)
"""What one referee proposes and a second one must confirm, where a server asks for two: at most one
of a campaign. Void with its next public change."""

private_motions = Table(
    "private_motions",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    # Whose secrets are to be put right: at most one of a seat.
    Column("seat", Text, primary_key=True),
    # Which of the campaign's it is, for buttons: ``[a-z0-9]{8}``.
    Column("id", Text, nullable=False),
    # Who proposed it, by our number.
    Column("person", ID, nullable=False),
    Column("body", Text, nullable=False),
    Column("reason", Text, nullable=False),
    # How many steps its seat could read of when it was proposed, on what branch, and when.
    Column("steps", Integer, nullable=False),
    Column("branch", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("private_motions_by_person", "person"),
)
"""What a side wants to be put right of what it keeps secret, for a referee who may look at it. Void
with the next step that the side can read of."""
