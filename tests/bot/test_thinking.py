"""What is found out in other processes: the same as here, its mistakes, its turns, its end."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES
from bot.letters.parts import MenuLine, Pressable, button, menu
from bot.moderator import Complaint, Look
from bot.moderator.table.incidents import fault_of
from bot.parcels import Packer
from bot.thinking import Apart, Here, ThinkingFailed, ThinkingTooLong
from bot.ui.dialogue import dialogue
from engine.api import AnyGame, Refusal
from engine.data.with_data import with_data
from engine.dice import SeededDice
from engine.errors import IllegalAction
from tests.support import jobs
from tests.support.own_data import other
from tests.support.tour import campaign_of

PACIFIC = GAMES["war_of_the_pacific"]
LOADS = (jobs.__name__,)


def look_of(game: AnyGame) -> Look:
    """Return the look at a game that begins of the first who is awaited."""
    state = game.setup(game.settings_model(), SeededDice(b"thinking")).state
    seat = game.awaiting(state)[0].seat
    view = game.view(state, seat)
    mine = tuple(one for one in game.asked(view) if one.seat == seat)
    return Look(campaign_of(game, "en"), seat, view, game.status(view), mine, mine)


@pytest.fixture(scope="module")
def apart() -> Iterator[Apart]:
    """Two processes that think: for those who leave them as they were."""
    made = Apart(loads=LOADS, longest=600.0)
    yield made
    made.close()


@pytest.fixture(scope="module")
def alone() -> Iterator[Apart]:
    """A single one, the same."""
    made = Apart(1, loads=LOADS, longest=600.0)
    yield made
    made.close()


# -- the same --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
async def test_what_is_found_out_there_is_what_is_found_out_here(key: str, apart: Apart) -> None:
    """Of every game: its kinds and actors, and a page with buttons, menus and what is drawn."""
    game, here = GAMES[key], Here()
    look = look_of(game)
    try:
        for job, args in (
            (jobs.first_names, (look,)),
            (dialogue.kinds_page, (look.campaign, look, "es")),
        ):
            there = await apart.ask("c", job, game, *args)
            assert _plain(there) == _plain(await here.ask("c", job, game, *args))
    finally:
        here.close()


def _plain(found: Any) -> Any:
    if not hasattr(found, "items"):
        return found
    items = [one.item.to_component_dict() for one in found.items]
    return list(found.texts), items, found.choosing, found.gamble, found.questions


async def test_a_game_with_data_of_its_own_is_asked_with_it(apart: Apart) -> None:
    """Not with what the other process finds on the disk."""
    own = with_data(PACIFIC, other(PACIFIC.key))
    there = await apart.ask("c", jobs.first_names, own, look_of(own))
    assert there == jobs.first_names(own, look_of(own))


async def test_a_view_is_the_same_again_there_and_back(alone: Apart) -> None:
    """What was worked out of it is kept by its identity; what comes back is what was sent."""
    view = look_of(PACIFIC).view
    first, back = await alone.ask("c", jobs.same, PACIFIC, view)
    again, _ = await alone.ask("c", jobs.same, PACIFIC, view)
    assert first == again
    assert back is view


def test_what_is_kept_of_views_is_bounded() -> None:
    """Those that went last."""
    views = [look_of(game).view for game in GAMES.values()]
    packer = Packer(keep=2)
    parcels = [packer.pack(one, "c") for one in views]
    assert packer.unpack(parcels[-1]) is views[-1]
    back = packer.unpack(parcels[0])
    assert back == views[0]
    assert back is not views[0]
    assert len(packer._texts) == len(packer._views) == 2


def test_equal_views_of_two_campaigns_are_two() -> None:
    """What is worked out at one table is nothing to another, not even how quick it is."""
    ours, theirs = Packer(), Packer()
    mine, yours = (theirs.unpack(ours.pack(look_of(PACIFIC).view, one)) for one in "ab")
    assert mine == yours
    assert mine is not yours


@pytest.mark.parametrize(
    "item",
    [
        button("Send", "plansend", "c", "r", emoji="📨", disabled=True),
        menu(
            [MenuLine("a", "A", "more"), MenuLine("b", "B", held=True)], "m", "c", most=2, least=0
        ),
    ],
)
def test_buttons_and_menus_travel(item: Pressable) -> None:
    """As Discord gets them."""
    back = Packer().unpack(Packer().pack(item, "c"))
    assert back.item.to_component_dict() == item.item.to_component_dict()


# -- mistakes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("copied", [True, False])
async def test_what_is_raised_comes_back(apart: Apart, copied: bool) -> None:
    """A refusal with its reasons, a complaint with its values."""
    here = Here(copied=copied)
    try:
        for thinkers in (apart, here):
            with pytest.raises(IllegalAction) as refused:
                await thinkers.ask("c", jobs.refuse, PACIFIC)
            assert refused.value.refusals == (Refusal("read.missing", "7.2", {"n": 3}),)
            with pytest.raises(Complaint) as complaint:
                await thinkers.ask("c", jobs.complain, PACIFIC)
            assert (complaint.value.code, complaint.value.params) == (
                "campaign.unknown_action",
                {"kind": "x"},
            )
    finally:
        here.close()


async def test_an_incident_there_is_known_by_its_place(apart: Apart) -> None:
    """Not by the line that waited for it: all of them would be one."""
    with pytest.raises(Exception) as raised:
        await apart.ask("c", jobs.stumble, PACIFIC, look_of(PACIFIC))
    assert ", engine/" in fault_of(raised.value)


async def test_one_that_dies_is_made_anew(tmp_path: Path) -> None:
    """Whoever waited is answered all the same; what kills twice is given up, and nothing else."""
    mortal = Apart(1, loads=LOADS, longest=600.0)
    try:
        assert await mortal.ask("c", jobs.die_once, PACIFIC, tmp_path / "died") == "alive"
        with pytest.raises(ThinkingFailed):
            await mortal.ask("c", jobs.die, PACIFIC)
        assert await mortal.ask("c", jobs.name, PACIFIC, "next") == "next"
    finally:
        mortal.close()


async def test_what_comes_to_no_end_is_given_up_with_its_process() -> None:
    """The next one is answered by another."""
    thinkers = Apart(1, loads=LOADS)
    try:
        before = await thinkers.ask("c", jobs.number, PACIFIC)
        thinkers._longest = 0.2
        with pytest.raises(ThinkingTooLong):
            await thinkers.ask("c", jobs.for_ever, PACIFIC)
        thinkers._longest = 60.0
        assert await thinkers.ask("c", jobs.number, PACIFIC) != before
    finally:
        thinkers.close()


# -- turns -----------------------------------------------------------------------------------------


async def _in_order(waiting: dict[str, Any]) -> list[str]:
    done: list[str] = []

    async def one(said: str, asked: Any) -> None:
        await asked
        done.append(said)

    await asyncio.gather(*(one(said, asked) for said, asked in waiting.items()))
    return done


async def test_campaigns_take_turns(alone: Apart) -> None:
    """Who asks once is not behind all that another asks."""

    def ask(campaign: str, said: str) -> Any:
        return alone.ask(campaign, jobs.name, PACIFIC, said)

    order = await _in_order({s: ask(s[0], s) for s in ("a1", "a2", "a3", "a4", "b1", "c1")})
    assert order == ["a1", "a2", "b1", "c1", "a3", "a4"]


async def test_what_is_waited_for_goes_first(alone: Apart) -> None:
    """What may take long is begun when nobody waits for a page."""
    asked = {
        "long 1": alone.ask("a", jobs.name, PACIFIC, "1", deep=True),
        "long 2": alone.ask("a", jobs.name, PACIFIC, "2", deep=True),
        "page": alone.ask("a", jobs.name, PACIFIC, "page"),
    }
    assert await _in_order(asked) == ["long 1", "page", "long 2"]


async def test_one_process_is_left_for_pages() -> None:
    """Of two, one may think for as long as it likes."""
    thinkers = Apart(2, loads=LOADS, longest=600.0)
    long = [
        asyncio.ensure_future(thinkers.ask(c, jobs.for_ever, PACIFIC, deep=True)) for c in "abc"
    ]
    try:
        assert await thinkers.ask("d", jobs.name, PACIFIC, "page") == "page"
    finally:
        thinkers.close()
        for one in long:
            one.cancel()
        await asyncio.gather(*long, return_exceptions=True)


async def test_who_has_gone_is_not_thought_for(alone: Apart) -> None:
    """What nobody waits for any more is not begun."""
    begun = asyncio.ensure_future(alone.ask("a", jobs.name, PACIFIC, "first"))
    gone = asyncio.ensure_future(alone.ask("b", jobs.for_ever, PACIFIC))
    last = asyncio.ensure_future(alone.ask("c", jobs.name, PACIFIC, "last"))
    await asyncio.sleep(0)
    gone.cancel()
    assert await begun == "first"
    assert await last == "last"


# -- its end ---------------------------------------------------------------------------------------


def test_they_end_with_the_bot() -> None:
    """However the bot ends: nobody else would ever stop them."""
    script = """
        import asyncio
        from bot.games import GAMES
        from bot.thinking import Apart
        from tests.support.jobs import name

        async def main() -> None:
            apart = Apart(1)
            print(await apart.ask("c", name, GAMES["calama"], "thought"), flush=True)
            await asyncio.sleep(600)

        if __name__ == "__main__":
            asyncio.run(main())
    """
    bot = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True
    )
    assert bot.stdout is not None
    try:
        assert bot.stdout.readline().strip() == "thought"
    finally:
        bot.kill()
    said, _ = bot.communicate(timeout=60)

    assert said == ""


async def test_closing_leaves_none_behind() -> None:
    """Also one that is in the middle of a thought."""
    others = {one.pid for one in multiprocessing.active_children()}
    thinkers = Apart(1, loads=LOADS, longest=600.0)
    await thinkers.ask("a", jobs.number, PACIFIC)
    thought = asyncio.ensure_future(thinkers.ask("a", jobs.for_ever, PACIFIC))
    await asyncio.sleep(0)
    mine = [one for one in multiprocessing.active_children() if one.pid not in others]
    thinkers.close()
    # Not by `is_alive`: the pool's own thread reaps them too, and the later of the two is told
    # for a moment that nothing is known.
    ended = [one for one in mine if wait([one.sentinel], timeout=60)]
    assert ended == mine
    assert mine
    with pytest.raises(asyncio.CancelledError):
        await thought


async def test_who_waits_for_a_thought_is_let_go_with_it(tmp_path: Path) -> None:
    """Its process is killed in the middle of it: nothing has failed."""
    pipe = tmp_path / "begun"
    os.mkfifo(pipe)
    thinkers = Apart(1, loads=LOADS, longest=600.0)
    thought = asyncio.ensure_future(thinkers.ask("a", jobs.tell_and_stay, PACIFIC, str(pipe)))
    await asyncio.to_thread(pipe.read_text)
    thinkers.close()

    with pytest.raises(asyncio.CancelledError):
        await thought


async def test_who_asks_while_it_closes_is_let_go() -> None:
    """Before the job begins, between a process's getting ready and the job, and after the end."""
    thinkers = Apart(1, loads=LOADS, longest=600.0)
    await thinkers.ask("a", jobs.number, PACIFIC)
    asked = [asyncio.ensure_future(thinkers.ask("a", jobs.number, PACIFIC)) for _ in range(2)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    thinkers.close()
    asked.append(asyncio.ensure_future(thinkers.ask("a", jobs.number, PACIFIC)))

    found = await asyncio.gather(*asked, return_exceptions=True)

    assert [type(one) for one in found] == [asyncio.CancelledError] * 3
