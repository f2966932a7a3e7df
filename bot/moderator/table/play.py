"""Acting: one action is one transaction with everything that follows from it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from bot.moderator.api import RESIGN, Receipt, on_branch
from bot.moderator.table.asking import asks
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live, dice_awaited
from bot.moderator.table.returning import is_back
from bot.moderator.table.steps import Steps, Taken, cause_of
from bot.store import log, log_pages
from bot.store.batch import Write
from bot.store.codec import visible
from bot.store.log import ActionRow, Cause
from bot.store.pending import PendingRow
from engine.api import Action, Refusal, Seat
from engine.dice import DiceNeeded
from engine.errors import Refused

_REFUSALS_KEPT = 1024


AfterStep = Callable[[Live, ActionRow], None]
"""Told of every step that is saved, while its campaign is locked still; neither waits nor fails."""
AfterAction = Callable[[Live], Awaitable[None]]
"""What an action leads to beyond itself, while its campaign is locked still; it does not fail."""


class TablePlay:
    """Actions and resignation.

    Attributes:
        after_step: What happens when a step is saved, whoever made it, one after the other.
        after_action: What happens then if it was an action of a person's or the computer's.
        after_wait: What happens when an action is saved that waits for real dice.
    """

    def __init__(self, desk: Desk, steps: Steps) -> None:
        self.after_wait: tuple[Callable[[Live], None], ...] = ()
        self.after_step: tuple[AfterStep, ...] = ()
        self.after_action: tuple[AfterAction, ...] = ()
        self._desk = desk
        self._steps = steps
        self._refused: OrderedDict[tuple[str, int, str], Receipt] = OrderedDict()

    async def act(
        self,
        campaign_id: str,
        person_id: int,
        action: Action,
        *,
        request: str,
        expect: str | None = None,
        along: Sequence[Write] = (),
        back: bool = True,
        sending: Mapping[str, Any] | None = None,
    ) -> Receipt:
        """Do *action* for the person's seat, durably, or say every reason against it.

        Args:
            campaign_id: Where.
            person_id: Who; their seat follows from it.
            action: What, as ``Game.parse`` or a ``Choice`` gave it.
            request: Idempotency key (the interaction's id): asked again, nothing more happens
                and an equal receipt comes back; for accepted actions also after a restart.
            expect: Key of the decision that the press was for, on its branch; when that is no
                longer open for this seat the receipt refuses with "campaign.stale".
            along: What is changed on file in the same transaction.
            back: Whether who acts is there, and is back with a public action if they were absent.
                For who is not the bot rolls what real dice they were to roll.
            sending: Where in a plan's sending it stands, as JSON-able values: kept with it while it
                waits for real dice.

        Raises:
            Complaint: campaign.unknown, campaign.fault.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, again: bool) -> Receipt:
            done = await self._done_before(live, person_id, request, again=again)
            if done is not None:
                return done
            refusals = self._refusals(live, person_id, action, expect)
            if refusals:
                return self._refuse(live, person_id, action.kind, request, refusals)
            member = live.member(person_id)
            assert member is not None
            more = list(along)
            if back and not action.secret:
                live, returned = is_back(live, member.seat, self._desk.now())
                more += returned
            try:
                take = self._steps.take if back else self._steps.take_for_absent
                taken = take(live, member.seat, member.person, action, request)
            except Refused as error:
                return self._refuse(live, person_id, action.kind, request, error.refusals)
            except DiceNeeded as needed:
                order = member.seat, member.person, action, request
                await self.ask(live, order, needed, along=more, sending=sending)
                return Receipt(accepted=True, kind=action.kind, waits=True)
            due = live.row.answering is not None
            live = await self.do(live, taken, more)
            receipt = receipt_of(taken.action, live.counts.read_by(member.seat))
            if not (due and action.secret):  # an answer that is due must not come any sooner
                await self.go_on(live)
            return receipt

        refused = self._refused.get((campaign_id, person_id, request))
        if refused is not None:
            return refused
        return await self._desk.exclusive(campaign_id, work)

    async def resign(self, campaign_id: str, person_id: int, *, request: str) -> Receipt:
        """End the game as lost for the person's seat. Any member of the seat may.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, again: bool) -> Receipt:
            done = await self._done_before(live, person_id, request, again=again)
            if done is not None:
                return done
            refusal = self._not_playing(live, person_id)
            if refusal is not None:
                return Receipt(accepted=False, refusals=(refusal,), kind=RESIGN)
            member = live.member(person_id)
            assert member is not None
            taken = self._steps.own_step(live, RESIGN, member.seat, member.person, request)
            live = await self.do(live, taken)
            return receipt_of(taken.action, live.counts.read_by(member.seat))

        return await self._desk.exclusive(campaign_id, work)

    # -- refusing ----------------------------------------------------------------------------

    @staticmethod
    def _not_playing(live: Live, person_id: int) -> Refusal | None:
        if live.seat_of(person_id) is None:
            return Refusal("campaign.not_a_player", "")
        if live.row.status == "open":
            return Refusal("campaign.not_playing", "")
        if live.row.status == "over":
            return Refusal("campaign.over", "")
        return None

    def _refusals(
        self, live: Live, person_id: int, action: Action, expect: str | None
    ) -> tuple[Refusal, ...]:
        """Return what speaks against it before the rules are asked."""
        refusal = self._not_playing(live, person_id)
        if refusal is not None:
            return (refusal,)
        if live.game.actions.get(action.kind) is not type(action):
            return (Refusal("campaign.unknown_action", "", {"kind": action.kind}),)
        assert live.position is not None
        if live.pending is not None:
            return (Refusal("campaign.dice_awaited", "", dice_awaited(live)),)
        seat, branch = live.seat_of(person_id), live.row.branch
        if action.secret and seat in live.row.stand_ins:
            return (Refusal("campaign.stand_in", ""),)
        if expect is not None and not any(
            on_branch(d.key, branch) == expect and d.seat == seat for d in live.position.decisions
        ):
            return (Refusal("campaign.stale", ""),)
        return ()

    def _refuse(
        self,
        live: Live,
        person_id: int,
        kind: str,
        request: str,
        refusals: tuple[Refusal, ...],
    ) -> Receipt:
        """Return a refusing receipt, and remember it: the same press must not count later."""
        receipt = Receipt(accepted=False, refusals=refusals, kind=kind)
        self._refused[live.row.id, person_id, request] = receipt
        if len(self._refused) > _REFUSALS_KEPT:
            self._refused.popitem(last=False)
        return receipt

    def forget_refusals(self) -> None:
        """Forget what was refused to whom."""
        self._refused.clear()

    async def _done_before(
        self, live: Live, person_id: int, request: str, *, again: bool
    ) -> Receipt | None:
        """Return the receipt that this request was given when it was accepted, if it was.

        It is looked for where it is known to be on file, or where that is not known (*again*).
        """
        waits = live.pending
        if waits is not None and waits.request == request:
            member = live.member(person_id)
            if member is not None and waits.person == member.person:
                return Receipt(accepted=True, kind=waits.kind, waits=True)
        if not again and request not in live.requests:
            return None
        async with self._desk.database.read() as connection:
            row = await log.by_request(connection, request)
            if row is None:
                return None
            member = live.member(person_id)
            if row.campaign != live.row.id or member is None or row.person != member.person:
                refusal = Refusal("campaign.request_reused", "")
                return Receipt(accepted=False, refusals=(refusal,), kind=row.kind)
            number = await log_pages.number(connection, row.campaign, row.seat, row.seq)
        return receipt_of(row, number)

    # -- saving ------------------------------------------------------------------------------

    async def ask(
        self,
        live: Live,
        order: tuple[Seat, int | None, Action, str],
        needed: DiceNeeded,
        *,
        along: Sequence[Write] = (),
        sending: Mapping[str, Any] | None = None,
        cause: Cause | None = None,
    ) -> Live:
        """Save that an action stands and waits for real dice; return the campaign as it is then.

        Args:
            live: The campaign, which is locked.
            order: Whose seat, our number of their person, what, and its idempotency key.
            needed: What is to be rolled first.
            along: What is changed on file in the same transaction.
            sending: As for :meth:`act`.
            cause: What led to it, where its request does not say that.
        """
        seat, person, action, request = order
        version = live.row.version + 1
        waits = PendingRow(
            campaign=live.row.id,
            seat=seat,
            person=person,
            kind=action.kind,
            body=action.model_dump_json(),
            request=request,
            cause=cause or cause_of(action.kind, person, request),
            version=version,
            asked=version,
            entries=(),
            purpose=needed.purpose,
            count=needed.count,
            sides=needed.sides,
            sending=sending,
        )
        return await self.wait(live, waits, along)

    async def wait(self, live: Live, waits: PendingRow, along: Sequence[Write] = ()) -> Live:
        """Save that an action waits for a roll; return the campaign as it is then."""
        after, writes = asks(live, waits, self._desk.now())
        await self._desk.database.save([*writes, *along])
        self._desk.keep(after)
        for happens in self.after_wait:
            happens(after)
        self._desk.tell()
        return after

    async def do(self, live: Live, taken: Taken, along: Sequence[Write] = ()) -> Live:
        """Save a step; return the campaign as it leaves it, before anything else follows."""
        await self._desk.database.save([*self._steps.writes(live, taken), *along])
        return self.saved(live, taken)

    def saved(self, live: Live, taken: Taken) -> Live:
        """Keep at hand what a step that is on file has made of a campaign, and let it be known."""
        row = taken.action
        live.counts.add(row.seat, secret=row.secret)
        live.requests.add(row.request)
        after = self._steps.after(live, taken)
        self._desk.keep(after)
        self.happened(after, row)
        return after

    def happened(self, live: Live, row: ActionRow) -> None:
        """Let it be known that a step is on file."""
        for happens in self.after_step:
            happens(live, row)

    async def go_on(self, live: Live) -> None:
        """Let happen what an action leads to."""
        for happens in self.after_action:
            await happens(live)


def receipt_of(row: ActionRow, number: int, seat: Seat | None = None) -> Receipt:
    """Return the answer to an action that is saved, for its seat or for another *seat*."""
    return Receipt(
        accepted=True,
        events=visible(row.events, seat or row.seat),
        secret=row.secret,
        number=number,
        kind=row.kind,
    )
