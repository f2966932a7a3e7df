"""``/game thread``: a side's private thread, who is let in and taken out; nobody else notices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from bot.moderator import Moderator
from tests.e2e.conftest import ToyTable
from tests.support.people import Person, Reply
from tests.support.river import Tokens
from tests.support.worlds import NAMES, TOKENS


def records(toy: ToyTable) -> list[Any]:
    """The private threads of the table's channel, oldest first, as Discord has them."""
    channels: dict[int, Any] = toy.env.backend.channels
    return [
        one
        for one in channels.values()
        if one.parent_id == toy.channel.id and one.type == ChannelType.PRIVATE_THREAD
    ]


def inside(toy: ToyTable, number: int = -1) -> set[str]:
    """The names of the people who are in the newest of them, or in another."""
    there = records(toy)[number].thread_members
    return {name for name, person in toy.people.items() if person.id in there}


def room(toy: ToyTable, number: int = -1) -> ChannelHandle:
    """The newest of them, or another."""
    return ChannelHandle(toy.env, toy.guild, records(toy)[number])


async def let_in(toy: ToyTable, person: Person, by: Person) -> None:
    """Let somebody ask for red, and be let in."""
    await person.slash("game join", side="red")
    asked = await by.slash("game status")
    label = next(one for one in asked.buttons if one.startswith("Let"))
    await asked.press(label)
    await toy.settle()


async def test_a_thread_for_a_side(river: ToyTable) -> None:
    """One a seat, for its people alone; its only message says who can read it."""
    alice, bruno = river.people["alice"], river.people["bruno"]
    told = await alice.slash("game thread")
    assert told.is_private
    assert f"<#{room(river).id}>" in told.text
    (first,) = [paper for paper in river.seen(room(river)) if paper.text]
    assert "one by one" in first.text
    assert "*Manage Threads*" in first.text
    assert inside(river) == {"alice"}
    again = await alice.slash("game thread")
    assert f"<#{room(river).id}>" in again.text
    assert len(records(river)) == 1
    await bruno.slash("game thread")
    assert inside(river, 1) == {"bruno"}
    assert inside(river, 0) == {"alice"}
    assert [paper.text for paper in river.seen(room(river, 0)) if paper.text] == [first.text]


async def test_in_the_language_of_the_table(toy: ToyTable) -> None:
    """The message is the table's, the answer its reader's."""
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    alice.speak("es-ES")
    await alice.slash("game new", game="toy", name="River", language="es")
    await alice.slash("game join", side="red")
    told = await alice.slash("game thread")
    assert "El hilo privado de" in told.text
    assert "Quién puede leerlo" in toy.seen(room(toy))[0].text
    refused = await bruno.slash("game thread")
    assert "seat" in refused.text
    assert len(records(toy)) == 1


async def test_people_come_and_go(river: ToyTable) -> None:
    """Who is let in by the side is added, who leaves is removed, each asked for by themselves."""
    alice, carla = river.people["alice"], river.people["carla"]
    await alice.slash("game thread")
    await let_in(river, carla, alice)
    assert inside(river) == {"alice", "carla"}
    await river.kill()
    await river.start()
    river.wire.calls.clear()
    await (await carla.slash("game leave")).press("Leave campaign")
    await river.settle()
    assert inside(river) == {"alice"}
    changed = [call for call in river.wire.calls if "thread-members" in call.path]
    assert [(c.method, c.path) for c in changed] == [
        ("DELETE", f"/channels/{room(river).id}/thread-members/{carla.id}")
    ]


async def test_who_left_the_thread_is_not_dragged_back(river: ToyTable) -> None:
    """Unless they ask for it themselves."""
    alice, carla = river.people["alice"], river.people["carla"]
    await alice.slash("game thread")
    river.env.backend.remove_thread_member(room(river).id, alice.id)
    await let_in(river, carla, alice)
    assert inside(river) == {"carla"}
    await alice.slash("game thread")
    assert inside(river) == {"alice", "carla"}


async def test_who_is_erased_is_taken_out(river: ToyTable) -> None:
    """And nothing names them."""
    alice, carla = river.people["alice"], river.people["carla"]
    await alice.slash("game thread")
    await let_in(river, carla, alice)
    erase = await (await carla.slash("privacy")).press("Erase me")
    await erase.press("Yes, erase me")
    await river.settle()
    assert inside(river) == {"alice"}
    assert await river.moderator.side_threads.of(carla.id) == ()


async def test_what_fails_is_done_later(river: ToyTable) -> None:
    """Not at every step: Discord is asked seldom."""
    alice, carla = river.people["alice"], river.people["carla"]
    await alice.slash("game thread")
    path: Any = f"/channels/{room(river).id}/thread-members/*"
    river.env.inject_error("PUT", path, status=403, code=50001, times=2)
    await let_in(river, carla, alice)
    assert inside(river) == {"alice"}
    river.wire.calls.clear()
    await alice.slash("game status")
    await river.to_play()
    await alice.slash("toy land", bank="north")
    assert not [call for call in river.wire.calls if "thread-members" in call.path]
    await river.wait(hours=1)
    assert inside(river) == {"alice", "carla"}


async def test_who_cannot_be_let_in_keeps_nobody_in(river: ToyTable) -> None:
    """Who leaves the side is taken out at once; what fails once all is well is new again."""
    alice, carla = river.people["alice"], river.people["carla"]
    dora = Person(river, "dora", river.guild.add_member(river.env.create_user("dora")))
    river.people["dora"] = dora
    await alice.slash("game thread")
    await let_in(river, carla, alice)
    path: Any = f"/channels/{room(river).id}/thread-members/*"
    river.env.inject_error("PUT", path, status=403, code=50001, times=2)
    await let_in(river, dora, alice)
    assert inside(river) == {"alice", "carla"}
    await (await carla.slash("game leave")).press("Leave campaign")
    await river.settle()
    assert inside(river) == {"alice"}
    await river.wait(hours=1)
    assert inside(river) == {"alice", "dora"}
    assert [one.attempts for one in await river.moderator.side_threads.every()] == [0]


