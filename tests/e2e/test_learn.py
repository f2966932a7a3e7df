"""``/learn``: a first turn against the computer, in a private thread of one's own."""

from __future__ import annotations

import contextlib

import pytest
from simcord.builders import ChannelHandle

from bot.moderator.learning import lessons
from bot.moderator.learning.lessons import LessonPlace
from tests.e2e.conftest import ToyTable
from tests.support.people import Person, Reply
from tests.support.reading import Paper
from tests.support.wire import Died

PAGE = "Your first turn"


async def lesson_of(table: ToyTable, person: Person) -> LessonPlace:
    """Return a person's lesson."""
    found = await table.moderator.lessons.of(person.id)
    assert found is not None
    return found


def pages(table: ToyTable, thread: ChannelHandle) -> list[Paper]:
    """Return the pages of a lesson, oldest first."""
    return [one for one in table.seen(thread) if PAGE in one.text]


async def learn(table: ToyTable, person: Person) -> ChannelHandle:
    """Let a person begin a lesson; return its thread when its first page is there."""
    reply = await person.slash("learn")
    assert reply.is_private
    assert "just you against" in reply.text
    await table.wait(5)
    (thread,) = table.threads(person)
    return thread


async def go_on(table: ToyTable, person: Person, thread: ChannelHandle, label: str) -> Reply:
    """Press a button of the newest page, and let the bot go on."""
    reply = await person.press(pages(table, thread)[-1], label)
    await table.wait(5)
    return reply


async def to_step(table: ToyTable, person: Person, thread: ChannelHandle, name: str) -> None:
    """Let a person go through a lesson as it proposes, until a step's title stands there."""
    for _ in range(20):
        page = pages(table, thread)[-1]
        if name in page.text:
            return
        await go_on(table, person, thread, "Next" if "Next" in page.buttons else "Do it for me")
    raise AssertionError(pages(table, thread)[-1].text)


async def until_dead(table: ToyTable) -> None:
    """Let time pass in which the bot dies, if it is not dead yet."""
    with contextlib.suppress(Died):
        await table.wait(5)


async def test_a_whole_lesson_by_its_buttons(toy: ToyTable) -> None:
    """Read, do, read: each step is a page at the end of the thread; the last says how to go on."""
    alice = toy.people["alice"]
    thread = await learn(toy, alice)
    assert "1 of 6" in pages(toy, thread)[-1].text
    await go_on(toy, alice, thread, "Next")
    assert pages(toy, thread)[-1].pictures
    await go_on(toy, alice, thread, "Next")
    for number, title in ((3, "A secret"), (4, "A move"), (5, "Landing")):
        page = pages(toy, thread)[-1]
        assert f"{number} of 6" in page.text
        assert title in page.text
        did = await go_on(toy, alice, thread, "Do it for me")
        assert did.is_private
        assert "Done for you" in did.text
    assert toy.seen(thread)[-1].text == pages(toy, thread)[-1].text
    assert "6 of 6" in pages(toy, thread)[-1].text
    assert "/game new" in pages(toy, thread)[-1].text
    # The panel stands above all, and the game can be played on.
    first, *_ = toy.seen(thread)
    assert first.is_pinned
    assert "Row" in (await alice.press(first, "Give an order")).text


async def test_what_is_shown_only_need_be_confirmed(toy: ToyTable) -> None:
    """The proposal opens as a dialogue filled in; who confirms it has done the step."""
    alice = toy.people["alice"]
    thread = await learn(toy, alice)
    await to_step(toy, alice, thread, "A secret")
    shown = await alice.press(pages(toy, thread)[-1], "Show me")
    assert shown.is_private
    done = await shown.press("Confirm")
    assert "in secret" in done.text
    await toy.wait(5)
    assert "A move" in pages(toy, thread)[-1].text


async def test_what_is_typed_counts_and_something_else_does_no_harm(toy: ToyTable) -> None:
    """A step follows the log, not its own buttons; what else is done leaves it open."""
    alice = toy.people["alice"]
    thread = await learn(toy, alice)
    await to_step(toy, alice, thread, "A secret")
    await alice.slash("toy row", strokes=1, room=thread)
    await alice.slash("toy land", bank="north", room=thread)
    await toy.wait(5)
    while "A secret" not in toy.seen(thread)[-1].text:  # the other ferryman is shouted at, or not
        await alice.slash("toy shout", loud=False, room=thread)
        await toy.wait(5)
    assert "still open" in pages(toy, thread)[-1].text
    await alice.slash("toy hide", bank="north", room=thread)
    await toy.wait(5)
    assert "A move" in pages(toy, thread)[-1].text
    await go_on(toy, alice, thread, "Skip this step")
    assert "Landing" in pages(toy, thread)[-1].text
    await go_on(toy, alice, thread, "To the end of the lesson")
    assert "6 of 6" in pages(toy, thread)[-1].text


