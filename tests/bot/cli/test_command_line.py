"""The command line: one clear line for what is wrong, clean start and stop, backups, replays."""

import asyncio
import logging
import os
import signal
import sqlite3
from pathlib import Path
from typing import Any, Self

import discord
import pytest
from typer.testing import CliRunner

from bot import __version__
from bot.__main__ import app
from bot.cli import keeping, serving
from bot.settings import load_settings
from bot.store import StoreError
from bot.store.database import as_url
from engine import registry
from engine.datafiles import DataError
from tests.support.river import river

RUN = CliRunner()
TOKEN = "very.secret.token"


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

    assert answer.exit_code == 1
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


def test_data_check() -> None:
    """The data files that ship are in order."""
    answer = RUN.invoke(app, ["data", "check"])

    assert answer.exit_code == 0, answer.output


def test_data_check_tells_every_games_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game is checked, and each mistake is told with the game's folder."""
    found = {
        "chess": lambda: [DataError("pieces.csv", 3, "moves", "too far")],
        "go": list,
        "hex": lambda: [DataError("board.csv", 0, "", "the file is missing")],
    }
    monkeypatch.setattr(registry, "data_checks", lambda: found)
    answer = RUN.invoke(app, ["data", "check"])

    assert answer.exit_code == 1
    assert "chess/pieces.csv:3: moves: too far\nhex/board.csv: the file" in answer.output


def test_token_is_masked_in_every_log_line() -> None:
    """Whatever lets the token slip into a log line, a traceback included, it is masked."""
    formatter = serving.MaskingFormatter(TOKEN)
    error = ValueError(f"bad {TOKEN}")
    record = logging.LogRecord("x", logging.ERROR, "f", 1, "%s", (TOKEN,), None)
    record.exc_info = (type(error), error, None)
    line = formatter.format(record)

    assert TOKEN not in line
    assert line.count(serving.MASK) >= 2


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
    with pytest.raises(StoreError, match="own backup tool"):
        keeping.back_up(as_url("postgresql+asyncpg://x/y"), tmp_path)
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
    lines = await keeping.replay_all(as_url(path), None)
    one = await keeping.replay_all(as_url(path), second.id)

    assert [line.partition(":")[0] for line in lines] == [first.id, second.id]
    assert "2 actions" in lines[0]
    assert one == lines[1:]
    with pytest.raises(StoreError, match="no campaign"):
        await keeping.replay_all(as_url(path), "nonsense")


def test_settings_are_read_like_everywhere(elsewhere: Path) -> None:
    """`replay` on an empty database says that there is nothing."""
    env = {"ADJUTANT_TOKEN": TOKEN, "ADJUTANT_DATABASE": str(elsewhere / "new.sqlite3")}
    assert load_settings({"token": TOKEN}, env_file=None).database == "adjutant.sqlite3"
    answer = RUN.invoke(app, ["replay"], env=env)
    assert answer.exit_code == 0
    assert "no campaigns" in answer.output
