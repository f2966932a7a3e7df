"""Offers: public, for one position of the table, and void with its next public step.

Every other seat must agree; one member speaks for a seat. What a seat does in secret neither voids
an offer nor shows by one. What the computer answers is settled beforehand
(:data:`COMPUTER_AGREES`): it is asked at once.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.clock import from_ms
from bot.moderator.api import ADJOURN, DRAW, Complaint
from bot.moderator.rewinding.taking_back import TakingBack
from bot.moderator.rewinding.undoing import Undo, Undoing, require_terms
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live, require_playing, undo_of
from bot.moderator.table.play import TablePlay
from bot.moderator.table.steps import Steps
from bot.store import offers, outbox
from bot.store.batch import Write
from bot.store.offers import OfferKind, OfferRow, OfferState
from bot.store.outbox import NewRow
from engine.api import Seat, Term

COMPUTER_AGREES: Final[Mapping[OfferKind, bool]] = {"undo": True, "draw": False, "adjourn": True}
"""What the computer answers: it plays on for the whole game, and lets a person try again."""
OWN_STEP: Final[Mapping[OfferKind, str]] = {"draw": DRAW, "adjourn": ADJOURN}
"""The step by which a game ends that all agree to end so."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that can be answered.

    Attributes:
        id: ``[a-z0-9]{8}``; may stand in a custom id.
        seat: Whose it is.
        waiting: The seats that have not agreed yet.
        until: When it is too late to answer.
        back_to: The action that an undo goes back before; not to be shown.
    """

    id: str
    campaign_id: str
    kind: OfferKind
    seat: Seat
    waiting: tuple[Seat, ...]
    until: datetime
    back_to: int | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """What became of an offer that was made or answered.

    Attributes:
        offer: As it is now.
        done: Whether all have agreed, and it has come to pass.
        undo: What is, or is to be, taken back, where that was asked.
    """

    offer: Offer
    done: bool = False
    undo: Undo | None = None


Work = Callable[[Live, OfferRow, Seat], Awaitable[Made]]
"""Answers an offer that is open, for a seat, in a campaign that is locked."""


class Offers:
    """Making, answering and withdrawing offers."""

    def __init__(
        self,
        desk: Desk,
        steps: Steps,
        play: TablePlay,
        undoing: Undoing,
        taking_back: TakingBack,
    ) -> None:
        self._desk = desk
        self._steps = steps
        self._play = play
        self._undoing = undoing
        self._taking_back = taking_back

    async def open(self, campaign_id: str) -> tuple[Offer, ...]:
        """Return the offers of a campaign that can be answered, in order.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        if live.row.status != "playing":
            return ()
        async with self._desk.database.read() as connection:
            rows = await offers.of(connection, campaign_id)
        return tuple(_offer(live, row) for row in rows if self._is_open(live, row))

    async def get(self, offer_id: str) -> Offer | None:
        """Return an offer while it can be answered; ``None`` when it cannot, or never was."""
        async with self._desk.database.read() as connection:
            row = await offers.get(connection, offer_id)
        if row is None:
            return None
        live = await self._desk.at_hand(row.campaign)
        return _offer(live, row) if self._is_open(live, row) else None

    async def make(
        self,
        campaign_id: str,
        person_id: int,
        kind: OfferKind,
        *,
        request: str,
        number: int | None = None,
        branch: int | None = None,
    ) -> Made:
        """Offer something for a person's seat, and tell the table.

        Where nobody is to be asked but the computer it comes to pass at once.

        Args:
            campaign_id: Where.
            person_id: Who.
            kind: What.
            request: Idempotency key of what comes of it at once.
            number: Of an undo, what is to be taken back: its place in the log as the seat reads it.
            branch: Of an undo, the campaign's branch when they read that.

        Raises:
            Complaint: campaign.unknown, not_playing, over, not_a_player, stale; undo.never,
                undo.only_free, undo.lesson; offer.there, offer.declined_lately,
                offer.withdrawn_lately, offer.computer_declines, offer.lesson, offer.free.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Made:
            require_playing(live)
            member = live.member(person_id)
            seat = live.seat_of(person_id)
            if member is None or seat is None:
                raise Complaint("campaign.not_a_player")
            if live.row.lesson:
                raise Complaint("offer.lesson")
            undo = None
            if kind == "undo":
                undo = await self._meant(live, person_id, number, branch)
            await self._check_new(live, seat, kind)
            row = OfferRow(
                id=self._desk.new_id(),
                campaign=campaign_id,
                kind=kind,
                seat=seat,
                person=member.person,
                version=live.row.version,
                branch=live.row.branch,
                made_at=self._desk.now(),
                until=self._desk.now() + self._desk.policy.offer_seconds * 1000,
                agreed=self._computer(live, seat, kind),
                back_to=None if undo is None else undo.seq,
            )
            if not _waiting(live, row):
                await self._come_to_pass(live, row, request, ())
                return Made(_offer(live, row), done=True, undo=undo)
            posts = [_post(row, {"offer": row.id}, "made")]
            writes = [*offers.add(row), outbox.add(posts, row.made_at)]
            await self._desk.database.save(writes)
            return Made(_offer(live, row), undo=undo)

        made = await self._desk.exclusive(campaign_id, work)
        self._desk.tell()
        return made

    async def agree(self, offer_id: str, person_id: int, *, request: str) -> Made:
        """Agree for a person's seat; with the last seat it comes to pass.

        Raises:
            Complaint: campaign.not_a_player; offer.void, offer.settled, offer.late, offer.own,
                offer.answered.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, row: OfferRow, seat: Seat) -> Made:
            if seat == row.seat:
                raise Complaint("offer.own")
            if seat in row.agreed:
                raise Complaint("offer.answered")
            agreed = dataclasses.replace(row, agreed=(*row.agreed, seat))
            if _waiting(live, agreed):
                await self._desk.database.save([offers.settle(row.id, "open", agreed.agreed)])
                return Made(_offer(live, agreed))
            settle = offers.settle(row.id, "agreed", agreed.agreed)
            await self._come_to_pass(live, agreed, request, (settle,))
            return Made(_offer(live, agreed), done=True)

        return await self._answer(offer_id, person_id, work)

    async def decline(self, offer_id: str, person_id: int, *, own: bool) -> Made:
        """Decline for a person's seat, or withdraw what is its *own*; the table is told.

        Raises:
            Complaint: campaign.not_a_player; offer.void, offer.settled, offer.late; offer.own,
                offer.not_own.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, row: OfferRow, seat: Seat) -> Made:
            if own is not (seat == row.seat):
                raise Complaint("offer.not_own" if own else "offer.own")
            state: OfferState = "withdrawn" if own else "declined"
            post = _post(row, {"kind": row.kind, "seat": seat, "state": state}, "end")
            await self._desk.database.save(
                [
                    offers.settle(row.id, state, row.agreed),
                    outbox.add([post], self._desk.now()),
                ]
            )
            return Made(_offer(live, row))

        return await self._answer(offer_id, person_id, work)

    # -- inside ------------------------------------------------------------------------------

    async def _answer(self, offer_id: str, person_id: int, work: Work) -> Made:
        async with self._desk.database.read() as connection:
            known = await offers.get(connection, offer_id)
        if known is None:
            raise Complaint("offer.void")

        async def locked(live: Live, _again: bool) -> Made:
            async with self._desk.database.read() as connection:
                row = await offers.get(connection, offer_id)
            seat = live.seat_of(person_id)
            if seat is None:
                raise Complaint("campaign.not_a_player")
            if row is None:
                raise Complaint("offer.void")
            self._require_open(live, row)
            return await work(live, row, seat)

        made = await self._desk.exclusive(known.campaign, locked)
        self._desk.tell()
        return made

    async def _meant(
        self, live: Live, person_id: int, number: int | None, branch: int | None
    ) -> Undo:
        """Return what is to be taken back with the others' consent."""
        if undo_of(live.row.undo) == "free":
            raise Complaint("undo.only_free")
        seat = require_terms(live, person_id)
        if branch != live.row.branch:
            raise Complaint("campaign.stale")
        undo = await self._undoing.meant(live, seat, lambda one: one.number == number)
        if undo is None:
            raise Complaint("campaign.stale")
        if undo.is_free:
            raise Complaint("offer.free")
        return undo

    async def _check_new(self, live: Live, seat: Seat, kind: OfferKind) -> None:
        """Refuse a second offer of a seat, and what was declined or withdrawn in this position.

        Else the others could be called again and again.
        """
        async with self._desk.database.read() as connection:
            rows = await offers.of(connection, live.row.id)
        own = [one for one in rows if one.seat == seat and one.version == live.row.version]
        if any(self._is_open(live, one) for one in own):
            raise Complaint("offer.there")
        if any(one.kind == kind and one.state == "declined" for one in own):
            raise Complaint("offer.declined_lately")
        if any(one.kind == kind and one.state == "withdrawn" for one in own):
            raise Complaint("offer.withdrawn_lately")

    def _computer(self, live: Live, seat: Seat, kind: OfferKind) -> tuple[Seat, ...]:
        """Return the computer's seats, which agree.

        Raises:
            Complaint: offer.computer_declines.
        """
        asked = tuple(one for one in live.seats if one in live.computer and one != seat)
        if asked and not COMPUTER_AGREES[kind]:
            raise Complaint("offer.computer_declines", seat=Term("seat", asked[0]))
        return asked

    def _require_open(self, live: Live, row: OfferRow) -> None:
        """Refuse to answer what cannot be answered any more.

        Raises:
            Complaint: offer.settled, offer.void, offer.late.
        """
        if row.state != "open":
            raise Complaint("offer.settled")
        current = row.version == live.row.version and row.branch == live.row.branch
        if live.row.status != "playing" or not current:
            raise Complaint("offer.void")
        if self._desk.now() >= row.until:
            raise Complaint("offer.late")

    def _is_open(self, live: Live, row: OfferRow) -> bool:
        try:
            self._require_open(live, row)
        except Complaint:
            return False
        return True

    async def _come_to_pass(
        self, live: Live, row: OfferRow, request: str, along: Sequence[Write]
    ) -> None:
        """Do what all agree to, as a step of whoever offered it; *along* goes with it."""
        if row.kind != "undo":
            kind = OWN_STEP[row.kind]
            taken = self._steps.own_step(live, kind, row.seat, row.person, request)
            await self._play.do(live, taken)  # with a game's end all its offers go
            return
        undo = await self._undoing.meant(live, row.seat, lambda one: one.seq == row.back_to)
        if undo is None:
            raise Complaint("offer.void")
        await self._taking_back.go_back(live, undo, row.seat, row.person, request, along=along)


def _waiting(live: Live, row: OfferRow) -> tuple[Seat, ...]:
    """Return the seats that have not agreed yet."""
    return tuple(one for one in live.seats if one != row.seat and one not in row.agreed)


def _offer(live: Live, row: OfferRow) -> Offer:
    waiting = _waiting(live, row)
    return Offer(row.id, row.campaign, row.kind, row.seat, waiting, from_ms(row.until), row.back_to)


def _post(row: OfferRow, body: Mapping[str, object], which: str) -> NewRow:
    return NewRow(
        campaign=row.campaign,
        kind="offer",
        person=None,
        first_seq=0,
        last_seq=0,
        body=dict(body),
        nonce=f"{row.campaign}-{row.id}-{which}",
    )
