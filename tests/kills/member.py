"""One process of the bot in the kill trials: moderator and courier, and a door for its people.

It is asked over a socket what people ask over Discord; whoever gets no answer asks the same again,
of another process perhaps.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import signal
import sys
from pathlib import Path
from typing import Any

from bot.courier import Courier, Gallery
from bot.games import GAMES
from bot.moderator import Complaint, Moderator
from bot.moderator.api import PlanEntry
from bot.moderator.table.desk import Policy
from bot.moderator.table.live import Live
from bot.shares import WHOLE, Share
from bot.store import Database, StoreError
from bot.trials.random_play import DeadEnd, Temper, choose
from engine.api import Action, AnyGame, Seat
from engine.dice import SeededDice
from render.api import Painter
from tests.kills.world import Way
from tests.support.river import BLUE, RED
from tests.support.toy_game import TOY

TRIED = 20
"""Choices that are tried before a position is left to another hand."""
KINDS: dict[str, AnyGame] = {"toy": TOY, **GAMES}


def door_of(folder: Path, number: int) -> Path:
    """Return the socket of a process."""
    return folder / f"{number}.sock"


def world_of(folder: Path) -> Path:
    """Return the socket of Discord."""
    return folder / "world.sock"


class Process:
    """What one process does."""

    def __init__(self, folder: Path, number: int, share: Share, lease: float) -> None:
        self._folder, self._number, self._share = folder, number, share
        self._policy = Policy(
            gather_seconds=0, lease_seconds=lease, beat_seconds=30, most_open=10_000
        )

    async def run(self, where: str) -> None:
        """Work until SIGTERM comes, then stop as a bot does."""
        stop = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
        place = where if "://" in where else Path(where)
        database = await Database.open(place, alone=True, shards=self._share.shards or ())
        self._door = Moderator(database, KINDS, policy=self._policy, share=self._share)
        gallery = Gallery(_no_painter, lambda _game, _language: str)
        courier = Courier(self._door, Way(world_of(self._folder)), gallery)
        self._door.resume()
        delivering = asyncio.create_task(courier.run())
        path = door_of(self._folder, self._number)
        path.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(self._answer, path)
        await stop.wait()
        server.close()
        self._door.rest()
        await self._door.settle()
        delivering.cancel()
        await asyncio.wait([delivering])
        await courier.stop()
        await self._door.leave()
        await database.close()
        gallery.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while line := await reader.readline():
                asked = json.loads(line)
                answer = await self._do(asked["call"], asked["given"])
                writer.write(json.dumps({"id": asked["id"], "answer": answer}).encode() + b"\n")
        writer.close()

    async def _do(self, call: str, given: dict[str, Any]) -> dict[str, Any]:
        """Do what is asked; say what came of it."""
        try:
            answer: dict[str, Any] = await getattr(self, f"_{call}")(**given)
        except Complaint as error:
            return {"refused": error.code}
        except StoreError as error:
            return {"failed": str(error)}
        except Exception as error:
            logging.getLogger("kills").exception("%s", call)
            return {"broken": repr(error)}
        return answer

    async def _begin(self, game: str, guild: int, channel: int, computer: bool) -> dict[str, Any]:
        door = self._door
        campaign = await door.lobby.create(
            game=game,
            name="Trial",
            guild_id=guild,
            channel_id=channel,
            person_id=RED,
            language="en",
            settings={"turns": 4} if game == "toy" else {},
            opponent="computer" if computer else "people",
        )
        first, second = KINDS[game].seats
        await door.seats.join(campaign.id, RED, first)
        if not computer:
            await door.seats.join(campaign.id, BLUE, second)
        await door.lobby.start(campaign.id, RED, request=f"start/{campaign.id}")
        return {"campaign": campaign.id}

    async def _step(self, campaign: str, request: str) -> dict[str, Any]:
        """Let one who is awaited do something legal, of their own choice."""

        async def look(live: Live, _again: bool) -> tuple[Seat, Action] | str:
            return _next(live, request)

        found = await self._door.desk.exclusive(campaign, look)
        if isinstance(found, str):
            return {found: True}
        seat, action = found
        person = (
            RED
            if seat == KINDS[(await self._door.reader.campaign(campaign)).game].seats[0]
            else BLUE
        )
        receipt = await self._door.play.act(campaign, person, action, request=request)
        if receipt.accepted:
            return {"accepted": True}
        return {"refused": receipt.refusals[0].code}

    async def _plan(self, campaign: str, request: str) -> dict[str, Any]:
        """Let somebody of the toy game send two orders at once; it goes on whoever dies."""
        del request
        look = await self._door.reader.look(campaign)
        if look.outcome is not None:
            return {"over": True}
        if look.decisions[0].interrupt:
            return {"waits": True}
        person = RED if look.decisions[0].seat == "red" else BLUE
        entries = (
            PlanEntry("a", "row", {"strokes": "1"}),
            PlanEntry("b", "land", {"bank": "south"}),
        )

        def change(plan: Any) -> Any:
            return type(plan)(entries=entries)

        await self._door.plans.change(campaign, person, change)
        plan = await self._door.plans.get(campaign, person)
        await self._door.plans.send(campaign, person, plan.revision)
        return {"sent": True}


def _next(live: Live, request: str) -> tuple[Seat, Action] | str:
    """Return who does what, or why nobody does anything."""
    if live.row.status != "playing" or live.position is None:
        return "over"
    game, state = live.game, live.position.state
    for decision in game.awaiting(state):
        if decision.seat in live.computer:
            continue
        for again in range(TRIED):
            dice = SeededDice(f"{request} {again}".encode())
            try:
                return decision.seat, choose(game, state, decision, dice, Temper(dice))
            except DeadEnd:
                continue
    return "waits"


def _no_painter(game: AnyGame, theme: str = "") -> Painter:
    raise KeyError(game.key)


def main(folder: str, number: int, shares: int, where: str, lease: float) -> None:
    """Be one of so many processes; alone, be the only one."""
    told = Path(folder, f"{number}.log").open("a")  # noqa: SIM115 - for as long as it lives
    sys.stderr = told
    logging.basicConfig(
        level=logging.INFO, stream=told, force=True, format="%(asctime)s %(message)s"
    )
    share = WHOLE if shares == 1 else Share(shares, (number,))
    asyncio.run(Process(Path(folder), number, share, lease).run(where))
