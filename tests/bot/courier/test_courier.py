"""The courier: everything arrives, once, in order, whatever Discord does meanwhile."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.courier import (
    Bulletin,
    ChannelGone,
    Closed,
    Courier,
    Destination,
    EditsSpent,
    NotAllowed,
    Note,
    Panel,
    PinsFull,
    Rights,
    TryLater,
    Unacceptable,
    Undelivered,
)
from engine.api import Term
from tests.support.office import Office, Post, failing, turn
from tests.support.river import BLUE, CHANNEL, GREEN, RED, river
from tests.support.toy_game import Hide, Land
from tests.support.toy_game.state import lantern_of

pytestmark = pytest.mark.usefixtures("both_databases")

# -- the usual way ---------------------------------------------------------------------------


@pytest.mark.alone
async def test_a_game_as_its_channel_sees_it(office: Office) -> None:
    """One bulletin a change of hands, numbered, with the map and one ping; one pinned panel."""
    there, discord = office.there, office.discord
    campaign = await there.open_campaign(turns=2)
    await office.courier.settle()
    (panel,) = discord.of(Panel, CHANNEL)
    assert panel.post.look.view is None
    await there.door.lobby.start(campaign.id, RED, request="start")
    steps = 0
    while await there.step(campaign, steps):
        steps += 1
        await office.courier.settle()

    bulletins = office.shown(Bulletin, CHANNEL)
    assert [b.number for b in bulletins] == list(range(1, len(bulletins) + 1))
    assert [message.id for message in discord.of(Panel)] == [panel.id]
    assert panel.pinned
    assert panel.edits == steps  # the start and the first step are one edit
    assert panel.post.look == await there.door.reader.look(campaign.id)
    events = [event for b in bulletins for event in b.events]
    page = await there.door.reader.log(campaign.id, per_page=50)
    assert events == [event for entry in page.entries for event in entry.events]
    assert bulletins[-1].look.outcome is not None
    assert bulletins[-1].pings == ()
    for before, after in itertools.pairwise(bulletins):
        was = {d.seat for d in before.look.decisions}
        now = {d.seat for d in after.look.decisions}
        assert set(after.pings) == {RED if s == "red" else BLUE for s in now - was}
        if before.look.status.phase_key != after.look.status.phase_key:
            assert after.picture is not None
    assert await office.courier.settle() is None


async def test_many_steps_are_one_edit(office: Office) -> None:
    """The panel shows the present, however many steps it has missed."""
    campaign = await office.there.started(turns=50)
    await office.courier.settle()
    (panel,) = office.discord.of(Panel)
    for _ in range(5):
        await turn(office.there, campaign)
    await office.courier.settle()

    assert panel.edits == 1
    assert panel.post.look.view.table.serial == 5
    assert len(office.discord.of(Bulletin)) == 6


async def test_a_secret_order_is_confirmed_by_dm(office: Office) -> None:
    """To all members of the seat, in their language, with the order, a map crop; nothing public."""
    there = office.there
    campaign = await there.open_campaign()
    await there.let_in(campaign, GREEN, "red", by=RED)
    await there.door.lobby.start(campaign.id, RED, request="start")
    await office.courier.settle()
    await there.door.people.speaks(GREEN, "es")
    public = [message.text for message in office.discord.of(Bulletin) + office.discord.of(Panel)]
    await there.do(campaign, RED, Hide(bank="north"))
    await office.courier.settle()

    notes = {m.place.id: m.post for m in office.discord.of(Note)}
    assert set(notes) == {RED, GREEN}
    languages = {}
    for who, note in notes.items():
        assert isinstance(note, Note)
        languages[who] = note.language
        assert (note.kind, [order for order, _ in note.orders]) == ("receipt", [Hide(bank="north")])
        assert note.look.seat == "red"
        assert [event.code for event in note.events] == ["hidden"]
        assert note.picture is not None
        assert b"kind='zone', where='north'" in note.picture.data
    assert languages == {RED: "en", GREEN: "es"}
    after = [message.text for message in office.discord.of(Bulletin) + office.discord.of(Panel)]
    assert after == public


async def test_news_for_one_side_only(office: Office) -> None:
    """Who lands at the rival's lantern is seen: the rival alone is told, with nothing public."""
    there = office.there
    campaign = await there.started()
    look = await there.door.reader.look(campaign.id)
    rower, rival = (RED, BLUE) if look.decisions[0].seat == "red" else (BLUE, RED)
    await there.do(campaign, rival, Hide(bank="south"))
    await office.courier.settle()
    office.discord.messages.clear()
    await there.do(campaign, rower, Land(bank="south"))
    await office.courier.settle()

    (note,) = office.discord.of(Note)
    assert note.place.id == rival
    assert isinstance(note.post, Note)
    assert (note.post.kind, note.post.orders) == ("news", ())
    assert [event.code for event in note.post.events] == ["watched"]


