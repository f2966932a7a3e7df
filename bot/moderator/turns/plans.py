"""Plans: what a person has put together, sent as one.

A plan is its person's alone. Sending it does its entries in order, each by the way of every action,
until something needs the person; what is left waits in the plan. An entry leaves the plan in the
transaction of the action that it was, and a sending is on file from its beginning to its end: one
that is killed goes on when the bot starts again, and does nothing twice.
"""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.moderator.api import (
    HALT_ALWAYS,
    PLANNED,
    Complaint,
    Plan,
    PlanEntry,
    Sent,
)
from bot.moderator.table.bulletins import as_told, sent
from bot.moderator.table.desk import Desk
from bot.moderator.table.errands import Errands
from bot.moderator.table.live import Live, require_no_dice, require_playing
from bot.moderator.table.play import TablePlay
from bot.moderator.table.posting import receipts, to_person
from bot.moderator.turns.closing import closed_first, closed_itself, is_closed, turn_of
from bot.moderator.turns.computer.thinking import Ponder
from bot.moderator.turns.gathering import Gathering
from bot.moderator.turns.plan_rows import (
    Done,
    closing_of,
    plan_of,
    read_done,
    reason_of,
    why_refused,
    written,
)
from bot.shares import WHOLE, Share
from bot.store import StoreError, campaigns, log, outbox, plans
from bot.store.batch import Write
from bot.store.codec import visible
from bot.store.log import ActionRow
from bot.store.pending import PendingRow
from bot.store.plans import PlanRow, UnderWay
from engine.api import Action, Event, Refusal, Text
from engine.errors import Refused
from engine.playing.planning import CLOSE_ALL, closing_in, read_planned

_log = logging.getLogger(__name__)

MOST_ENTRIES: Final = 50
"""More than any turn has."""

LATE: Final = "late-"
"""Before the name of a sending for which the clock has run out: its person need not be there."""

_ELSEWHERE: Final = 1.0
"""Seconds between two looks at what another process may do."""
_DICE: Final = Text("plan.stopped.dice")
"""Why a sending waits, which goes on by itself."""

Change = Callable[[Plan], Plan]