async def test_a_button_of_an_old_step_says_so_and_shows_the_present_one(toy: ToyTable) -> None:
    """Also after a restart: the step is on file."""
    alice = toy.people["alice"]
    thread = await learn(toy, alice)
    await go_on(toy, alice, thread, "Next")
    await toy.restart()
    stale = await alice.press(pages(toy, thread)[0], "Next")
    assert "behind you" in "\n".join(one.text for one in stale.papers[1:] or stale.papers)
    assert len(pages(toy, thread)) == 2
    await go_on(toy, alice, thread, "Next")
    assert "A secret" in pages(toy, thread)[-1].text


async def test_the_second_time_leads_back_or_begins_again(toy: ToyTable) -> None:
    """One lesson a person; beginning again erases the first, thread and all."""
    alice = toy.people["alice"]
    thread = await learn(toy, alice)
    first = await lesson_of(toy, alice)
    again = await alice.slash("learn")
    assert f"<#{thread.id}>" in again.text
    assert len(toy.threads(alice)) == 1
    await again.press("Start over")
    await toy.wait(5)
    (other,) = toy.threads(alice)
    assert other.id != thread.id
    assert (await lesson_of(toy, alice)).id != first.id
    assert len(pages(toy, other)) == 1
    here = await alice.slash("learn", room=other)
    assert "1 of 6" in here.text


async def test_nobody_else_sees_joins_presses_or_counts_it(toy: ToyTable) -> None:
    """Not listed, not joined, not moved, no limit; the thread hides from others."""
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    before = bruno.notices()
    thread = await learn(toy, alice)
    lesson = await lesson_of(toy, alice)
    assert lesson.campaign_id is not None
    assert toy.threads(bruno) == []
    assert bruno.notices() == before
    for command in ("game list", "inbox", "game status"):
        assert "First turn" not in (await bruno.slash(command)).text
        assert "First turn" not in (await alice.slash(command)).text
    page = pages(toy, thread)[-1].buttons["Next"]["custom_id"]
    for custom_id in (page, page.replace("lessonnext", "lessondo")):
        assert "first turn" in (await toy.forge(bruno, custom_id)).text
    for seat in ("red", "blue"):
        forged = await toy.forge(bruno, f"adj:join:{lesson.campaign_id}:{seat}")
        assert "first turn" in forged.text
    assert len(pages(toy, thread)) == 1
    moved = await alice.slash("game move", campaign=lesson.campaign_id)
    assert "can't be moved" in moved.text
    for number in range(5):  # as many as one may have open
        parent = toy.guild.create_text_channel(f"other {number}")
        assert (await alice.slash("game new", game="toy", room=parent)).buttons


async def test_it_is_erased_after_a_week(toy: ToyTable) -> None:
    """Game, row and thread; another can be begun."""
    alice = toy.people["alice"]
    await learn(toy, alice)
    lesson = await lesson_of(toy, alice)
    await toy.wait(hours=6 * 24)
    assert await toy.moderator.lessons.of(alice.id) is not None
    await toy.wait(hours=1.5 * 24)
    assert await toy.moderator.lessons.of(alice.id) is None
    assert toy.threads(alice) == []
    assert await toy.moderator.lessons.unfinished() == ()
    stale = await toy.forge(alice, f"adj:lessonnext:{lesson.campaign_id}:goal")
    assert "This lesson is over" in stale.text
    await learn(toy, alice)


async def test_it_goes_with_its_thread_and_with_its_person(toy: ToyTable) -> None:
    """Whoever deletes the thread has ended it; so has whoever has themself erased."""
    alice = toy.people["alice"]
    thread = await learn(toy, alice)
    toy.env.backend.delete_channel(thread.id)
    await toy.settle()
    assert await toy.moderator.lessons.of(alice.id) is None
    await learn(toy, alice)
    sure = await (await alice.slash("privacy")).press("Erase me")
    await sure.press("Yes, erase me")
    await toy.wait(5)
    assert await toy.moderator.lessons.of(alice.id) is None
    assert toy.threads(alice) == []


async def test_a_thread_deleted_while_the_bot_was_away(toy: ToyTable) -> None:
    """The next ``/learn`` notices, and begins another."""
    alice = toy.people["alice"]
    thread = await learn(toy, alice)
    await toy.stop()
    toy.env.backend.delete_channel(thread.id)
    await toy.start()
    assert (await learn(toy, alice)).id != thread.id


