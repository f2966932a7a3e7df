"""Answers at once: of standing orders, and where nothing else could be answered.

Where a question has one answer, as the public can tell (:meth:`engine.api.Game.forced`), nobody is
asked, unless the table wants to be. It follows from nothing secret, and so only from public steps:
what an order written in secret leaves open was open before. It is given for nobody's person, and
everybody reads that it was given by itself.

Then whoever has left a standing order is not asked. After every step that leaves a question to
which its seat's standing orders speak, their answer is entered. What they say is the game's
business (:meth:`engine.api.Game.standing`).

Both go by the way of every action: under the lock that the step holds still, checked, in a
transaction of their own. An answer is tried out before the step is saved, so that nobody is called
for a question that answers itself, and whoever is not answered for is called as usual. The step is
saved with the mark that an answer is due: a bot that is killed between the two enters it when it
starts again, under the same request key, so that nothing is done twice.
"""

from __future__ import annotations

import dataclasses
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.moderator.api import FORCED, STANDING, Complaint
from bot.moderator.table.bulletins import reminder
from bot.moderator.table.desk import Desk
from bot.moderator.table.errands import Errands
from bot.moderator.table.live import Live, Position
from bot.moderator.table.play import TablePlay
from bot.moderator.table.steps import Steps, Taken
from bot.shares import WHOLE, Share
from bot.store import StoreError, campaigns, live_campaigns, log, outbox
from bot.store.log import ActionRow
from bot.store.untold import NOTHING
from engine.api import Action, AnyGame, Decision, Seat
from engine.dice import Dice, DiceNeeded

_log = logging.getLogger(__name__)

_COMPLAINTS_KEPT: Final = 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """What answers a decision: a seat's standing orders or, *forced*, that nothing else could."""

    decision: Decision
    action: Action
    forced: bool = False


