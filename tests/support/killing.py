"""A game that is killed at every point where it could hurt.

``python -m tests.support.killing <folder> <stride> [how] [<stride> <how> ...]`` prints how many
points there were and how often it was killed, a line for each stride. *how* is "computer" (blue is
the computer), "standing" (red shouts by standing order), "undo" (a roll is taken back by consent),
"seat" (red is offered, granted and taken over; then the computer stands in and gives it back), or
the keys of games, with commas between: the first actions of each, chosen by chance, of
"undo/calama" with something taken back among them. With "panel" or "panel/<stride>" for a stride it
is killed at points at which a panel is posted and not on file yet, and again at points at which
that is made good.

A *point* is an instant before, within or after a change of the database or a call to Discord. For
every point a process plays until it is there and dies by ``os._exit`` (nothing is closed, nothing
is flushed); then another process goes on from what is on the disk. In the end the game must be the
one that an undisturbed process plays, to the last die, and Discord must hold the same messages,
each once.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import shutil
import sys
import traceback
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiosqlite
from sqlalchemy import make_url, select
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock.paces import Pace
from bot.courier import Bulletin, Courier, Gallery, Note, Panel
from bot.courier.api import Offered, SeatWord
from bot.games import GAMES
from bot.moderator import LogEntry, Moderator
from bot.moderator.api import PlanEntry
from bot.moderator.rewinding.undoing import Undo
from bot.moderator.table.desk import Policy
from bot.moderator.table.live import Live
from bot.moderator.table.replay import verify
from bot.store import Database, log
from bot.store.batch import Together, Write
from bot.store.schema import outbox
from bot.trials.random_play import DeadEnd, Temper, choose
from engine.api import Action, Game
from engine.dice import SeededDice
from render.api import Painter
from tests.support import at_hand  # noqa: F401 - fewer trips to SQLite's thread, by importing it
from tests.support.paper_discord import DEAD, Fuse, PaperDiscord
from tests.support.river import BLUE, CHANNEL, GREEN, GUILD, RED, WHO, Tokens
from tests.support.toy_game import SEATS, TOY, Hide, Land, Reply, Row, Shout

SALT = "c"
"""Dice that give a shout, so that there is an interruption."""
EMPTY, NAMED = "empty.sqlite3", "database"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
LEFT, NOTE = PlanEntry("a", "land", {"bank": "south"}), "mind the shoals"
"""What is left for a substitute."""
PANEL, UNDO = "panel", "undo"
POSTED = 5
"""Points from a panel's posting until it is on file: posted, pinned, noted."""
MADE_GOOD = 14
"""Points within which the next process finds it, edits it and notes it."""
ACTIONS = 12
"""How many actions of a real game are played."""


_ONE, _COMMIT = Together._one, aiosqlite.Connection.commit
_EXECUTE, _END = AsyncConnection.execute, AsyncConnection.commit


def _arm(fuse: Fuse, database: Database) -> None:
    """Put points into every transaction: before it, within it, and on either side of its end."""
    if not database.is_sqlite:
        _arm_server(fuse)
        return

    async def armed_one(self: Together, driver: aiosqlite.Connection, write: Write) -> None:
        fuse.point()
        await _ONE(self, driver, write)

    async def armed_commit(self: aiosqlite.Connection) -> None:
        fuse.point()
        await _COMMIT(self)
        fuse.point()

    Together._one = armed_one  # type: ignore[method-assign]
    aiosqlite.Connection.commit = armed_commit  # type: ignore[method-assign]


def _arm_server(fuse: Fuse) -> None:
    async def armed_execute(self: AsyncConnection, *args: Any, **more: Any) -> Any:
        fuse.point()
        return await _EXECUTE(self, *args, **more)

    async def armed_end(self: AsyncConnection) -> None:
        fuse.point()
        await _END(self)
        fuse.point()

    # SQLAlchemy has no place to hand in what goes before a statement that is awaited.
    AsyncConnection.execute = armed_execute  # type: ignore[method-assign]
    AsyncConnection.commit = armed_end  # type: ignore[method-assign]


