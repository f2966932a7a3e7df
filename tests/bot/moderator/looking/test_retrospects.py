"""Looking back on a game: counted from its log, whatever was played, and a rematch after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.moderator import Complaint
from bot.moderator.lobby.rematches import rematch_name, seat_of_rematch
from bot.moderator.looking.retrospects import MOMENTS, luck_of
from tests.support.river import BLUE, GREEN, GUILD, RED, River, river
from tests.support.toy_game import Hide


@pytest.mark.parametrize("turns", [1, 3, 5])
async def test_what_is_told_is_what_was_played(tmp_path: Path, turns: int) -> None:
    """Actions, secrets, moments in their order, dice: as the log has them; the same again later."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=turns)
        with pytest.raises(Complaint, match="not_over"):
            await there.door.retrospects.of(campaign.id)
        await there.do(campaign, RED, Hide(bank="north"))
        steps = await there.play_out(campaign)

        told = await there.door.retrospects.of(campaign.id)

        assert told.actions == steps
        assert told.secrets == {"red": 1}
        assert len(told.moments) <= MOMENTS
        assert told.moments or turns == 1
        assert [one.turn for one in told.moments] == sorted(one.turn for one in told.moments)
        assert all(one.weight > 0 for one in told.moments)
        assert sum(one.dice for one in told.luck.values()) > 0
        await there.reopen()
        assert await there.door.retrospects.of(campaign.id) == told


async def test_whoever_was_erased_is_not_called(tmp_path: Path) -> None:
    """They are in no seat of the last game, and may open no rematch of it."""
    async with river(tmp_path) as there:
        last = await _over(there)
        await there.door.people.forget(BLUE)
        after = await there.door.reader.campaign(last)
        assert after.seats == {"red": (RED,), "blue": ()}
        for who in (BLUE, GREEN):
            with pytest.raises(Complaint, match="not_a_player"):
                await there.door.rematches.open(last, who, channel_id=after.channel_id)
        opened = await there.door.rematches.open(last, RED, channel_id=after.channel_id)
        assert opened.guild_id == GUILD
        assert opened.seats == {"red": (), "blue": (RED,)}
        for channel in (after.channel_id, after.channel_id + 1):
            with pytest.raises(Complaint, match="rematch_there"):
                await there.door.rematches.open(last, RED, channel_id=channel)


async def _over(there: River) -> str:
    campaign = await there.started(turns=1)
    await there.play_out(campaign)
    return campaign.id


async def test_everybody_has_the_next_seat(tmp_path: Path) -> None:
    """The last one the first."""
    async with river(tmp_path) as there:
        campaign = await there.open_campaign()
        assert [seat_of_rematch(campaign, seat) for seat in campaign.seats] == ["blue", "red"]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("River", "River (2)"),
        ("River (2)", "River (3)"),
        ("River (old)", "River (old) (2)"),
        ("R" * 80, "R" * 76 + " (2)"),
        ("R" * 76 + " (9)", "R" * 75 + " (10)"),
    ],
)
def test_a_rematch_has_a_number(name: str, wanted: str) -> None:
    """And no more letters than a name may have."""
    assert rematch_name(name, 80) == wanted
    assert len(rematch_name(name, 80)) <= 80


def test_luck_is_held_against_chance() -> None:
    """As expected is the middle; sixes are rare luck; other dice have other means."""
    middle = luck_of([3, 4] * 50, [6] * 100)
    assert (middle.dice, middle.mean, middle.expected, middle.better_than) == (100, 3.5, 3.5, 50)
    assert luck_of([6] * 10, [6] * 10).better_than == 100
    assert luck_of([1] * 10, [6] * 10).better_than == 0
    assert luck_of([5, 3], [10, 6]).expected == 4.5
