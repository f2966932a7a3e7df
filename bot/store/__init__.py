"""The store: one database, append-only logs, and no opinion about games."""

from bot.store.builds import Build
from bot.store.database import Database, as_url
from bot.store.errors import (
    Conflict,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreHeld,
    StoreNewer,
    StoreReadOnly,
)

__all__ = [
    "Build",
    "Conflict",
    "Database",
    "StoreBusy",
    "StoreDamaged",
    "StoreError",
    "StoreFull",
    "StoreHeld",
    "StoreNewer",
    "StoreReadOnly",
    "as_url",
]
