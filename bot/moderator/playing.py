"""Acting: one action is one transaction with everything that follows from it."""

from __future__ import annotations

import dataclasses
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.moderator.api import (
    CLOSE,
    RESIGN,
    SETUP,
    ModeratorError,
    Receipt,
)
from bot.moderator.desk import Desk
from bot.moderator.live import Live, Position
from bot.moderator.posting import amended, knowing, letters, told_of
from bot.moderator.replay import read_settings
from bot.moderator.secrecy import check_secret
from bot.store import campaigns, log, outbox, steps, traces
from bot.store.batch import Write
from bot.store.campaigns import CampaignRow, Ending
from bot.store.codec import visible
from bot.store.log import ActionRow, StateRow
from bot.store.outbox import NewRow
from engine.api import Action, Event, Refusal, Seat, Term
from engine.dice import Dice, RecordedDice, SeededDice
from engine.errors import ActionError

_log = logging.getLogger(__name__)

_REFUSALS_KEPT = 1024


@dataclass(frozen=True, slots=True)
class Taken:
    """A step worked out and not yet saved.

    Attributes:
        answering: The seats whose people know that they are awaited, or were just now, where a
            standing order is to answer what the step leaves open; else ``None``.
    """

    action: ActionRow
    position: Position
    letters: tuple[NewRow, ...]
    ending: Ending | None
    over: bool
    bulletin: int
    told: int
    answering: tuple[Seat, ...] | None


