"""A referee archives a campaign that is over: all is posted, then its thread is closed."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.builders import ChannelHandle

from bot.moderator.referees.acts import Act
from bot.ui.threads.caretaker import PAUSE
from tests.e2e.conftest import ToyTable
from tests.e2e.test_threads import begun
from tests.support.people import Person

pytestmark = pytest.mark.usefixtures("strict_texts")

READS = {"Replay", "Log", "Dice"}


async def judged(toy: ToyTable, room: ChannelHandle) -> Person:
    """Let a referee be agreed on at a game under way, and the game be resigned."""
    role = toy.guild.create_role("Referee")
    await toy.moderator.servers.choose_referees(toy.guild.id, role.id)
    dora = Person(toy, "dora", toy.guild.add_member(toy.env.create_user("dora"), roles=[role]))
    toy.people["dora"] = dora
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    await alice.slash("referee appoint", room=room, person=dora.actor)
    await toy.settle()
    await bruno.press(toy.seen(room)[-1], "Agree")
    await (await alice.slash("game resign", room=room)).press("Resign")
    await toy.settle()
    return dora


async def archived(toy: ToyTable, dora: Person, room: ChannelHandle) -> str:
    """Let the referee archive it, and return what they read."""
    box = await (await dora.slash("referee act", room=room)).press("Archive")
    done = await box.fill(reason="the season is over")
    await toy.settle()
    await toy.wait(PAUSE + 1)
    return done.text


def state(toy: ToyTable, thread: ChannelHandle) -> tuple[bool, bool]:
    """Say whether a thread is closed, and whether it is locked."""
    metadata = toy.env.backend.channels[thread.id].thread_metadata
    assert metadata is not None
    return metadata.archived, metadata.locked


async def goes_on(toy: ToyTable, dora: Person, room: ChannelHandle) -> None:
    """Let the referee go back to before the end, with the consent of both sides if need be."""
    door, people = toy.moderator, toy.people
    campaign = await door.reader.campaign_in(toy.guild.id, room.id)
    assert campaign is not None
    number = (await door.reader.log(campaign.id)).total
    with toy.env.time_context():
        if (await door.unsealing.of(campaign.id)).opened:
            alice, bruno = people["alice"].id, people["bruno"].id
            made = await door.offers.make(campaign.id, alice, "reopen", request="ask")
            await door.offers.agree(made.offer.id, bruno, request="agree")
        await door.going_back.go_back(Act(campaign.id, dora.id, "not over", "back"), number)
    await toy.settle()
    await toy.wait(1)


async def test_its_thread_is_closed_and_locked(toy: ToyTable) -> None:
    """The channel reads why before; what comes later is posted, and it is closed again."""
    thread = await begun(toy)
    dora = await judged(toy, thread)
    page = await dora.slash("referee act", room=thread)
    assert set(page.buttons) == {"Go back", "Archive"}
    late = await page.press("Archive")
    said = await archived(toy, dora, thread)
    assert "Archived" in said
    assert "I lack" not in said
    assert state(toy, thread) == (True, False)
    papers = toy.seen(thread)
    assert any("the season is over" in one.text for one in papers)
    (panel,) = [one for one in papers if "A referee archived this campaign" in one.text]
    assert set(panel.buttons) == READS
    assert "River" not in (await toy.people["carla"].slash("game list")).text
    assert "moved on" in (await late.fill(reason="twice")).text

    await toy.restart()
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    for person in (alice, bruno):
        await person.say("wait", at=thread)
        told = [one for one in toy.seen(thread) if "What was secret" in one.buttons][-1]
        await (await person.press(told, "What was secret")).press("Open the secrets")
        await toy.settle()
        await toy.wait(PAUSE + 1)
    assert state(toy, thread) == (True, True)
    assert toy.seen(thread)[-1].text
    await goes_on(toy, dora, thread)
    assert state(toy, thread) == (False, False)
    await toy.wait(hours=25)
    assert state(toy, thread) == (False, False)
    assert not await toy.moderator.archiving.to_close()


async def test_it_is_locked_when_its_secrets_open(toy: ToyTable) -> None:
    """A day later, by itself."""
    thread = await begun(toy)
    await archived(toy, await judged(toy, thread), thread)
    await toy.wait(hours=23)
    assert state(toy, thread) == (True, False)
    await toy.wait(hours=1)
    assert state(toy, thread) == (True, True)


async def test_it_goes_on_after_all(toy: ToyTable) -> None:
    """A referee who goes back takes it out of the archive, and nothing closes its thread."""
    thread = await begun(toy)
    dora = await judged(toy, thread)
    await archived(toy, dora, thread)
    campaign = await toy.moderator.reader.campaign_in(toy.guild.id, thread.id)
    assert campaign is not None
    total = (await toy.moderator.reader.log(campaign.id)).total
    await dora.say("one moment", at=thread)
    box = await (await dora.slash("referee act", room=thread)).press("Go back")
    ahead = await box.fill(step=str(total))
    await (await ahead.press("Go back")).fill(reason="not over at all")
    await toy.settle()
    await toy.wait(PAUSE + 1)
    assert state(toy, thread)[0] is False
    assert "River" in (await toy.people["carla"].slash("game list")).text


async def test_what_the_bot_lacks_is_said(toy: ToyTable) -> None:
    """Without the right the thread stays open; what was asked for is done all the same."""
    thread = await begun(toy)
    dora = await judged(toy, thread)
    toy.deny("manage_threads", at=toy.channel)
    backend: Any = toy.env.backend
    backend.announce_channel_update(toy.channel.id)
    await toy.settle()
    said = await archived(toy, dora, thread)
    assert "I can't close the thread: I lack *Manage Threads* there." in said
    assert state(toy, thread) == (False, False)
    await toy.wait(hours=24)
    assert state(toy, thread) == (False, False)
    assert not await toy.moderator.archiving.to_close()


async def test_a_channel_is_no_thread(toy: ToyTable) -> None:
    """There the panel is unpinned, and loses its buttons."""
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    await alice.slash("game new", game="toy", name="River")
    await alice.slash("game join", side="red")
    await bruno.slash("game join", side="blue")
    await alice.slash("game start")
    dora = await judged(toy, toy.channel)
    assert toy.panel.is_pinned
    assert "Archived" in await archived(toy, dora, toy.channel)
    (panel,) = [one for one in toy.public() if "A referee archived this campaign" in one.text]
    assert set(panel.buttons) == READS
    assert not panel.is_pinned
    await toy.wait(hours=25)
    await goes_on(toy, dora, toy.channel)
    assert toy.panel.is_pinned
