"""A database as a host has it after years: a few played games, copied by SQL alone."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.trials.random_play import Played, RandomGame
from engine.dice import StoredDice
from tests.bench.subjects import long_games, subject_of
from tests.support.offline import offline

TABLES = {
    "campaigns": {"id": "copy", "channel_id": "place", "status": "'over'"},
    "members": {"campaign": "copy"},
    "actions": {"campaign": "copy", "request": "request || copy", "chain": "NULL"},
    "states": {"campaign": "copy"},
    "snapshots": {"campaign": "copy"},
    "outbox": {"campaign": "copy", "nonce": "copy || '-was-' || t.id"},
    "panels": {
        "campaign": "copy",
        "channel_id": "place",
        "shown": "(SELECT version FROM played.campaigns)",
        "message_id": "NULL",
    },
}
"""Every table that a campaign has rows in, and what of them is the copy's own."""
ASKED = 3
"""Actions that are taken in each live campaign, at most."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a game stands, and how it goes on.

    Attributes:
        before: How many actions have been taken.
        after: The next ones: of all places in the game that in which most of them end a phase.
    """

    before: int
    after: tuple[Played, ...]


def busiest(game: Any, played: RandomGame, least: int) -> Moment:
    """Return the moment after *least* actions from which most phases end in a few actions."""
    phases = _phases(game, played)
    best = max(
        range(least, len(played.log) - ASKED),
        key=lambda start: sum(phases[n] != phases[n + 1] for n in range(start, start + ASKED)),
    )
    return Moment(best, played.log[best : best + ASKED])


def _phases(game: Any, played: RandomGame) -> list[tuple[int, str]]:
    """Return turn and phase before each action of a game, and after the last."""
    state = game.setup(played.settings, StoredDice(played.opening)).state
    found = []
    for one in (*played.log, None):
        status = game.status(game.view(state, None))
        found.append((status.turn, status.phase_key))
        if one is not None:
            state = game.apply(state, one.seat, one.action, StoredDice(one.rolls)).state
    return found


async def play(file: Path, key: str, actions: int, guild: int, people: Sequence[int]) -> None:
    """Play so many actions of a game, by the moderator, into a database of its own."""
    ((seed, played),) = long_games(key, 1)
    async with offline(file, subject_of(key).game, seed, played) as there:
        for number, one in enumerate(played.log[:actions]):
            await there.act(one.seat, one.action, f"{key} {number}")
        stand_ins = tuple(there.people.values())
    with contextlib.closing(sqlite3.connect(file)) as base:
        base.execute("UPDATE campaigns SET guild_id = ?", (guild,))
        base.execute("UPDATE outbox SET status = 'sent', message_id = id")
        for stand_in, person in zip(stand_ins, people, strict=True):
            base.execute(
                "UPDATE people SET discord_id = ? WHERE discord_id = ?", (person, stand_in)
            )
        base.commit()


def copy(file: Path, into: Path, channels: Sequence[int], status: str, letter: str) -> None:
    """Copy the one campaign of a file into another as often as there are *channels*.

    Each copy is the whole of it, with a name and a channel of its own. Its log's chain is left
    out, as in logs from before there were chains: it follows from the log.
    """
    with contextlib.closing(sqlite3.connect(into)) as base:
        base.execute("PRAGMA foreign_keys = OFF")
        base.execute("PRAGMA synchronous = OFF")
        base.execute("ATTACH ? AS played", (str(file),))
        base.execute("CREATE TEMP TABLE copies (copy TEXT PRIMARY KEY, place INTEGER)")
        base.executemany(
            "INSERT INTO copies VALUES (?, ?)",
            [(f"{letter}{number:07}", channel) for number, channel in enumerate(channels)],
        )
        base.execute(
            "INSERT OR IGNORE INTO people (id, discord_id) SELECT id, discord_id FROM played.people"
        )
        for table, of_copy in TABLES.items():
            columns = [row[1] for row in base.execute(f"PRAGMA main.table_info({table})")]
            if table == "outbox":
                columns.remove("id")
            values = [of_copy.get(column, f"t.{column}") for column in columns]
            base.execute(
                f"INSERT INTO main.{table} ({', '.join(columns)}) "
                f"SELECT {', '.join(values)} FROM played.{table} AS t CROSS JOIN copies"
            )
        base.execute(
            "UPDATE campaigns SET status = ?, behind = 0, "
            "ended_at = CASE ? WHEN 'over' THEN created_at END "
            "WHERE id IN (SELECT copy FROM copies)",
            (status, status),
        )
        base.commit()
