"""The command line: one clear line for what is wrong, clean start and stop, backups, replays."""

import asyncio
import contextlib
import logging
import os
import signal
import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import discord
import pytest
from typer.testing import CliRunner

from bot import __main__ as command_line
from bot import __version__
from bot.__main__ import app
from bot.app import StartsSpent, create_bot
from bot.cli import checking, keeping, serving
from bot.inside.lines import MASK, Lines
from bot.moderator import Look
from bot.settings import load_settings
from bot.store import Database, StoreError
from bot.store.database import as_url
from engine.data.files import DataError
from tests.support.early import back_to_the_first
from tests.support.river import WHO, river
from tests.support.toy_game import Row

RUN = CliRunner()
TOKEN = "very.secret.token"


GONE: Any = SimpleNamespace(close_code=None)
"""A gateway connection that was closed."""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, with no settings of this machine."""
    for name in list(os.environ):
        if name.startswith("ADJUTANT_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_help_and_version() -> None:
    """Every command has a help text."""
    for command in ([], ["run"], ["demo"], ["data"], ["data", "check"], ["backup"], ["replay"]):
        answer = RUN.invoke(app, [*command, "--help"])
        assert answer.exit_code == 0, command
    assert __version__ in RUN.invoke(app, ["--version"]).output


def test_missing_token_is_one_line() -> None:
    """Without a token nothing starts, and one line says what to do."""
    answer = RUN.invoke(app, ["run"])

    assert answer.exit_code == 2
    assert answer.output.startswith("ADJUTANT_TOKEN is missing")
    assert answer.output.count("\n") == 1


def test_unusable_database_is_one_line(
    monkeypatch: pytest.MonkeyPatch, elsewhere: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What is no database stops the start before Discord is asked; the token stays secret."""
    (elsewhere / "adjutant.sqlite3").write_text("x" * 5000, encoding="utf-8")
    monkeypatch.setenv("ADJUTANT_TOKEN", TOKEN)
    answer = RUN.invoke(app, ["run"])

    assert answer.exit_code == 1
    assert "damaged" in answer.output
    assert TOKEN not in answer.output + caplog.text


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (discord.LoginFailure("x"), "refuses the token"),
        (TimeoutError(), "cannot be reached"),
        (StoreError("The database is locked."), "locked"),
        (discord.ConnectionClosed(GONE, shard_id=0, code=4011), "leave ADJUTANT_SHARDS empty"),
        (discord.ConnectionClosed(GONE, shard_id=0, code=4012), "for good (code 4012)"),
        (StartsSpent("Discord allows 0 more connections"), "0 more connections"),
    ],
)
def test_failing_start_is_one_line(
    monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    """What Discord or the database has against the start is said in one line."""

    async def fail(*_: object) -> None:
        raise error

    monkeypatch.setenv("ADJUTANT_TOKEN", TOKEN)
    monkeypatch.setattr(serving, "serve", fail)
    answer = RUN.invoke(app, ["run"])

    assert answer.exit_code == 1
    assert words in answer.output


@pytest.mark.parametrize(
    ("chosen", "recommended", "remaining", "shards"),
    [(None, 1, 1000, 1), (None, 3, 3, 3), (2, 3, 1000, 2), (None, 3, 2, None), (4, 1, 0, None)],
)
async def test_as_many_shards_as_discord_recommends(
    monkeypatch: pytest.MonkeyPatch,
    chosen: int | None,
    recommended: int,
    remaining: int,
    shards: int | None,
) -> None:
    """Over 2,500 servers without a number of shards; and never more starts than are allowed."""
    launched: list[int | None] = []

    async def gateway() -> tuple[int, str, dict[str, int]]:
        limit = {"total": 1000, "remaining": remaining, "reset_after": 90_000}
        return recommended, "wss://gateway.discord.gg", limit

    async def connect(self: discord.AutoShardedClient, *, reconnect: bool = True) -> None:
        launched.append(self.shard_count)

    monkeypatch.setattr(discord.AutoShardedClient, "connect", connect)
    settings = load_settings({"token": TOKEN, "shards": chosen}, env_file=None)
    bot = create_bot(settings, sharded=True)
    monkeypatch.setattr(bot.http, "get_bot_gateway", gateway)
    async with bot:
        if shards is None:
            with pytest.raises(StartsSpent, match=r"allows \d more .* start again in 2 minutes"):
                await bot.connect()
        else:
            await bot.connect()

    assert launched == ([] if shards is None else [shards])


def test_data_check() -> None:
    """The data files that ship are in order."""
    answer = RUN.invoke(app, ["data", "check"])

    assert answer.exit_code == 0, answer.output


def test_data_check_tells_every_games_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game is checked, and each mistake is told with the game's folder."""
    found = {
        "chess": lambda _own: [DataError("pieces.csv", 3, "moves", "too far")],
        "go": lambda _own: [],
        "hex": lambda _own: [DataError("board.csv", 0, "", "the file is missing")],
    }
    monkeypatch.setattr(checking, "data_checks", lambda: found)
    answer = RUN.invoke(app, ["data", "check"])

    assert answer.exit_code == 1
    assert "chess/pieces.csv:3: moves: too far\nhex/board.csv: the file" in answer.output


def test_token_is_masked_in_every_log_line() -> None:
    """Whatever lets the token slip into a log line, a traceback included, it is masked."""
    formatter = Lines(TOKEN)
    error = OSError(f"bad {TOKEN}")
    record = logging.LogRecord("x", logging.ERROR, "f", 1, "%s", (TOKEN,), None)
    record.exc_info = (type(error), error, None)
    line = formatter.format(record)

    assert TOKEN not in line
    assert line.count(MASK) >= 2


def test_no_level_writes_an_interactions_token(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever reads the log could answer in the bot's place with it: masked, at DEBUG too."""
    secret = "aW50ZXJhY3Rpb24"
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    level = root.level
    chatty = [logging.getLogger(name) for name in ("discord.webhook", "discord.http")]
    levels = [one.level for one in chatty]
    try:
        serving.set_up_logging(load_settings({"token": TOKEN, "log_level": "DEBUG"}, env_file=None))
        for name in ("discord.webhook.async_", "discord.http", "bot"):
            log = logging.getLogger(name)
            log.debug("POST https://discord.com/api/v10/webhooks/17/%s?wait=true", secret)
            log.error("POST https://discord.com/api/v10/interactions/17/%s/callback", secret)
            log.error("packet %s", {"id": 5, "token": secret, "type": 2})
    finally:
        root.setLevel(level)
        for one, before in zip(chatty, levels, strict=True):
            one.setLevel(before)
    said = capsys.readouterr().err
    assert secret not in said
    assert said.count(MASK) >= 6


def test_files_are_their_users_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases, copies and exports hold secrets: nobody else on the machine reads them."""
    folder = tmp_path / "backups"

    def work() -> None:
        folder.mkdir()
        (folder / "copy.sqlite3").write_bytes(b"")

    monkeypatch.setattr(command_line, "app", work)
    before = os.umask(0o022)
    try:
        command_line.main()
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "copy.sqlite3").stat().st_mode & 0o777 == 0o600


class Stub:
    """A bot that runs until it is closed."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.started = asyncio.Event()
        self._closed = asyncio.Event()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Open the database."""
        self.log.append("open")

    async def start(self, token: str) -> None:
        """Run."""
        self.log.append(token)
        self.started.set()
        await self._closed.wait()

    async def close(self) -> None:
        """Stop."""
        if not self._closed.is_set():
            self.log.append("close")
        self._closed.set()


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
async def test_signals_stop_the_bot_cleanly(name: signal.Signals) -> None:
    """Ctrl-C and a service manager's stop both close everything, once."""
    bot: Any = Stub()
    running = asyncio.create_task(serving.serve(bot, TOKEN))
    await asyncio.wait_for(bot.started.wait(), 5)
    os.kill(os.getpid(), name)
    await asyncio.wait_for(running, 5)

    assert bot.log == ["open", TOKEN, "close"]


# --------------------------------------------------------------- backup and replay


async def test_backup_while_the_bot_is_writing(tmp_path: Path) -> None:
    """A copy taken in mid-game is complete and sound; nothing half-written stays."""
    async with river(tmp_path) as opened:
        await opened.started()
        copy = keeping.back_up(as_url(opened.path), tmp_path / "backups")
    with sqlite3.connect(copy) as connection:
        (count,) = connection.execute("SELECT count(*) FROM actions").fetchone()
    connection.close()

    assert count == 1
    assert [path.name for path in (tmp_path / "backups").iterdir()] == [copy.name]


def test_backup_says_what_is_wrong(tmp_path: Path) -> None:
    """No database, another kind of database, a folder that cannot be: one line each."""
    answer = RUN.invoke(app, ["backup"], env={"ADJUTANT_TOKEN": TOKEN})
    assert answer.exit_code == 1
    assert "no database" in answer.output
    with pytest.raises(StoreError, match="Only SQLite files and PostgreSQL"):
        keeping.back_up(as_url("mysql+aiomysql://x/y"), tmp_path)
    (tmp_path / "db").write_bytes(b"")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreError, match="cannot be written"):
        keeping.back_up(as_url(tmp_path / "db"), tmp_path / "file")
    (tmp_path / "broken").write_bytes(b"x" * 9000)
    with pytest.raises(StoreError, match="damaged"):
        keeping.back_up(as_url(tmp_path / "broken"), tmp_path)


async def test_replay_tells_of_every_campaign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All logs are played again, or the one that is named."""
    async with river(tmp_path) as opened:
        first = await opened.started()
        await opened.step(first)
        second = await opened.started(channel=71)
        monkeypatch.setattr(keeping, "GAMES", opened.games)
        path = opened.path
    every = await keeping.replay_all(as_url(path), None)
    one = await keeping.replay_all(as_url(path), second.id)

    assert every.sound
    assert [line.partition(":")[0] for line in every.lines] == [first.id, second.id]
    assert "2 actions" in every.lines[0]
    assert one.lines == every.lines[1:]
    with pytest.raises(StoreError, match="no campaign"):
        await keeping.replay_all(as_url(path), "nonsense")


def test_settings_are_read_like_everywhere(elsewhere: Path) -> None:
    """`replay` on an empty database says that there is nothing."""
    env = {"ADJUTANT_TOKEN": TOKEN, "ADJUTANT_DATABASE": str(elsewhere / "new.sqlite3")}
    assert load_settings({"token": TOKEN}, env_file=None).database == "adjutant.sqlite3"
    answer = RUN.invoke(app, ["replay"], env=env)
    assert answer.exit_code == 1
    assert "no database" in answer.output
    asyncio.run(_make(elsewhere / "new.sqlite3"))
    answer = RUN.invoke(app, ["replay"], env=env)
    assert answer.exit_code == 0
    assert "no campaigns" in answer.output


async def _make(path: Path) -> None:
    await (await Database.open(path)).close()


DAMAGES = {
    "rolls that are no JSON": "UPDATE actions SET rolls = '[[' WHERE campaign = '{0}' AND seq = 1",
    "a body without its fields": "UPDATE actions SET body = 'x' WHERE campaign = '{0}' AND seq = 2",
    "an unknown kind": "UPDATE actions SET kind = 'fly' WHERE campaign = '{0}' AND seq = 2",
    "bytes for text": "UPDATE actions SET events = x'ff00' WHERE campaign = '{0}' AND seq = 2",
    "a state cut short": "UPDATE states SET body = substr(body, 1, 9) WHERE campaign = '{0}'",
    "a snapshot of nonsense": "UPDATE snapshots SET body = x'00' WHERE campaign = '{0}'",
    "settings of nonsense": "UPDATE campaigns SET settings = '}}' WHERE id = '{0}'",
    "an action by another": "UPDATE actions SET seat = 'blue', chain = NULL WHERE seq = 2",
}


@pytest.mark.parametrize("change", DAMAGES.values(), ids=DAMAGES)
async def test_replay_tells_what_is_wrong_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """Whatever is damaged, each campaign has its line, nothing is raised and no byte changed."""
    async with river(tmp_path) as opened:
        first = await opened.started()
        await opened.do(first, _awaited(await opened.door.reader.look(first.id)), Row(strokes=1))
        second = await opened.started(channel=71)
        monkeypatch.setattr(keeping, "GAMES", opened.games)
        path = opened.path
    _tamper(path, change.format(first.id))
    before = path.read_bytes()

    done = await keeping.replay_all(as_url(path), None)

    assert not done.sound
    assert [line.partition(":")[0] for line in done.lines] == [first.id, second.id]
    assert "played again" not in done.lines[0]
    assert "\n" not in done.lines[0]
    assert "1 actions played again" in done.lines[1]
    assert path.read_bytes() == before


def _awaited(look: Look) -> int:
    return WHO[look.decisions[0].seat]


def _tamper(path: Path, change: str) -> None:
    """Change what nobody may change."""
    with contextlib.closing(sqlite3.connect(path)) as raw:
        for table in ("actions", "snapshots"):
            raw.execute(f"DROP TRIGGER {table}_no_update")
        raw.execute(change)
        raw.commit()
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")


async def test_replay_migrates_a_copy_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of an older version is looked at and left as it is."""
    async with river(tmp_path) as opened:
        await opened.started()
        monkeypatch.setattr(keeping, "GAMES", opened.games)
        path = opened.path
    back_to_the_first(path)
    before = path.read_bytes()

    done = await keeping.replay_all(as_url(path), None)

    assert done.sound
    assert "1 actions played again" in done.lines[0]
    assert path.read_bytes() == before
    assert not path.with_name(f"{path.name}.0001.bak").exists()
