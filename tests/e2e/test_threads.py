"""Threads that are archived: opened while somebody is awaited, found by ``/game list``."""

from __future__ import annotations

import datetime as dt

import pytest
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from bot.moderator.lobby.threads import Opened
from bot.ui.threads.porter import MOST_OPENED, Shut, may_be_age
from tests.e2e.conftest import ToyTable
from tests.support.people import Unreachable

OLD = 1.1
"""Hours after which a thread is old: its hour, and what Discord takes to notice."""


async def begun(toy: ToyTable, *, computer: bool = False) -> ChannelHandle:
    """Let alice and bruno play in a thread of the channel."""
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    thread = toy.make_thread(toy.channel, "River", by=alice)
    await toy.settle()
    options = {"opponent": "computer"} if computer else {}
    await alice.slash("game new", room=thread, game="toy", name="River", **options)
    await alice.slash("game join", room=thread, side="red")
    if not computer:
        await bruno.slash("game join", room=thread, side="blue")
    await alice.slash("game start", room=thread)
    return thread


def no_audit_log(toy: ToyTable) -> None:
    """Take the right to read the audit log from the bot."""
    backend = toy.env.backend
    guild = backend.get_guild(toy.guild.id)
    for role in guild.roles.values():
        if role.managed:
            backend.edit_role(guild.id, role.id, {"permissions": role.permissions & ~(1 << 7)})


async def grow_old(toy: ToyTable, thread: ChannelHandle) -> None:
    """Let a thread be archived for age, and the bot have time to open it."""
    await toy.wait(hours=OLD)
    await toy.archive(thread)
    await toy.wait(60)


@pytest.mark.parametrize("audit", [True, False], ids=["audit log", "no audit log"])
async def test_a_thread_is_opened_again_while_somebody_is_awaited(
    toy: ToyTable, *, audit: bool
) -> None:
    """Without a message and without a ping; the button in it reaches the bot again."""
    thread = await begun(toy)
    if not audit:
        no_audit_log(toy)
    before = [(paper.id, paper.text) for paper in toy.seen(thread)]
    await toy.wait(hours=OLD)
    toy.wire.calls.clear()
    await toy.archive(thread)
    act = [paper for paper in toy.seen(thread) if "Give an order" in paper.buttons][-1]
    with pytest.raises(Unreachable):
        await toy.people["alice"].press(act, "Give an order")
    await toy.wait(60)

    assert not toy.is_archived(thread)
    assert [(paper.id, paper.text) for paper in toy.seen(thread)] == before
    asked = [(call.method, call.path) for call in toy.wire.calls if call.method != "GET"]
    assert asked == [("PATCH", f"/channels/{thread.id}")]
    assert (await toy.people["alice"].press(act, "Give an order")).is_private


async def stays_closed(toy: ToyTable, thread: ChannelHandle) -> None:
    """Close a thread as a person: nothing opens it, a new start neither."""
    await toy.archive(thread, by=toy.people["bruno"])
    await toy.wait(60)
    assert toy.is_archived(thread)
    await toy.restart()
    await toy.wait(60)
    assert toy.is_archived(thread)


@pytest.mark.parametrize("hours", [0.5, OLD], ids=["soon", "when it was old anyway"])
async def test_what_a_person_closed_stays_closed(toy: ToyTable, hours: float) -> None:
    """The audit log names them, whenever it was."""
    thread = await begun(toy)
    await toy.wait(hours=hours)
    await stays_closed(toy, thread)


async def test_without_the_audit_log_time_tells(toy: ToyTable) -> None:
    """Whoever closes a thread before its time is a person; also when the bot had opened it."""
    thread = await begun(toy)
    no_audit_log(toy)
    await toy.wait(hours=0.5)
    await toy.archive(thread, by=toy.people["bruno"])
    await toy.wait(60)
    assert toy.is_archived(thread)

    await toy.people["bruno"].say("once more", at=thread)
    await grow_old(toy, thread)
    assert not toy.is_archived(thread)
    await stays_closed(toy, thread)


