"""What can go wrong with the database, each with one clear line for the operator.

``str(error)`` is for the operator and says what to do; ``error.code`` is the message key for the
player, who reads that nothing was changed. Whatever is raised, the transaction is rolled back.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError


class StoreError(Exception):
    """The database did not do what it was asked; nothing was changed."""

    code = "store.failed"


class StoreBusy(StoreError):
    """Another program holds the database locked."""

    code = "store.busy"


class StoreHeld(StoreBusy):
    """Another process of the bot has the database for itself."""


class StoreReadOnly(StoreError):
    """The database or its folder cannot be written."""

    code = "store.read_only"


class StoreFull(StoreError):
    """No space is left for the database."""

    code = "store.full"


class StoreDamaged(StoreError):
    """The file is no database, or a damaged one."""

    code = "store.damaged"


class Unreadable(StoreDamaged):
    """A row does not hold what was written there; the operator is told once (``Damage``)."""

    code = "store.unreadable"


class Garbled(ValueError):
    """What is stored is not what was; its words say nothing of what stands there."""


class StoreNewer(StoreError):
    """The database was written by a newer version of the bot."""

    code = "store.newer"


class Conflict(StoreError):
    """A row that must be unique exists already: someone else was faster."""


def reason(error: Exception) -> str:
    """Return why something stored cannot be read, fit for the log: nothing of what stands there.

    Other errors than ours quote what they met, which may be a secret: of those just the kind is
    told.
    """
    known = isinstance(error, (Garbled, StoreError))
    return str(error).removesuffix(".") if known else type(error).__name__


_BUSY = (
    "The database {where} is locked by another program: stop the other bot, backup or database "
    "tool that uses it, then try again."
)
_READ_ONLY = (
    "The database {where} cannot be written: give this user write permission to the file and its "
    "folder, and check that the disk is not mounted read-only."
)
_FULL = "No space is left for the database {where}: free some disk space, then try again."
_DAMAGED = (
    "The database {where} is damaged or no SQLite database: stop the bot and put the latest backup "
    "in its place with `python -m bot restore FILE` (never by hand)."
)
_CANTOPEN = (
    "The database {where} cannot be opened: check that its folder exists and that this user may "
    "read and write it."
)
_IO = (
    "The disk failed while the database {where} was used ({detail}): check the disk and its free "
    "space."
)

_NO_TEXT: Final = "Could not decode to UTF-8"
"""How SQLite's driver says that a text is none; what it holds follows, and is told to nobody."""
_TWICE: Final = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
_TWICE_POSTGRES: Final = "23505"
_FASTER_POSTGRES: Final = ("40001", "40P01")
"""What a server says where two transactions cannot both be: one of them is done again."""

# SQLite's primary result codes (the low byte of an extended code).
_BY_CODE: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_BUSY: (StoreBusy, _BUSY),
    sqlite3.SQLITE_LOCKED: (StoreBusy, _BUSY),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, _READ_ONLY),
    sqlite3.SQLITE_PERM: (StoreReadOnly, _READ_ONLY),
    sqlite3.SQLITE_AUTH: (StoreReadOnly, _READ_ONLY),
    sqlite3.SQLITE_FULL: (StoreFull, _FULL),
    sqlite3.SQLITE_CORRUPT: (StoreDamaged, _DAMAGED),
    sqlite3.SQLITE_NOTADB: (StoreDamaged, _DAMAGED),
    sqlite3.SQLITE_CANTOPEN: (StoreReadOnly, _CANTOPEN),
    sqlite3.SQLITE_IOERR: (StoreError, _IO),
}


_SERVER_BUSY = (
    "The server of the database {where} is busy ({detail}): see what else uses it, and how many "
    "connections it allows."
)
_NOT_ALLOWED = (
    "The database {where} cannot be written ({detail}): give the bot's user the right to, and "
    "check that the server is no read-only standby."
)
_SERVER_FULL = "The server of the database {where} has no space left: free some, then try again."
_SERVER_DAMAGED = (
    "The server finds the database {where} damaged ({detail}): stop the bot and restore it from "
    "the server's own backup."
)
_UNREACHABLE = (
    "The database {where} cannot be used ({detail}): check the address, user and password in "
    "ADJUTANT_DATABASE, and that its server runs."
)

# PostgreSQL's states, whole or by their class, the first two characters.
_BY_STATE: Final[dict[str, tuple[type[StoreError], str]]] = {
    "53100": (StoreFull, _SERVER_FULL),
    "25006": (StoreReadOnly, _NOT_ALLOWED),
    "42501": (StoreReadOnly, _NOT_ALLOWED),
    "55P03": (StoreBusy, _SERVER_BUSY),
    "XX001": (StoreDamaged, _SERVER_DAMAGED),
    "XX002": (StoreDamaged, _SERVER_DAMAGED),
    "08": (StoreError, _UNREACHABLE),
    "28": (StoreError, _UNREACHABLE),
    "3D": (StoreError, _UNREACHABLE),
    "40": (StoreBusy, _SERVER_BUSY),
    "53": (StoreBusy, _SERVER_BUSY),
    "57": (StoreError, _UNREACHABLE),
}
_FAILED = "The database {where} failed ({detail}); the log has the whole error."


def unreachable(where: str, error: Exception) -> StoreError:
    """Return what an operator is told of a server that does not let us in."""
    # A driver wraps what it says in its own name; a server may say several things.
    said = (str(error) or type(error).__name__).splitlines()[0].rstrip(".")
    return StoreError(_UNREACHABLE.format(where=where, detail=said))


def translate(error: Exception, where: str) -> StoreError:
    """Return the store's own error for one of the driver's or SQLAlchemy's.

    Args:
        error: As raised.
        where: The database as the operator knows it; must not hold a password.
    """
    if isinstance(error, StoreError):
        return error
    origin = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if str(origin).startswith(_NO_TEXT):
        return Unreadable(str(origin).partition(" with text ")[0] + f" of the database {where}")
    if hasattr(origin, "sqlstate"):
        return _of_server(origin, where)
    number = getattr(origin, "sqlite_errorcode", None)
    if number in _TWICE:
        return Conflict(f"The database {where} holds such a row already: {origin}")
    kind, line = _BY_CODE.get(
        number & 0xFF if isinstance(number, int) else -1, (StoreError, _FAILED)
    )
    return kind(line.format(where=where, detail=origin))


def _of_server(origin: BaseException, where: str) -> StoreError:
    """Return the store's own error for one of PostgreSQL's driver, by the state that it tells.

    A server quotes what it was given, which may be a secret: it is named by its state alone.
    """
    name = type(origin.__cause__ or origin).__name__
    state = getattr(origin, "sqlstate", None)
    if state is None:  # the driver's own complaint: most often of a connection that is no more
        return StoreError(_UNREACHABLE.format(where=where, detail=name))
    if state == _TWICE_POSTGRES:
        return Conflict(f"The database {where} holds such a row already.")
    if state in _FASTER_POSTGRES:
        return Conflict(f"Another process changed the same in the database {where}.")
    kind, line = _BY_STATE.get(state) or _BY_STATE.get(state[:2]) or (StoreError, _FAILED)
    return kind(line.format(where=where, detail=f"{name}, {state}"))
