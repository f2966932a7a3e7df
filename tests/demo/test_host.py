"""The demo serves its pages, keeps time and its games, and stops cleanly."""

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands
from discord.ext import commands, tasks
from PIL import Image

from bot.demo.guide import Addresses
from bot.demo.host import Stage, _keep_time, patiently, run_demo, show
from bot.demo.pictures import OwnPictures
from bot.demo.world import World
from bot.settings import HostSettings, load_settings


class Clerk(commands.Bot):
    """A bot that counts in a file, answers, writes DMs, and speaks up by itself."""

    def __init__(self, settings: HostSettings) -> None:
        super().__init__("!", intents=discord.Intents.default())
        self.book = Path(settings.database + ".count")
        self.was_closed = False
        self.starts = int(self.book.read_text()) + 1 if self.book.exists() else 1
        self.tree.add_command(
            app_commands.Command(name="whisper", description="w", callback=whisper)
        )

    async def setup_hook(self) -> None:
        """Count the start."""
        self.book.write_text(str(self.starts))
        await self.tree.sync()
        self.strike.start()

    async def close(self) -> None:
        """Remember that it was asked to close."""
        self.was_closed = True
        self.strike.cancel()
        await super().close()

    @tasks.loop(seconds=2)
    async def strike(self) -> None:
        """Strike the clock once it is running."""
        if self.strike.current_loop and self.guilds:
            await self.guilds[0].text_channels[0].send(f"strike {self.strike.current_loop}")


async def whisper(interaction: discord.Interaction) -> None:
    """Write to the asker."""
    await interaction.user.send("psst")
    await interaction.response.send_message("done", ephemeral=True)


async def nothing(_world: World) -> None:
    """Prepare nothing."""


class Browser:
    """As much of a browser as the preview's pages need."""

    def __init__(self, address: str, session: aiohttp.ClientSession) -> None:
        self.base, _, secret = address.partition("/#")
        self.session = session
        self.headers = {"X-Simcord-Capability": secret}
        self.sequence = 0

    async def open(self) -> dict[str, Any]:
        """Open the page and return what it shows."""
        async with self.session.post(
            f"{self.base}/api/pages", json={}, headers=self.headers
        ) as got:
            page: dict[str, Any] = await got.json()
        self.headers["X-Simcord-Context"] = page["context"]["id"]
        return page

    async def state(self) -> str:
        """All that the page shows now."""
        async with self.session.get(f"{self.base}/api/state", headers=self.headers) as got:
            assert got.status == 200
            return json.dumps(await got.json())


@pytest.fixture
def settings(tmp_path: Path) -> HostSettings:
    """The demo's settings, in a folder of the test's."""
    return load_settings({"token": "t", "database": str(tmp_path / "book")}, env_file=None)


async def test_pages_show_channel_and_direct_messages(settings: HostSettings) -> None:
    """Three addresses: the channel with its pinned guide, and each player's direct messages."""
    async with (
        show(settings, 0, Clerk, nothing) as (stage, addresses),
        aiohttp.ClientSession() as session,
    ):
        assert len({addresses.channel, addresses.alice, addresses.bruno}) == 3
        channel, inbox = Browser(addresses.channel, session), Browser(addresses.alice, session)
        await channel.open()
        await inbox.open()
        await stage.world.alice.slash(stage.world.channel, "whisper")
        await stage.beat(0.1)

        assert "How to play here" in await channel.state()
        assert "psst" in await inbox.state()
        assert stage.world.channel.pinned_messages()


async def test_time_passes_and_pages_follow(settings: HostSettings) -> None:
    """The bot's own clock runs, and what it does appears without anybody's doing."""
    stop = asyncio.Event()
    async with (
        show(settings, 0, Clerk, nothing) as (stage, addresses),
        aiohttp.ClientSession() as session,
    ):
        browser = Browser(addresses.channel, session)
        await browser.open()
        keeping = asyncio.create_task(_keep_time(stage, stop))
        for _ in range(60):
            await asyncio.sleep(0.1)
            if "strike 1" in await browser.state():
                break
        stop.set()
        await keeping

        assert "strike 1" in await browser.state()


async def test_nothing_is_refreshed_without_news(settings: HostSettings) -> None:
    """A heartbeat without news leaves the pages alone, lest presses go stale."""
    async with show(settings, 0, Clerk, nothing) as (stage, _):
        await stage.beat(0.1)
        revisions = [page.revision for p in stage.previews for page in p._pages.values()]
        await stage.beat(0.1)

        assert revisions == [page.revision for p in stage.previews for page in p._pages.values()]


async def test_ids_are_the_same_at_every_start(settings: HostSettings) -> None:
    """A kept database finds the same server, channel and people."""
    seen = []
    for _ in range(2):
        async with show(settings, 0, Clerk, nothing) as (stage, _):
            world = stage.world
            seen.append((world.channel.id, world.alice.id, world.bruno.id, world.alice.guild.id))
            bot = world.env.bot
            assert isinstance(bot, Clerk)
        assert bot.was_closed
        assert bot.starts == len(seen)

    assert seen[0] == seen[1]


async def test_a_failing_preparation_still_closes(settings: HostSettings) -> None:
    """Whatever goes wrong, the bot is closed and the error is seen."""
    bots = []

    def make(given: HostSettings) -> Clerk:
        bots.append(Clerk(given))
        return bots[-1]

    async def fail(_world: World) -> None:
        raise RuntimeError("no campaign")

    with pytest.raises(RuntimeError, match="no campaign"):
        async with show(settings, 0, make, fail):
            pass
    assert bots[0].was_closed


@pytest.mark.parametrize("kind", ["png", "webp"])
async def test_own_pictures_are_shown_as_they_are(kind: str) -> None:
    """A still picture is not encoded again, which takes seconds for a map."""
    file = io.BytesIO()
    Image.new("RGB", (30, 20)).save(file, kind)
    blob = file.getvalue()

    info = await OwnPictures().validate("key", blob)

    assert (info.width, info.height) == (30, 20)
    assert info.content_type == f"image/{kind}"
    assert info.normalized == blob


def test_a_taken_port_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A port in use stops the demo with words, not with a traceback."""
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        database = str(tmp_path / "book")
        code = run_demo({"database": database}, port, make_bot=Clerk, prepare=nothing)

    assert code == 1
    assert f"could not bind port {port}" in capsys.readouterr().err


def test_names_are_exported() -> None:
    """`bot/__main__.py` finds what it needs in the package."""
    import bot.demo

    assert bot.demo.run_demo is run_demo
    assert bot.demo.Addresses is Addresses
    assert Stage.__module__ == "bot.demo.host"


async def test_a_slow_start_says_so_and_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    """One line, where it takes long; none where it does not."""
    async with patiently("slow", after=3600):
        await asyncio.sleep(0)
    assert capsys.readouterr().out == ""
    async with patiently("slow", after=0):
        for _ in range(3):
            await asyncio.sleep(0)
    assert capsys.readouterr().out == "slow\n"


async def _too_busy(_world: World) -> None:
    raise TimeoutError("bot did not settle")


def test_a_machine_that_is_too_busy_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No trace: nothing is broken."""
    database = {"database": str(tmp_path / "demo.sqlite3")}
    assert run_demo(database, 0, make_bot=Clerk, prepare=_too_busy) == 1
    said = capsys.readouterr().err
    assert "too busy" in said.splitlines()[-1]
    assert "Traceback" not in said
