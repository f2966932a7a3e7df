"""Every game at a table that rolls its own dice: it comes to what the bot's dice would have led to.

And what is asked for tells nobody what a side keeps to itself, before the rules let it show.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.moderator import Campaign
from bot.moderator.api import on_branch
from bot.moderator.table.live import Live
from bot.moderator.table.replay import verify
from bot.trials.random_play import Temper, choose
from engine.api import Action
from engine.dice import RecordedDice, SeededDice
from engine.registry import load_games
from tests.support.river import BLUE, CHANNEL, GUILD, RED, River, river
from tests.support.seldom import seldom
from tests.support.toy_game import Hide, Land, Reply, Row, Shout

ROLLED = 30
"""Actions with real dice that are played of each game, or as many as come in so many."""
ACTIONS = 600
DEAR = "art_of_war"
"""Played in the long tests."""


async def rolling(there: River, game: str, **settings: Any) -> Campaign:
    """Start a game between people whose dice they roll; every question is asked."""
    door = there.door
    campaign = await door.lobby.create(
        game=game,
        name="Crossing",
        guild_id=GUILD,
        channel_id=CHANNEL,
        person_id=RED,
        language="en",
        settings=settings,
        asks_all=True,
        dice="table",
    )
    for person, seat in zip((RED, BLUE), campaign.seats, strict=True):
        await door.seats.join(campaign.id, person, seat)
    return await door.lobby.start(campaign.id, RED, request=there.request())


async def enter(there: River, campaign: Campaign, who: int, values: tuple[int, ...]) -> None:
    """Enter what is asked for now."""
    live = await there.door.desk.at_hand(campaign.id)
    key = on_branch(live.owed[0].key, live.row.branch)
    await there.door.dice.enter(campaign.id, who, values, request=there.request(), expect=key)


async def done(there: River, live: Live, who: int, action: Action) -> int:
    """Do an action, entering what the bot would have rolled; return how many rolls were entered."""
    assert live.position is not None
    seat = live.seat_of(who)
    assert seat is not None
    version = live.row.version + (0 if action.secret else 1)
    own = RecordedDice(live.row.dice(live.thrown, version))
    foreseen = live.game.apply(live.position.state, seat, action, own)
    await there.do(live.row.id, who, action)
    opened = [one for one in own.rolls if not one.secret]
    for roll in opened:
        waiting = await there.door.desk.at_hand(live.row.id)
        assert waiting.pending is not None
        asked = waiting.pending
        assert (asked.purpose, asked.count, asked.sides) == (
            roll.purpose,
            len(roll.values),
            roll.sides,
        )
        await enter(there, waiting.campaign, who, roll.values)
    after = await there.door.desk.at_hand(live.row.id)
    assert after.pending is None
    assert after.position is not None
    assert after.position.text == live.game.dump(foreseen.state)
    assert after.thrown == live.thrown
    return len(opened)


@pytest.mark.parametrize("key", seldom(load_games(), set(load_games()) - {DEAR}))
async def test_a_game_with_real_dice_is_the_game(tmp_path: Path, key: str) -> None:
    """State after state, hidden draws included, and its log replays."""
    games = load_games()
    async with river(tmp_path, games=games) as there:
        campaign = await rolling(there, key)
        chooser = SeededDice(f"real {key}".encode())
        tempers = {seat: Temper(chooser) for seat in campaign.seats}
        rolled = 0
        for _ in range(ACTIONS):
            live = await there.door.desk.at_hand(campaign.id)
            assert live.position is not None
            if not live.position.decisions or rolled >= ROLLED:
                break
            decision = live.position.decisions[0]
            action = choose(
                live.game, live.position.state, decision, chooser, tempers[decision.seat]
            )
            who = next(m.discord_id for m in live.people if m.seat == decision.seat)
            rolled += bool(await done(there, live, who, action))
        assert rolled >= 10
        await verify(there.database, games, campaign.id)


async def _asked(folder: Path, secrets: tuple[tuple[int, Action], ...]) -> list[object]:
    """Return all that the public is told and asked in a game, in which sides have those secrets."""
    async with river(folder, name=f"{len(secrets)}.sqlite3") as there:
        campaign = await rolling(there, "toy", turns=3)
        for who, action in secrets:
            await there.do(campaign, who, action)
        told: list[object] = []

        async def note() -> None:
            look = await there.door.reader.look(campaign.id)
            told.append([(one.key, one.seat, one.code, dict(one.params)) for one in look.decisions])
            rows = [row for row in await there.rows(campaign) if row["person"] is None]
            told.append([(row["kind"], row["body"], row["nonce"]) for row in rows])

        live = await there.door.desk.at_hand(campaign.id)
        assert live.position is not None
        mover = RED if live.position.decisions[0].seat == "red" else BLUE
        other = RED + BLUE - mover
        for who, order, dice in (
            (mover, Row(strokes=2), ((3, 6),)),
            (other, Shout(loud=True), ((2,), (5,))),
            (mover, Row(strokes=1), ((4,),)),
        ):
            await there.do(campaign, who, order)
            await note()
            for values in dice:
                await enter(there, campaign, who, values)
                await note()
        await there.do(campaign, mover, Land(bank="south"))
        return told


async def test_what_is_asked_for_tells_no_secret(tmp_path: Path) -> None:
    """In worlds that differ in what sides have in mind the same is asked, posted and named."""
    plain = await _asked(tmp_path, ())
    hidden = await _asked(tmp_path, ((RED, Hide(bank="south")),))
    orders = await _asked(
        tmp_path,
        ((RED, Reply(loud=True, far=99)), (BLUE, Hide(bank="north")), (BLUE, Hide(bank="south"))),
    )
    assert plain == hidden == orders
