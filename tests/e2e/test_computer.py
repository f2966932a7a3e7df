"""A game against the computer, as people meet it on Discord."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Mapping
from pathlib import Path
from typing import Any

import pytest
from discord.ext import commands

from bot.app import Adjutant, create_bot
from bot.cogs import syncing
from bot.settings import HostSettings
from engine.api import Opponent
from tests.e2e.conftest import ToyTable
from tests.support.against import Spy, toy_of
from tests.support.people import Reply
from tests.support.quick import counted_bytes
from tests.support.toy_game import View


class ComputerTable(ToyTable):
    """A table whose toy game has a computer player of the test's choice, or none."""

    def __init__(
        self,
        folder: Path,
        opponent: Opponent[View] | None,
        weaker: Mapping[str, Opponent[View]] | None = None,
    ) -> None:
        self.games = toy_of({} if opponent is None else {**(weaker or {}), "hard": opponent})
        super().__init__(folder)

    def _make(self, settings: HostSettings) -> commands.Bot:
        return create_bot(settings, games=self.games, painter_of=lambda *_: self.painter)

    async def create(self) -> Reply:
        """Let alice create a game against the computer in which blue begins, and join as red."""
        alice = self.people["alice"]
        self.moderator.desk.token = counted_bytes(b"river 5")
        made = await alice.slash("game new", game="toy", name="River", opponent="computer")
        return await made.press("Join as Red")

    async def begin(self) -> None:
        """Let alice (red) begin a game against the computer."""
        await (await self.create()).press("Start")

    def declare_pondering(self) -> None:
        """Do not wait for what the present bot's computer thinks."""

        async def ponder(awaitable: Awaitable[Any]) -> Any:
            return await self.env.external_wait(awaitable, reason="the computer thinks")

        assert isinstance(self.bot, Adjutant)
        self.bot.ponder = ponder

    async def step(self, number: int) -> Reply | None:
        """Let alice do something when awaited; ``None`` when it is over."""
        alice, look = self.people["alice"], await self.look()
        if look.outcome is not None:
            return None
        (decision,) = look.decisions
        assert decision.seat == "red", "the computer has not moved"
        if decision.interrupt:
            return await alice.slash("toy shout", loud=True)
        if number % 3 == 2:
            return await alice.slash("toy land", bank="south")
        return await alice.slash("toy row", strokes=2)


@pytest.fixture
async def solo(tmp_path: Path, strict_texts: None) -> AsyncIterator[ComputerTable]:
    """A table with the toy game and its computer; nothing has been created yet."""
    async with ComputerTable(tmp_path, Spy()) as opened:
        yield opened


async def test_setting_up_a_game_against_the_computer(solo: ComputerTable) -> None:
    """Everybody reads what the computer plays: before the start, and then."""
    alice, bruno = solo.people["alice"], solo.people["bruno"]
    made = await alice.slash("game new", game="toy", name="River", opponent="computer")
    assert "against the computer (hard)" in made.text
    assert solo.panel.text.count("the computer (hard) plays it") == 2

    joined = await alice.press(solo.panel, "Join as Red")
    assert "the computer plays what is free" in joined.text
    assert solo.panel.text.count("the computer (hard) plays it") == 1
    begun = await joined.press("Start")

    assert "The computer plays: Blue" in begun.text
    assert "🤖 *the computer (hard)*" in solo.panel.text
    assert "🤖 *the computer (hard)*" in (await bruno.slash("game status")).text
    refused = await bruno.slash("game join", side="blue")
    assert "the computer commands Blue" in refused.text


async def test_somebody_has_to_sit_down(solo: ComputerTable) -> None:
    """The start is refused, in plain words, until there is a person."""
    alice = solo.people["alice"]
    await alice.slash("game new", game="toy", name="River", opponent="computer")
    assert "take a side first" in (await alice.press(solo.panel, "Start")).text
    assert "take a side first" in (await alice.slash("game start")).text