class StandingAnswers:
    """What is answered at once; nothing is done here."""

    def __init__(self, longest_run: int) -> None:
        """Take more than *longest_run* answers in a row for a fault."""
        self._longest_run = longest_run
        self._in_a_row: dict[str, int] = {}
        self._complained: OrderedDict[tuple[str, str], None] = OrderedDict()

    def count(self, live: Live, row: ActionRow) -> None:
        """Count the answers in a row, step by step."""
        campaign = live.row.id
        if row.request.startswith((STANDING, FORCED)):
            self._in_a_row[campaign] = self._in_a_row.get(campaign, 0) + 1
        else:
            self._in_a_row.pop(campaign, None)

    def answered(
        self, live: Live, position: Position, dice: Callable[[], Dice], *, secret: bool
    ) -> frozenset[Seat] | None:
        """Return the seats of which every question in *position* is answered at once.

        ``None`` when none is. After a *secret* step nothing is forced: that would show the step.
        """
        answer = self._first(live, position, dice, forced=not secret)
        if answer is None:
            return None
        seats = {decision.seat for decision in position.decisions}
        return frozenset(
            seat
            for seat in seats
            if all(
                decision == answer.decision
                or (not secret and self._forced(live, position, decision, dice) is not None)
                or self._says(live, position, decision, dice) is not None
                for decision in position.decisions
                if decision.seat == seat
            )
        )

    def next(self, live: Live) -> Answer | None:
        """Return the first answer that is due in a campaign."""
        if live.position is None or live.row.status != "playing" or live.pending is not None:
            return None
        dice = partial(live.row.dice, live.thrown, live.row.version + 1)
        return self._first(live, live.position, dice)

    def _first(
        self, live: Live, position: Position, dice: Callable[[], Dice], *, forced: bool = True
    ) -> Answer | None:
        """Return the first answer that is *forced* or, without one, that an order gives."""
        if self._in_a_row.get(live.row.id, 0) >= self._longest_run:
            self._complain(live, "run", f"{self._longest_run} answers in a row")
            return None
        # Before all orders: which question is answered first must not hang on them.
        for decision in position.decisions if forced else ():
            action = self._forced(live, position, decision, dice)
            if action is not None:
                return Answer(decision, action, forced=True)
        for decision in position.decisions:
            action = self._says(live, position, decision, dice)
            if action is not None:
                return Answer(decision, action)
        return None

    def _forced(
        self, live: Live, position: Position, decision: Decision, dice: Callable[[], Dice]
    ) -> Action | None:
        """Return the only answer there can be as the public can tell, or ``None``."""
        if live.row.asks_all:
            return None
        public = position.view(None)
        return self._tried(
            live, position, decision, dice, lambda: live.game.forced(public, decision)
        )

    def _says(
        self, live: Live, position: Position, decision: Decision, dice: Callable[[], Dice]
    ) -> Action | None:
        """Return the answer of a seat's standing orders that the rules accept, or ``None``."""

        def said() -> Action | None:
            return live.game.standing(position.view(decision.seat), position.as_asked(decision))

        return self._tried(live, position, decision, dice, said)

    def _tried(
        self,
        live: Live,
        position: Position,
        decision: Decision,
        dice: Callable[[], Dice],
        says: Callable[[], Action | None],
    ) -> Action | None:
        """Return what *says* gives, if the rules accept it.

        It is tried out with the dice that it would meet; what comes of it is forgotten.
        """
        game, seat = live.game, decision.seat
        if seat in live.computer:
            return None  # it is never asked: it answers by itself, and is told apart from nobody
        if seat == live.row.held:
            return None  # it took something back: it is asked, whatever it has ordered before
        action: object = None
        try:
            action = says()
            if action is None:
                return None
            _require_answer(game, action)
            after = Position(game, game.apply(position.state, seat, action, dice()).state)
            _ = after.status, after.decisions, game.outcome(after.state)
        except Exception as error:  # noqa: BLE001 - whatever it is, the seat is asked instead
            kind = action.kind if isinstance(action, Action) else type(action).__name__
            self._complain(live, f"{decision.key}/{kind}", f"{decision.code}, {kind}: {error!r}")
            return None
        return action

    def _complain(self, live: Live, about: str, what: str) -> None:
        """Tell the operator, once about each."""
        key = (live.row.id, about)
        if key in self._complained:
            return
        self._complained[key] = None
        if len(self._complained) > _COMPLAINTS_KEPT:
            self._complained.popitem(last=False)
        _log.error("campaign %s: standing orders fail: %s", live.row.id, what)


