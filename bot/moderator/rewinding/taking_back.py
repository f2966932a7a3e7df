"""Going back: a step of its own, which names what counts no more. Nothing is deleted.

In public the campaign goes back to the position before an action. What has been ordered in secret
since, by whichever seat, stands where it still is legal: it is entered anew, all in the transaction
of the step. What is not is struck, and told to its own seat alone. Posts of what is undone that
have not been made are not made any more; those that have stay.

In secret a seat takes back its last secret orders, as long as no public step has followed.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.moderator.api import Complaint, PlanEntry
from bot.moderator.rewinding.undoing import Undo, Undoing, require_terms
from bot.moderator.table.bulletins import taken_back
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live, Position
from bot.moderator.table.play import TablePlay
from bot.moderator.table.posting import to_person
from bot.moderator.table.replay import ReplayDiverged, kept_by, play, read_action, state_at
from bot.moderator.table.secrecy import SecretBroken, check_unseen
from bot.moderator.table.steps import Steps, Taken
from bot.store import log, outbox, plans, steps
from bot.store.batch import Write
from bot.store.digests import digest_of
from bot.store.log import OWN_CORRECT, REWIND, ActionRow
from bot.store.outbox import NewRow
from bot.store.rewinds import Rewind, counting
from engine.api import Event, Seat, Term
from engine.errors import Refused

_log = logging.getLogger(__name__)

AGAIN = "again/"
"""How the request key of a secret order begins that a rewind enters anew."""


Returning = Callable[[Undo], Sequence[PlanEntry]]
"""Says what of something that is taken back goes back into its person's plan."""


def nothing_returns(undo: Undo) -> Sequence[PlanEntry]:
    """Let nothing go back into a plan."""
    del undo
    return ()


@dataclass(frozen=True, slots=True)
class _Way:
    """A step back, worked out and not saved: it, what it enters anew, and what it strikes."""

    taken: tuple[Taken, ...]
    struck: tuple[ActionRow, ...]
    first: int


