"""A game of which one side never answers again comes to a decent end, in every system."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.clock.paces import DAY, Pace
from bot.games import GAMES
from bot.moderator.table.desk import Policy
from bot.store import log
from bot.trials.lab import mind_of
from engine.api import Action, AnyGame, Seat
from tests.support.river import BLUE, RED, River, river
from tests.support.seldom import seldom
from tests.support.toy_game import TOY

PLAYED: dict[str, AnyGame] = {"toy": TOY, **GAMES}
PACE = Pace("decision", 2 * DAY)
MOST = 120
"""Times that a side may be waited for in one game; a long one of Calama had 78, most have 5 to 30.

One of ``computer`` or ``claim`` follows at a table that does not wish to wait so often.
"""
USUAL = [
    (game, seat, "random" if game in {"toy", "war_of_the_pacific"} else "easy", 0)
    for game, rules in PLAYED.items()
    for seat in rules.seats[:1]
]
MANY = [
    (game, seat, player, seed)
    for game, rules in GAMES.items()
    for seat in rules.seats
    for player in ("easy", "random")
    for seed in range(4)
]


@pytest.mark.parametrize(
    ("game", "absent", "player", "seed"), seldom(dict.fromkeys([*USUAL, *MANY]), USUAL)
)
async def test_a_game_of_which_one_side_never_answers_again_ends(
    tmp_path: Path, record_property: Any, game: str, absent: Seat, player: str, seed: int
) -> None:
    """By the rules: whenever its clock runs out what it owes is answered, and the other goes on."""
    policy = Policy(gather_seconds=0, beat_seconds=2 * DAY)
    async with river(tmp_path, games=PLAYED, policy=policy) as there:
        rules = PLAYED[game]
        campaign = await begin(there, game)
        (present,) = [seat for seat in rules.seats if seat != absent]
        mind = mind_of(rules, present, player, f"absent {seed}")
        waits = 0
        while (await there.door.reader.campaign(campaign)).status == "playing":
            action = await next_action(there, campaign, present, mind)
            if action is not None:
                who = RED if present == rules.seats[0] else BLUE
                await there.do(campaign, who, action)
                continue
            waits += 1
            assert waits <= MOST, "it is waited for again and again"
            there.watch.forward(days=2, minutes=1)
            await there.door.clocks.beat()
        async with there.database.read() as connection:
            rows = await log.between(connection, campaign, 0, 100_000)
        by_clock = sum(row.cause == "clock" for row in rows)
        told = f"{game}, {absent} absent: {waits} time-outs, {by_clock} of {len(rows)} answers"
        record_property("absent", told)
        print(told)
        assert waits > 0
        assert by_clock >= waits
        assert {row.cause for row in rows if row.seat == absent} <= {"clock", "forced"}
        assert (await there.door.reader.look(campaign)).outcome is not None


async def begin(there: River, game: str) -> str:
    """Start a game at that pace, in which the clocks are looked after."""
    made = await there.door.lobby.create(
        game=game,
        name="Absent",
        guild_id=7,
        channel_id=70,
        person_id=RED,
        language="en",
        pace=PACE,
    )
    for person, seat in zip((RED, BLUE), made.seats, strict=True):
        await there.door.seats.join(made.id, person, seat)
    await there.door.lobby.start(made.id, RED, request=there.request())
    await there.door.clocks.beat()
    return made.id


async def next_action(there: River, campaign: str, seat: Seat, mind: Any) -> Action | None:
    """Return what a seat does that is awaited, all posts being delivered; else ``None``."""
    live = await there.door.desk.at_hand(campaign)
    for nonce in {one.called_by for one in live.clocks.values() if one.called_by}:
        await there.door.clocks.called(campaign, nonce)
    assert live.position is not None
    mine = next((one for one in live.position.decisions if one.seat == seat), None)
    return None if mine is None else mind(live.position.state, mine)
