"""``/learn``: a first turn against the computer, in a private thread of one's own."""

from __future__ import annotations

import pytest
from simcord.builders import ChannelHandle

from bot.moderator.lessons import LessonPlace
from tests.e2e.conftest import ToyTable
from tests.support.people import Person, Reply
from tests.support.reading import Paper


async def lesson_of(table: ToyTable, person: Person) -> LessonPlace:
    """Return a person's lesson."""
    found = await table.moderator.lessons.of(person.id)
    assert found is not None
    return found


async def place_of(table: ToyTable, person: Person) -> ChannelHandle:
    """Return the thread of a person's lesson."""
    lesson = await lesson_of(table, person)
    return next(one for one in table.threads(person) if one.id == lesson.channel_id)


def newest(table: ToyTable, thread: ChannelHandle) -> Paper:
    """Return the newest page of a lesson."""
    return next(one for one in reversed(table.seen(thread)) if "Your first turn" in one.text)


async def learn(table: ToyTable, person: Person) -> ChannelHandle:
    """Let a person begin a lesson; return its thread when its first page is there."""
    reply = await person.slash("learn")
    assert reply.is_private
    assert "nobody else" in reply.text
    await table.wait(5)
    return await place_of(table, person)


async def go_on(table: ToyTable, person: Person, thread: ChannelHandle, label: str) -> Reply:
    """Press a button of the newest page."""
    reply = await person.press(newest(table, thread), label)
    await table.wait(5)
    return reply


async def test_a_whole_lesson_by_its_buttons(toy: ToyTable) -> None:
    """Read, do, read: each step is a page at the end of the thread, and the last says how to go on."""
    alice = toy.people["alice"]
    thread = await learn(toy, alice)
    first = newest(toy, thread)
    assert "1 of 6" in first.text
    assert "What it is about" in first.text
    await go_on(toy, alice, thread, "Next")
    shown = newest(toy, thread)
    assert "2 of 6" in shown.text
    assert shown.pictures
    await go_on(toy, alice, thread, "Next")
    for number, label in ((3, "A secret"), (4, "A move"), (5, "Landing")):
        page = newest(toy, thread)
        assert f"{number} of 6" in page.text
        assert label in page.text
        did = await go_on(toy, alice, thread, "Do it for me")
        assert did.is_private
        assert "Done for you" in did.text
    assert "6 of 6" in newest(toy, thread).text
    assert "/game new" in newest(toy, thread).text
