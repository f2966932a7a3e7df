"""From what position a campaign that has not begun is to begin, and who has confirmed it."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Table, Text

from bot.store.schema.base import ID, metadata

beginnings = Table(
    "beginnings",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    # Names this proposal: another one of the same campaign has another.
    Column("id", Text, nullable=False),
    # Who proposes it, by our number.
    Column("person", ID, nullable=False),
    # Key of the game's start.
    Column("start", Text, nullable=False),
    # What lies otherwise than the game lays it out: kinds and fields as typed, as JSON.
    Column("corrections", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("beginnings_by_person", "person"),
)

confirmations = Table(
    "confirmations",
    metadata,
    Column("campaign", Text, ForeignKey("campaigns.id"), primary_key=True),
    Column("seat", Text, primary_key=True),
    # Which proposal.
    Column("beginning", Text, nullable=False),
    # Who confirmed it for the seat, by our number.
    Column("person", ID, nullable=False),
    # Who held the seat then, as a hash: others are asked anew.
    Column("sitting", Text, nullable=False),
    Index("confirmations_by_person", "person"),
)