class StandingOrders:
    """Answering for seats that have left standing orders."""

    def __init__(
        self, desk: Desk, steps: Steps, play: TablePlay, answers: StandingAnswers, errands: Errands
    ) -> None:
        self._desk = desk
        self._steps = steps
        self._play = play
        self._answers = answers
        self._errands = errands

    def resume(self, share: Share = WHOLE) -> None:
        """Let standing orders answer what they were to when the bot was stopped, at a share."""
        self._errands.begin(self._resume(share), "standing orders")

    async def _resume(self, share: Share) -> None:
        try:
            async with self._desk.database.read() as connection:
                found = await live_campaigns.with_answer_due(connection, share)
        except StoreError as error:
            _log.error("standing orders cannot be found: %s", error)
            self._errands.retry("standing orders", partial(self.resume, share))
            return
        for campaign in found:
            if self._errands.resting:
                return
            await self._answer_later(campaign)

    async def _answer_later(self, campaign: str) -> None:
        """Enter what is due in a campaign, outside of any step."""

        async def work(live: Live, _again: bool) -> None:
            await self._answer_all(live)

        try:
            await self._desk.exclusive(campaign, work)
        except Complaint as error:
            _log.error("campaign %s: standing orders cannot answer: %s", campaign, error.code)
        except StoreError as error:
            self._wait_for_store(campaign, error)

    def _wait_for_store(self, campaign: str, error: StoreError) -> None:
        _log.error("campaign %s: standing orders have to wait: %s", campaign, error)

        def again() -> None:
            self._errands.begin(self._answer_later(campaign), f"standing {campaign}")

        self._errands.retry(f"standing/{campaign}", again)

    # -- when --------------------------------------------------------------------------------

    async def answer(self, live: Live) -> None:
        """Answer what an action leaves to standing orders. The lock is held; nothing is raised."""
        campaign = live.row.id
        try:
            await self._answer_all(live)
        except StoreError as error:
            self._desk.shelf.drop(campaign)
            self._wait_for_store(campaign, error)
        except Exception:  # noqa: BLE001 - the step before is done, and must be reported as done
            self._desk.shelf.drop(campaign)
            _log.exception("campaign %s: standing orders stumbled", campaign)

    async def _answer_all(self, live: Live) -> None:
        """Enter answer after answer until no standing order speaks."""
        while live.row.answering is not None and live.pending is None:
            known = frozenset(live.row.answering)
            answer = self._answers.next(live)
            order = None if answer is None else await self._order(live, answer)
            try:
                taken = None if order is None else self._entered(live, order, known)
            except DiceNeeded as needed:
                assert order is not None
                await self._play.ask(live, order, needed)
                return  # when its dice are entered it is done, and answers go on
            if taken is None:
                await self._ask_after_all(live, known)
                return
            live = await self._play.do(live, taken)

    async def _order(self, live: Live, answer: Answer) -> tuple[Seat, int | None, Action, str]:
        """Return an answer as an action: whose seat, for whom, what, and its idempotency key."""
        seat = answer.decision.seat
        person = None if answer.forced else await self._giver(live, seat)
        # Never the head: that counts what others do in secret.
        by = FORCED if answer.forced else STANDING
        request = f"{by}{live.row.id}/{seat}/{live.counts.read_by(seat) + 1}"
        return seat, person, answer.action, request

    def _entered(
        self, live: Live, order: tuple[Seat, int | None, Action, str], known: frozenset[Seat]
    ) -> Taken | None:
        """Work an answer out; ``None`` where the rules refuse or fail, and the log tells.

        Raises:
            DiceNeeded: It waits for real dice.
        """
        seat, person, action, request = order
        try:
            return self._steps.take(live, seat, person, action, request, known=known)
        except DiceNeeded:
            raise
        except Exception:  # noqa: BLE001 - it was tried out: the game is not what it was then
            # Its kind alone: what it says is the seat's secret until it is done.
            _log.exception("campaign %s: a standing order's %s", live.row.id, action.kind)
            return None

    async def _giver(self, live: Live, seat: Seat) -> int | None:
        """Return for whom an answer is logged: who gave the seat's last order, or sits there now.

        Nobody else may tell the answer from one given by hand.
        """
        kinds = [kind for kind, model in live.game.actions.items() if model.standing]
        async with self._desk.database.read() as connection:
            giver = await log.last_person(connection, live.row.id, seat, kinds)
        seated = [member.person for member in live.seated(seat)]
        return giver if giver in seated or not seated else seated[0]

    async def _ask_after_all(self, live: Live, known: frozenset[Seat]) -> None:
        """Call those for whom nothing answers though it should have."""
        row = dataclasses.replace(live.row, answering=None)
        posts = reminder(live, known)
        if posts:
            row = dataclasses.replace(row, bulletin=row.bulletin + 1, told=row.head, untold=NOTHING)
        writes = [campaigns.change(live.row, row)]
        if posts:
            writes.append(outbox.add(posts, self._desk.now()))
        await self._desk.database.save(writes)
        self._desk.keep(dataclasses.replace(live, row=row))
        self._desk.tell()


def _require_answer(game: AnyGame, action: object) -> None:
    """Raise unless it is an action of the game, and one that can answer anything."""
    if not isinstance(action, Action) or game.actions.get(action.kind) is not type(action):
        raise TypeError(f"no action: {action!r}")
    if action.secret:
        raise ValueError(f"{action.kind} answers nothing")
