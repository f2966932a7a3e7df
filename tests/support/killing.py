"""A short game that is killed at every point where it could hurt.

``python -m tests.support.killing <folder> <stride> [computer|standing]`` prints how many points
there were; with the last word blue is the computer, or red shouts by standing order. A *point* is
an instant before, within or after a change of the database or a call to Discord. For every point a
process plays until it is there and dies by ``os._exit`` (nothing is closed, nothing is flushed);
then another process goes on from what is on the disk. In the end the game must be the one that an
undisturbed process plays, to the last die, and Discord must hold the same messages, each once.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite

from bot.courier import Bulletin, Courier, Destination, Gallery, Note, Panel, Rights
from bot.courier.api import Post
from bot.moderator import Moderator
from bot.moderator.desk import Policy
from bot.moderator.replay import verify
from bot.store import Database, log
from bot.store.batch import Together, Write
from engine.api import Action, Game
from render.api import Painter
from tests.support.river import BLUE, CHANNEL, GUILD, RED, WHO, Tokens
from tests.support.toy_game import TOY, Hide, Land, Reply, Row, Shout

DEAD = 42
"""What a killed process exits with."""
SALT = "c"
"""Dice that give a shout, so that there is an interruption."""
EMPTY = "empty.sqlite3"
NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Fuse:
    """Counts points and kills the process at one of them."""

    def __init__(self, burns: int | None) -> None:
        self._burns = burns
        self.passed = 0

    def point(self) -> None:
        """Die here, if it is time."""
        if self.passed == self._burns:
            os._exit(DEAD)
        self.passed += 1


class PaperDiscord:
    """A Discord whose channels are lines in a file: it outlives the process.

    It forgets nonces at once, so nothing but the courier's own care prevents a repetition.
    """

    def __init__(self, path: Path, fuse: Fuse) -> None:
        self._path = path
        self._fuse = fuse

    def rights(self, channel_id: int) -> Rights | None:
        """Unknown."""
        return None

    async def post(self, place: Destination, post: Post, *, nonce: str) -> int:
        """Write a line."""
        message = len(self.lines()) + 1
        self._write("post", place.id, message, post, nonce)
        return message

    async def edit(self, channel_id: int, message_id: int, post: Post) -> None:
        """Write a line."""
        self._write("edit", channel_id, message_id, post, "")

    async def find(self, place: Destination, *, nonce: str, since: datetime) -> int | None:
        """Look through the lines."""
        for line in self.lines():
            if line["call"] == "post" and line["nonce"] == nonce and line["place"] == place.id:
                return int(line["message"])
        return None

    async def pin(self, channel_id: int, message_id: int) -> None:
        """Write a line."""
        self._write("pin", channel_id, message_id, None, "")

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Write a line."""
        self._write("delete", channel_id, message_id, None, "")

    def lines(self) -> list[dict[str, Any]]:
        """Return all that was ever called."""
        if not self._path.exists():
            return []
        return [json.loads(line) for line in self._path.read_text().splitlines()]

    def _write(self, call: str, place: int, message: int, post: Post | None, nonce: str) -> None:
        self._fuse.point()
        line = {
            "call": call,
            "place": place,
            "message": message,
            "nonce": nonce,
            "kind": type(post).__name__,
            "text": "" if post is None else _text(post),
        }
        with self._path.open("a") as file:
            file.write(json.dumps(line) + "\n")
        self._fuse.point()


def _text(post: Post) -> str:
    told: list[Any] = [post.look.view, post.look.decisions, post.look.outcome]
    if isinstance(post, Bulletin):
        told += [post.number, post.events, post.pings]
    elif isinstance(post, Note):
        told += [post.kind, post.events, post.orders]
    return repr(told)


def _arm(fuse: Fuse) -> None:
    """Put points into every transaction: before it, within it, and on either side of its end."""
    one, commit = Together._one, aiosqlite.Connection.commit

    async def armed_one(self: Together, driver: aiosqlite.Connection, write: Write) -> None:
        fuse.point()
        await one(self, driver, write)

    async def armed_commit(self: aiosqlite.Connection) -> None:
        fuse.point()
        await commit(self)
        fuse.point()

    Together._one = armed_one  # type: ignore[method-assign]
    aiosqlite.Connection.commit = armed_commit  # type: ignore[method-assign]