class Show:
    """One process's life: open, play to the end, deliver all, close."""

    def __init__(self, folder: Path, burns: int | None, *, how: str = "") -> None:
        self.fuse = Fuse(burns)
        self.folder = folder
        self.game = "toy"
        self.computer = how == "computer"
        self.standing = how == "standing"
        self.pace: Pace | None = None
        self.policy = Policy(gather_seconds=0)
        self.settings: dict[str, Any] = {"turns": 2 if self.computer else 1}
        self.discord = PaperDiscord(folder / "discord", self.fuse)
        self._acknowledged = folder / "acknowledged"

    async def run(self) -> dict[str, Any]:
        """Return what is left in the end."""
        database = await Database.open(where(self.folder))
        await self._check_acknowledged(database)
        _arm(self.fuse, database)
        games = {"toy": TOY, **GAMES}
        door = Moderator(database, games, clock=self.now, token=Tokens(SALT), policy=self.policy)
        gallery = Gallery(_no_painter, lambda _game, _language: str)
        self.courier = Courier(door, self.discord, gallery, clock=self.now)
        door.resume()
        campaign = await self._begin(door)
        await self._play(door, campaign)
        await self.courier.settle()
        public = await door.reader.log(campaign, per_page=50)
        people = (RED, BLUE, GREEN)
        private = [await door.reader.log(campaign, person, per_page=50) for person in people]
        seats = (await door.reader.campaign(campaign)).seats
        left = await door.vacancies.handover(campaign, GREEN)
        report = await verify(database, door.games, campaign)
        await door.settle()
        await database.close()
        gallery.close()
        return {
            "log": [repr([*map(self.told, page.entries)]) for page in (public, *private)],
            "verified": report.actions,
            "seats": [*map(repr, seats.items()), left],
            "discord": self.discord.lines(),
            "acknowledged": self._acknowledged.read_text().split(),
            "points": self.fuse.passed,
        }

    def now(self) -> datetime:
        """Return the present instant: time stands still."""
        return NOW

    def told(self, entry: LogEntry) -> LogEntry:
        """Return what of an entry of the log is the same however often the show is killed."""
        return entry

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
                game=self.game,
                name="Crossing",
                guild_id=GUILD,
                channel_id=CHANNEL,
                person_id=RED,
                language="en",
                settings=self.settings,
                pace=self.pace,
                opponent="computer" if self.computer else "people",
            )
        if campaign.status == "open":
            # As it is created: a panel that asks for players, and is edited from then on.
            await self.courier.settle()
            first, second = door.game(campaign).seats
            await door.seats.join(campaign.id, RED, first)
            if not self.computer:
                await door.seats.join(campaign.id, BLUE, second)
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


class UndoShow(Show):
    """What the first rower rolls is taken back by consent, with a secret order behind it."""

    async def _play(self, door: Moderator, campaign: str) -> None:
        while True:
            await door.settle()
            look = await door.reader.look(campaign)
            if look.outcome is not None:
                return
            await self.courier.settle()
            branch, steps = look.campaign.branch, look.view.table.serial
            decision = look.decisions[0]
            rolled = (await door.reader.log(campaign)).entries[-1]
            if branch == 0 and rolled.kind == "row":
                rower, other = WHO[rolled.seat or ""], WHO[SEATS[rolled.seat == SEATS[0]]]
                await self._act(door, campaign, other, Hide(bank="south"), "hide")
                await self._agree(door, campaign, rower, other)
                continue
            action: Action = Row(strokes=2) if steps % 2 == 0 else Land(bank="south")
            if decision.interrupt:
                action = Shout(loud=True)
            await self._act(door, campaign, WHO[decision.seat], action, f"step-{branch}-{steps}")

    async def _agree(self, door: Moderator, campaign: str, rower: int, other: int) -> None:
        """Ask for it, unless that was done before, and agree to it."""
        found = await door.offers.open(campaign)
        if not found:
            offered = await door.undoing.offered(campaign, rower)
            undo = next(one for one in offered if not one.secret)
            await door.offers.make(
                campaign, rower, "undo", request="ask", number=undo.number, branch=0
            )
            self.fuse.point()
            await self.courier.settle()
            found = await door.offers.open(campaign)
        await door.offers.agree(found[0].id, other, request="agree")
        self.fuse.point()