class Plans:
    """The plans of people, and their sending."""

    def __init__(
        self,
        desk: Desk,
        play: TablePlay,
        errands: Errands,
        ponder: Ponder,
        gathering: Gathering,
    ) -> None:
        """Send plans; the computer's thoughts are awaited by *ponder*."""
        self._gathering = gathering
        self._desk = desk
        self._play = play
        self._errands = errands
        self._ponder = ponder
        self._moved: dict[str, asyncio.Event] = {}
        self._waiting: dict[str, list[tuple[UnderWay, Done | None]]] = {}
        self._last: dict[str, PendingRow] = {}
        self._running: set[UnderWay] = set()

    async def get(self, campaign_id: str, person_id: int) -> Plan:
        """Return a person's plan at a table: an empty one where they have begun none.

        Raises:
            Complaint: campaign.unknown, not_a_player; host.plan_aside.
            StoreError: The database failed.
        """
        self._desk.halts.require_plan(campaign_id, person_id)
        live, person = await self._seated(campaign_id, person_id)
        async with self._desk.database.read() as connection:
            row = await plans.get(connection, campaign_id, person)
        return plan_of(row, live.row.branch)

    async def change(self, campaign_id: str, person_id: int, change: Change) -> Plan:
        """Let *change* make another plan of a person's plan; return what it is now.

        Raises:
            Complaint: campaign.unknown, not_a_player, not_playing, over; plan.sending,
                plan.too_long; host.plan_aside.
            StoreError: The database failed; nothing was changed.
        """
        self._desk.halts.require_plan(campaign_id, person_id)
        require_playing(await self._desk.at_hand(campaign_id))
        async with self._desk.database.write() as connection:
            person, row, branch = await self._idle(connection, campaign_id, person_id)
            before = plan_of(row, branch)
            plan = change(before)
            # What was taken back returned to it, however long it was: it may be made shorter.
            if len(plan.entries) > max(MOST_ENTRIES, len(before.entries)):
                raise Complaint("plan.too_long", most=MOST_ENTRIES)
            changed = PlanRow(
                campaign_id,
                person,
                written(plan.entries),
                plan.page,
                stopped=reason_of(plan.stopped),
                late=plan.late and bool(plan.entries),
            )
            await plans.put(connection, changed)
        return plan_of(changed, branch)

    def new_entry(
        self,
        kind: str,
        filled: Mapping[str, str],
        halts: Mapping[str, bool | int] | None = None,
    ) -> PlanEntry:
        """Return an entry with a name of its own."""
        return PlanEntry(self._desk.new_id(), kind, dict(filled), dict(halts or {}))

    async def send(
        self, campaign_id: str, person_id: int, revision: str, *, late: bool = False
    ) -> Sent:
        """Do what a plan holds until something needs the person; return what came of it.

        Args:
            campaign_id: Where.
            person_id: Whose plan.
            revision: What the person saw of it: another plan is not sent.
            late: Whether the clock sends it: then the person is not back with it.

        Raises:
            Complaint: campaign.unknown, not_a_player, not_playing, over, dice_awaited;
                plan.changed, plan.empty, plan.sending; plan.interrupted where the database failed
                on the way. What was sent goes on by itself when it works again. Those of
                :meth:`Halts.require`, host.plan_aside.
            StoreError: The database failed; nothing was changed.
        """
        self._desk.halts.require(campaign_id)
        begun = f"{LATE if late else ''}{self._desk.new_id()}"
        live, _ = await self._seated(campaign_id, person_id)
        require_playing(live)
        require_no_dice(live)
        seen = await self.get(campaign_id, person_id)
        entries = seen.entries
        if seen.revision == revision:
            # Not while the database is held: it may take a while.
            seat = live.seat_of(person_id)
            assert live.position is not None
            assert seat is not None
            view = live.position.view(seat)
            entries = await self._desk.think(campaign_id, closing_of, live.game, view, seen.entries)
        async with self._desk.database.write() as connection:
            person, row, branch = await self._idle(connection, campaign_id, person_id)
            plan = plan_of(row, branch)
            if not plan.entries:
                raise Complaint("plan.empty")
            if plan.revision != revision:
                raise Complaint("plan.changed")
            await plans.put(
                connection, PlanRow(campaign_id, person, written(entries), sending=begun)
            )
        work = self._run(UnderWay(campaign_id, person_id, begun))
        try:
            # Run to its end even when whoever waits for it is gone.
            sent = await asyncio.shield(self._errands.begin(work, f"plan {campaign_id}"))
            assert sent is not None  # it was begun here
            return sent
        except StoreError as error:
            _log.error("campaign %s: a plan has to wait: %s", campaign_id, error)
            raise Complaint("plan.interrupted") from error

    async def send_late(self, campaign_id: str, person_id: int) -> None:
        """Send what a person has put together for when their time runs out, and tell them.

        Raises:
            Complaint: as of :meth:`send`.
            StoreError: The database failed; nothing was changed.
        """
        plan = await self.get(campaign_id, person_id)
        sent = await self.send(campaign_id, person_id, plan.revision, late=True)
        if sent.stopped == _DICE:
            return  # they are told once it has gone on
        one = UnderWay(campaign_id, person_id, plan.revision)
        await self._notify(one, "notice.plan_waits" if sent.stopped else "notice.plan_sent")

    def resume(self, share: Share = WHOLE) -> None:
        """Go on sending what was being sent when the bot was stopped, or the host had it wait.

        At a share's servers.
        """
        self._errands.begin(self._resume(share), "plans")

    # -- inside ------------------------------------------------------------------------------

    @staticmethod
    async def _idle(
        connection: AsyncConnection, campaign_id: str, person_id: int
    ) -> tuple[int, PlanRow | None, int]:
        """Return our number of a person, their plan, which is to be changed, and the branch.

        They are asked for within the change: who leaves, and a campaign that ends, leave no plan.

        Raises:
            Complaint: campaign.not_a_player, over; plan.sending.
        """
        person = await campaigns.seated(connection, campaign_id, person_id)
        if person is None:
            raise Complaint("campaign.not_a_player")
        campaign = await campaigns.get(connection, campaign_id)
        if campaign is None or campaign.status == "over":
            raise Complaint("campaign.over")
        row = await plans.get(connection, campaign_id, person)
        if row is not None and row.sending is not None:
            raise Complaint("plan.sending")
        return person, row, campaign.branch

    def note(self, waits: PendingRow) -> None:
        """Note what of a sending is about to be done, whose dice somebody has entered.

        They may have been asked for by another process, which knows what its person wished.
        """
        if self._desk.database.is_shared and waits.sending:
            self._last[waits.campaign] = waits

    async def _resume(
        self, share: Share = WHOLE, only: str = "", last: PendingRow | None = None
    ) -> None:
        try:
            async with self._desk.database.read() as connection:
                found = await plans.under_way(connection, share, only)
        except StoreError as error:
            _log.error("plans cannot be found: %s", error)
            again = partial(self.go_on, only) if only else partial(self.resume, share)
            self._errands.retry(f"plans/{only}", again)
            return
        for one in found:
            if self._errands.resting:
                return
            if self._goes_on_anyhow(one):
                continue
            if self._desk.database.is_shared:  # one that another process sends may take a while
                mine = last is not None and last.request.startswith(f"{PLANNED}{one.sending}/")
                done = read_done(last.sending) if last is not None and mine else None
                self._errands.begin(self._go_on(one, done), f"plan {one.campaign}")
            else:
                await self._go_on(one)

    def _goes_on_anyhow(self, one: UnderWay) -> bool:
        """Say whether a sending is under way, or waits for real dice or for the host."""
        halts = self._desk.halts
        return (
            (one in self._running and not self._desk.database.is_shared)
            or any(one == each for each, _ in self._waiting.get(one.campaign, ()))
            or halts.hold(one.campaign)
            or halts.sets_aside(one.campaign, one.discord_id)
        )

    def go_on(self, campaign: str) -> None:
        """Go on sending what has waited for real dice in a campaign.

        Where there are several processes, whichever was given the dice finds it on file.
        """
        if self._desk.database.is_shared:
            last = self._last.pop(campaign, None)
            self._errands.begin(self._resume(only=campaign, last=last), f"plans {campaign}")
        for one, done in self._waiting.pop(campaign, ()):
            self._errands.begin(self._go_on(one, done), f"plan {campaign}")

    async def _go_on(self, one: UnderWay, done: Done | None = None) -> None:
        """Send the rest of a plan for somebody who does not wait for it, and tell them.

        *done* is what of it has been done last, where the rest has waited for its dice.
        """
        try:
            sent = await self._run(one, done, again=True)
            if sent is None or sent.stopped == _DICE:
                return
            await self._notify(one, "notice.plan_waits" if sent.stopped else "notice.plan_sent")
        except Complaint as error:
            _log.error("campaign %s: a plan cannot be sent: %s", one.campaign, error.code)
        except StoreError as error:
            _log.error("campaign %s: a plan has to wait: %s", one.campaign, error)

    def _later(self, one: UnderWay) -> None:
        def again() -> None:
            self._errands.begin(self._go_on(one), f"plan {one.campaign}")

        self._errands.retry(f"plan/{one.campaign}/{one.sending}", again)

    async def _run(
        self, one: UnderWay, done: Done | None = None, *, again: bool = False
    ) -> Sent | None:
        """Do what is left of a plan that is being sent, and end the sending.

        Another process that sends it is waited for. If it was begun by somebody else (*again*) and
        has ended then, there is nothing to be told: ``None``.
        """
        self._running.add(one)
        try:
            async with self._desk.leases.waited_for(f"plan/{one.campaign}/{one.sending}"):
                if again and self._desk.database.is_shared and not await self._is_under_way(one):
                    return None
                return await self._send_rest(one, done)
        except StoreError:
            self._later(one)
            raise
        finally:
            self._running.discard(one)

    async def _is_under_way(self, one: UnderWay) -> bool:
        async with self._desk.database.read() as connection:
            return one in await plans.under_way(connection, only=one.campaign)

    async def _send_rest(self, one: UnderWay, last: Done | None) -> Sent:
        live, person = await self._seated(one.campaign, one.discord_id)
        first, done = live.row.head, list[Action]()
        turn = turn_of(live)
        if last is not None and live.pending is None:
            turn = last.turn
            stopped = await self._stops(one, last, person)
            if stopped is not None:
                return stopped
        while True:
            if (await self._desk.at_hand(one.campaign)).pending is not None:
                return await self._wait_for_dice(one, done, first, last)
            row = await self._under_way(one, person)
            if row is None:  # they left, or the campaign ended: the plan is gone
                await self._tell(one)
                return Sent(tuple(done), await self._told(one, first))
            entries = plan_of(row, 0).entries
            if not entries:
                return await self._end(one, row, done, first, None)
            if closed_itself(await self._desk.at_hand(one.campaign), entries[0]):
                await self._desk.database.save([plans.rest(row, written(entries[1:]))])
                continue
            live = await self._desk.at_hand(one.campaign)
            if is_closed(live, one.discord_id, entries[0], turn):
                finished = dataclasses.replace(row, entries=written(entries[1:]))
                return await self._end(one, finished, done, first, None)
            rest = closed_first(live, one.discord_id, entries)
            before = (await self._desk.at_hand(one.campaign)).row.head
            last = Done(entries[0], before, turn)
            refused = await self._do(one, row, last, rest, done)
            if refused is not None:
                code, refusals = refused
                if entries[0].kind == CLOSE_ALL and code.code == "plan.stopped.refused":
                    # The turn is closed as far as it goes. What has to be done first, its person
                    # is told on their page, and ends the turn then as they end any.
                    row = dataclasses.replace(row, entries=written(entries[1:]))
                    sent = await self._end(one, row, done, first, None)
                    return dataclasses.replace(sent, stopped=code)
                return await self._end(one, row, done, first, code, refusals)
            if (await self._desk.at_hand(one.campaign)).pending is not None:
                continue
            await self._let_react(one.campaign)
            halted = await self._halted(one, entries[0], before)
            if halted and rest:
                left = dataclasses.replace(row, entries=written(rest))
                return await self._end(one, left, done, first, halted)

    async def _wait_for_dice(
        self, one: UnderWay, done: list[Action], first: int, last: Done | None
    ) -> Sent:
        """Leave a sending as it is until real dice are entered, and the rest goes on by itself."""
        live, person = await self._seated(one.campaign, one.discord_id)
        waits = live.pending
        if waits is None:  # it was fast
            return await self._send_rest(one, last)
        if last is None and waits.request.startswith(f"{PLANNED}{one.sending}/"):
            last = read_done(waits.sending)
        if not self._desk.database.is_shared:
            self._waiting.setdefault(one.campaign, []).append((one, last))
        row = await self._under_way(one, person)
        left = 0 if row is None else len(row.entries)
        return Sent(tuple(done), await self._told(one, first), _DICE, (), left)

    async def _stops(self, one: UnderWay, last: Done, person: int) -> Sent | None:
        """End a sending where its person wished to be asked after what its dice brought."""
        row = await self._under_way(one, person)
        if row is None or not row.entries:
            return None
        await self._let_react(one.campaign)
        halted = await self._halted(one, last.entry, last.before)
        if halted is None:
            return None
        return await self._end(one, row, [], last.before, halted)

    async def _let_react(self, campaign: str) -> None:
        """Wait while the computer thinks about what interrupts a turn: it takes no long time."""
        left = self._desk.policy.computer_patience
        while left > 0 and not self._errands.resting:
            live = await self._desk.at_hand(campaign)
            if live.position is None or live.row.status != "playing" or live.pending is not None:
                return
            owed = live.position.decisions
            if not owed or any(d.seat not in live.computer or not d.interrupt for d in owed):
                return
            moved = self._moved.setdefault(campaign, asyncio.Event())
            moved.clear()
            # What moves in another process is not heard of here: it is looked for.
            pause = min(left, _ELSEWHERE) if self._desk.database.is_shared else left
            try:
                async with asyncio.timeout(pause):
                    await self._ponder(moved.wait())
            except TimeoutError:
                left -= pause
            else:
                left = self._desk.policy.computer_patience

    def notice(self, live: Live, _row: ActionRow) -> None:
        """Notice a step: a sending may be waiting for it, or for the dice that it had."""
        # Where several processes are, it waits on file: only dice of the table's own let it wait.
        if not self._desk.database.is_shared or live.row.dice_by is not None:
            self.go_on(live.row.id)
        self.stir(live)

    def stir(self, live: Live) -> None:
        """Let a sending look again whether there is still a computer to wait for."""
        moved = self._moved.pop(live.row.id, None)
        if moved is not None:
            moved.set()

    async def _do(
        self,
        one: UnderWay,
        row: PlanRow,
        last: Done,
        rest: tuple[PlanEntry, ...],
        done: list[Action],
    ) -> tuple[Text, tuple[Refusal, ...]] | None:
        """Do the next action of a plan, which leaves *rest*; return why not, if it cannot be."""
        entry = last.entry
        live = await self._desk.at_hand(one.campaign)
        seat = live.seat_of(one.discord_id)
        if seat is None or live.position is None:
            return Text("plan.stopped.refused"), ()
        closing = bool(rest) and rest[0].id == entry.id
        view = live.position.view(seat)
        try:
            if closing:
                action = closing_in(live.game, view)
                if action is None:
                    return why_refused(live, seat, entry), ()
            else:
                action = read_planned(live.game, view, entry.kind, entry.filled)
            step = f"/{live.row.head}" if closing else ""
            receipt = await self._play.act(
                one.campaign,
                one.discord_id,
                action,
                request=f"{PLANNED}{one.sending}/{entry.id}{step}",
                along=[plans.rest(row, written(rest))],
                back=not one.sending.startswith(LATE),
                sending=dataclasses.asdict(last),
            )
        except Refused as refused:
            return why_refused(live, seat, entry), refused.refusals
        except Complaint as error:
            if error.code != "campaign.fault":
                raise
            return Text("plan.stopped.fault"), ()
        if not receipt.accepted:
            return why_refused(live, seat, entry), receipt.refusals
        if not receipt.waits:
            done.append(action)
        return None

    async def _halted(self, one: UnderWay, entry: PlanEntry, before: int) -> Text | None:
        """Return why the rest of a plan waits after what was done since *before*, if it does."""
        live = await self._desk.at_hand(one.campaign)
        if entry.halts.get(HALT_ALWAYS):
            return Text("plan.stopped.asked")
        for event in await self._told(one, before):
            for halt in live.game.halts:
                wish = entry.halts.get(halt.name, halt.usual)
                if event.code not in halt.codes or wish is False:
                    continue
                figure = event.params.get(halt.figure) if halt.figure else None
                if halt.figure and not (isinstance(figure, int) and figure < int(wish)):
                    continue
                return Text(f"halt.{halt.name}", {"n": int(wish)} if halt.figure else {})
        return None

    async def _told(self, one: UnderWay, first: int) -> tuple[Event, ...]:
        """Return all that the seat may know of what happened since *first*."""
        live = await self._desk.at_hand(one.campaign)
        member = live.member(one.discord_id)
        if member is None:
            return ()
        async with self._desk.database.read() as connection:
            rows = await log.between(connection, one.campaign, first, live.row.head)
        return tuple(event for each in rows for event in visible(each.events, member.seat))

    async def _end(
        self,
        one: UnderWay,
        row: PlanRow,
        done: list[Action],
        first: int,
        stopped: Text | None,
        refusals: tuple[Refusal, ...] = (),
    ) -> Sent:
        """End a sending; what is left stays in the plan."""
        left = dataclasses.replace(row, stopped=reason_of(stopped))
        await self._tell(one, plans.end(left))
        return Sent(tuple(done), await self._told(one, first), stopped, refusals, len(left.entries))

    async def _tell(self, one: UnderWay, *along: Write) -> None:
        """Order what tells of a sending, together with *along*: one receipt, one bulletin."""

        async def work(live: Live, _again: bool) -> None:
            row = live.row
            writes = [*along, await self._receipts(one)]
            told = sent(live, self._desk.patience())
            if told is not None:
                row = as_told(row, told)
                if told.posts:
                    writes.append(outbox.add(told.posts, self._desk.now()))
                writes.insert(0, campaigns.change(live.row, row))
            await self._desk.database.save(writes)
            live = dataclasses.replace(live, row=row)
            self._desk.keep(live)
            self._gathering.watch(live)

        await self._desk.exclusive(one.campaign, work)
        self._desk.tell()

    async def _receipts(self, one: UnderWay) -> Write:
        """Order one receipt of all that was done in secret since the sending began."""
        live = await self._desk.at_hand(one.campaign)
        async with self._desk.database.read() as connection:
            rows = await log.by_requests(connection, f"{PLANNED}{one.sending}/")
        return outbox.add(receipts(live, one.sending, rows), self._desk.now())

    async def _under_way(self, one: UnderWay, person: int) -> PlanRow | None:
        async with self._desk.database.read() as connection:
            row = await plans.get(connection, one.campaign, person)
        return row if row is not None and row.sending == one.sending else None

    async def _seated(self, campaign_id: str, person_id: int) -> tuple[Live, int]:
        live = await self._desk.at_hand(campaign_id)
        member = live.member(person_id)
        if member is None or member.left:
            raise Complaint("campaign.not_a_player")
        return live, member.person

    async def _notify(self, one: UnderWay, code: str) -> None:
        live = await self._desk.at_hand(one.campaign)
        member = live.member(one.discord_id)
        if member is None or member.left:
            return
        notice = to_person(live, "notice", member.person, {"code": code}, f"{code}/{one.sending}")
        await self._desk.database.save([outbox.add([notice], self._desk.now())])
        self._desk.tell()
