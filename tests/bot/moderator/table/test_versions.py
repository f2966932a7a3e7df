"""A campaign plays with the data it was created with, whatever is shipped or laid over since."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.games import GAMES, BadData, games_with
from bot.moderator import Campaign, Complaint
from bot.moderator.table.replay import verify
from bot.moderator.table.versions import Versions
from engine.data.play_data import shipped
from engine.data.with_data import data_of, with_data
from tests.support.own_data import other, own_folder
from tests.support.river import BLUE, GUILD, RED, River, river

CALAMA = GAMES["calama"]
LANGUAGE = "en"
RUN = CliRunner()


def _own(tmp_path: Path, value: int) -> Path:
    """Return a host's folder in which Trujillo is worth something else."""
    worth = "trujillo,Trujillo,Trujillo,1702,peru,yes,"
    change = (f"{worth}1,", f"{worth}{value},")
    return own_folder(tmp_path / f"own{value}", "war_of_the_pacific", "cities.csv", *change)


async def _begun(there: River, channel: int) -> Campaign:
    """Begin a War of the Pacific by its standard set-up."""
    made = await there.door.lobby.create(
        game="war_of_the_pacific",
        name=f"War {channel}",
        guild_id=GUILD,
        channel_id=channel,
        person_id=RED,
        language=LANGUAGE,
    )
    await there.door.seats.join(made.id, RED, "chile")
    await there.door.seats.join(made.id, BLUE, "allies")
    return await there.door.lobby.start(made.id, RED, request=f"start {channel}")


async def _trujillo(there: River, campaign: Campaign) -> tuple[int, int]:
    """Return what it is worth by the campaign's state, and by the map that it is played on."""
    live = await there.door.desk.at_hand(campaign.id)
    assert live.position is not None
    data = data_of(live.game)
    text = (data or shipped(live.game.key, live.game.data_files)).files["cities.csv"]
    (line,) = [one for one in text.splitlines() if one.startswith("trujillo,")]
    return live.position.state.table.worth["1702"], int(line.split(",")[6])


@pytest.mark.sqlite  # its file is changed by hand
async def test_each_keeps_what_it_was_created_with(tmp_path: Path) -> None:
    """Over restarts with other files, with none, and with those of before."""
    async with river(tmp_path, games=GAMES) as there:
        first = await _begun(there, 71)
        there.games = games_with(_own(tmp_path, 3))
        await there.reopen()
        second = await _begun(there, 72)
        there.games = games_with(_own(tmp_path, 4))
        await there.reopen()
        third = await _begun(there, 73)
        again = await _begun(there, 74)
        there.games = GAMES
        await there.reopen()

        found = [await _trujillo(there, one) for one in (first, second, third, again)]
        assert found == [(1, 1), (3, 3), (4, 4), (4, 4)]
        assert len({one.data for one in (first, second, third, again)}) == 3
        assert there.door.game(third) is there.door.game(again)
        assert there.door.game(first) is GAMES["war_of_the_pacific"]
        with closing(sqlite3.connect(there.path)) as raw:
            rows = raw.execute("SELECT game, length(content) FROM play_data").fetchall()
        assert len(rows) == 3
        assert max(size for _, size in rows) < 60_000
        for one in (first, second, third):
            assert (await verify(there.database, GAMES, one.id)).actions > 0
        alive = await there.door.reader.games_alive()
        assert [data_of(game) is None for game, _ in alive].count(True) == 1
        assert len(alive) == 3


async def test_it_is_played_on_with_it(tmp_path: Path) -> None:
    """The computer, standing orders and looks back too: all of it is the campaign's own game."""
    own = with_data(CALAMA, other("calama"))
    async with river(tmp_path, games={"calama": own}) as there:
        made = await there.door.lobby.create(
            game="calama",
            name="Topáter",
            guild_id=GUILD,
            channel_id=71,
            person_id=RED,
            language=LANGUAGE,
            opponent="computer",
        )
        await there.door.seats.join(made.id, RED, "chile")
        there.games = {"calama": CALAMA}
        await there.reopen()
        begun = await there.door.lobby.start(made.id, RED, request="start")
        await there.door.settle()

        game = there.door.game(begun)
        data = data_of(game)
        assert data is not None
        assert data.digest == begun.data == other("calama").digest
        look = await there.door.reader.look(begun.id, RED)
        assert game.kinds(look.view)
        assert (await there.door.reader.look_back(begun.id, "chile", 1)).view is not None
        assert (await verify(there.database, {"calama": CALAMA}, begun.id)).skipped == 0