async def test_a_bulletin_says_the_same_whenever_it_is_written(office: Office) -> None:
    """Late, after a restart and other steps, it shows what it would have shown at once."""
    there, campaign = office.there, await office.there.started(turns=50)
    await office.courier.settle()
    for _ in range(3):
        await turn(there, campaign)
        await there.do(campaign, RED, Hide(bank="north"))
        await office.courier.settle()
    at_once = [message.text for message in office.discord.of(Bulletin)]

    office.discord.messages.clear()
    async with there.database.write() as connection:
        await connection.exec_driver_sql("UPDATE outbox SET status = 'ready'")
    await turn(there, campaign)
    await office.restart()
    await office.courier.settle()

    assert [message.text for message in office.discord.of(Bulletin)][:4] == at_once


async def test_secrets_leave_no_trace_in_public(tmp_path: Path) -> None:
    """Two games that differ in what red hid: every public message is the same, also in number."""
    worlds = []
    for number in range(3):
        async with river(tmp_path, name=f"{number}.sqlite3") as there:
            office = Office(there)
            campaign = await there.started(turns=50)
            await office.courier.settle()
            for step in range(12):
                for _ in range(number):
                    await there.do(campaign, RED, Hide(bank=("north", "island")[step % 2]))
                    await office.courier.settle()
                await there.step(campaign, 8 if step % 3 == 2 else step % 2)
                await office.courier.settle()
            public = office.discord.of(Bulletin) + office.discord.of(Panel)
            worlds.append([(m.text, m.nonce, m.edits, m.pinned) for m in public])
            office.gallery.close()

    assert worlds[0] == worlds[1] == worlds[2]


async def test_pictures_are_drawn_once(office: Office) -> None:
    """However many ask, and a painter at fault costs the picture, not the message."""
    there, campaign = office.there, await office.there.started()
    look = await there.door.reader.look(campaign.id)
    game = there.games["toy"]
    drawn = await asyncio.gather(
        *(office.gallery.picture(game, look, language="en") for _ in range(9))
    )
    assert len(office.painter.painted) == 1
    assert len({id(picture) for picture in drawn}) == 1
    await there.do(campaign, RED, Hide(bank="north"))
    same = await there.door.reader.look(campaign.id)
    assert await office.gallery.picture(game, same, language="en") is drawn[0]

    await turn(there, campaign)
    office.painter.broken = True
    logging.disable(logging.CRITICAL)
    await office.courier.settle()
    logging.disable(logging.NOTSET)
    assert [b.picture for b in office.shown(Bulletin)] == [drawn[0], None]


# -- what goes wrong -------------------------------------------------------------------------


@pytest.mark.alone
@pytest.mark.parametrize("late", [False, True])
async def test_an_answer_that_never_came(office: Office, late: bool) -> None:
    """A 500 or a broken line: tried again later; what did arrive is found and not repeated."""
    await office.there.started()
    error = TryLater("500", arrived=None)
    if late:
        office.discord.late = failing(error)
    else:
        office.discord.fault = failing(error)
    rest = await office.courier.settle()
    assert rest is not None
    assert 0 < rest <= 2
    await office.later(seconds=2)
    await office.later(seconds=2)

    assert [b.number for b in office.shown(Bulletin)] == [1]
    assert len(office.discord.of(Panel)) == 1
    assert await office.courier.settle() is None


async def test_discord_is_down_for_a_day(office: Office) -> None:
    """Tries become rare, nothing is lost, and the order holds."""
    campaign = await office.there.started(turns=50)
    office.discord.fault = lambda _call, _where: TryLater("503", arrived=None)
    for _ in range(4):
        await turn(office.there, campaign)
    for _ in range(60):
        await office.later(seconds=20)
    for _ in range(24 * 4):
        await office.later(minutes=15)
    tries = len(office.discord.calls)
    assert tries < 250
    office.discord.fault = lambda _call, _where: None
    await office.later(minutes=15)

    assert [b.number for b in office.shown(Bulletin)] == [1, 2, 3, 4, 5]
    assert len(office.discord.of(Panel)) == 1