class TakingBack:
    """Takes steps back."""

    def __init__(self, desk: Desk, steps: Steps, play: TablePlay, undoing: Undoing) -> None:
        self._desk = desk
        self._steps = steps
        self._play = play
        self._undoing = undoing

    async def take_back(
        self,
        campaign_id: str,
        person_id: int,
        number: int,
        branch: int,
        *,
        request: str,
        returning: Returning = nothing_returns,
    ) -> Undo | None:
        """Take back at once what a person did, and all that followed; return what that was.

        ``None`` where the same request has done so before.

        Args:
            campaign_id: Where.
            person_id: Who; their seat follows from it.
            number: The place of what they did in the log as their seat reads it.
            branch: The campaign's branch when they read that.
            request: Idempotency key: asked again, nothing more happens.
            returning: Says what of it goes back into their plan, before what is there.

        Raises:
            Complaint: campaign.unknown, not_playing, over, not_a_player, stale, fault; undo.never,
                undo.lesson, undo.consent where it is not theirs to take back at once.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Undo | None:
            if request in live.requests:
                return None
            seat = require_terms(live, person_id)
            if branch != live.row.branch:
                raise Complaint("campaign.stale")
            undo = await self._undoing.meant(live, seat, lambda one: one.number == number)
            if undo is None:
                raise Complaint("campaign.stale")
            if not undo.is_free:
                raise Complaint("undo.consent")
            member = live.member(person_id)
            assert member is not None
            entries = returning(undo)
            await self.go_back(live, undo, seat, member.person, request, returning=entries)
            return undo

        undo = await self._desk.exclusive(campaign_id, work)
        self._desk.tell()
        return undo

    async def go_back(
        self,
        live: Live,
        undo: Undo,
        seat: Seat | None,
        person: int | None,
        request: str,
        *,
        returning: Sequence[PlanEntry] = (),
        along: Sequence[Write] = (),
    ) -> None:
        """Take something back in a campaign that is locked; whether it may be is settled.

        Args:
            live: The campaign.
            undo: What.
            seat: Whose it is that takes it back; ``None`` is a referee.
            person: Our number of whoever takes it back.
            request: Idempotency key.
            returning: What goes back into that person's plan.
            along: What is changed on file in the same transaction.

        Raises:
            Complaint: campaign.fault, unreadable.
            StoreError: The database failed; nothing was changed.
        """
        if undo.secret and seat is not None:
            way = await self._in_secret(live, undo, seat, person, request)
        else:
            way = await self._in_public(live, undo, seat, person, request)
        writes: list[Write] = []
        at = live
        for taken in way.taken:
            writes += self._steps.writes(at, taken)
            at = self._steps.after(at, taken)
        if not undo.secret:
            writes.insert(1, outbox.withdraw(live.row.id, way.first))
            writes.append(plans.unsent(live.row.id))
        if way.struck:
            writes.append(outbox.add(_struck(live, way), self._desk.now()))
        if returning and person is not None:
            writes += await self._returned(live, person, returning)
        await self._desk.database.save([*writes, *along])
        for taken in way.taken:
            live = self._play.saved(live, taken)
        if not undo.secret:
            await self._play.go_on(live)

    # -- in public ---------------------------------------------------------------------------

    async def _in_public(
        self, live: Live, undo: Undo, seat: Seat | None, person: int | None, request: str
    ) -> _Way:
        before = await self._position(live, undo.seq - 1)
        async with self._desk.database.read() as connection:
            since = await log.between(connection, live.row.id, undo.seq - 1, live.row.head)
            untold = await outbox.first_untold(connection, live.row.id, undo.seq)
        rewind = Rewind(live.row.head + 1, undo.seq - 1, undo.seq, live.row.head)
        if seat is None:
            rewind = dataclasses.replace(rewind, held=undo.seat)
            event = Event("campaign.rewound", "", {"n": undo.steps})
        else:
            event = Event("campaign.taken_back", "", {"seat": Term("seat", seat), "n": undo.steps})
        goes_on = (Event("campaign.goes_on", ""),) if live.row.status == "over" else ()
        row = self._steps.row(
            live,
            before.status,
            REWIND,
            request,
            (event, *goes_on),
            seat=seat,
            person=person,
            body=rewind.body,
        )
        taken = self._steps.taken(live, row, before, over=False)
        told = min(live.row.told, live.row.told if untold is None else untold - 1)
        telling = taken_back(live, row, before, told, since, agreed=not undo.is_free)
        taken = dataclasses.replace(
            taken,
            posts=telling.posts,
            bulletin=live.row.bulletin + len(telling.posts),
            told=row.seq if telling.posts else told,
            untold=telling.untold,
        )
        entered, struck = self._anew(live, taken, since)
        return _Way((taken, *entered), struck, undo.seq)

    def _anew(
        self, live: Live, taken: Taken, since: Sequence[ActionRow]
    ) -> tuple[list[Taken], tuple[ActionRow, ...]]:
        """Return what was ordered in secret *since*, entered anew; and what cannot be."""
        at, entered, struck = self._steps.after(live, taken), list[Taken](), list[ActionRow]()
        for row in counting(since, live.rewinds):
            if not row.secret:
                continue
            assert row.seat is not None
            if row.kind == OWN_CORRECT:  # it was of a position that is no more
                struck.append(row)
                continue
            request = f"{AGAIN}{live.row.id}/{taken.action.branch}/{row.seq}"
            try:
                action = read_action(live.game, row)
                again = self._steps.take(at, row.seat, row.person, action, request, entered=row.seq)
            except (Refused, Complaint):
                struck.append(row)
                continue
            again = dataclasses.replace(again, posts=())
            entered.append(again)
            at = self._steps.after(at, again)
        return entered, tuple(struck)

    async def _position(self, live: Live, seq: int) -> Position:
        """Return a position of the past, which must be what the log says it was.

        Raises:
            Complaint: campaign.unreadable.
        """
        name, note = live.row.id, self._desk.database.damage.note
        async with self._desk.database.read() as connection:
            kept = await steps.upto(connection, name, seq, live.game, note)
            (row,) = await log.between(connection, name, seq - 1, seq)
        if kept is not None and kept.seq == seq:
            written = row.digest in (None, digest_of(live.row.seed, name, seq, kept.text))
            if written or live.row.epoch:  # of an earlier secret of the dice `replay` knows
                return Position(live.game, kept.state)
            note(f"campaign {name}: the state after action {seq} is not what was written")
            raise Complaint("campaign.unreadable")
        return await self._played(live, seq)

    async def _played(self, live: Live, seq: int) -> Position:
        name, note = live.row.id, self._desk.database.damage.note
        try:
            past = await state_at(self._desk.database, live.game, name, live.row.settings, seq)
        except ReplayDiverged as error:
            note(str(error))
            raise Complaint("campaign.unreadable") from error
        if past.seq != seq:
            raise Complaint("campaign.unreadable")
        return Position(live.game, past.state)

    async def _returned(
        self, live: Live, person: int, returning: Sequence[PlanEntry]
    ) -> list[Write]:
        async with self._desk.database.read() as connection:
            row = await plans.get(connection, live.row.id, person)
        entries = [{**dataclasses.asdict(one)} for one in returning]
        return plans.returned(live.row.id, person, row, entries)

    # -- in secret ---------------------------------------------------------------------------

    async def _in_secret(
        self, live: Live, undo: Undo, seat: Seat, person: int | None, request: str
    ) -> _Way:
        assert live.position is not None
        async with self._desk.database.read() as connection:
            base, _ = await log.last_public(connection, live.row.id)
            since = await log.between(connection, live.row.id, base, live.row.head)
        head = live.row.head + 1
        rewind = Rewind(head, base, undo.seqs[0], undo.seqs[-1], seat, undo.seqs)
        begun = await self._position(live, base)
        rows = kept_by(rewind, since, live.rewinds)
        try:
            after = Position(live.game, play(live.game, live.row.settings, begun.state, rows))
            check_unseen(seat, live.position, after, live.game.seats)
        except (ReplayDiverged, SecretBroken) as error:
            _log.exception("campaign %s: a secret order cannot be taken back", live.row.id)
            raise Complaint("campaign.fault") from error
        taken = {"n": len(undo.seqs)}
        event = Event("campaign.order_taken_back", "", taken, frozenset({seat}))
        row = self._steps.row(
            live,
            live.position.status,
            REWIND,
            request,
            (event,),
            seat=seat,
            person=person,
            secret=True,
            body=rewind.body,
        )
        return _Way((self._steps.taken(live, row, after, over=False),), (), undo.seq)


def _struck(live: Live, way: _Way) -> tuple[NewRow, ...]:
    """Return a word to each member of every seat of whose secret orders some were struck."""
    branch = way.taken[0].action.branch
    return tuple(
        to_person(live, "notice", one.person, {"code": "notice.struck"}, f"struck/{branch}")
        for seat in sorted({row.seat for row in way.struck if row.seat is not None})
        for one in live.seated(seat)
    )
