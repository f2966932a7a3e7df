"""A game without secrets, dice or computer is a campaign as any other, played and replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.moderator.table.replay import verify
from engine.api import AnyGame
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.nim import NIM
from tests.support.nim.actions import Take
from tests.support.river import BLUE, CHANNEL, GUILD, RED, river

PLAYERS = {"first": RED, "second": BLUE}
GAMES: dict[str, AnyGame] = {"nim": NIM}


@pytest.mark.parametrize(("last", "winner"), [("wins", "second"), ("loses", "first")])
async def test_a_campaign_of_nim(tmp_path: Path, last: str, winner: str) -> None:
    """Heap by heap to the end; what cannot be taken is refused with its clause."""
    async with river(tmp_path, games=GAMES) as there:
        door = there.door
        campaign = await door.lobby.create(
            game="nim",
            name="Matches",
            guild_id=GUILD,
            channel_id=CHANNEL,
            person_id=RED,
            language="en",
            settings={"last": last},
        )
        for seat, person in PLAYERS.items():
            await door.seats.join(campaign.id, person, seat)
        await door.lobby.start(campaign.id, RED, request=there.request())
        wrong = await door.play.act(
            campaign.id, RED, Take(heap=1, matches=9), request=there.request()
        )
        assert [(one.code, one.rule) for one in wrong.refusals] == [("take.matches", "1")]
        for _ in range(4):
            look = await door.reader.look(campaign.id)
            (decision,) = look.decisions
            await there.do(campaign.id, PLAYERS[decision.seat], decision.choices[0].action)
        over = await door.reader.look(campaign.id)
        assert not over.decisions
        assert over.outcome is not None
        assert over.outcome.winner == winner
        report = await verify(there.database, GAMES, campaign.id)
        assert report.actions == 5  # its beginning among them