@pytest.mark.alone
async def test_a_rate_limit_is_waited_out(office: Office) -> None:
    """As long as Discord says; nobody looks for what surely did not arrive."""
    await office.there.started()
    office.discord.fault = failing(TryLater("429", after=30, arrived=False))
    rest = await office.courier.settle()
    assert rest == 30
    await office.later(seconds=29)
    assert office.shown(Bulletin) == []
    await office.later(seconds=1)

    assert len(office.shown(Bulletin)) == 1
    assert office.discord.count("find") == 0


async def test_one_busy_channel_stalls_no_other(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one post hangs, everything else is delivered."""
    there = office.there
    stuck = asyncio.Event()
    released = asyncio.Event()
    quick = office.discord.post

    async def slow(place: Destination, post: Post, *, nonce: str) -> int:
        if place.id == CHANNEL:
            stuck.set()
            await released.wait()
        return await quick(place, post, nonce=nonce)

    monkeypatch.setattr(office.discord, "post", slow)
    await there.started()
    settling = asyncio.create_task(office.courier.settle())
    await stuck.wait()
    other = await there.started(channel=71)
    await there.do(other, RED, Hide(bank="north"))
    while not (office.shown(Bulletin, 71) and office.shown(Panel, 71) and office.shown(Note)):
        await office.courier.dispatch()
        await asyncio.sleep(0)
    assert office.shown(Bulletin, CHANNEL) == []
    released.set()
    await settling
    await office.courier.settle()

    assert len(office.shown(Bulletin, CHANNEL)) == 1


async def test_closed_dms_are_remembered_not_retried(office: Office) -> None:
    """One refused request, then silence for a while; the person can be told; later it works."""
    there, campaign = office.there, await office.there.started()
    await office.courier.settle()
    office.discord.fault = lambda call, where: (
        Closed("50007") if (call, where) == ("post", RED) else None
    )
    for _ in range(3):
        await there.do(campaign, RED, Hide(bank="north"))
        assert await office.courier.hand_over(RED) is False
    assert office.discord.calls.count(("post", RED)) == 1
    assert await there.door.people.dm_closed(RED)
    assert not await there.door.people.dm_closed(BLUE)
    assert [row["status"] for row in await there.rows(campaign) if row["kind"] == "receipt"] == [
        "failed"
    ] * 3
    assert lantern_of((await there.door.reader.look(campaign.id, RED)).view) == "north"

    office.discord.fault = lambda _call, _where: None
    there.watch.forward(minutes=11)
    await there.do(campaign, RED, Hide(bank="south"))
    assert await office.courier.hand_over(RED) is True
    assert not await there.door.people.dm_closed(RED)
    assert len(office.shown(Note, RED)) == 1


async def test_handing_over_to_strangers(office: Office) -> None:
    """Nothing waits for someone unknown, and nothing is stored about them."""
    assert await office.courier.hand_over(999) is True


async def test_a_deleted_channel(office: Office) -> None:
    """Given up after one try; the creator is told once; moved, the campaign goes on there."""
    there, campaign = office.there, await office.there.started(turns=50)
    await office.courier.settle()
    office.discord.messages.clear()
    office.discord.fault = lambda _call, where: ChannelGone("10003") if where == CHANNEL else None
    for _ in range(3):
        await turn(there, campaign)
        await office.later(minutes=20)

    (notice,) = office.shown(Note)
    assert (notice.kind, notice.code) == ("notice", "notice.channel_gone")
    await there.door.lobby.move(campaign.id, BLUE, 71)
    await turn(there, campaign)
    await office.courier.settle()
    assert len(office.shown(Panel, 71)) == 1
    assert [b.number for b in office.shown(Bulletin, 71)] == [5]
    assert len(office.shown(Note)) == 1


async def test_no_right_to_post(office: Office) -> None:
    """Known without asking Discord; the creator is told once; when it is granted all arrives."""
    there, campaign = office.there, await office.there.started(turns=50)
    office.discord.allowed[CHANNEL] = Rights(post=False)
    for _ in range(3):
        await turn(there, campaign)
        await office.later(minutes=1)
    assert ("post", CHANNEL) not in office.discord.calls
    assert [note.code for note in office.shown(Note)] == ["notice.cannot_post"]
    office.discord.allowed.clear()
    await office.later(minutes=15)

    assert [b.number for b in office.shown(Bulletin)] == [1, 2, 3, 4]
    assert len(office.shown(Panel)) == 1


async def test_no_right_to_post_as_discord_says_it(office: Office) -> None:
    """The same when only the answer tells."""
    await office.there.started()
    office.discord.fault = lambda call, where: (
        NotAllowed("50013") if call == "post" and where == CHANNEL else None
    )
    for _ in range(30):
        await office.later(minutes=1)
    assert office.discord.calls.count(("post", CHANNEL)) < 30
    assert [note.code for note in office.shown(Note)] == ["notice.cannot_post"]


async def test_no_right_to_attach(office: Office) -> None:
    """The words come without the picture."""
    office.discord.allowed[CHANNEL] = Rights(attach=False)
    await office.there.started()
    await office.courier.settle()

    assert [b.picture for b in office.shown(Bulletin)] == [None]
    assert [p.picture for p in office.shown(Panel)] == [None]
    assert [note.code for note in office.shown(Note)] == ["notice.cannot_attach"]


@pytest.mark.parametrize("error", [Unacceptable("40005"), NotAllowed("50013")])
async def test_a_picture_that_is_not_taken(office: Office, error: Undelivered) -> None:
    """Too large for this server, say: the words come without it."""
    office.discord.fault = failing(error)
    await office.there.started()
    await office.courier.settle()

    assert [b.picture for b in office.shown(Bulletin)] == [None]


async def test_no_right_to_pin_and_pins_full(office: Office) -> None:
    """The panel serves unpinned; the creator is told."""
    office.discord.allowed[CHANNEL] = Rights(pin=False)
    office.discord.fault = lambda call, where: (
        PinsFull("30003") if call == "pin" and where == 71 else None
    )
    await office.there.started()
    await office.there.started(channel=71)
    await office.courier.settle()

    assert [message.pinned for message in office.discord.of(Panel)] == [False, False]
    assert {note.code for note in office.shown(Note)} == {"notice.cannot_pin", "notice.pins_full"}


async def test_a_deleted_panel_is_posted_anew(office: Office) -> None:
    """And pinned."""
    campaign = await office.there.started(turns=50)
    await office.courier.settle()
    (old,) = office.discord.of(Panel)
    del office.discord.messages[old.id]
    await turn(office.there, campaign)
    await office.courier.settle()

    (new,) = office.discord.of(Panel)
    assert new.id != old.id
    assert new.pinned
    assert new.post.look.view.table.serial == 1


async def test_an_old_panel_that_may_not_be_edited(office: Office) -> None:
    """A new one takes its place; the old one goes."""
    campaign = await office.there.started(turns=50)
    await office.courier.settle()
    (old,) = office.discord.of(Panel)
    office.discord.fault = failing(EditsSpent("30046"), "edit")
    await turn(office.there, campaign)
    await office.courier.settle()

    (new,) = office.discord.of(Panel)
    assert (new.id != old.id, new.pinned) == (True, True)


async def test_a_panel_that_cannot_be_deleted_yet_is_not_joined_by_another(office: Office) -> None:
    """The one that takes its place waits until it is gone: there are never two."""
    campaign = await office.there.started(turns=50)
    await office.courier.settle()
    (old,) = office.discord.of(Panel)
    away = TryLater("503", arrived=None)
    office.discord.fault = lambda call, _: {"edit": EditsSpent("30046"), "delete": away}.get(call)
    await turn(office.there, campaign)
    await office.courier.settle()

    assert [panel.id for panel in office.discord.of(Panel)] == [old.id]
    office.discord.fault = failing(EditsSpent("30046"), "edit")
    await office.later(seconds=60)
    (new,) = office.discord.of(Panel)
    assert (new.id != old.id, new.pinned) == (True, True)


async def test_a_panel_that_may_be_on_its_way_keeps_its_nonce(office: Office) -> None:
    """Discord posts no second message of one nonce, whatever the panel shows by then."""
    office.discord.fault = failing(TryLater("timeout", arrived=None))
    posts: list[str] = []
    post = office.discord.post

    async def noted(place: Destination, content: Any, *, nonce: str) -> int:
        posts.append(nonce)
        return await post(place, content, nonce=nonce)

    office.discord.post = noted  # type: ignore[assignment,method-assign]
    campaign = await office.there.open_campaign()
    await office.courier.settle()
    await office.there.door.lobby.start(campaign.id, RED, request=office.there.request())
    await office.later(seconds=60)
    posts = [nonce for nonce in posts if "-p" in nonce]

    assert len(posts) == 2
    assert len(set(posts)) == 1


async def test_a_killed_move_leaves_no_panel_behind(office: Office) -> None:
    """The old one goes before it is forgotten where it was."""
    campaign = await office.there.started()
    await office.courier.settle()
    await office.there.door.lobby.move(campaign.id, RED, 71)
    office.discord.fault = failing(asyncio.CancelledError(), "delete")  # type: ignore[arg-type]
    await office.courier.settle()
    await office.restart()
    await office.courier.settle()

    (panel,) = office.discord.of(Panel)
    assert (panel.place.id, panel.pinned) == (71, True)


async def test_a_moved_campaign_takes_its_panel_along(office: Office) -> None:
    """The panel in the old channel goes."""
    campaign = await office.there.started()
    await office.courier.settle()
    await office.there.door.lobby.move(campaign.id, RED, 71)
    await office.courier.settle()

    (panel,) = office.discord.of(Panel)
    assert (panel.place.id, panel.pinned) == (71, True)


async def test_a_bug_in_a_message_is_given_up_in_the_end(office: Office) -> None:
    """It blocks its channel for a while, not for ever."""
    campaign = await office.there.started(turns=50)
    office.discord.fault = failing(RuntimeError("bug"), times=5)
    await turn(office.there, campaign)
    logging.disable(logging.CRITICAL)
    for _ in range(20):
        await office.later(minutes=1)
    logging.disable(logging.NOTSET)

    numbers = [b.number for b in office.shown(Bulletin)]
    assert numbers[-1] == 2
    assert len(office.shown(Panel)) == 1


async def test_whoever_left_gets_no_more_secrets(office: Office) -> None:
    """An undelivered receipt is not sent to someone who gave up their seat, or was forgotten."""
    there, campaign = office.there, await office.there.started()
    await there.do(campaign, RED, Hide(bank="north"))
    await there.do(campaign, BLUE, Hide(bank="north"))
    await there.door.lobby.leave(campaign.id, RED)
    await there.door.people.forget(BLUE)
    await office.courier.settle()

    assert office.shown(Note) == []


@pytest.mark.sqlite
async def test_a_database_that_fails_under_the_courier(office: Office) -> None:
    """It rests and goes on; nothing is sent twice."""
    there = office.there
    await there.started()
    async with there.database.write() as connection:
        await connection.exec_driver_sql("PRAGMA query_only = ON")
    logging.disable(logging.CRITICAL)
    assert await office.courier.settle() == pytest.approx(5, abs=0.1)
    assert await office.later(seconds=1) is not None
    logging.disable(logging.NOTSET)
    async with there.database.write() as connection:
        await connection.exec_driver_sql("PRAGMA query_only = OFF")
    await office.later(seconds=5)
    await office.later(seconds=5)

    assert len(office.shown(Bulletin)) == 1
    assert len(office.shown(Panel)) == 1


async def test_running_is_waiting_for_work(office: Office) -> None:
    """``run`` delivers what comes, idles in between through the given door, and ends well."""
    idled: list[str] = []

    async def idle(awaitable: Any) -> Any:
        idled.append("idle")
        return await awaitable

    courier = Courier(
        office.there.door, office.discord, office.gallery, clock=office.there.watch, idle=idle
    )
    running = asyncio.create_task(courier.run())
    await office.there.started()
    await _until(lambda: len(office.shown(Bulletin)) == 1 and len(office.shown(Panel)) == 1)
    running.cancel()
    await courier.stop()

    assert idled
    assert running.cancelling()


async def test_told_to_stop_it_finishes_what_it_is_at(office: Office) -> None:
    """What else is due in the same channel waits for the next start."""
    stopping: list[asyncio.Task[None]] = []

    def stop(call: str, _where: int) -> None:
        if call == "post" and not stopping:
            stopping.append(asyncio.create_task(office.courier.stop()))

    office.discord.fault = stop
    await office.there.started()
    await office.courier.dispatch()
    await _until(lambda: bool(stopping))
    await stopping[0]

    assert len(office.discord.messages) == 1


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110 - nothing in the courier tells a test that it is done
            await asyncio.sleep(0)


async def test_words_name_what_they_are_about(office: Office) -> None:
    """Pictures are asked for in the words of the reader's language."""
    await office.there.started()
    await office.courier.settle()
    (bulletin,) = office.shown(Bulletin)

    assert f"{Term('seat', 'red')} en".encode() in bulletin.picture.data