async def test_a_whole_game(solo: ComputerTable) -> None:
    """Alice plays to the end; nobody else is notified; the log names the computer's moves."""
    alice, carla = solo.people["alice"], solo.people["carla"]
    await solo.begin()
    number = 0
    while await solo.step(number) is not None:
        number += 1

    assert "🏁" in solo.panel.text
    kinds = await solo.entries()
    told = "\n".join(
        [
            (await carla.slash("log show", page=page)).text
            for page in range(1, -(-len(kinds) // 6) + 1)
        ]
    )
    mine = sum(f"Red {alice.name}" in line for line in told.splitlines())
    its = sum("Blue 🤖 *the computer*" in line for line in told.splitlines())
    assert mine == number
    assert mine + its + 1 == len(kinds)
    assert its > 5
    pinged = {person for paper in solo.bulletins() for person in paper.pinged}
    assert pinged == {alice.id}
    assert not any("computer" in paper.text for paper in alice.inbox())


async def test_its_secrets_are_its_own(solo: ComputerTable) -> None:
    """Nobody learns of the lantern that it hides: no message, no log entry, no direct message."""
    alice = solo.people["alice"]
    await solo.begin()
    for number in range(4):
        await solo.step(number)
    live: Any = solo.moderator.desk.shelf.get((await solo.look()).campaign.id)
    assert live.position.state.secrets["blue"].lantern == "north"

    assert "hide" not in await solo.entries()
    assert "🔒" not in (await alice.slash("log show")).text
    assert alice.inbox() == []


async def test_a_bot_killed_while_it_is_the_computers_turn(solo: ComputerTable) -> None:
    """The next one takes the turn up; no message comes twice, and the game goes on."""
    await solo.begin()
    for number in range(2):
        await solo.step(number)
    wire = solo.die_at("POST", f"/channels/{solo.channel.id}/messages")
    number = 2
    while not wire.sprung:
        await solo.step(number)
        number += 1
    await solo.kill()
    await solo.start()
    await solo.settle()
    while await solo.step(number) is not None:
        number += 1

    assert "🏁" in solo.panel.text
    texts = [paper.text for paper in solo.bulletins()]
    assert len(texts) == len(set(texts))


async def test_waiting_for_a_thought_can_be_declared(tmp_path: Path, strict_texts: None) -> None:
    """Where nobody is to stand still for the computer, people get their answers at once."""
    thinking, done = threading.Event(), threading.Event()
    async with ComputerTable(tmp_path, _slow(thinking, done)) as solo:
        solo.declare_pondering()
        begun = await (await solo.create()).press("Start")
        assert "has begun" in begun.text
        assert sys.getswitchinterval() <= 0.001  # nor does the loop wait long for its turn
        assert (await solo.look()).decisions[0].seat == "blue"
        assert "⏳ **Blue** 🤖 *the computer*" in solo.panel.text
        assert "Row one stroke" not in solo.panel.buttons
        done.set()
        await solo.moderator.settle()
        await solo.settle()

        assert (await solo.look()).decisions[0].seat == "red"


async def test_stopping_while_it_thinks(tmp_path: Path, strict_texts: None) -> None:
    """A bot that is stopped waits for no thought; the next one thinks it again."""
    thinking, done = threading.Event(), threading.Event()
    async with ComputerTable(tmp_path, _slow(thinking, done)) as solo:
        solo.declare_pondering()
        await (await solo.create()).press("Start")
        assert await asyncio.to_thread(thinking.wait, 10)
        async with asyncio.timeout(5):
            await solo.stop()
        done.set()
        await solo.start()
        await solo.settle()

        assert (await solo.look()).decisions[0].seat == "red"


def _slow(thinking: threading.Event, done: threading.Event) -> Spy:
    """Return a computer player that thinks until it may be done."""
    quick = Spy()

    def choose(*asked: Any) -> Any:
        thinking.set()
        done.wait(30)
        return quick.choose(*asked)

    return Spy(choose)


async def test_a_game_without_a_computer_player(tmp_path: Path, strict_texts: None) -> None:
    """It says so, in either language, and makes nothing."""
    async with ComputerTable(tmp_path, None) as table:
        alice, bruno = table.people["alice"], table.people["bruno"]
        reply = await alice.slash("game new", game="toy", name="River", opponent="computer")
        assert reply.is_private
        assert "no computer player yet" in reply.text
        bruno.speak("es-ES")
        reply = await bruno.slash("game new", game="toy", name="River", opponent="computer")
        assert "contra la máquina" in reply.text
        assert "No campaigns" in (await alice.slash("game list")).text
        assert "is ready" in (await alice.slash("game new", game="toy", opponent="people")).text


async def test_people_are_told_of_a_faulty_computer(tmp_path: Path, strict_texts: None) -> None:
    """Once, by direct message, in the language they speak; the game goes on."""

    def crash(*_: Any) -> Any:
        raise RuntimeError("a bug in the computer")

    async with ComputerTable(tmp_path, Spy(crash)) as solo:
        alice = solo.people["alice"]
        await solo.begin()
        for number in range(6):
            await solo.step(number)

        (told,) = alice.inbox()
        assert "ran into a bug" in told.text
        assert "River" in told.text
        assert f"<#{solo.channel.id}>" in told.text


async def test_the_field_has_its_name_in_spanish(solo: ComputerTable) -> None:
    """The field of the opponent is localised, as everything else is; it is offered as one types."""
    bot: Any = solo.bot
    (game,) = [c for c in await syncing.payload(bot.tree) if c["name"] == "game"]
    (new,) = [option for option in game["options"] if option["name"] == "new"]
    (opponent,) = [option for option in new["options"] if option["name"] == "opponent"]
    assert opponent["name_localizations"]["es-ES"] == "rival"
    assert opponent["autocomplete"] is True


# -------------------------------------------------------------------- its strength


async def test_how_strong_it_is_stands_in_one_field(tmp_path: Path, strict_texts: None) -> None:
    """People and the computers that the game has are offered, in either language; it is told."""
    async with ComputerTable(tmp_path, Spy(), {"easy": Spy()}) as table:
        alice, bruno = table.people["alice"], table.people["bruno"]
        bruno.speak("es-ES")
        assert await alice.offered("game new", "opponent", "", game="toy") == {
            "people only": "people",
            "the computer (easy)": "easy",
            "the computer (hard)": "hard",
        }
        assert await bruno.offered("game new", "opponent", "maquina", game="toy") == {
            "la máquina (nivel fácil)": "easy",
            "la máquina (nivel difícil)": "hard",
        }
        lacking = await bruno.slash("game new", game="toy", opponent="normal")
        assert "fácil y difícil" in lacking.text
        strange = await alice.slash("game new", game="toy", opponent="a god")
        assert "“a god” isn't an opponent" in strange.text
        assert "No campaigns" in (await alice.slash("game list")).text

        made = await bruno.slash("game new", game="toy", opponent="La máquina (nivel fácil)")
        assert "contra la máquina (nivel fácil)" in made.text
        assert table.panel.text.count("the computer (easy) plays it") == 2
        await alice.press(table.panel, "Join as Red")
        await alice.press(table.panel, "Start")
        assert "🤖 *the computer (easy)*" in table.panel.text
        assert "🤖 *la máquina (nivel fácil)*" in (await bruno.slash("game status")).text