@pytest.mark.parametrize("after", [False, True])
async def test_a_kill_while_it_is_made(river: ToyTable, *, after: bool) -> None:
    """What Discord made is found again, what it did not is not made unasked; never two."""
    alice = river.people["alice"]
    trip = river.die_at("POST", f"/channels/{river.channel.id}/threads", after=after)
    await alice.slash("game thread")
    assert trip.sprung
    await river.restart()
    await river.settle()
    assert len(records(river)) == int(after)
    if after:
        assert inside(river) == {"alice"}
    await alice.slash("game thread")
    assert len(records(river)) == 1
    assert inside(river) == {"alice"}
    assert len([paper for paper in river.seen(room(river)) if paper.text]) == 1


async def test_a_kill_after_its_message(river: ToyTable) -> None:
    """It is not said twice, however much later."""
    alice = river.people["alice"]
    await alice.slash("game status")
    trip = river.die_at("POST", "/channels/*/messages", after=True)
    await alice.slash("game thread")
    assert trip.sprung
    await river.restart()
    await river.wait(600)
    await alice.slash("game thread")
    assert len([paper for paper in river.seen(room(river)) if paper.text]) == 1
    assert inside(river) == {"alice"}


async def test_two_of_a_side_at_once(river: ToyTable) -> None:
    """They get the same one."""
    alice, carla = river.people["alice"], river.people["carla"]
    await let_in(river, carla, alice)
    async with river.at_once():
        told: list[Reply] = [await one.slash("game thread") for one in (alice, carla)]
    assert len(records(river)) == 1
    assert all(f"<#{room(river).id}>" in one.text for one in told)
    assert inside(river) == {"alice", "carla"}


async def test_deleted_or_archived_it_is_opened_anew(river: ToyTable) -> None:
    """The bot does not open what was closed, but to take somebody out."""
    alice, carla = river.people["alice"], river.people["carla"]
    await alice.slash("game thread")
    river.env.backend.delete_channel(room(river).id)
    await river.settle()
    assert await river.moderator.side_threads.every() == ()
    await alice.slash("game thread")
    await let_in(river, carla, alice)
    await river.archive(room(river))
    await (await carla.slash("game leave")).press("Leave campaign")
    await river.settle()
    assert inside(river) == {"alice"}
    await river.archive(room(river))
    await alice.slash("game thread")
    assert [river.is_archived(room(river, number)) for number in (0, 1)] == [True, False]
    await river.archive(room(river))
    await let_in(river, carla, alice)
    assert await river.moderator.side_threads.every() == ()
    assert inside(river) == {"alice"}


async def test_deleted_while_the_bot_was_away(river: ToyTable) -> None:
    """It is noticed when it is asked for."""
    alice = river.people["alice"]
    await alice.slash("game thread")
    await river.stop()
    river.env.backend.delete_channel(room(river).id)
    await river.start()
    told = await alice.slash("game thread")
    assert f"<#{room(river).id}>" in told.text


async def test_after_the_end_it_is_its_peoples(river: ToyTable) -> None:
    """Nobody is taken out, nothing more is kept, and no new one is opened."""
    alice = river.people["alice"]
    await alice.slash("game thread")
    await (await alice.slash("game resign")).press("Resign")
    await river.settle()
    assert inside(river) == {"alice"}
    assert await river.moderator.side_threads.every() == ()
    assert "over" in (await alice.slash("game thread")).text
    assert len(records(river)) == 1


async def test_rights_that_are_lacking(river: ToyTable) -> None:
    """They are named, and nothing is left behind."""
    alice = river.people["alice"]
    river.deny("create_private_threads")
    told = await alice.slash("game thread")
    assert told.is_private
    assert "*Create Private Threads*" in told.text
    assert await river.moderator.side_threads.every() == ()
    river.deny()
    for status, code, why in ((403, 50013, "let me"), (400, 160006, "open threads")):
        path: Any = f"/channels/{river.channel.id}/threads"
        river.env.inject_error("POST", path, status=status, code=code, times=1)
        assert why in (await alice.slash("game thread")).text
        assert await river.moderator.side_threads.every() == ()
    river.env.inject_error("POST", path, status=503, code=0, times=1)
    assert "again in a moment" in (await alice.slash("game thread")).text
    await alice.slash("game thread")
    assert inside(river) == {"alice"}


async def test_nobody_else_notices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worlds, in one of which red has a thread and talks there: blue sees the same."""
    seen: list[str] = []
    for number, talks in enumerate((False, True)):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.setitem(Moderator.__init__.__kwdefaults__ or {}, "token", Tokens())
        async with ToyTable(folder) as toy:
            await toy.begin()
            alice, bruno, carla = (toy.people[name] for name in ("alice", "bruno", "carla"))
            if talks:
                await alice.slash("game thread")
                await alice.say("the shoal lies off the north bank", at=room(toy))
            await let_in(toy, carla, alice)
            await toy.to_play()
            await alice.slash("toy land", bank="north")
            await bruno.slash("game status")
            await bruno.slash("game list")
            await bruno.slash("lobby")
            await (await carla.slash("game leave")).press("Leave campaign")
            await toy.wait(hours=1)
            seen.append(NAMES.sub("", TOKENS.sub("", repr(bruno.notices()))))
    assert seen[0] == seen[1]
    assert "shoal" not in seen[1]