class Show:
    """One process's life: open, play to the end, deliver all, close."""

    def __init__(self, folder: Path, burns: int | None, *, how: str = "") -> None:
        self.fuse = Fuse(burns)
        self.folder = folder
        self.computer = how == "computer"
        self.standing = how == "standing"
        self.discord = PaperDiscord(folder / "discord", self.fuse)
        self._acknowledged = folder / "acknowledged"

    async def run(self) -> dict[str, Any]:
        """Return what is left in the end."""
        database = await Database.open(self.folder / "games.sqlite3")
        await self._check_acknowledged(database)
        _arm(self.fuse)
        at_once = Policy(gather_seconds=0)
        door = Moderator(
            database, {"toy": TOY}, clock=lambda: NOW, token=Tokens(SALT), policy=at_once
        )
        gallery = Gallery(_no_painter, lambda _game, _language: str)
        self.courier = Courier(door, self.discord, gallery, clock=lambda: NOW)
        door.resume()
        campaign = await self._begin(door)
        await self._play(door, campaign)
        await self.courier.settle()
        public = await door.reader.log(campaign, per_page=50)
        private = [await door.reader.log(campaign, person, per_page=50) for person in (RED, BLUE)]
        report = await verify(database, door.games, campaign)
        await door.settle()
        await database.close()
        gallery.close()
        return {
            "log": [repr(page.entries) for page in (public, *private)],
            "verified": report.actions,
            "discord": self.discord.lines(),
            "acknowledged": self._acknowledged.read_text().split(),
            "points": self.fuse.passed,
        }

    async def _check_acknowledged(self, database: Database) -> None:
        """Insist that what an earlier process was told is done, is done."""
        if self._acknowledged.exists():
            async with database.read() as connection:
                for request in self._acknowledged.read_text().split():
                    assert await log.by_request(connection, request) is not None, request

    async def _begin(self, door: Moderator) -> str:
        campaign = await door.reader.campaign_in(GUILD, CHANNEL)
        if campaign is None:
            campaign = await door.lobby.create(
                game="toy",
                name="Crossing",
                guild_id=GUILD,
                channel_id=CHANNEL,
                person_id=RED,
                language="en",
                settings={"turns": 2 if self.computer else 1},
                opponent="computer" if self.computer else "people",
            )
        if campaign.status == "open":
            await door.seats.join(campaign.id, RED, "red")
            if not self.computer:
                await door.seats.join(campaign.id, BLUE, "blue")
            await door.lobby.start(campaign.id, RED, request="start")
        return campaign.id

    async def _play(self, door: Moderator, campaign: str) -> None:
        """Do what is next until it is over; ask for the same again as players do when in doubt."""
        while True:
            await door.settle()
            look = await door.reader.look(campaign)
            if look.outcome is not None:
                return
            steps = look.view.table.serial
            if self.standing and steps == 0:
                await self._act(door, campaign, RED, Reply(loud=True), "reply")
            if steps == 2:
                await self._act(door, campaign, RED, Hide(bank="south"), "hide")
            await self.courier.settle()
            decision = look.decisions[0]
            action: Action = Row(strokes=2) if steps % 2 == 0 else Land(bank="south")
            if decision.interrupt:
                action = Shout(loud=True)
            await self._act(door, campaign, WHO[decision.seat], action, f"step-{steps}")

    async def _act(
        self, door: Moderator, campaign: str, who: int, action: Action, request: str
    ) -> None:
        receipt = await door.play.act(campaign, who, action, request=request)
        assert receipt.accepted, receipt
        with self._acknowledged.open("a") as file:
            file.write(f"{request}\n")
        self.fuse.point()


def _no_painter(game: Game[Any, Any], theme: str = "") -> Painter:
    raise KeyError(game.key)


def _child(folder: Path, burns: int | None, *, how: str) -> int:
    """Run a show in a process of its own, and return how that ended."""
    process = os.fork()
    if process == 0:
        code = 1
        try:
            result = asyncio.run(Show(folder, burns, how=how).run())
            (folder / "result").write_text(json.dumps(result))
            code = 0
        finally:
            sys.stderr.flush()
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def _messages(lines: Sequence[dict[str, Any]], kind: str) -> list[str]:
    """Return what is posted as *kind*, in order, as it stands after all edits."""
    standing: dict[int, str] = {}
    for line in lines:
        if line["call"] in {"post", "edit"} and line["kind"] == kind:
            standing[line["message"]] = f"{line['place']} {line['text']}"
    return list(standing.values())


def check(result: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Compare a game that was killed with the one that was not."""
    assert result["log"] == wanted["log"], "another game"
    assert result["verified"] == wanted["verified"]
    lines = result["discord"]
    for kind in (Bulletin, Note):
        name = kind.__name__
        assert _messages(lines, name) == _messages(wanted["discord"], name), name
    panels = _messages(lines, Panel.__name__)
    assert len(panels) == 1
    assert panels == _messages(wanted["discord"], Panel.__name__)
    assert any(line["call"] == "pin" for line in lines)
    nonces = [line["nonce"] for line in lines if line["call"] == "post"]
    assert len(nonces) == len(set(nonces)), "posted twice"
    assert set(result["acknowledged"]) <= set(wanted["acknowledged"])


def main(folder: Path, stride: int = 1, *, how: str = "") -> int:
    """Kill at every point, or at every so many-th, and return how many points there were."""
    folder.mkdir(parents=True)
    asyncio.run(_make_empty(folder / EMPTY))
    child = partial(_child, how=how)
    wanted = _whole(folder / "whole", child)
    for burns in itertools.count(step=stride):
        here = folder / f"{burns}"
        here.mkdir(parents=True)
        shutil.copy(folder / EMPTY, here / "games.sqlite3")
        ended = child(here, burns)
        if ended == 0:
            return burns
        assert ended == DEAD, f"failed before point {burns}"
        if burns % 2:  # killed once more while it recovers, each time at another point
            assert child(here, burns // 2 % 7) in {0, DEAD}, f"failed after point {burns}"
        assert child(here, None) == 0, f"failed after point {burns}"
        check(json.loads((here / "result").read_text()), wanted)
    raise AssertionError


async def _make_empty(path: Path) -> None:
    """Make the tables once: that takes longer than the whole game."""
    database = await Database.open(path)
    await database.close()


def _whole(folder: Path, child: Callable[[Path, None], int]) -> dict[str, Any]:
    folder.mkdir(parents=True)
    assert child(folder, None) == 0
    result: dict[str, Any] = json.loads((folder / "result").read_text())
    return result


if __name__ == "__main__":
    print(main(Path(sys.argv[1]), int(sys.argv[2]), how="".join(sys.argv[3:])))