async def test_without_the_audit_log_it_is_opened_a_few_times_only(toy: ToyTable) -> None:
    """Until somebody writes there."""
    thread = await begun(toy)
    no_audit_log(toy)
    for _ in range(MOST_OPENED):
        await grow_old(toy, thread)
        assert not toy.is_archived(thread)
    await grow_old(toy, thread)
    assert toy.is_archived(thread)
    await toy.people["bruno"].say("still here", at=thread)
    await grow_old(toy, thread)
    assert not toy.is_archived(thread)


async def test_what_grew_old_while_the_bot_was_away(toy: ToyTable) -> None:
    """It is opened after the start."""
    thread = await begun(toy)
    await toy.stop()
    await toy.wait(hours=OLD)
    await toy.archive(thread)
    await toy.start()
    await toy.wait(60)
    assert not toy.is_archived(thread)


async def test_nobody_is_awaited_there(toy: ToyTable) -> None:
    """Before a game begins, and after its end, its thread is left to grow old."""
    alice = toy.people["alice"]
    thread = toy.make_thread(toy.channel, "River", by=alice)
    await toy.settle()
    await alice.slash("game new", room=thread, game="toy", name="River")
    await grow_old(toy, thread)
    assert toy.is_archived(thread)

    over = await begun(toy)
    await (await alice.slash("game resign", room=over)).press("Resign")
    await grow_old(toy, over)
    assert toy.is_archived(over)


async def test_who_created_a_campaign_hears_that_its_thread_is_locked(toy: ToyTable) -> None:
    """Once; it stays locked and closed, although the bot may manage threads."""
    thread = await begun(toy)
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    for _ in range(2):
        await toy.archive(thread, by=bruno, locked=True)
        await toy.wait(60)
        assert toy.is_archived(thread)
    told = [paper for paper in toy.seen(alice.actor.user.dm_channel) if "locked" in paper.text]
    assert len(told) == 1
    assert not toy.seen(bruno.actor.user.dm_channel)


async def test_many_that_grow_old_at_once_are_opened_one_by_one(toy: ToyTable) -> None:
    """Discord is asked seldom: a kill between leaves the others for the next start."""
    threads = [await begun(toy) for _ in range(3)]
    await toy.wait(hours=OLD)
    for thread in threads:
        await toy.archive(thread)
    await toy.wait(15)
    assert sum(toy.is_archived(thread) for thread in threads) == 2
    await toy.kill()
    await toy.start()
    await toy.wait(60)
    assert not any(toy.is_archived(thread) for thread in threads)


async def test_the_list_knows_archived_threads(toy: ToyTable) -> None:
    """Of public ones whoever sees the channel, of private ones its people and moderators alone."""
    alice, carla = toy.people["alice"], toy.people["carla"]
    for name, kind in (
        ("Open water", ChannelType.PUBLIC_THREAD),
        ("Backwater", ChannelType.PRIVATE_THREAD),
    ):
        thread = toy.make_thread(toy.channel, name, by=alice, kind=kind)
        await toy.settle()
        await alice.slash("game new", room=thread, game="toy", name=name)
        await toy.archive(thread)
    listed = (await carla.slash("game list")).text
    assert "Open water" in listed
    assert "Backwater" not in listed
    assert "Backwater" in (await alice.slash("game list")).text
    toy.wire.calls.clear()
    await carla.slash("game list")
    assert not [call for call in toy.wire.calls if call.method == "GET"]  # it is remembered


def test_when_a_thread_may_have_closed_by_itself() -> None:
    """Never before its time has passed since something was written, or since it was opened."""
    start = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    day, hour = dt.timedelta(days=1), dt.timedelta(hours=1)

    def by_age(after: dt.timedelta, opened: dt.timedelta | None = None) -> bool:
        at = 0 if opened is None else int((start + opened).timestamp() * 1000)
        return may_be_age(Shut(start + after, day, start, locked=False), Opened(at))

    assert by_age(day)
    assert by_age(day + hour)
    assert not by_age(day - hour)
    assert not by_age(day + hour, opened=2 * hour)
    assert by_age(day + 2 * hour, opened=2 * hour)
