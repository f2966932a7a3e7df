"""The form of a golden file: rows of the store as they stood, and states beside them.

One compressed JSON text a game. Whatever the store compresses is in it as plain text, so that many
states of a game, which are much alike, take little room.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bot.store.codec import pack, unpack

HERE = Path(__file__).parent
_PACKED = {("states", "body"), ("snapshots", "body")}


@dataclass(frozen=True, slots=True)
class Past:
    """What a campaign was after one of its actions."""

    campaign: str
    seq: int
    state: str


@dataclass(frozen=True, slots=True)
class Moment:
    """A state of a stretch, and why it is kept.

    Attributes:
        settings: What the table chose, as the game reads it.
        features: What it shows, as ``tests.golden.searching`` says it.
    """

    settings: Mapping[str, Any]
    seed: str
    after: int
    features: tuple[str, ...]
    state: str


@dataclass(frozen=True, slots=True)
class Done:
    """One action of a stretch, as the store would hold it."""

    seat: str
    kind: str
    body: str
    rolls: str
    events: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some actions from a crowded table on, on which what is rare comes at once."""

    settings: Mapping[str, Any]
    seed: str
    begun: str
    log: tuple[Done, ...]
    last: str


@dataclass(frozen=True, slots=True)
class Golden:
    """Everything kept of one game as one build played it.

    Attributes:
        revision: That of the store's tables.
        schema: The statements that make its tables, as SQLite has them.
        rows: All rows of each table; columns by name.
        past: States of the campaigns at some of their actions.
        stretches: Logs from crowded tables on.
        moments: States of the stretches in the middle of phases, frames and questions.
    """

    build: str
    ruleset: int
    game: str
    revision: str
    schema: tuple[str, ...]
    rows: Mapping[str, tuple[Mapping[str, Any], ...]]
    past: tuple[Past, ...]
    stretches: tuple[Stretch, ...]
    moments: tuple[Moment, ...]


def write(golden: Golden, path: Path) -> None:
    """Write a golden file: the same bytes for the same content."""
    text = json.dumps(asdict(golden), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


@cache
def read(path: Path) -> Golden:
    """Return what a golden file holds."""
    raw = json.loads(lzma.decompress(path.read_bytes()))
    return Golden(
        build=raw["build"],
        ruleset=raw["ruleset"],
        game=raw["game"],
        revision=raw["revision"],
        schema=tuple(raw["schema"]),
        rows={table: tuple(rows) for table, rows in raw["rows"].items()},
        past=tuple(Past(**one) for one in raw["past"]),
        stretches=tuple(
            Stretch(**(one | {"log": tuple(Done(**done) for done in one["log"])}))
            for one in raw["stretches"]
        ),
        moments=tuple(
            Moment(**(one | {"features": tuple(one["features"])})) for one in raw["moments"]
        ),
    )


def files() -> tuple[Path, ...]:
    """Return every golden file, a folder a build."""
    return tuple(sorted(HERE.glob("*/*.json.xz")))


def tables(path: Path) -> tuple[tuple[str, ...], Mapping[str, tuple[Mapping[str, Any], ...]]]:
    """Return the schema of a database file, and all its rows as a golden file has them."""
    with closing(sqlite3.connect(path)) as raw:
        raw.row_factory = sqlite3.Row
        made = raw.execute(
            "SELECT name, type, sql FROM sqlite_master WHERE sql NOT NULL "
            "AND name NOT LIKE 'sqlite_%' "
            "ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'index' THEN 1 ELSE 2 END, name"
        ).fetchall()
        names = [name for name, kind, _ in made if kind == "table"]
        rows = {
            name: tuple(
                {column: _shown(name, column, row[column]) for column in row.keys()}  # noqa: SIM118 - a Row is no mapping
                for row in raw.execute(f"SELECT * FROM {name} ORDER BY rowid")
            )
            for name in names
        }
    return tuple(sql for _, _, sql in made), rows


def pour(golden: Golden, path: Path) -> None:
    """Write a golden file's rows into a new database file, as that build left it."""
    with closing(sqlite3.connect(path)) as raw:
        for statement in golden.schema:
            raw.execute(statement)
        for table, rows in golden.rows.items():
            for row in rows:
                names = ", ".join(f'"{column}"' for column in row)
                marks = ", ".join("?" for _ in row)
                values = [_stored(value) for value in row.values()]
                raw.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", values)
        raw.commit()


def _shown(table: str, column: str, value: Any) -> Any:
    if not isinstance(value, bytes):
        return value
    return {"packed": unpack(value)} if (table, column) in _PACKED else {"hex": value.hex()}


def _stored(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return pack(value["packed"]) if "packed" in value else bytes.fromhex(value["hex"])
