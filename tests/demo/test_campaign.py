"""The demo's campaign is prepared by the real bot, and found again after a restart."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from bot.app import Adjutant
from bot.demo.host import _create_bot, _prepare, run_demo, show
from bot.demo.world import World
from bot.moderator import Look
from bot.settings import Settings, load_settings

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The demo's settings, in a folder of the test's."""
    return load_settings({"token": "t", "database": str(tmp_path / "demo.sqlite3")}, env_file=None)


async def look(world: World) -> Look:
    """The campaign as everybody sees it."""
    bot = world.env.bot
    assert isinstance(bot, Adjutant)
    campaign = await bot.moderator.campaign_in(world.alice.guild.id, world.channel.id)
    assert campaign is not None
    return await bot.moderator.look(campaign.id)


async def test_both_seats_have_something_to_do(settings: Settings) -> None:
    """The board is set up, both players are seated and awaited, and the panel is pinned."""
    async with show(settings, 0, _create_bot, _prepare) as (stage, _):
        await stage.beat(1.0)
        world = stage.world
        seen = await look(world)

        assert seen.status is not None
        assert seen.status.phase_key != "setup"
        assert {decision.seat for decision in seen.decisions} == {"allies", "chile"}
        assert all(seen.campaign.seats.values())
        pinned = world.channel.pinned_messages()
        assert [message.author.name for message in pinned] == ["Adjutant", "host"]
        assert not [m for m in world.channel.history(viewer=world.alice) if m.flags.ephemeral]


async def test_a_restart_goes_on_where_it_stopped(settings: Settings) -> None:
    """The same campaign is found again, changed by nothing, and its panel is posted anew."""
    seen = []
    for _ in range(2):
        async with show(settings, 0, _create_bot, _prepare) as (stage, _):
            await stage.beat(1.0)
            seen.append(await look(stage.world))
            pinned = stage.world.channel.pinned_messages()
            assert "Adjutant" in [message.author.name for message in pinned]

    assert seen[0].campaign == seen[1].campaign
    assert seen[0].version == seen[1].version


async def test_ctrl_c_stops_the_command_cleanly(tmp_path: Path) -> None:
    """`python -m bot demo` says where to look, and Ctrl-C ends it without a traceback."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "demo",
        "--port",
        "0",
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout is not None
    said = b""
    async with asyncio.timeout(60):
        while b"Ctrl-C stops" not in said:
            line = await process.stdout.readline()
            assert line, said.decode()
            said += line
        process.send_signal(signal.SIGINT)
        said += await process.stdout.read()
        code = await process.wait()

    assert code == 0, said.decode()
    assert said.count(b"http://127.0.0.1:") == 3
    assert b"Traceback" not in said
    assert b"The games are kept" in said
    assert (tmp_path / "demo.sqlite3").exists()


def test_a_file_that_is_no_database_is_one_clear_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A database that cannot be used stops the demo with words, not with a traceback."""
    (tmp_path / "demo.sqlite3").write_text("this is no database " * 100, encoding="utf-8")

    code = run_demo({"database": str(tmp_path / "demo.sqlite3")}, 0)

    assert code == 1
    assert "The demo cannot start: " in capfd.readouterr().err
