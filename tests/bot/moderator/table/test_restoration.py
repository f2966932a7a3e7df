"""After a restoration the dice fall anew, and every table hears of it once."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bot.cli import restoring
from bot.cli.keeping import back_up
from bot.cli.restoring import restore_copy
from bot.moderator import Campaign
from bot.moderator.table.replay import verify
from bot.moderator.turns.computer.player import thoughts
from bot.store import epochs, log
from bot.store.database import as_url
from bot.store.seeds import NEWEST, seeds_of
from bot.text import words_for
from engine.api import Event
from engine.dice import Roll, SeededDice
from tests.support.river import RED, River, river
from tests.support.toy_game import TOY, Hide

pytestmark = pytest.mark.sqlite  # A copy of a file is put in its place.


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command knows the toy game here."""
    monkeypatch.setattr(restoring, "GAMES", {"toy": TOY})


async def _again(there: River, copy: Path) -> None:
    """Restore a copy as a host does: the bot is stopped, and started again."""
    await there.door.settle()
    await there.database.close()
    await restore_copy(as_url(there.path), copy)
    await there.reopen()


async def _dice(there: River, campaign: Campaign) -> list[Roll]:
    async with there.database.read() as connection:
        rows = await log.between(connection, campaign.id, 0, 10_000)
    return [roll for row in rows for roll in row.rolls]


async def test_what_is_played_again_falls_otherwise(tmp_path: Path) -> None:
    """The same moves meet other dice, whoever has seen the first ones; and so every time."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        for choice in range(6):
            await there.step(campaign, choice)
        copy = back_up(as_url(there.path), tmp_path / "backups")
        before = len(await _dice(there, campaign))
        seen = []
        for _ in range(3):
            for _ in range(30):
                await there.step(campaign, 0)
            live = await there.door.desk.at_hand(campaign.id)
            seen.append((live.row.seed, await _dice(there, campaign)))
            report = await verify(there.database, there.games, campaign.id)
            assert report.skipped == 0
            await _again(there, copy)

    seeds, rolled = [seed for seed, _ in seen], [rolls for _, rolls in seen]
    assert len(set(seeds)) == 3
    assert rolled[0][:before] == rolled[1][:before] == rolled[2][:before]  # the past stands
    assert len({tuple(rolls[before:]) for rolls in rolled}) == 3
    chances = [thoughts(seed, "red", 9).roll("any", 20) for seed in seeds]
    assert len(set(chances)) == 3  # the computer thinks otherwise, too


async def test_the_seeds_of_all_epochs_stay_on_file(tmp_path: Path) -> None:
    """Every die of a log comes from the seed of its epoch."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        for _ in range(2):
            for choice in range(5):
                await there.step(campaign, choice)
            await _again(there, back_up(as_url(there.path), tmp_path / "backups"))
        for choice in range(5):
            await there.step(campaign, choice)
        rolled = await _dice(there, campaign)
        async with there.database.read() as connection:
            begun = await epochs.of(connection, campaign.id)

    assert [first for first, _ in begun] == sorted(first for first, _ in begun)
    assert len({seed for _, seed in begun}) == 3
    thrown = 0
    for roll in rolled:
        seed = [seed for first, seed in begun if first <= thrown][-1]
        assert (
            SeededDice(seeds_of(seed, NEWEST).open_dice, thrown).roll(
                "", len(roll.values), roll.sides
            )
            == roll.values
        )
        thrown += len(roll.values)


async def _announced(there: River, campaign: Campaign) -> Event:
    (event,) = [
        event
        for entry in (await there.door.reader.log(campaign.id, per_page=50)).entries
        for event in entry.events
        if event.code == "campaign.set_back"
    ]
    return event


async def test_every_live_table_is_told_once(tmp_path: Path) -> None:
    """In its log and by one bulletin, which calls whoever is awaited. Others hear nothing."""
    async with river(tmp_path) as there:
        playing, waiting = await there.started(turns=50), await there.open_campaign(channel=71)
        ended = await there.started(channel=72)
        await there.play_out(ended)
        await there.step(playing)
        copy = back_up(as_url(there.path), tmp_path / "backups")
        old = {c.id: await there.rows(c) for c in (playing, ended)}
        there.watch.forward(hours=5)
        await there.step(playing)

        await _again(there, copy)

        assert (await there.door.reader.campaign(waiting.id)).status == "open"
        assert await there.rows(ended) == old[ended.id]
        event = await _announced(there, playing)
        new = (await there.rows(playing))[len(old[playing.id]) :]
        assert [(row["kind"], row["person"]) for row in new] == [("bulletin", None)]
        look = await there.door.reader.look(playing.id)
        assert f'"ping":["{look.decisions[0].seat}"]' in new[0]["body"]
        assert new[0]["last_seq"] == 3
        # What waited to be posted is looked for first: it was posted, most likely.
        assert {row["status"] for row in (await there.rows(playing))[:-1]} <= {"sending", "sent"}
        said = {language: words_for(language, TOY).say(event) for language in ("en", "es")}
    assert "step 2, of <t:1767225600:f>" in said["en"]
    assert "paso 2, del <t:1767225600:f>" in said["es"]


async def test_it_tells_nothing_of_secret_steps(tmp_path: Path) -> None:
    """What was done in secret since changes neither number nor time."""
    told = []
    for hides in (0, 3):
        (folder := tmp_path / str(hides)).mkdir()
        async with river(folder) as there:
            campaign = await there.started(turns=50)
            await there.step(campaign)
            there.watch.forward(hours=3)
            for _ in range(hides):
                await there.do(campaign, RED, Hide(bank="south"))
            await _again(there, back_up(as_url(there.path), folder / "backups"))
            told.append(await _announced(there, campaign))
    assert told[0] == told[1]


async def test_bulletins_after_it_are_new_messages(tmp_path: Path) -> None:
    """Their numbers were used before; Discord would take them for those of before."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        copy = back_up(as_url(there.path), tmp_path / "backups")
        nonces: set[str] = set()
        first = {row["nonce"] for row in await there.rows(campaign)}
        for _ in range(3):
            await there.play_out(campaign)
            posted = {row["nonce"] for row in await there.rows(campaign)} - first
            assert len(posted) > 3
            assert not posted & nonces
            assert all(len(nonce) <= 25 for nonce in posted)
            nonces |= posted
            await _again(there, copy)


async def test_a_campaign_that_cannot_be_loaded_gets_new_dice(tmp_path: Path) -> None:
    """And hinders no other: whoever mends it later meets no die that they know."""
    async with river(tmp_path) as there:
        broken, sound = await there.started(), await there.started(channel=71)
        copy = back_up(as_url(there.path), tmp_path / "backups")
        raw = sqlite3.connect(copy)
        raw.execute("UPDATE states SET body = x'00' WHERE campaign = ?", (broken.id,))
        raw.commit()
        seeds = dict(raw.execute("SELECT id, seed FROM campaigns").fetchall())
        raw.close()
        await _again(there, copy)
        raw = sqlite3.connect(there.path)
        now = dict(raw.execute("SELECT id, seed FROM campaigns").fetchall())
        raw.close()
        assert (await there.door.reader.look(sound.id)).status is not None
    assert not set(seeds.values()) & set(now.values())
