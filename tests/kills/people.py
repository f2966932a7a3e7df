"""People who play by commands and presses, and ask again whenever nobody answers."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from typing import Final

from bot.letters.keys import decode
from engine.api import AnyGame
from tests.kills.judging import of_draft
from tests.kills.told import Told
from tests.served.minds import Mind
from tests.served.world import Room, request_of
from tests.support.matches import typed
from tests.support.people import Person, Reply

PATIENCE: Final = 240.0
"""Seconds in which somebody who asks again and again is answered, whatever is killed.

The panel of a next game stands behind the bulletins of the last, and each of these is drawn anew by
every process that is killed over it.
"""
DONE, SECRET = "✅", "Recorded in secret"
"""How an answer begins, or what stands in it, when an order was taken."""
REFUSED: Final = "⛔"
JOIN, CONFIRM = "Join as ", "Confirm"
AGAIN: Final = 0.2
"""Seconds until somebody asks again who was not answered."""


class Table:
    """One game at a time in a channel, by two people or one against the computer."""

    def __init__(
        self,
        room: Room,
        process: int,
        game: AnyGame,
        computer: bool,
        mind: Mind,
        told: Told,
        chance: random.Random,
        pause: float,
    ) -> None:
        self._room, self._process = room, process
        self._game, self._computer = game, computer
        self._mind, self._told, self._chance = mind, told, chance
        self._pause = pause
        self._people = [room.add_person(name) for name in ("Ana", "Bruno")]
        self.stopping = False

    async def play(self) -> None:
        """Play games here until that is told to stop; go on elsewhere when one is over."""
        while not self.stopping:
            campaign = await self._begin()
            if campaign is None:
                return
            self._told.campaigns.append(campaign)
            if not await self._game_through(campaign):
                return

    async def _begin(self) -> str | None:
        """Make a table and take its sides; nothing where that was given up."""
        ana = self._people[0]
        options = {"game": self._game.key}
        if self._computer:
            options["opponent"] = "computer"
        channel = self._room.channel
        known: str | None = None

        async def made() -> bool:
            nonlocal known
            found = await self._mind.campaign_in(self._room.guild.id, channel.id)
            if found is not None and found not in self._told.campaigns:
                known = found
            return known is not None

        if not await self._until(made, lambda: ana.slash("game new", room=channel, **options)):
            return None
        assert known is not None
        campaign = known
        for number, person in enumerate(self._people[: 1 if self._computer else None]):
            if not await self._join(campaign, person, number):
                return None

        async def begun() -> bool:
            return await self._mind.status(campaign) not in ("", "open")

        if not await self._until(begun, lambda: self._press(ana, "Start")):
            return None
        return campaign

    async def _join(self, campaign: str, person: Person, number: int) -> bool:
        """Take the side of that number."""

        async def seated() -> bool:
            return person.id in await self._mind.players(campaign)

        async def join() -> Reply | None:
            panel = self._room.panel
            sides = [one for one in panel.buttons if one.startswith(JOIN)] if panel else []
            return await self._press(person, sides[number]) if sides else None

        return await self._until(seated, join)

    async def _press(self, person: Person, label: str) -> Reply | None:
        panel = self._room.panel
        if panel is None or label not in panel.buttons:
            return None
        return await person.press(panel, label)

    async def _until(
        self, done: Callable[[], Awaitable[bool]], deed: Callable[[], Awaitable[Reply | None]]
    ) -> bool:
        """Do something again and again until it is done; say whether it ever was."""
        begun, said = time.monotonic(), ""
        while not await done():
            if self.stopping:
                return False
            if time.monotonic() - begun > PATIENCE:
                self._told.broken.append(
                    f"{self._game.key}: in vain for {PATIENCE:.0f} s: {said!r}"
                )
                return False
            reply = await deed()
            said = "nothing to press" if reply is None else reply.text or "no answer"
            for _ in range(10):  # what it changes on a panel is posted a moment later
                if await done():
                    return True
                await asyncio.sleep(AGAIN)
        return True

    async def _game_through(self, campaign: str) -> bool:
        """Play a game to its end; say whether to go on with another."""
        number, heard, head = 0, time.monotonic(), 0
        while not self.stopping:
            number += 1
            if time.monotonic() - heard > PATIENCE:
                self._told.broken.append(f"{campaign}: nothing goes on for {PATIENCE:.0f} s")
                return False
            wish = await self._mind.next(campaign, f"{campaign}/{number}")
            if wish == "over":
                return True
            if wish == "waits":
                now = await self._mind.head(campaign)
                if now != head:  # the computer plays on
                    heard, head = time.monotonic(), now
                await asyncio.sleep(AGAIN)
                continue
            seat, action = wish
            sides = await self._mind.players(campaign)
            person = next((one for one in self._people if sides.get(one.id) == seat), None)
            if person is None:
                continue
            command, options = typed(self._game, action)
            reply = await person.slash(command, room=self._room.channel, **options)
            if not reply.acknowledged or not reply.papers:
                await asyncio.sleep(AGAIN)
                continue
            request = request_of(reply)
            if CONFIRM in reply.buttons:
                key = decode(reply.buttons[CONFIRM]["custom_id"])
                assert key is not None
                request = of_draft(key.part(0))
                reply = await reply.press(CONFIRM)
                if not reply.acknowledged or not reply.papers:
                    continue
            self._told.waited.append(time.monotonic() - heard)
            heard = time.monotonic()
            self._heed(campaign, request, reply)
            await asyncio.sleep(self._chance.uniform(0.0, self._pause))
        return False

    def _heed(self, campaign: str, request: str, reply: Reply) -> None:
        """Note what an answer says."""
        text = reply.text
        if text.startswith(DONE) or SECRET in text:
            self._told.accepted.append((campaign, request))
            self._told.accepted_by[self._process] += 1
        elif REFUSED not in text:
            self._told.said[text[:60]] += 1
