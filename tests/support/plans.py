"""Every statement that the bot gives to its database, and whether an index answers it.

Installed once a process (``tests/conftest.py``): whatever a test makes the bot ask is noted, in the
words that the database gets, values left open as they are then. Each new statement is explained by
SQLite on an empty database of the present schema; without statistics (the bot never runs
``ANALYZE``) the plan is the same for ten rows and for ten millions. The test that was the first to
issue a statement which reads a whole table fails.
"""

from __future__ import annotations

import functools
import re
import sqlite3
import sys
from pathlib import Path
from types import FrameType
from typing import Any, Final

import greenlet  # type: ignore[import-untyped]
from sqlalchemy import create_engine
from sqlalchemy.engine.default import DefaultDialect

from bot.store import migrate
from bot.store.batch import Together
from bot.store.schema import metadata

_ROOT: Final = Path(__file__).resolve().parents[2]
_STORE: Final = _ROOT / "bot" / "store"
_WHOLE: Final = _STORE / "moving.py"
"""Carries every row of every table to another database, on purpose."""
_MACHINERY: Final = {Path(__file__).resolve(), _STORE / "batch.py", _STORE / "database.py"}

BOUNDED = {
    "one_campaign_a_channel": "an index of the campaigns that are not over: of these at the start",
    "guilds": "a row a server in which there are campaigns: read at the start",
    "campaigns_open_by_creator": "the same: of the campaigns that are not over",
    "clocks_running": "an index of the clocks that run: of these every two minutes",
    "clocks_called": "an index of the clocks that wait for a post: of these every two minutes",
    "campaigns_behind": "an index of the campaigns whose panel has something to catch up with",
    "members_gone": "an index of members who are out of their server: of these at the start",
    "plans_under_way": "an index of the plans that are being sent: read at the start",
    "lessons_unfinished": "an index of the lessons being made or closed: of these every some hours",
    "forum_posts_pending": "an index of the posts being made: of these every some hours",
    "forum_posts_kept": "an index of the posts of live campaigns, whose titles are kept",
    "side_threads": "a row a private thread of a side in a live campaign: of these at each step",
    "sqlite_autoindex_shown_figures_1": "who shows figures where: once a day",
    "host_orders": "a row an order of the host that is in force",
    "closings": "a row an archived campaign whose thread is to be closed or locked yet",
    "outbox_to_channels": "an index of what still waits to be posted",
    "outbox_to_people": "an index of what still waits to be sent",
}
"""Tables and indexes that may be read from end to end, and why."""

ON_PURPOSE = {
    "SELECT campaigns.id FROM campaigns WHERE campaigns.head > ?": (
        "python -m bot restore checks every log"
    ),
    "SELECT campaigns.id FROM campaigns ORDER BY campaigns.created_at": (
        "python -m bot replay reads every campaign, and says so"
    ),
    "SELECT count(*) AS count_1 FROM campaigns": "python -m bot restore says what it has restored",
    "SELECT max(actions.at) AS max_1 FROM actions": "the same",
    "SELECT campaigns.game, campaigns.status, campaigns.lesson": (
        "python -m bot status counts every campaign, and says so"
    ),
    "UPDATE panels SET message_id=?, shown=?": "the demo's start, where every message is gone",
    "UPDATE campaigns SET behind=?": "the same",
}
"""Statements by their beginning that read a whole table, and why they may."""

_SCAN = re.compile(r"SCAN (?P<table>\w+)(?: USING (?:COVERING )?INDEX (?P<index>\w+))?")
_PAST = "outbox_by_campaign"
"""What waits is looked for among what waits, not among all that a campaign ever posted."""
_VERBS = ("SELECT", "UPDATE", "DELETE", "INSERT", "WITH")


def scanned(sql: str, base: sqlite3.Connection) -> list[str]:
    """Return the steps of a statement's plan that read a whole table, but for bounded ones."""
    steps = [row[3] for row in base.execute(f"EXPLAIN QUERY PLAN {sql}", (None,) * sql.count("?"))]
    waiting = sql.startswith("SELECT") and "'ready', 'sending'" in sql
    return [step for step in steps if _is_long(step) or (waiting and _PAST in step)]


