"""The demo's campaign is prepared by the real bot, and found again after a restart."""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import pytest

from bot.app import Adjutant
from bot.demo.host import _create_bot, _kept, _prepare, run_demo, show
from bot.demo.lost import note_lost_messages
from bot.demo.world import Match, UnknownMatchError, World, find_match, matches
from bot.games import GAMES
from bot.moderator import Look
from bot.moderator.looking.reader import CampaignReader
from bot.settings import HostSettings, load_settings
from bot.store import StoreHeld
from bot.text import words_for
from tests.support import postgres
from tests.support.reading import Paper

QUICKEST = Match("art_of_war")
"""Its map is drawn soonest."""
ON_A_TELEPHONE = 400
"""Letters of a note above which the buttons before it are still to be seen."""
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def settings(tmp_path: Path) -> HostSettings:
    """The demo's settings, in a folder of the test's."""
    return load_settings({"token": "t", "database": str(tmp_path / "demo.sqlite3")}, env_file=None)


def reader_of(world: World) -> CampaignReader:
    """What the world's bot answers questions with."""
    bot = world.env.bot
    assert isinstance(bot, Adjutant)
    return bot.moderator.reader


async def look(world: World) -> Look:
    """The campaign as everybody sees it."""
    reader = reader_of(world)
    campaign = await reader.campaign_in(world.alice.guild.id, world.channel.id)
    assert campaign is not None
    return await reader.look(campaign.id)


@pytest.mark.parametrize("game", GAMES)
async def test_both_seats_have_something_to_do(settings: HostSettings, game: str) -> None:
    """Of every game: both players are seated and awaited, the panel and a guide are pinned."""
    async with show(settings, 0, _create_bot, _prepare, match=Match(game)) as (stage, _):
        await stage.beat(1.0)
        world = stage.world
        seen = await look(world)

        assert seen.campaign.game == game
        assert {decision.seat for decision in seen.decisions} == set(GAMES[game].seats)
        assert all(seen.campaign.seats.values())
        pinned = world.channel.pinned_messages()
        assert [message.author.name for message in pinned] == ["host", "Adjutant"]
        guide = pinned[0].content
        *_, latest, note = world.channel.history(viewer=world.alice)
        for told in (guide, note.content):
            first = re.search(r"First: as Alice, press “(.+?)”", told)
            assert first is not None
            assert first[1] in Paper(world.env, world.channel.id, latest.id).buttons
            assert "Done already" in told or "set-up comes first" in told
            assert "Alice plays" in told
        assert len(note.content) < ON_A_TELEPHONE
        page = stage.previews[0]
        assert page._initial_target(world.alice, world.channel.id) == note.id
        assert f"/{GAMES[game].command} " in guide
        assert "Bruno plays" in guide
        assert not [m for m in world.channel.history(viewer=world.alice) if m.flags.ephemeral]


@pytest.mark.parametrize("game", [key for key, one in GAMES.items() if one.opponents])
async def test_the_computer_takes_the_other_side(settings: HostSettings, game: str) -> None:
    """Of every game with a computer player: alice has something to do, nobody else sits there."""
    match = find_match(game, "computer")
    async with show(settings, 0, _create_bot, _prepare, match=match) as (stage, _):
        await stage.beat(1.0)
        world = stage.world
        seen = await look(world)

        assert seen.campaign.opponent == "computer"
        assert len(seen.campaign.computer) == len(seen.campaign.seats) - 1
        assert seen.campaign.seats[GAMES[game].seats[0]] == (world.alice.id,)
        mine = await reader_of(world).look(seen.campaign.id, world.alice.id)
        assert mine.mine
        assert "the computer" in world.channel.pinned_messages()[0].content


async def test_games_keep_their_channels(settings: HostSettings) -> None:
    """Two games of one database are each found in a channel of its own, at every start."""
    first, last = Match(next(iter(GAMES))), Match(list(GAMES)[-1])
    found = []
    for match in (first, last, first):
        async with show(settings, 0, _create_bot, _prepare, match=match) as (stage, _):
            found.append((await look(stage.world)).campaign)

    assert [one.game for one in found] == [first.game, last.game, first.game]
    assert found[0] == found[2]


def test_what_cannot_be_played_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unknown game, an unknown opponent and a game without a computer are told in a line."""
    database = {"database": str(tmp_path / "demo.sqlite3")}
    assert run_demo(database, 0, game="chess") == 2
    assert "no game 'chess'; there are: " in capsys.readouterr().err
    assert run_demo(database, 0, opponent="god") == 2
    assert "people, computer, easy, normal, hard, not 'god'" in capsys.readouterr().err


def test_a_game_without_a_computer_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is offered an opponent that does not exist."""
    key, game = next(iter(GAMES.items()))
    monkeypatch.setattr(type(game), "opponents", {})
    with pytest.raises(UnknownMatchError, match="no computer player"):
        find_match(key.replace("_", "-"), "computer")
    assert find_match(key.replace("_", "-")) == Match(key)


