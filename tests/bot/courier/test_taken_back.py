"""What was taken back is not posted any more, wherever its post was; one new post tells of it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.courier import Bulletin
from bot.courier.api import Offered, TryLater
from bot.moderator import Campaign
from tests.support.office import Office, failing, turn
from tests.support.river import CHANNEL, WHO


async def agree(office: Office, campaign: Campaign) -> None:
    """Take the last landing back, by consent."""
    door = office.there.door
    look = await door.reader.look(campaign.id)
    awaited = WHO[look.decisions[0].seat]
    (lander,) = {*WHO.values()} - {awaited}
    (undo, *_) = await door.undoing.offered(campaign.id, lander)
    made = await door.offers.make(
        campaign.id, lander, "undo", request="ask", number=undo.number, branch=0
    )
    await door.offers.agree(made.offer.id, awaited, request="agree")


async def test_a_post_that_may_have_failed_is_not_made_again(office: Office) -> None:
    """Whether it arrived is not known; it did not, and what it told holds no more."""
    campaign = await office.there.started(turns=9)
    await office.courier.settle()
    before = len(office.shown(Bulletin, CHANNEL))
    office.discord.fault = failing(TryLater("no answer", arrived=None))
    await turn(office.there, campaign)
    await office.courier.settle()
    office.discord.fault = failing(TryLater("never", arrived=None), times=0)
    await agree(office, campaign)
    await office.later(hours=1)

    (last,) = office.shown(Bulletin, CHANNEL)[before:]
    assert [event.code for event in last.events] == ["campaign.taken_back"]
    assert "landed" in {event.code for event in last.undone}


async def test_a_post_that_is_being_made_does_not_go_out(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its step is taken back while its picture is drawn."""
    campaign = await office.there.started(turns=9)
    await office.courier.settle()
    before = len(office.shown(Bulletin, CHANNEL))
    reader, told = office.there.door.reader, office.there.door.reader.told
    taken: list[bool] = []

    async def meanwhile(*args: Any) -> Any:
        found = await told(*args)
        if not taken:
            taken.append(True)
            await agree(office, campaign)
        return found

    monkeypatch.setattr(reader, "told", meanwhile)
    await turn(office.there, campaign)
    await office.courier.settle()

    assert taken
    (last,) = office.shown(Bulletin, CHANNEL)[before:]
    assert [event.code for event in last.events] == ["campaign.taken_back"]
    assert last.look.campaign.branch == 1
    assert last.look.decisions[0].seat in last.look.campaign.seats
    assert [one.offer.kind for one in office.shown(Offered, CHANNEL)] == []  # void by then