class Playing(Desk):
    """Actions, set-up and resignation."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._refused: OrderedDict[tuple[str, int, str], Receipt] = OrderedDict()

    async def act(
        self,
        campaign_id: str,
        person_id: int,
        action: Action,
        *,
        request: str,
        expect: str | None = None,
    ) -> Receipt:
        """Do *action* for the person's seat, durably, or say every reason against it.

        Args:
            campaign_id: Where.
            person_id: Who; his seat follows from it.
            action: What, as ``Game.parse`` or a ``Choice`` gave it.
            request: Idempotency key (the interaction's id): asked again, nothing more happens
                and an equal receipt comes back; for accepted actions also after a restart.
            expect: Key of the decision that the press was for; when that is no longer open for
                this seat the receipt refuses with "campaign.stale".

        Raises:
            ModeratorError: campaign.unknown, campaign.fault.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, again: bool) -> Receipt:
            if again or request in live.requests:
                done = await self._done_before(live, person_id, request)
                if done is not None:
                    return done
            refusals = self._refusals(live, person_id, action, expect)
            if refusals:
                return self._refuse(live, person_id, action.kind, request, refusals)
            member = live.member(person_id)
            assert member is not None
            try:
                taken = self._take(live, member.seat, member.person, action, request)
            except ActionError as error:
                return self._refuse(live, person_id, action.kind, request, error.refusals)
            await self._commit(live, taken)
            live = self._after(live, taken)
            receipt = self._receipt(live, taken.action)
            await self._follow(live)
            return receipt

        refused = self._refused.get((campaign_id, person_id, request))
        if refused is not None:
            return refused
        return await self._exclusive(campaign_id, work)

    async def resign(self, campaign_id: str, person_id: int, *, request: str) -> Receipt:
        """End the game as lost for the person's seat. Any member of the seat may.

        Raises:
            ModeratorError: campaign.unknown.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, again: bool) -> Receipt:
            if again or request in live.requests:
                done = await self._done_before(live, person_id, request)
                if done is not None:
                    return done
            refusal = self._not_playing(live, person_id)
            if refusal is not None:
                return Receipt(accepted=False, refusals=(refusal,), kind=RESIGN)
            member = live.member(person_id)
            assert member is not None
            taken = self._own_step(live, RESIGN, member.seat, member.person, request)
            await self._commit(live, taken)
            return self._receipt(self._after(live, taken), taken.action)

        return await self._exclusive(campaign_id, work)

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
        if expect is not None and not any(
            d.key == expect and d.seat == live.seat_of(person_id) for d in live.position.decisions
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

    async def _done_before(self, live: Live, person_id: int, request: str) -> Receipt | None:
        """Return the receipt that this request was given when it was accepted, if it was."""
        async with self.database.read() as connection:
            row = await log.by_request(connection, request)
            if row is None:
                return None
            member = live.member(person_id)
            if row.campaign != live.row.id or member is None or row.person != member.person:
                refusal = Refusal("campaign.request_reused", "")
                return Receipt(accepted=False, refusals=(refusal,), kind=row.kind)
            number = await log.number(connection, row.campaign, row.seat, row.seq)
        return _receipt(row, number)

    # -- working out -------------------------------------------------------------------------

    def _take(
        self,
        live: Live,
        seat: Seat,
        person: int | None,
        action: Action,
        request: str,
        *,
        known: frozenset[Seat] | None = None,
    ) -> Taken:
        """Work out what an action leads to. No person is the computer, or a standing order.

        *known* are the seats that need not be called; by itself those awaited until now.

        Raises:
            ActionError: The rules forbid it.
            ModeratorError: campaign.fault, when the game system fails.
        """
        assert live.position is not None
        version = live.row.version + (0 if action.secret else 1)
        dice = RecordedDice(SeededDice(live.row.seed, live.thrown, version))
        try:
            step = live.game.apply(live.position.state, seat, action, dice)
            after = Position(live.game, step.state)
            if action.secret:
                check_secret(seat, live.position, after, step, dice)
            else:
                _ = after.status  # fails now, if it fails, and not when it is shown
            over = live.game.outcome(step.state) is not None
        except ActionError:
            raise
        except Exception as error:
            _log.exception("campaign %s: %s failed in the rules", live.row.id, action.kind)
            raise ModeratorError("campaign.fault") from error
        before = live.position.status
        row = ActionRow(
            campaign=live.row.id,
            seq=live.row.head + 1,
            seat=seat,
            person=person,
            kind=action.kind,
            secret=action.secret,
            body=action.model_dump_json(),
            rolls=tuple(dice.rolls),
            events=step.events,
            ruleset=live.game.ruleset,
            request=request,
            version=version,
            turn=before.turn,
            phase=before.phase_key,
            at=self._now(),
        )
        return self._taken(live, row, after, over=over, known=known)

    def _set_up(self, live: Live, person_id: int, request: str) -> Taken:
        """Work out the set-up."""
        version = live.row.version + 1
        dice = RecordedDice(SeededDice(live.row.seed, 0, version))
        try:
            step = live.game.setup(read_settings(live.game, live.row.settings), dice)
            after = Position(live.game, step.state)
            status = after.status
            over = live.game.outcome(step.state) is not None
        except Exception as error:
            _log.exception("campaign %s: the set-up failed in the rules", live.row.id)
            raise ModeratorError("campaign.fault") from error
        member = live.member(person_id)
        row = ActionRow(
            campaign=live.row.id,
            seq=live.row.head + 1,
            seat=None,
            person=None if member is None else member.person,
            kind=SETUP,
            secret=False,
            body="{}",
            rolls=tuple(dice.rolls),
            events=step.events,
            ruleset=live.game.ruleset,
            request=request,
            version=version,
            turn=status.turn,
            phase=status.phase_key,
            at=self._now(),
        )
        return self._taken(live, row, after, over=over)

    def _own_step(
        self, live: Live, kind: str, seat: Seat | None, person: int | None, request: str
    ) -> Taken:
        """Work out one of the moderator's own steps: each of them ends the game."""
        assert live.position is not None
        status = live.position.status
        if kind == CLOSE:
            event = Event("campaign.closed", "")
        elif seat is None:
            event = Event("campaign.abandoned", "")
        else:
            event = Event("campaign.resigned", "", {"seat": Term("seat", seat)})
        row = ActionRow(
            campaign=live.row.id,
            seq=live.row.head + 1,
            seat=seat,
            person=person,
            kind=kind,
            secret=False,
            body="{}",
            rolls=(),
            events=(event,),
            ruleset=live.game.ruleset,
            request=request,
            version=live.row.version + 1,
            turn=status.turn,
            phase=status.phase_key,
            at=self._now(),
        )
        return self._taken(live, row, live.position, over=True, ending=Ending(kind, seat))

    def _taken(
        self,
        live: Live,
        row: ActionRow,
        after: Position,
        *,
        over: bool,
        ending: Ending | None = None,
        known: frozenset[Seat] | None = None,
    ) -> Taken:
        row = log.chained(row, live.link)
        dice = partial(SeededDice, live.row.seed, live.thrown + row.dice, row.version + 1)
        found = None if over else self._answered(live, after, dice)
        answered = found or frozenset()
        known = knowing(live) if known is None else known
        posts = letters(live, row, after, over=over, answered=answered, known=known)
        public = any(post.kind == "bulletin" for post in posts)
        called = {seat for post in posts for seat in post.body.get("ping", ())}
        return Taken(
            action=row,
            position=after,
            letters=posts,
            ending=ending,
            over=over,
            bulletin=live.row.bulletin + public,
            told=row.seq if public else live.row.told,
            answering=None if found is None else tuple(sorted(known | called)),
        )

    # -- saving ------------------------------------------------------------------------------

    async def _commit(self, live: Live, taken: Taken) -> None:
        await self.database.save(self._writes(live, taken))

    def _writes(self, live: Live, taken: Taken) -> list[Write]:
        """Return everything that a step changes on file: one transaction."""
        row = taken.action
        state = StateRow(row.seq, row.ruleset, taken.position.text)
        writes = [campaigns.change(live.row, self._changed(live, taken)), log.append(row)]
        keep = row.seq == 1 or row.seq % self.policy.keep_every == 0
        if keep or row.seq % self.policy.state_every == 0 or taken.over:
            writes.append(log.put_state(row.campaign, state, first=row.seq == 1))
        if live.position is not None and not live.reached:
            # An earlier version of the bot led here, which kept no steps: a chain begins.
            before = StateRow(live.row.head, live.ruleset, live.position.text)
            writes.append(log.keep(row.campaign, before))
        if keep or live.position is None:
            writes.append(log.keep(row.campaign, state))
        else:
            writes.append(steps.add(row.campaign, state, live.position.text))
        posts = (*amended(live, public=not row.secret), *taken.letters)
        if posts:
            writes.append(outbox.add(posts, row.at))
        if taken.over:
            writes += traces.ended(row.campaign)
        return writes

    @staticmethod
    def _changed(live: Live, taken: Taken) -> CampaignRow:
        """Return the campaign as a step leaves it."""
        status = "over" if taken.over else "playing"
        return dataclasses.replace(
            live.row,
            head=taken.action.seq,
            version=taken.action.version,
            bulletin=taken.bulletin,
            told=taken.told,
            status=status,
            ended_at=taken.action.at if taken.over else None,
            ending=taken.ending,
            answering=taken.answering,
            ruleset_told=told_of(live, public=not taken.action.secret),
        )

    def _after(self, live: Live, taken: Taken) -> Live:
        """Put the saved step at hand, and tell the courier."""
        row = taken.action
        live.counts.add(row.seat, secret=row.secret)
        live.requests.add(row.request)
        after = dataclasses.replace(
            live,
            row=self._changed(live, taken),
            position=taken.position,
            thrown=live.thrown + row.dice,
            ruleset=row.ruleset,
            link=row.chain or live.link,
            reached=True,
        )
        self._shelf.put(after)
        self._note_position(after)
        self._note_step(after, row)
        self._tell()
        return after

    async def _follow(self, live: Live) -> None:
        """Called with every step of a person's or the computer's, once it is saved."""

    def _answered(
        self, live: Live, position: Position, dice: Callable[[], Dice]
    ) -> frozenset[Seat] | None:
        """Return the seats for which standing orders answer at once, if any does: they tell.

        *dice* makes those that the next step will meet.
        """
        return None

    def _note_step(self, live: Live, row: ActionRow) -> None:
        """Called with every saved step; the computing part looks whether it is the computer's."""

    @staticmethod
    def _receipt(live: Live, row: ActionRow) -> Receipt:
        return _receipt(row, live.counts.read_by(row.seat))


def _receipt(row: ActionRow, number: int) -> Receipt:
    return Receipt(
        accepted=True,
        events=visible(row.events, row.seat),
        secret=row.secret,
        number=number,
        kind=row.kind,
    )