async def test_a_restart_goes_on_where_it_stopped(settings: HostSettings) -> None:
    """The same campaign is found again, changed by nothing, and its panel is posted anew.

    No guide stands between its buttons and what the host says last.
    """
    seen, guides = [], []
    for _ in range(2):
        async with show(settings, 0, _create_bot, _prepare) as (stage, _):
            await stage.beat(1.0)
            seen.append(await look(stage.world))
            pinned = stage.world.channel.pinned_messages()
            assert "Adjutant" in [message.author.name for message in pinned]
            *earlier, note = stage.world.channel.history(viewer=stage.world.alice)
            guides.append(any("How to play" in message.content for message in earlier))
            assert "First: as Alice" in note.content

    assert guides == [True, False]
    assert seen[0].campaign == seen[1].campaign
    assert seen[0].version == seen[1].version


async def test_ctrl_c_stops_the_command_cleanly(tmp_path: Path) -> None:
    """`python -m bot demo` says where to look, and Ctrl-C ends it without a traceback."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "demo",
        *("--port", "0"),
        *("--game", "art-of-war"),  # its map is drawn soonest
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


def test_a_server_that_does_not_answer_is_one_clear_line(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """So does a server that is not there; the password that was given is not repeated."""
    code = run_demo({"database": "postgresql://adjutant:hush@127.0.0.1:9/demo"}, 0)

    said = capfd.readouterr()
    assert code == 1
    assert said.err.startswith("The demo cannot start: ")
    assert said.err.count("\n") == 1
    assert "hush" not in said.out + said.err


def test_a_strength_of_the_computer_has_a_channel_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The strongest is where the computer always was; one that the game lacks is told."""
    key, game = next(iter(GAMES.items()))
    weak = {"easy": object(), "hard": object()}
    monkeypatch.setattr(type(game), "opponents", weak)

    assert find_match(key, "computer") == find_match(key, "hard") == Match(key, "computer")
    assert find_match(key, "easy") == Match(key, "easy")
    with pytest.raises(UnknownMatchError, match="there are: easy, hard"):
        find_match(key, "normal")
    rooms = [match.room for match in matches()]
    assert len(set(rooms)) == len(rooms)
    assert rooms[: 2 * len(GAMES)] == [
        f"{name.replace('_', '-')}{ending}" for name in GAMES for ending in ("", "-computer")
    ]


async def test_the_demo_keeps_its_games_on_a_server() -> None:
    """By one setting: they are found again there, and its password is never printed."""
    where = postgres.empty(f"demo_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}")
    named = where.set(drivername="postgresql", password="hush").render_as_string(
        hide_password=False
    )
    settings = load_settings({"token": "t", "database": named}, env_file=None)
    found = []
    try:
        for _ in range(2):
            async with show(settings, 0, _create_bot, _prepare, match=QUICKEST) as (stage, _):
                await stage.beat(1.0)
                found.append((await look(stage.world)).campaign)
                with pytest.raises(StoreHeld):
                    await note_lost_messages(settings)  # another demo, while this one plays
    finally:
        postgres.drop(where)

    assert found[0] == found[1]
    kept, owner = _kept(settings, words_for("en").plain)
    assert "on PostgreSQL, in postgresql://adjutant@/demo_" in kept
    assert owner == "The owner of this database can read everything in it, secret orders too."


async def test_a_lesson_has_a_page_of_its_own(settings: HostSettings) -> None:
    """Whoever types ``/learn`` finds their thread at an address, which goes quietly with it."""
    async with show(settings, 0, _create_bot, _prepare, match=Match("calama")) as (stage, _):
        world = stage.world
        await stage.beat(1.0)
        assert await stage.open_threads() == []
        await world.alice.slash(world.channel, "learn", game="calama")
        await stage.beat(10.0)
        assert len(await stage.open_threads()) == 1
        assert await stage.open_threads() == []
        (thread,) = world.channel.threads
        assert any(
            "Your first turn" in str(m.components) for m in thread.history(viewer=world.alice)
        )
        world.env.backend.delete_channel(thread.id)
        await stage.beat(1.0)
        assert len(stage.previews) == 3


async def test_the_demo_speaks_spanish_and_whoever_wishes_english(settings: HostSettings) -> None:
    """Guide, channel and people in one language; a person types the name of another to read it."""
    async with show(settings, 0, _create_bot, _prepare, language="es") as (stage, _):
        world = stage.world
        assert (await look(world)).campaign.language == "es"
        *_, latest, note = world.channel.history(viewer=world.alice)
        assert "Primero: como Alice, pulsa «" in note.content
        assert "Ya escrito en secreto: " in note.content
        paper = Paper(world.env, world.channel.id, latest.id)
        assert any("Planear" in label for label in paper.buttons)

        said = await world.alice.slash(world.channel, "map text")
        assert said.acknowledged
        before = world.locales[world.alice.id]
        await world.alice.send(world.channel, "english")
        assert (before, world.locales[world.alice.id]) == ("es", "en")
        assert world.locales[world.bruno.id] == "es"
