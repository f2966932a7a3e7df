"""The computer's seats: it is asked for one action at a time, and enters by the same door.

Whenever a step leaves a seat of the computer's awaited, a task of the campaign's own asks the
game's opponent what to do, off the event loop and without holding the campaign, and then does it
as a person's action is done: under the lock, checked, in one transaction. What it is asked with
follows from what its seat may know, so that after a restart it chooses the same; nothing of it is
stored but its actions.

A fault of the opponent never stops a game: the moderator plays a plain legal move instead.
"""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import hmac
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVarTuple

from bot.moderator.api import Complaint
from bot.moderator.table.desk import Desk
from bot.moderator.table.errands import Errands
from bot.moderator.table.live import Live
from bot.moderator.table.play import TablePlay
from bot.moderator.table.posting import to_person
from bot.moderator.table.steps import Steps, Taken
from bot.moderator.turns.computer.fallback import fallback_moves
from bot.moderator.turns.computer.thinking import Ponder, Thinker, ThoughtFailed, ThoughtTooLong
from bot.shares import WHOLE, Share
from bot.store import StoreError, live_campaigns, outbox
from bot.store.log import ActionRow
from bot.store.outbox import NewRow
from bot.thinking import Job
from engine.api import Action, AnyGame, Decision, Seat
from engine.dice import Dice, DiceNeeded, SeededDice
from engine.errors import Refused
from engine.strengths import opponent_of

Ts = TypeVarTuple("Ts")

_log = logging.getLogger(__name__)

_ALL: Final = ""
"""Stands for all campaigns where one's name is wanted."""
_PATIENCE_WITH_FAULTS: Final = 8
"""Faults in a row after which plain moves no longer do what is natural, but what ends it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to the computer.

    Attributes:
        live: The campaign as it was when the question arose.
        decision: What the computer owes.
        number: Of the action it will be, in the log as its seat reads it. As long as this is the
            next one nothing has happened that the seat could know of, and the answer holds.
    """

    live: Live
    decision: Decision
    number: int

    def holds(self, live: Live) -> bool:
        """Say whether it is the question still."""
        decision = _owed(live)
        return (
            decision is not None
            and decision.key == self.decision.key
            and self.number == _next_number(live, self.decision.seat)
        )

    @property
    def request(self) -> str:
        """The key of the action: the same after a restart, so that nothing is done twice."""
        return f"computer/{self.live.row.id}/{self.decision.seat}/{self.number}"


@dataclass(slots=True)
class Run:
    """What the computer did in a campaign since somebody else did something in public."""

    moves: int = 0
    faults: int = 0


def thoughts(seed: bytes, seat: Seat, number: int) -> SeededDice:
    """Return the chance that the computer thinks with: none of the game's rolls."""
    name = f"computer/{seat}/{number}".encode()
    return SeededDice(hmac.digest(seed, name, hashlib.sha256))


