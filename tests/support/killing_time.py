"""A game with a clock that is killed around the times at which something is due.

``python -m tests.support.killing_time <folder> <kills> [how]`` prints how many points there were
and how often it was killed. *how* is "toy" or the keys of games, with commas between; "toy/claim"
and the like say what follows when time runs out. Shows, points and what is held against what is as
in :mod:`tests.support.killing`, but that time passes: it is on file, so that the next process goes
on after an outage. One side plays by hand, the other never answers. They pause once.

Whatever is killed: the game is the one that an undisturbed process plays, and told as often;
nothing is answered before its time, and nothing within the grace after a start.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from sqlalchemy import select

from bot.clock import from_ms, to_ms
from bot.clock.paces import DAY, HOUR, Pace, TimeOut
from bot.courier import Note
from bot.courier.api import Reminder
from bot.moderator import LogEntry, Moderator
from bot.moderator.table.desk import Policy
from bot.moderator.table.live import Live
from bot.store import clocks, log
from bot.store.log import ActionRow
from bot.store.schema import outbox
from bot.trials.random_play import DeadEnd, Temper, choose
from engine.api import Action
from engine.dice import SeededDice
from tests.support.killing import NOW, SALT, Show, Stage
from tests.support.river import BLUE, RED

GRACE_MS = HOUR * 1000
DAY_MS = DAY * 1000
ACTIONS = 30
"""How many actions of a real game are played at least."""
TIME = "time"
"""The file of a show that says what time it is."""
NEAR = 40
"""Points from when time has passed to when what follows is told."""
MOST_KILLS = 2
"""Kills of one show."""
OUTAGES = (60, 3 * DAY, 2 * HOUR, 1)
"""Seconds from a kill to the next start, in turn."""


class TimeShow(Show):
    """One process's life of a game in which one side never answers."""

    def __init__(self, folder: Path, burns: int | None, *, how: str) -> None:
        super().__init__(folder, burns)
        game, _, then = how.partition("/")
        self.game = game
        self.settings = {"turns": 1, "smuggling": True} if game == "toy" else {}
        time_out: TimeOut = "claim" if then == "claim" else "default"
        self.pace = Pace("decision", DAY, time_out=time_out)
        self.policy = Policy(gather_seconds=0, beat_seconds=DAY)
        self._file = folder / TIME
        self._begin_time()

    # -- time, on file -----------------------------------------------------------------------

    def _begin_time(self) -> None:
        """Go on where time stood when the last process died, after an outage."""
        self.track = json.loads(self._file.read_text()) if self._file.exists() else []
        starts = sum(one["starts"] for one in self.track)
        now, up = (self.track[-1]["now"], self.track[-1]["up"]) if starts else (to_ms(NOW), 0)
        outage = OUTAGES[len(self.track) % len(OUTAGES)] * 1000 if starts else 0
        self._note(now + outage, up, starts=True)

    def _note(self, now: int, up: int, *, starts: bool = False) -> None:
        """Note an instant, and for how long the bot has been running in all by then."""
        here = self.fuse.passed
        self.track.append({"now": now, "up": up, "starts": starts, "at": here})
        self._file.write_text(json.dumps(self.track))

    def now(self) -> datetime:
        """Return the present instant."""
        return from_ms(self.track[-1]["now"])

    async def _pass(self, door: Moderator, campaign: str, ms: int) -> None:
        """Let time pass, and have all looked after; what is answered then must be due."""
        async with door.desk.database.read() as connection:
            before = await clocks.of(connection, campaign)
            head = (await log.between(connection, campaign, 0, 10_000))[-1].seq
        last = self.track[-1]
        self._note(last["now"] + ms, last["up"] + ms)
        self.fuse.point()
        await door.clocks.beat()
        await door.settle()
        async with door.desk.database.read() as connection:
            rows = await log.between(connection, campaign, head, 10_000)
        for row in rows:
            due = before[row.seat].due_at if row.seat else None
            assert row.cause != "clock" or (due is not None and due <= row.at), "answered early"
        await self.courier.settle()

    def told(self, entry: LogEntry) -> LogEntry:
        """Return an entry without when it was: an outage moves all that follows."""
        return dataclasses.replace(entry, at=NOW)

    # -- playing -----------------------------------------------------------------------------

    async def _play(self, door: Moderator, campaign: str) -> None:
        while True:
            await door.settle()
            await self.courier.settle()
            live = await door.desk.at_hand(campaign)
            if live.outcome() is not None:
                break
            head, action = _next(live)
            if action is not None and live.row.head > ACTIONS and self.game != "toy":
                break
            if not await self._has_paused(door, campaign):
                await self._pause(door, campaign)
            elif action is not None:
                await self._act(door, campaign, RED, action, f"step-{head}")
            else:
                await self._wait(door, campaign)
        async with door.desk.database.read() as connection:
            self._check_times(await log.between(connection, campaign, 0, 10_000))

    async def _wait(self, door: Moderator, campaign: str) -> None:
        """Let the time of whoever never answers run out, but for a reminder and a last look."""
        async with door.desk.database.read() as connection:
            due = await clocks.next_due(connection)
        if due is None:
            await door.waiting.claim(campaign, RED, "win", request="claim")
            self.fuse.point()
            return
        for before in (2 * HOUR, 60, -1):
            ms = due - before * 1000 - to_ms(self.now())
            if ms > 0:
                await self._pass(door, campaign, ms)
                return

    # -- a pause -----------------------------------------------------------------------------

    async def _has_paused(self, door: Moderator, campaign: str) -> bool:
        async with door.desk.database.read() as connection:
            found = await connection.execute(
                select(outbox.c.body).where(outbox.c.campaign == campaign, outbox.c.kind == "time")
            )
            return any(json.loads(body)["said"] == "gone_on" for body in found.scalars())

    async def _pause(self, door: Moderator, campaign: str) -> None:
        """Offer it, agree to it, let days pass and go on; from wherever that is."""
        if (await door.reader.campaign(campaign)).paused is None:
            if not await door.offers.open(campaign):
                await door.offers.make(campaign, RED, "pause", request="pause")
                self.fuse.point()
                await self.courier.settle()
            (offer,) = await door.offers.open(campaign)
            await door.offers.agree(offer.id, BLUE, request="agree")
            self.fuse.point()
        head = (await door.desk.at_hand(campaign)).row.head
        await self._pass(door, campaign, 3 * DAY_MS)
        assert (await door.desk.at_hand(campaign)).row.head == head, "answered in a pause"
        await door.time_terms.go_on(campaign, BLUE)
        self.fuse.point()

    # -- what must hold ----------------------------------------------------------------------

    def _check_times(self, rows: Sequence[ActionRow]) -> None:
        """Insist that nothing was answered early, nor within the grace after a start."""
        up = {one["now"]: one["up"] for one in self.track}
        starts = [one["now"] for one in self.track if one["starts"]][1:]
        answered = [row for row in rows if row.cause == "clock"]
        for row in answered:
            assert not any(0 <= row.at - start < GRACE_MS for start in starts), "no grace"
        for before, row in pairwise(rows):
            own = [one for one in rows if one.seat == row.seat and one.seq < row.seq]
            if row.cause != "clock" or before.cause == "clock":
                continue
            since = own[-1].at if own else rows[0].at
            assert up[row.at] - up[since] >= DAY_MS, "answered before a day of the bot's running"