def _is_long(step: str) -> bool:
    found = _SCAN.match(step)
    # A name that is no table's stands for a part of the statement, which is a step of its own.
    if found is None or re.sub(r"_\d+$", "", found["table"]) not in metadata.tables:
        return False
    return (found["index"] or found["table"]) not in BOUNDED


def schema() -> sqlite3.Connection:
    """Return an empty database as the migrations make it: their order says which index is taken."""
    engine = create_engine("sqlite://")
    base = engine.raw_connection().driver_connection
    assert isinstance(base, sqlite3.Connection)
    with engine.begin() as connection:
        migrate._run(connection)
    return base


def _is_of_the_bot() -> bool:
    """Say whether it is the bot that asks, and not a test by itself."""
    here = greenlet.getcurrent()
    frame: FrameType | None = sys._getframe(1)
    while frame is not None or here.parent is not None:
        if frame is None:
            # SQLAlchemy's asynchronous layer: who awaits it stands in the greenlet that began it.
            assert here.parent is not None
            here, frame = here.parent, here.parent.gr_frame
            continue
        answer = _answer_for(frame.f_code.co_filename)
        if answer is not None:
            return answer
        frame = frame.f_back
    return True  # a task of the store's own, begun for a step


@functools.cache
def _answer_for(file: str) -> bool | None:
    """Say whether code of that file asks as the bot does; ``None`` for who asks for others."""
    path = Path(file)
    ours = path.is_relative_to(_ROOT / "bot") or path.is_relative_to(_ROOT / "tests")
    if not ours or path in _MACHINERY:
        return None
    return path.is_relative_to(_ROOT / "bot") and path != _WHOLE


class QueryPlans:
    """What was asked so far, and what of it reads too much."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.new: list[str] = []
        self.is_migrating = False

    def note(self, sql: str) -> None:
        """Take a statement down, once; migrations may read what they like."""
        if sql not in self.seen and not self.is_migrating and _is_of_the_bot():
            self.seen.add(sql)
            self.new.append(sql)

    def faults(self) -> list[str]:
        """Return what is wrong with the statements noted since this was last asked."""
        new, self.new = self.new, []
        wanted = [sql for sql in new if _is_judged(sql)]
        found = [(sql, scanned(sql, _schema())) for sql in wanted]
        return [f"{' '.join(sql.split())}\n  {'; '.join(steps)}" for sql, steps in found if steps]


def _is_judged(sql: str) -> bool:
    line = " ".join(sql.split())
    if "alembic_version" in line or "sqlite_master" in line:
        return False
    return line.startswith(_VERBS) and not line.startswith(tuple(ON_PURPOSE))


@functools.cache
def _schema() -> sqlite3.Connection:
    return schema()


PLANS = QueryPlans()


def _listen(name: str) -> None:
    """Hear of what a dialect executes in that way."""
    executing = getattr(DefaultDialect, name)

    @functools.wraps(executing)
    def execute(self: DefaultDialect, cursor: Any, sql: str, *more: Any, **named: Any) -> None:
        if self.name == "sqlite":  # others' words SQLite would not understand
            PLANS.note(sql)
        executing(self, cursor, sql, *more, **named)

    setattr(DefaultDialect, name, execute)


def _install() -> None:
    """Listen to every dialect, and to the writes that go round SQLAlchemy.

    Events of SQLAlchemy's own would do, but all that it executes takes longer where there are any.
    """
    for name in ("do_execute", "do_execute_no_params", "do_executemany"):
        _listen(name)
    migrating = migrate._run

    def run(connection: Any) -> None:
        PLANS.is_migrating = True
        try:
            migrating(connection)
        finally:
            PLANS.is_migrating = False

    migrate._run = run
    compiled = Together._sql

    @functools.wraps(compiled)
    def note(self: Together, statement: Any) -> tuple[str, tuple[str, ...]]:
        made = compiled(self, statement)
        PLANS.note(made[0])
        return made

    Together._sql = note  # type: ignore[method-assign]


_install()
