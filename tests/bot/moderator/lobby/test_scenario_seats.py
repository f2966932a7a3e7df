"""The sides of a campaign are those that its scenario names, not all that a game knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from bot.moderator import Complaint
from engine.api import Seat
from tests.support.river import BLUE, GREEN, GUILD, RED, River, river
from tests.support.toy_game import SEATS, Land, Settings, ToyGame


class Deltas(ToyGame):
    """A river of which other scenarios know a third side; short ones have the two alone."""

    seats: tuple[Seat, ...] = ("green", *SEATS)

    def seats_in(self, settings: BaseModel) -> tuple[Seat, ...]:
        """Return two sides, in the order of the scenario."""
        assert isinstance(settings, Settings)
        return tuple(reversed(SEATS)) if settings.turns < 4 else self.seats


def deltas(folder: Path) -> Any:
    """Return a table whose game knows more sides than its scenario has."""
    games: dict[str, Any] = {"toy": Deltas()}
    return river(folder, games=games)


async def test_a_campaign_has_the_sides_of_its_scenario(tmp_path: Path) -> None:
    """In its order; nobody can take another, it starts without, and is over as ever."""
    async with deltas(tmp_path) as there:
        campaign = await there.open_campaign(turns=2)
        assert tuple(campaign.seats) == ("blue", "red")
        with pytest.raises(Complaint) as refused:
            await there.door.seats.join(campaign.id, GREEN, "green")
        assert refused.value.code == "campaign.unknown_seat"
        await there.door.lobby.start(campaign.id, RED, request=there.request())
        listed = await there.door.reader.campaigns(GUILD)
        assert [tuple(one.seats) for one in listed] == [("blue", "red")]
        assert await there.play_out(campaign) > 0


async def test_another_scenario_waits_for_all_its_sides(tmp_path: Path) -> None:
    """Where three are named, two are not enough to start."""
    async with deltas(tmp_path) as there:
        campaign = await there.open_campaign(turns=5)
        assert tuple(campaign.seats) == ("green", "red", "blue")
        with pytest.raises(Complaint) as refused:
            await there.door.lobby.start(campaign.id, RED, request=there.request())
        assert refused.value.code == "campaign.seat_empty"


async def test_letters_go_to_the_sides_there_are(tmp_path: Path) -> None:
    """Each side reads what it is told, and nobody asks for a side that is not in it."""
    async with deltas(tmp_path) as there:
        game: River = there
        campaign = await game.started(crates=True)
        mover = (await game.door.reader.look(campaign.id)).decisions[0].seat
        await game.do(campaign, {"red": RED, "blue": BLUE}[mover], Land(bank="north"))
        rows = [row for row in await game.rows(campaign) if row["kind"] == "news"]
        assert {row["person"] for row in rows if row["person"] is not None}
        assert len(rows) >= 2