@pytest.mark.sqlite  # its file is changed by hand
async def test_campaigns_from_before_play_with_what_was_shipped_first(tmp_path: Path) -> None:
    """What a host lays over it later, or a release changes, is not theirs."""
    async with river(tmp_path, games=GAMES) as there:
        old = await _begun(there, 71)
        await there.door.desk.keep_first_data()
        await there.door.settle()
        with closing(sqlite3.connect(there.path)) as raw:
            raw.execute("UPDATE campaigns SET data = NULL")
            raw.commit()
        there.games = games_with(_own(tmp_path, 3))
        await there.reopen()
        await there.door.desk.keep_first_data()

        assert await _trujillo(there, old) == (1, 1)
        assert (await there.door.reader.campaign(old.id)).data is None
        assert there.door.game(old) is GAMES["war_of_the_pacific"]


@pytest.mark.parametrize("harm", ["DELETE FROM play_data", "UPDATE play_data SET content = x'00'"])
@pytest.mark.sqlite  # its file is changed by hand
async def test_data_that_is_gone_stops_its_campaigns_only(tmp_path: Path, harm: str) -> None:
    """They say that something is wrong with them; the others, and new ones, are played."""
    async with river(tmp_path, games=games_with(_own(tmp_path, 3))) as there:
        second = await _begun(there, 72)
        there.games = GAMES
        await there.reopen()
        first = await _begun(there, 71)
        with closing(sqlite3.connect(there.path)) as raw:
            raw.execute(harm)
            raw.commit()
        await there.reopen()

        with pytest.raises(Complaint) as refused:
            await there.door.reader.look(second.id)
        assert refused.value.code == "campaign.unreadable"
        assert await _trujillo(there, first) == (1, 1)
        listed = await there.door.reader.campaigns(GUILD)
        assert {one.id for one in listed} == {first.id, second.id}
        assert await there.door.reader.games_alive() == ((GAMES["war_of_the_pacific"], "standard"),)


async def test_few_versions_stay_warm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was worked out of data that is not played with goes; it is worked out anew."""
    monkeypatch.setattr("bot.moderator.table.versions._WARM", 1)
    async with river(tmp_path, games=GAMES) as there:
        campaigns = [await _begun(there, 70)]
        for value in (3, 4):
            there.games = games_with(_own(tmp_path, value))
            await there.reopen()
            campaigns.append(await _begun(there, 70 + value))
        there.games = GAMES
        await there.reopen()
        kept: list[Any] = []
        for campaign in campaigns:
            look = await there.door.reader.look(campaign.id)
            game = there.door.game(campaign)
            assert game.describe(look.view)
            kept.append(data_of(game))

        assert kept[0] is None
        assert not kept[1]._kept
        assert kept[2]._kept
        there.door.desk.shelf.clear()
        assert await _trujillo(there, campaigns[1]) == (3, 3)
        assert not kept[2]._kept


def test_versions_of_games_without_files() -> None:
    """They have no data to keep."""
    from tests.support.toy_game import TOY

    assert Versions({"toy": TOY}).today(TOY) is None


# -- a host's folder -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "said"),
    [
        ("", "nowhere is not a folder."),
        (
            "chess/board.csv",
            f"chess is of no game: there are {', '.join(GAMES)}.",
        ),
        ("calama/boards.csv", "calama/boards.csv: is not one of events.csv"),
        ("calama/events.csv", "calama/events.csv:1: "),
    ],
)
def test_a_wrong_folder_is_told_in_one_line(tmp_path: Path, make: str, said: str) -> None:
    """By file and line, before the bot starts."""
    folder = tmp_path / "own"
    if make:
        (folder / make).parent.mkdir(parents=True)
        (folder / make).write_text("oops\n1\n", encoding="utf-8")
    else:
        folder = Path("nowhere")

    with pytest.raises(BadData, match=r"^[^\n]+$") as told:
        games_with(folder)
    assert said in str(told.value)


def test_the_command_line_looks_at_a_folder(tmp_path: Path) -> None:
    """It says which files it took, and everything wrong in them."""
    folder = _own(tmp_path, 3)
    fine = RUN.invoke(app, ["data", "check", str(folder)])
    (folder / "war_of_the_pacific" / "terrain.csv").write_text("key\nsea\n", encoding="utf-8")
    broken = RUN.invoke(app, ["data", "check", str(folder)])

    assert "war_of_the_pacific: cities.csv of your own" in fine.output
    assert fine.exit_code == 0, fine.output
    assert broken.exit_code == 1
    assert "war_of_the_pacific/terrain.csv:1: name: the column is missing" in broken.output
    assert RUN.invoke(app, ["data", "check", str(tmp_path / "none")]).exit_code == 2


def test_the_bot_says_it_before_it_starts(tmp_path: Path) -> None:
    """In one line that names the setting."""
    env = {"ADJUTANT_TOKEN": "a.b.c", "ADJUTANT_DATA": str(tmp_path / "none")}
    answer = RUN.invoke(app, ["run"], env=env)

    assert answer.exit_code == 2
    assert f"ADJUTANT_DATA: {tmp_path / 'none'} is not a folder." in answer.output