class SeatShow(Show):
    """Red is given up with a plan and a note, granted, and taken over by somebody else.

    Then the computer stands in for them, and they come back. Each is asked for again by people who
    are in doubt whether it was done.
    """

    async def _play(self, door: Moderator, campaign: str) -> None:
        if (await door.reader.campaign(campaign)).seat_of(RED) is not None:
            await self._hand_over(door, campaign)
        await self.courier.settle()
        async with door.desk.database.read() as connection:
            found = await connection.execute(select(outbox.c.body).where(outbox.c.kind == "seat"))
            told = [json.loads(body)["said"] for body in found.scalars()]
        if "back" not in told:
            await self._stand_in(door, campaign)
        while True:
            await door.settle()
            look = await door.reader.look(campaign)
            if look.outcome is not None:
                return
            await self.courier.settle()
            decision, steps = look.decisions[0], look.view.table.serial
            action: Action = Row(strokes=2) if steps % 2 == 0 else Land(bank="south")
            if decision.interrupt:
                action = Shout(loud=True)
            who = GREEN if decision.seat == "red" else BLUE
            await self._act(door, campaign, who, action, f"step-{steps}")

    async def _hand_over(self, door: Moderator, campaign: str) -> None:
        """Go on from wherever the handing over is."""
        table = await door.reader.campaign(campaign)
        await door.plans.change(campaign, RED, lambda one: replace(one, entries=(LEFT,)))
        if "red" not in table.vacant:
            await door.vacancies.offer(campaign, RED, NOTE)
            self.fuse.point()
        await self.courier.settle()
        if not await door.vacancies.invitations(GREEN):
            await door.seats.join(campaign, GREEN, "red", ask=True)
            self.fuse.point()
            await self.courier.settle()
            (asked,) = await door.seats.asks(campaign, RED)
            await door.seats.admit(campaign, asked.id, RED)
            self.fuse.point()
        await self.courier.settle()
        (invited,) = await door.vacancies.invitations(GREEN)
        await door.vacancies.accept(campaign, invited.id, GREEN)
        self.fuse.point()

    async def _stand_in(self, door: Moderator, campaign: str) -> None:
        """Let the computer stand in for blue, who is not to play, and blue come back."""
        other = "blue" if (await door.reader.look(campaign)).decisions[0].seat == "red" else "red"
        person = BLUE if other == "blue" else GREEN
        rows = await door.offers.open(campaign)
        if other not in (await door.reader.campaign(campaign)).stand_ins:
            if not rows:
                await door.offers.make(campaign, person, "stand_in", request="away")
                self.fuse.point()
                await self.courier.settle()
                rows = await door.offers.open(campaign)
            await door.offers.agree(rows[0].id, BLUE + GREEN - person, request="well")
            self.fuse.point()
        await self.courier.settle()
        await door.stand_ins.end(campaign, person)
        self.fuse.point()


class RealShow(Show):
    """The first actions of a real game, each chosen by chance from what is legal there."""

    def __init__(self, folder: Path, burns: int | None, *, how: str) -> None:
        super().__init__(folder, burns)
        self.game, self.settings = how, {}

    async def _play(self, door: Moderator, campaign: str) -> None:
        while True:
            await door.settle()
            await self.courier.settle()
            head, who, action = await door.desk.exclusive(campaign, _next)
            if head > ACTIONS:
                return
            if not await self._instead(door, campaign, head):
                await self._act(door, campaign, who, action, f"step-{head}")

    async def _instead(self, door: Moderator, campaign: str, head: int) -> bool:
        """Do something else than the next action, where that is due; say whether it was."""
        del door, campaign, head
        return False