def _next(live: Live) -> tuple[int, Action | None]:
    """Return the head of the log and what who plays by hand does, the same in every process."""
    assert live.position is not None
    game, state, head = live.game, live.position.state, live.row.head
    mine = next((one for one in game.awaiting(state) if one.seat == game.seats[0]), None)
    for again in range(20 if mine is not None else 0):
        assert mine is not None
        dice = SeededDice(f"{SALT} {head} {again}".encode())
        try:
            return head, choose(game, state, mine, dice, Temper(dice))
        except DeadEnd:
            continue
    return head, None


class TimeStage(Stage):
    """Where they are put on and killed: shows in which time runs out."""

    def __init__(self, folder: Path, how: str) -> None:
        super().__init__(folder, how)
        assert how.endswith("/claim") or "by_clock=True" in self.wanted["log"][0]

    def _show(self, folder: Path, burns: int | None) -> Show:
        return TimeShow(folder, burns, how=self._how)

    def killed_around(self, kills: int) -> None:
        """Kill so often from when something is about to be due until it is answered and told."""
        track = json.loads((self._folder / "whole" / TIME).read_text())
        points = sorted(
            {at for one in track for at in range(one["at"], one["at"] + NEAR) if at < self.points}
        )
        chosen = points[:: max(1, len(points) * 4 // (kills * 3))]
        for number, burns in enumerate(chosen):
            self.killed_once(burns, again=burns % 31 if number % 3 == 2 else None)

    def _check(self, result: dict[str, Any]) -> None:
        """Insist that what was killed is the same game, told as often.

        After a kill in the midst of a time-out the rest is another one: its people hear of it. And
        what somebody is told stands by the position of when it is delivered, which is later then.
        """
        wanted = self.wanted
        assert result["log"] == wanted["log"], "another game"
        assert result["verified"] == wanted["verified"]
        found, due = Counter(_posts(result)), Counter(_posts(wanted))
        assert max(found.values()) == 1, "posted twice"
        assert not due - found, f"not told: {due - found}"
        extra = [kind for kind, _ in found - due]
        assert {*extra} <= {Note.__name__}, extra
        assert len(extra) <= MOST_KILLS
        assert {*result["acknowledged"]} <= {*wanted["acknowledged"]}


def _posts(result: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what was posted, but for reminders: those tell of due times, which a kill moves."""
    lines = [one for one in result["discord"] if one["call"] == "post"]
    reminded = [one["nonce"] for one in lines if one["kind"] == Reminder.__name__]
    assert len(reminded) == len({*reminded}), "reminded twice"
    named = [(one["kind"], one["nonce"].split("-")) for one in lines]
    # An offer's name is drawn by whichever process made it.
    return [
        (kind, "-".join((nonce[0], *nonce[2:]) if "Offer" in kind else nonce))
        for kind, nonce in named
        if kind != Reminder.__name__
    ]


def main(folder: Path, kills: int, how: str) -> tuple[int, int]:
    """Kill each of some games so many times; return the points and the kills of all."""
    points = killed = 0
    for number, one in enumerate(how.split(",")):
        stage = TimeStage(folder / f"{number}", one)
        stage.killed_around(kills)
        points, killed = points + stage.points, killed + stage.kills
    return points, killed


if __name__ == "__main__":
    print(*main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] if sys.argv[3:] else "toy"))
