"""What all tables are made with."""

from __future__ import annotations

from sqlalchemy import BigInteger, Index, Integer, MetaData, text

metadata = MetaData()

# Conditions of partial indexes, word for word as queries must have them: a bound value does not
# meet an index (tests/support/plans.py reads the plan of every statement).
LIVE = "status <> 'over'"
LIVE_CAMPAIGNS = text(f"campaigns.{LIVE}")
WAITING = "status IN ('ready', 'sending')"
TO_CHANNELS = f"{WAITING} AND person IS NULL"
TO_PEOPLE = f"{WAITING} AND person IS NOT NULL"
OPEN = "status = 'open'"
RUNNING = "due_at IS NOT NULL"
CALLED = "called_by IS NOT NULL"
DELIVERED = "status IN ('sent', 'failed')"
REWINDING = "kind = '!rewind'"
PENDING = "campaign IS NULL"
KEPT = "campaign IS NOT NULL AND settled = 0"
DONE = "status IN ('sent', 'failed') AND kind <> 'notice'"  # notices are told once

# SQLite numbers rows by itself only for a plain INTEGER primary key.
ID = BigInteger().with_variant(Integer(), "sqlite")


def partial(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """Return an index of the rows that meet a condition, as SQLite says it: 0 is no, 1 is yes."""
    to_postgres = where.replace("= 0", "= false").replace("= 1", "= true")
    return Index(
        name, *columns, unique=unique, sqlite_where=text(where), postgresql_where=text(to_postgres)
    )