class RealUndoShow(RealShow, UndoShow):
    """The same, with something taken back among them: at once, or by consent."""

    def __init__(self, folder: Path, burns: int | None, *, how: str) -> None:
        super().__init__(folder, burns, how=how.removeprefix(f"{UNDO}/"))

    async def _instead(self, door: Moderator, campaign: str, head: int) -> bool:
        branch = (await door.reader.campaign(campaign)).branch
        if branch or head <= ACTIONS // 2:
            return False
        for rower in (RED, BLUE):
            found = await door.undoing.offered(campaign, rower)
            undo = next((one for one in found if not one.secret), None)
            if undo is not None:
                await self._back(door, campaign, undo, rower)
                return True
        # Nobody has done anything in public yet: a side may still be setting up.
        assert head < ACTIONS, "nothing to take back"
        return False

    async def _back(self, door: Moderator, campaign: str, undo: Undo, rower: int) -> None:
        if not undo.is_free:
            await self._agree(door, campaign, rower, RED + BLUE - rower)
            return
        await door.taking_back.take_back(campaign, rower, undo.number, 0, request="back")
        self.fuse.point()


async def _next(live: Live, _again: bool) -> tuple[int, int, Action]:
    """Return the head of the log, and who does what upon it: the same in every process."""
    assert live.position is not None
    game, state, head = live.game, live.position.state, live.row.head
    decision = game.awaiting(state)[0]
    who = RED if decision.seat == game.seats[0] else BLUE
    for again in range(20):
        dice = SeededDice(f"{SALT} {head} {again}".encode())
        try:
            return head, who, choose(game, state, decision, dice, Temper(dice))
        except DeadEnd:
            continue
    raise AssertionError(f"nothing to do after {head} actions")


def _no_painter(game: Game[Any, Any], theme: str = "") -> Painter:
    raise KeyError(game.key)


SHOWS = {UNDO: UndoShow, "seat": SeatShow}