async def test_what_an_administrator_must_allow_is_said(toy: ToyTable) -> None:
    """Without the right to make private threads nothing is begun, and one line says why."""
    alice = toy.people["alice"]
    toy.deny("create_private_threads")
    told = await alice.slash("learn")
    assert "administrator" in told.text
    assert "Create Private Threads" in told.text
    assert await toy.moderator.lessons.of(alice.id) is None


POINTS = [
    ("POST", "/channels/*/threads", False),
    ("POST", "/channels/*/threads", True),
    ("PUT", "/channels/*/thread-members/*", False),
    ("PUT", "/channels/*/thread-members/*", True),
    ("POST", "/channels/*/messages", False),
    ("POST", "/channels/*/messages", True),
]


@pytest.mark.parametrize(("method", "path", "after"), POINTS)
async def test_a_kill_while_it_is_begun(toy: ToyTable, method: str, path: str, after: bool) -> None:
    """The next start finishes it: one thread, one game, one first page, and its person in it."""
    alice = toy.people["alice"]
    wire = toy.die_at(method, path, after=after)
    await alice.slash("learn")
    await until_dead(toy)
    assert wire.sprung
    await toy.kill()
    await toy.start()
    await toy.wait(60)
    (thread,) = toy.threads(alice)
    assert len(toy.channel.threads) == 1
    lesson = await lesson_of(toy, alice)
    assert lesson.ready
    assert lesson.channel_id == thread.id
    assert len(pages(toy, thread)) == 1
    assert sum(one.is_pinned for one in toy.seen(thread)) == 1
    await to_step(toy, alice, thread, "On your own")


async def test_a_kill_between_thread_and_game(
    toy: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread that is noted and has no game yet gets it at the next start."""
    alice = toy.people["alice"]

    async def die(*_: object) -> None:
        toy._die()
        raise RuntimeError("dead")

    monkeypatch.setattr(toy.moderator.lessons, "open", die)
    await alice.slash("learn")
    await toy.kill()
    await toy.start()
    await toy.wait(60)
    (thread,) = toy.threads(alice)
    assert len(pages(toy, thread)) == 1


@pytest.mark.parametrize("after", [False, True])
async def test_a_kill_between_steps(toy: ToyTable, after: bool) -> None:
    """What was done is seen after the start, and its page comes once."""
    alice = toy.people["alice"]
    thread = await learn(toy, alice)
    await to_step(toy, alice, thread, "A secret")
    count = len(pages(toy, thread))
    wire = toy.die_at("POST", f"/channels/{thread.id}/messages", after=after)
    await alice.press(pages(toy, thread)[-1], "Do it for me")
    await until_dead(toy)
    assert wire.sprung
    await toy.kill()
    await toy.start()
    await toy.wait(60)
    assert len(pages(toy, thread)) >= count
    await to_step(toy, alice, thread, "A move")
    assert sum("4 of 6" in one.text for one in pages(toy, thread)) == 1


async def test_a_kill_while_it_is_closed(toy: ToyTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Game first, thread last: what a kill leaves of it goes at the next start."""
    alice = toy.people["alice"]
    thread = await learn(toy, alice)
    monkeypatch.setattr(lessons, "KEPT_DAYS", 0)
    wire = toy.die_at("DELETE", f"/channels/{thread.id}")
    with contextlib.suppress(Died):
        await toy.wait(hours=6.5)
    assert wire.sprung
    await toy.kill()
    assert len(toy.threads(alice)) == 1
    await toy.start()
    await toy.wait(60)
    assert toy.threads(alice) == []
    assert await toy.moderator.lessons.unfinished() == ()


async def test_a_thread_that_may_not_be_deleted_is_archived(
    toy: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without *Manage Threads* the bot closes its own thread, and nothing else of it is left."""
    alice = toy.people["alice"]
    thread = await learn(toy, alice)
    monkeypatch.setattr(lessons, "KEPT_DAYS", 0)
    path = f"/channels/{thread.id}"
    toy.env.inject_error("DELETE", path, status=403, code=50013, times=None)
    await toy.wait(hours=6.5)
    assert await toy.moderator.lessons.unfinished() == ()
    kept = toy.env.backend.channels[thread.id].thread_metadata
    assert kept is not None
    assert kept.archived
    stale = await alice.press(pages(toy, thread)[-1], "Next", desktop=True)
    assert "This lesson is over" in stale.papers[-1].text
