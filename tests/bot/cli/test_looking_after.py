"""`status`, `campaign` and `doctor`: what a host is told, on both databases, whatever is broken."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from discord.http import Route
from sqlalchemy import update
from sqlalchemy.engine import make_url
from typer.testing import CliRunner

from bot.__main__ import app
from bot.cli import doctor, seeing
from bot.cli.doctor import Found, examine
from bot.cli.keeping import back_up
from bot.cli.one_campaign import campaign
from bot.cli.ordering import Orders
from bot.cli.rights import rights_in
from bot.cli.status import status
from bot.store import StoreError
from bot.store.copies import Watch, copies_of
from bot.store.database import as_url
from bot.store.schema import actions
from tests.support import postgres
from tests.support.fleet import fleet
from tests.support.river import BLUE, RED, River, river
from tests.support.table import Table
from tests.support.toy_game import TOY, Hide, Reply

RUN = CliRunner()

NOW = datetime(2026, 1, 1, 0, 5, tzinfo=UTC)
"""Five minutes after the time that stands still in a river."""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, with no settings of this machine."""
    for name in list(os.environ):
        if name.startswith("ADJUTANT_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(seeing, "GAMES", {"toy": TOY})
    return tmp_path


# -- status ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("both_databases")
async def test_status_tells_what_waits_and_what_is_played(tmp_path: Path) -> None:
    """While the bot has the database; nothing in it is changed."""
    async with river(tmp_path) as there:
        await there.started()
        await there.open_campaign(channel=71)
        there.door.incidents.hear("ValueError, bot/x.py:1", "a page", "", "")
        await there.door.settle()
        said = await status(there.database.engine.url, now=NOW)

    assert "Campaigns: 1 open, 1 under way, 0 over." in said
    assert "  toy: 1 open, 1 under way, 0 over" in said
    assert "Panels: 2 behind." in said
    assert "Queue: 1 post, the oldest ordered 5 minutes ago; 0 direct messages." in said
    assert "Given up in the last 24 hours: 0 messages." in said
    assert any(line.startswith("Faults to be told yet: 1 of 1 kind") for line in said)


async def test_status_knows_the_process_that_has_the_file(tmp_path: Path) -> None:
    """Its number and memory while it runs, and that it does not once it has ended."""
    async with river(tmp_path, alone=True) as there:
        url = there.database.engine.url
        held = next(one for one in await status(url, now=NOW) if one.startswith("Process"))
    left = next(one for one in await status(url, now=NOW) if one.startswith("Process"))

    assert held.startswith(f"Process: process {os.getpid()} on ")
    assert " MB" in held
    assert left == "Process: none has the database: the bot isn't running."


# -- campaign --------------------------------------------------------------------------------


async def _told(there: River, name: str) -> str:
    return "\n".join(await campaign(there.database.engine.url, name, now=NOW))


@pytest.mark.usefixtures("both_databases")
async def test_campaign_tells_nothing_that_hangs_on_a_secret(tmp_path: Path) -> None:
    """Worlds with other secret orders, and with none, give the same bytes."""
    said = set[str]()
    for name, orders in {"none": (), "one": ("north",), "more": ("south", "island")}.items():
        async with river(tmp_path, name=f"{name}.sqlite3") as there:
            table = await there.started()
            await there.step(table)
            for bank in orders:
                await there.do(table, RED, Hide(bank=bank))
                await there.do(table, BLUE, Reply(loud=True, far=len(orders)))
            said.add(await _told(there, table.id))

    (line,) = said
    assert "Seats: 2 of 2 held by people." in line
    assert "Played: 2 public steps, the last 5 minutes ago." in line
    assert "Waits for: blue (1 question)." in line
    assert "Log: as it was written." in line


async def test_campaign_tells_of_each_state(tmp_path: Path) -> None:
    """One that is open, one that is over; what the host has ordered."""
    async with river(tmp_path) as there:
        waiting = await there.open_campaign(channel=71)
        ended = await there.started()
        await there.door.play.resign(ended.id, RED, request=there.request())
        orders = Orders(there.database.engine.url, there.watch)
        await orders.set_aside(waiting.id, None, "it \x1b[2J hangs")
        await orders.set_aside(waiting.id, RED, "")
        await orders.pause("")
        opened, over = await _told(there, waiting.id), await _told(there, ended.id)
        said = await status(there.database.engine.url, now=NOW)

    assert "Table: open; opened 2026-01-01 00:00 UTC." in opened
    assert "Waits for" not in opened
    assert f"Ordered: campaign {waiting.id} is set aside since 2026-01-01 00:00 UTC" in opened
    assert '"it [2J hangs"' in opened
    assert f"Ordered: a plan in campaign {waiting.id} is set aside" in opened
    assert "Table: over since 2026-01-01 00:00 UTC; opened" in over
    assert "Waits for: no side." in over
    assert [one for one in said if one.startswith("Ordered: all tables are paused since")]
    assert not [one for one in said if str(RED) in one]


async def test_campaign_says_what_cannot_be_read(tmp_path: Path) -> None:
    """One that is damaged is told of in lines, one that is not there in one."""
    async with river(tmp_path) as there:
        table = await there.started()
        async with there.database.write() as connection:
            await connection.exec_driver_sql("DROP TRIGGER actions_no_update")
            await connection.execute(update(actions).values(events="[]"))
        said = await _told(there, table.id)
        with pytest.raises(StoreError, match=r"^There is no campaign none\.$"):
            await _told(there, "none")

    assert "Game: it cannot be loaded (campaign.unreadable)" in said
    assert f"Log: damaged; `python -m bot replay {table.id}` says where." in said


# -- doctor ----------------------------------------------------------------------------------


@pytest.fixture
def house(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which all settings are right, and files are their user's alone."""
    monkeypatch.setenv("ADJUTANT_TOKEN", "a.token")
    monkeypatch.setenv("ADJUTANT_DATABASE", "games.sqlite3")
    before = os.umask(0o077)
    yield elsewhere
    os.umask(before)


async def wanting(now: datetime = NOW) -> list[str]:
    """What the doctor says wants doing."""
    return [one.what for one in await examine(offline=True, now=now) if not one.fine]


async def test_nothing_is_to_do_in_a_house_that_is_looked_after(house: Path) -> None:
    """Every line is fine, also while the bot has the database."""
    async with river(house, alone=True) as there:
        await there.started()
        await there.door.clocks.beat()
        back_up(there.database.engine.url, house / "backups", now=NOW)
        found = await examine(offline=True, now=NOW)

    assert [one.what for one in found if not one.fine] == []
    said = "\n".join(one.line for one in found)
    assert f"fine  Process: process {os.getpid()} on " in said
    assert "fine  Outbox: 1 post to go." in said
    assert f"fine  Rules: toy, ruleset {TOY.ruleset}: 1 table." in said


async def test_each_thing_that_wants_doing_is_one_line(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An old copy, a full disk, what has waited long, a clock that is behind, rules not known."""
    async with river(house) as there:
        table = await there.started()
        there.watch.forward(hours=2)
        await there.door.clocks.beat()
        back_up(there.database.engine.url, house / "backups", now=NOW - timedelta(days=9))
        usage = SimpleNamespace(free=1_000_000)
        monkeypatch.setattr(shutil, "disk_usage", lambda _place: usage)
        (house / "games.sqlite3").chmod(0o644)
        monkeypatch.setattr(seeing, "GAMES", {})
        late = await wanting(NOW + timedelta(hours=2))
        early = await wanting()
        async with there.database.write() as connection:
            await connection.exec_driver_sql("DROP TRIGGER actions_no_update")
            await connection.execute(update(actions).values(events="[]"))
        changed = await wanting()

    begun = [" ".join(one.split()[:4]) for one in late]
    assert begun == [
        "Database: others may read",
        "Backups: the newest, games-20251223-000500.sqlite3,",
        "Disk: 1.0 MB free",
        "Outbox: 1 post to",
        f"Rules: toy, ruleset {TOY.ruleset}:",
    ]
    assert any(one.startswith("Clock: it is behind 2026-01-01 02:00 UTC") for one in early)
    assert any(f"the log of campaign {table.id} was changed" in one for one in changed)


def _garbage(file: Path) -> None:
    file.write_bytes(b"x" * 5000)


def _nothing(file: Path) -> None:
    file.write_bytes(b"")


def _newer(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as raw:
        raw.execute("CREATE TABLE alembic_version (version_num TEXT)")
        raw.execute("INSERT INTO alembic_version VALUES ('9999')")
        raw.commit()


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (lambda _file: None, "There is no database"),
        (_nothing, "of another version"),
        (_garbage, "damaged"),
        (_newer, "is from a newer version"),
        (lambda file: file.mkdir(), "There is no database"),
    ],
)
def test_a_database_that_cannot_be_read_is_one_line(
    house: Path, broken: Callable[[Path], None], says: str
) -> None:
    """Whatever lies there; the other checks go on, and the exit code is 1."""
    broken(house / "games.sqlite3")

    answer = RUN.invoke(app, ["doctor", "--offline"])

    assert answer.exit_code == 1
    lines = answer.output.splitlines()
    assert any(one.startswith("TO DO Database: ") and says in one for one in lines)
    assert any("Disk: " in one for one in lines)
    assert all(one.startswith(("fine  ", "TO DO ")) for one in lines)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ADJUTANT_DATABASE", "postgresql://me:wrong@127.0.0.1:9/games"),
        ("ADJUTANT_DATABASE", "mysql://x/y"),
        ("ADJUTANT_DATABASE", "://"),
        ("ADJUTANT_BACKUP_DAYS", "often"),
        ("ADJUTANT_DATA", "nowhere"),
        ("ADJUTANT_BACKUP_FOLDR", "x"),
    ],
)
def test_a_setting_that_is_wrong_is_one_line(
    house: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    """A server that does not answer, a slip of the pen; the password is never shown."""
    monkeypatch.setenv(name, value)

    answer = RUN.invoke(app, ["doctor", "--offline"])

    assert answer.exit_code == 1
    assert "wrong@" not in answer.output
    assert all(one.startswith(("fine  ", "TO DO ")) for one in answer.output.splitlines())


def test_an_env_file_that_cannot_be_read_is_one_line(house: Path) -> None:
    """It is no text, or others may read it."""
    (house / ".env").write_bytes(b"\xff\xfe")
    unread = RUN.invoke(app, ["doctor", "--offline"]).output
    (house / ".env").write_text("ADJUTANT_LANGUAGE=es", encoding="utf-8")
    (house / ".env").chmod(0o644)
    shown = RUN.invoke(app, ["doctor", "--offline"]).output

    assert unread.startswith("TO DO Settings: The file .env cannot be read: UnicodeDecodeError.\n")
    assert "TO DO Settings: others may read the token: chmod 600 .env.\n" in shown


async def test_a_check_that_fails_is_a_line_and_the_others_go_on(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it fails over."""

    async def wild(_house: doctor.House) -> list[Found]:
        """How wild it is."""
        raise ZeroDivisionError

    monkeypatch.setattr(doctor, "CHECKS", (wild, doctor.clock))
    found = await examine(offline=True, now=NOW)

    assert "TO DO It can't be found out, how wild it is: ZeroDivisionError" in [
        one.line for one in found
    ]
    assert found[-1].what.startswith("Clock: ")


# -- what the bot may do ---------------------------------------------------------------------


async def test_rights_are_asked_of_discord_channel_by_channel(table: Table) -> None:
    """By the real client, without its gateway; a thread counts as its channel."""
    bot = table.bot
    assert bot is not None
    guild, channel = table.guild, table.channel
    alice, forum = table.people["alice"], guild.create_forum_channel("tables")
    thread = table.env.backend.create_thread(channel.id, "crossing", owner_id=alice.id)
    with table.env._bot_scope():
        fine = await rights_in(bot, {guild.id: (channel.id,)})
        none = await rights_in(bot, {guild.id: (1,)})
        table.deny("attach_files", "send_messages")
        some = await rights_in(bot, {guild.id: (channel.id, thread.id, forum.id), 2: (3,)})
        idle = await rights_in(bot, {})

    assert fine == idle == (1, ())
    begun = f"Server {guild.id} (Staff College), channel"
    assert some[1] == (
        f"{begun} {channel.id}: the bot lacks Send Messages, Attach Files.",
        f"{begun} {thread.id}: the bot lacks Attach Files.",
    )
    assert none[1] == (
        f"Server {guild.id} (Staff College), channel 1: the bot can't see it: grant View Channel.",
    )


def test_discord_that_cannot_be_reached_is_one_line(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing else hangs on it."""
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:9/api")

    answer = RUN.invoke(app, ["doctor"])

    assert answer.exit_code == 1
    assert answer.stdout.splitlines()[-1].startswith("TO DO Discord: it can't be reached (Client")


# -- the warning in the log ------------------------------------------------------------------


def test_an_old_copy_is_warned_of_once_a_day(
    elsewhere: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """That there is none once only; a fresh one is nothing to speak of."""
    caplog.set_level(logging.INFO, "bot")
    file, folder = elsewhere / "games.sqlite3", elsewhere / "backups"
    hour, day = timedelta(hours=1), timedelta(days=1)

    def said(watch: Watch, *instants: datetime) -> list[str]:
        caplog.clear()
        for now in instants:
            watch.look(now)
        return [one.getMessage() for one in caplog.records]

    here, there = as_url(file), make_url("postgresql://localhost/games")
    never = said(Watch(here, folder, 7), NOW, NOW + hour, NOW + 2 * day)
    folder.mkdir()
    copy = folder / copies_of(here).name(NOW)
    copy.touch()
    (folder / "games-99999999-999999.sqlite3").touch()
    fresh = said(Watch(here, folder, 7), NOW + 7 * day)
    old = said(Watch(here, folder, 7), *(NOW + 8 * day + n * hour for n in (0, 6, 23, 24, 30)))
    on_a_server = said(Watch(there, folder, 7), NOW + 9 * day)
    dump = folder / copies_of(there).name(NOW)
    dump.touch()
    dumped = said(Watch(there, folder, 7), NOW + 9 * day)

    assert never == [f"There is no backup in {folder}: python -m bot backup"]
    assert fresh == on_a_server == []
    assert dumped == [f"The newest backup, {dump}, is 9 days old"]
    assert old == [
        f"The newest backup, {copy}, is 8 days old",
        f"The newest backup, {copy}, is 9 days old",
    ]


async def test_processes_that_share_a_bot_are_looked_over(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which shards they have, and whether one has none."""
    with postgres.on_server() as there:
        async with fleet(elsewhere, 2) as them:
            for one in them.members:
                one.door.resume()
                await one.door.settle()
            url = there.of(str(them.path))
            monkeypatch.setenv("ADJUTANT_DATABASE", url.render_as_string(hide_password=False))
            said = await status(url)
            both = await examine(offline=True)
            await them.members[1].stop()
            alone = await examine(offline=True)

    assert "Processes, by their shards: 0/2, 1/2." in said
    assert "Processes: 2 have all of 2 shards." in {one.what for one in both}
    assert "Processes: none has these shards of 2: 1. Start one for them." in {
        one.what for one in alone
    }