class Stage:
    """Where shows are put on and killed, and held against the one that was not.

    Attributes:
        kills: How many processes have been killed so far.
    """

    def __init__(self, folder: Path, how: str = "") -> None:
        folder.mkdir(parents=True)
        self._folder, self._how = folder, how
        self.kills = 0
        self._prepare()
        # Here, not in a child: all children find what SQLAlchemy compiled for it.
        whole = self._new("whole")
        self._play(whole)
        self.wanted: dict[str, Any] = _result(whole)
        gc.freeze()

    def _prepare(self) -> None:
        """Make the tables once: that takes longer than the whole game."""
        asyncio.run(_make_empty(self._folder / EMPTY))

    @property
    def points(self) -> int:
        """How many points a show has that nobody kills."""
        return int(self.wanted["points"])

    def killed_at(self, stride: int) -> None:
        """Kill at every so many-th point, every other time once more while it recovers."""
        for number, burns in enumerate(range(stride // 2, self.points, stride)):
            self.killed_once(burns, again=burns // 2 % 7 if number % 2 else None)

    def killed_once(self, burns: int, again: int | None = None) -> None:
        """Kill at a point, and at another while it recovers."""
        here = self._new(f"{burns}")
        assert self._child(here, burns) == DEAD, f"failed before point {burns}"
        if again is not None:
            self._child(here, again)
        self._ends(here, f"point {burns}")

    def killed_twice_over_a_panel(self, stride: int = 1) -> None:
        """Kill between a panel's posting and its noting, and again while that is made good."""
        first = next(
            line["at"]
            for line in self.wanted["discord"]
            if (line["call"], line["kind"]) == ("post", Panel.__name__)
        )
        for burns in range(first, first + POSTED, stride):
            once = self._new(f"{burns}")
            assert self._child(once, burns) == DEAD
            for again in range(1, MADE_GOOD, stride):
                here = self._folder / f"{burns}-{again}"
                shutil.copytree(once, here)
                self._child(here, again)
                self._ends(here, f"points {burns} and {again}")

    def _ends(self, here: Path, where: str) -> None:
        """Let the last process play on to the end, and insist that nothing shows of the kills."""
        assert self._child(here) == 0, f"failed after {where}"
        self._check(_result(here))
        self._forget(here)

    def _show(self, folder: Path, burns: int | None) -> Show:
        make = RealShow if self._how in GAMES else SHOWS.get(self._how, Show)
        make = RealUndoShow if self._how.startswith(f"{UNDO}/") else make
        return make(folder, burns, how=self._how)

    def _check(self, result: dict[str, Any]) -> None:
        """Insist that a game that was killed is the one that was not."""
        check(result, self.wanted)

    def _new(self, name: str) -> Path:
        here = self._folder / name
        here.mkdir(parents=True)
        shutil.copy(self._folder / EMPTY, here / "games.sqlite3")
        return here

    def _forget(self, here: Path) -> None:
        shutil.rmtree(here)

    def _play(self, folder: Path, burns: int | None = None) -> None:
        """Put on a show in this process, and note what is left in the end."""
        result = asyncio.run(self._show(folder, burns).run())
        (folder / "result").write_text(json.dumps(result))

    def _child(self, folder: Path, burns: int | None = None) -> int:
        """Run a show in a process of its own, and return how that ended: 0, or ``DEAD``."""
        process = os.fork()
        if process == 0:
            code = 1
            try:
                self._play(folder, burns)
                code = 0
            except BaseException:
                traceback.print_exc()
                raise
            finally:
                sys.stderr.flush()
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        assert code in {0, DEAD}, f"failed at {burns} in {folder.name}"
        self.kills += code == DEAD
        return code


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
    assert result["seats"] == wanted["seats"]
    lines = result["discord"]
    for kind in (Bulletin, Note, Offered, SeatWord):
        name = kind.__name__
        assert _messages(lines, name) == _messages(wanted["discord"], name), name
    panels = _messages(lines, Panel.__name__)
    assert len(panels) == 1, "a panel was posted twice"
    assert panels == _messages(wanted["discord"], Panel.__name__)
    assert any(line["call"] == "pin" for line in lines)
    nonces = [line["nonce"] for line in lines if line["call"] == "post"]
    assert len(nonces) == len(set(nonces)), "posted twice"
    assert set(result["acknowledged"]) <= set(wanted["acknowledged"])


def _result(folder: Path) -> dict[str, Any]:
    result: dict[str, Any] = json.loads((folder / "result").read_text())
    return result


def where(folder: Path) -> URL | Path:
    """Return the database of a show: a file in its folder, or what is named there."""
    named = folder / NAMED
    return make_url(named.read_text()) if named.exists() else folder / "games.sqlite3"


async def _make_empty(path: Path) -> None:
    database = await Database.open(path)
    await database.close()


def main(
    folder: Path, stride: str, *, how: str = "", stages: type[Stage] = Stage
) -> tuple[int, int]:
    """Kill as the words of the command say; return the points and the kills."""
    where, _, step = stride.partition("/")
    points = kills = 0
    for number, one in enumerate(how.split(",")):
        stage = stages(folder / f"{number}", one)
        if where == PANEL:
            stage.killed_twice_over_a_panel(int(step or 1))
        else:
            stage.killed_at(int(where))
        points, kills = points + stage.points, kills + stage.kills
    return points, kills


def command(stages: type[Stage] = Stage) -> None:
    """Do what the command line says."""
    folder, *runs = sys.argv[1:]
    hows = runs[1::2] or [""]
    for number, (stride, how) in enumerate(zip(runs[::2], hows, strict=True)):
        print(*main(Path(folder) / f"{number}", stride, how=how, stages=stages))


if __name__ == "__main__":
    command()