class Computer:
    """Playing the computer's seats."""

    def __init__(
        self, desk: Desk, steps: Steps, play: TablePlay, errands: Errands, ponder: Ponder
    ) -> None:
        self._desk = desk
        self._steps = steps
        self._play = play
        self._errands = errands
        self._thinker = Thinker(desk.policy.computer_patience, ponder)
        self._players: dict[str, asyncio.Task[None]] = {}
        self._runs: dict[str, Run] = {}
        self._hanging: set[str] = set()
        self._again: set[str] = set()

    def resume(self, share: Share = WHOLE) -> None:
        """Let the computer go on wherever it is awaited, at a share's servers.

        Call it when the bot starts, or when a process is gone that played for others.
        """
        self._errands.begin(self._resume(share), "the computer's games")

    async def _resume(self, share: Share) -> None:
        try:
            async with self._desk.database.read() as connection:
                found = await live_campaigns.with_computer(connection, share)
        except StoreError as error:
            _log.error("the computer's games cannot be found: %s", error)
            self._errands.retry(_ALL, partial(self.resume, share))
            return
        for campaign in found:  # one after the other: people's games come first
            if self._errands.resting:
                return
            try:
                if _owed(await self._desk.at_hand(campaign)) is not None:
                    self._wake(campaign)
            except Complaint as error:
                _log.error("campaign %s: the computer cannot go on: %s", campaign, error.code)
            except StoreError as error:
                _log.error("campaign %s: the computer has to wait: %s", campaign, error)
                self._errands.retry(campaign, partial(self._wake, campaign))

    def rest(self) -> None:
        """Give up what the computer is thinking; what it is saving is saved."""
        for task in self._players.values():
            task.cancel()

    # -- when --------------------------------------------------------------------------------

    def notice(self, live: Live, row: ActionRow) -> None:
        """Look at a step: was it the computer's, and is the computer awaited after it?"""
        campaign = live.row.id
        if row.seat in live.computer and row.person is None and live.row.status == "playing":
            self._runs.setdefault(campaign, Run()).moves += 1
        elif not row.secret:
            self._runs.pop(campaign, None)
        self.awaken(live)

    def awaken(self, live: Live) -> None:
        """Let the computer play on in a campaign that is locked, if it is awaited there."""
        if _owed(live) is not None:
            self._wake(live.row.id)

    def _wake(self, campaign: str) -> None:
        """See to it that the computer plays on in a campaign."""
        self._errands.not_later(campaign)
        if campaign in self._players:
            if self._desk.database.is_shared:
                self._again.add(campaign)
        elif not self._errands.resting:
            task = self._errands.begin(self._play_on(campaign), f"computer {campaign}")
            self._players[campaign] = task

    async def _play_on(self, campaign: str) -> None:
        """Do what the computer owes, until it owes nothing; whatever goes wrong is logged."""
        try:
            async with self._desk.leases.held(f"computer/{campaign}") as ours:
                if not ours:  # whoever plays on may die over it, or not know the last step
                    self._errands.retry(campaign, partial(self._wake, campaign))
                    return
                while (asked := await self._asked(campaign)) is not None:
                    if not await self._answer(asked):
                        break
        except StoreError as error:
            _log.error("campaign %s: the computer has to wait: %s", campaign, error)
            self._errands.retry(campaign, partial(self._wake, campaign))
        except Complaint as error:
            _log.error("campaign %s: the computer cannot go on: %s", campaign, error.code)
        except Exception:  # noqa: BLE001 - nobody awaits this task, so nobody else would tell
            _log.exception("campaign %s: the computer stumbled", campaign)
        finally:
            # Nothing is awaited between the last look and here: no step goes unnoticed. But where
            # others may change the campaign it is asked after, and a lease is given back.
            self._players.pop(campaign, None)
            if campaign in self._again:
                self._again.discard(campaign)
                self._wake(campaign)

    async def _asked(self, campaign: str) -> Asked | None:
        """Return what the computer owes first, if anything."""
        live = await self._desk.at_hand(campaign)
        decision = _owed(live)
        if decision is None or self._errands.resting or self._desk.halts.hold(campaign):
            return None
        return Asked(live, decision, _next_number(live, decision.seat))

    # -- what --------------------------------------------------------------------------------

    async def _answer(self, asked: Asked) -> bool:
        """Do something about *asked*; say whether there may be more to do."""
        name, limit = asked.live.row.id, self._desk.policy.computer_run
        run = self._runs.setdefault(name, Run())
        if run.moves < limit:
            chosen = await self._choice(asked)
            if chosen is not None and await self._enter(asked, (chosen,)):
                run.faults = 0
                return True
        elif run.moves == limit:
            _log.error("campaign %s: the computer takes %d actions in a row", name, limit)
        run.faults += 1
        closing = run.moves >= limit or run.faults > _PATIENCE_WITH_FAULTS
        if run.moves < 2 * limit:
            plain = await self._plain(asked, closing=closing)
            if await self._enter(asked, plain, notice="notice.computer_stumbled"):
                return True
        return await self._stand_still(asked)

    async def _choice(self, asked: Asked) -> Action | None:
        """Return the opponent's choice; ``None`` where it fails, and the log tells."""
        live, decision = asked.live, asked.decision
        if live.row.id in self._hanging:
            return None
        assert live.position is not None
        view = live.position.view(decision.seat)
        dice = thoughts(live.row.seeds.computer, decision.seat, asked.number)
        asked_of = live.game, view, live.row.strength, decision, dice
        try:
            chosen = await self._thinker.think(
                partial(choose, *asked_of), self._apart(live.row.id, choose, *asked_of)
            )
        except ThoughtFailed as error:
            _log.exception("campaign %s: the computer fails over %s", live.row.id, decision.key)
            if isinstance(error, ThoughtTooLong):
                self._hanging.add(live.row.id)
            return None
        if isinstance(chosen, Action) and live.game.actions.get(chosen.kind) is type(chosen):
            return chosen
        what = type(chosen).__name__
        _log.error("campaign %s: the computer's choice is no action, but %s", live.row.id, what)
        return None

    def _apart(
        self, campaign: str, job: Job[*Ts, object], game: AnyGame, *args: *Ts
    ) -> Callable[[], Awaitable[object]] | None:
        """Return what has a thought thought by another process; nothing where there is none."""
        thinkers = self._desk.thinkers
        if thinkers is None or not thinkers.are_apart:
            return None
        return partial(thinkers.ask, campaign, job, game, *args, deep=True)

    async def _plain(self, asked: Asked, *, closing: bool) -> tuple[Action, ...]:
        live = asked.live
        assert live.position is not None
        state = live.position.state
        try:
            return await self._thinker.think(
                lambda: fallback_moves(live.game, state, asked.decision, closing=closing)
            )
        except ThoughtFailed:
            _log.exception("campaign %s: no plain move can be found", live.row.id)
            return ()

    async def _enter(self, asked: Asked, proposals: Sequence[Action], notice: str = "") -> bool:
        """Do the first of *proposals* that the rules accept; say whether there is an end to it.

        Also true when the position has moved meanwhile: then there is something else to answer.
        With *notice* the people are told once that it is no choice of the computer's own.
        """

        async def work(live: Live, _again: bool) -> bool:
            if not asked.holds(live):
                return True
            for action in proposals:
                seat = asked.decision.seat
                try:
                    taken = self._accepted(live, seat, action, asked.request)
                except DiceNeeded as needed:
                    told = await self._notices(live, notice)
                    along = [outbox.add(told, self._desk.now())] if told else []
                    order = seat, None, action, asked.request
                    await self._play.ask(live, order, needed, along=along)
                    return True
                if taken is not None:
                    posts = (*taken.posts, *await self._notices(live, notice))
                    taken = dataclasses.replace(taken, posts=posts)
                    await self._play.go_on(await self._play.do(live, taken))
                    return True
            return False

        return await self._desk.exclusive(asked.live.row.id, work)

    def _accepted(self, live: Live, seat: Seat, action: Action, request: str) -> Taken | None:
        """Work out an action of the computer's; ``None`` where the rules refuse or fail.

        Raises:
            DiceNeeded: It waits for real dice.
        """
        try:
            return self._steps.take(live, seat, None, action, request)
        except Refused as error:
            codes = ", ".join(refusal.code for refusal in error.refusals)
            # Its kind alone: what it says may be the computer's secret.
            _log.error("campaign %s: the computer's %s: %s", live.row.id, action.kind, codes)
        except Complaint:
            pass  # the rules failed, and the log has it
        except DiceNeeded:
            raise
        except Exception:  # noqa: BLE001 - an action that cannot even be written down
            _log.exception("campaign %s: the computer's %s", live.row.id, action.kind)
        return None

    # -- telling people ----------------------------------------------------------------------

    async def _stand_still(self, asked: Asked) -> bool:
        """Tell the people that the computer cannot move; say whether the game went on meanwhile."""

        async def work(live: Live, _again: bool) -> bool:
            if not asked.holds(live):
                return True
            _log.error("campaign %s: the computer cannot move at all", live.row.id)
            notices = await self._notices(live, "notice.computer_stuck")
            if notices:
                await self._desk.database.save([outbox.add(notices, self._desk.now())])
                self._desk.tell()
            return False

        return await self._desk.exclusive(asked.live.row.id, work)

    async def _notices(self, live: Live, code: str) -> list[NewRow]:
        """Return a message to everybody at the table, but for those who had it before."""
        if not code:
            return []
        rows = []
        async with self._desk.database.read() as connection:
            for member in live.people:
                row = to_person(live, "notice", member.person, {"code": code}, code)
                if not (member.left or await outbox.exists(connection, row.nonce)):
                    rows.append(row)
        return rows


def choose(
    game: AnyGame, view: Any, strength: str | None, decision: Decision, dice: Dice
) -> object:
    """Return the choice of the game's opponent, which is shown nothing but its seat's view."""
    opponent = opponent_of(game, strength)
    if opponent is None:
        raise LookupError("this version of the game has no computer player")
    return opponent.choose(view, decision, dice)


def _owed(live: Live) -> Decision | None:
    """Return the first thing that a seat of the computer's owes."""
    if live.position is None or live.row.status != "playing" or not live.computer:
        return None
    if live.pending is not None:
        return None  # real dice are awaited first
    owed = next((d for d in live.position.decisions if d.seat in live.computer), None)
    return None if owed is None else live.position.as_asked(owed)


def _next_number(live: Live, seat: Seat) -> int:
    # Never the head: that counts what others do in secret.
    return live.counts.read_by(seat) + 1
