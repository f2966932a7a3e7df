"""Offers: what one seat puts to the others, and what comes of it when all agree.

A draw, breaking off and taking back are meant for one position of the table, and void with its next
public step. What is about the table and its people (a pause, another pace, who plays a seat) stands
until it is answered or too old; what became of it is told to the channel. That a game which is
over may go on is the one thing that is offered after its end.

Every other seat must agree; one member speaks for a seat. What a seat does in secret neither voids
an offer nor shows by one. What the computer answers for a seat of its own is settled beforehand
(:data:`COMPUTER_AGREES`): it is asked at once. Where it only stands in for people, they are asked.

What an offer comes to is no matter of this room: each kind has its outcome
(:data:`Outcome`), which is given to it.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.clock import from_ms
from bot.moderator.api import Complaint
from bot.moderator.rewinding.undoing import Undo, Undoing, require_terms
from bot.moderator.table.desk import Desk
from bot.moderator.table.journal import entry
from bot.moderator.table.live import Live, require_playing, undo_of
from bot.moderator.table.posting import to_table
from bot.store import journal, offers, outbox
from bot.store.batch import Write
from bot.store.codec import dumps
from bot.store.journal import NewEntry
from bot.store.offers import AFTER_END, OF_A_POSITION, OfferKind, OfferRow, OfferState
from bot.store.outbox import NewRow
from engine.api import Seat, Term

COMPUTER_AGREES: Final[Mapping[OfferKind, bool]] = {
    "undo": True,
    "draw": False,
    "adjourn": True,
    "pause": True,
    "pace": True,
    "time": True,
    "stand_in": True,
    "seat": True,
    "referee": True,
    "reopen": True,
}
"""What the computer answers: it plays on for the whole game, and lets people do as they like."""

TELLS_ITSELF: Final[frozenset[OfferKind]] = frozenset({"stand_in", "seat"})
"""Of what lasts, that whose outcome tells the channel, whoever brings it about."""

_PERSONAL: Final = frozenset({"person", "name"})
"""What of the terms of an offer says whom it is about."""

Outcome = Callable[[Live, OfferRow, str, Sequence[Write]], Awaitable[None]]
"""Does what all have agreed to, in a campaign that is locked: what was offered, the idempotency key
of whatever comes of it, and what is changed on file in the same transaction.

Raises ``Complaint`` where it cannot be done any more; then nothing was changed.
"""
Check = Callable[[Live, Seat, str | None], str | None]
"""Returns the terms of what a seat wants to offer as they are kept, from those that were given.

Raises ``Complaint`` where that seat cannot offer it.
"""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that can be answered.

    Attributes:
        id: ``[a-z0-9]{8}``; may stand in a custom id.
        seat: Whose it is.
        waiting: The seats that have not agreed yet.
        until: When it is too late to answer.
        back_to: The action that an undo goes back before; not to be shown.
        terms: What is offered more exactly, as its kind keeps it; public.
    """

    id: str
    campaign_id: str
    kind: OfferKind
    seat: Seat
    waiting: tuple[Seat, ...]
    until: datetime
    back_to: int | None = None
    terms: str | None = None

    @property
    def lasts(self) -> bool:
        """Whether it outlives the table's next public step."""
        return self.kind not in OF_A_POSITION


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
        undoing: Undoing,
        outcomes: Mapping[OfferKind, Outcome],
        checks: Mapping[OfferKind, Check],
    ) -> None:
        """Let seats offer each other what has an outcome.

        Args:
            desk: Where campaigns are.
            undoing: Knows what may be taken back.
            outcomes: What each kind comes to. A kind without one cannot be offered.
            checks: Who may offer it, on which terms; by itself everybody may, and it has none.
        """
        self._desk = desk
        self._undoing = undoing
        self._outcomes = outcomes
        self._checks = checks

    async def open(self, campaign_id: str) -> tuple[Offer, ...]:
        """Return the offers of a campaign that can be answered, in order.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
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
        terms: str | None = None,
        about: int | None = None,
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
            terms: What exactly, as the kind's check reads it.
            about: Whom it is about, by our number of them, where that is nobody of its seats.

        Raises:
            Complaint: campaign.unknown, not_playing, over, not_over, not_a_player, stale;
                undo.never, undo.only_free, undo.lesson; offer.there, offer.declined_lately,
                offer.withdrawn_lately, offer.answered_lately, offer.computer_declines,
                offer.lesson, offer.free, offer.not_here; whatever the kind's check says.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Made:
            _require_time(live, kind)
            member = live.member(person_id)
            seat = live.seat_of(person_id)
            if member is None or seat is None:
                raise Complaint("campaign.not_a_player")
            if live.row.lesson:
                raise Complaint("offer.lesson")
            exact = self._exactly(live, seat, kind, terms)
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
                terms=exact,
                about=about,
            )
            if not _waiting(live, row):
                await self._come_to_pass(live, row, request, self._told(live, row))
                return Made(_offer(live, row), done=True, undo=undo)
            posts = [_post(row, {"offer": row.id}, "made")]
            made = journal.add([_entered(live, row, row.seat, "open")], row.made_at)
            writes = [*offers.add(row), outbox.add(posts, row.made_at), made]
            await self._desk.database.save(writes)
            return Made(_offer(live, row), undo=undo)

        made = await self._desk.exclusive(campaign_id, work)
        self._desk.tell()
        return made

    async def agree(
        self, offer_id: str, person_id: int, *, request: str, campaign_id: str | None = None
    ) -> Made:
        """Agree for a person's seat; with the last seat it comes to pass.

        An offer of another campaign than *campaign_id*, where that is said, is void.

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
            await self._come_to_pass(live, agreed, request, (settle, *self._told(live, agreed)))
            return Made(_offer(live, agreed), done=True)

        return await self._answer(offer_id, person_id, work, campaign_id)

    async def decline(
        self, offer_id: str, person_id: int, *, own: bool, campaign_id: str | None = None
    ) -> Made:
        """Decline for a person's seat, or withdraw what is its *own*; the table is told.

        An offer of another campaign than *campaign_id*, where that is said, is void.

        Raises:
            Complaint: campaign.not_a_player; offer.void, offer.settled, offer.late; offer.own,
                offer.not_own.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, row: OfferRow, seat: Seat) -> Made:
            if own is not (seat == row.seat):
                raise Complaint("offer.not_own" if own else "offer.own")
            state: OfferState = "withdrawn" if own else "declined"
            post = _ended(row, seat, state)
            await self._desk.database.save(
                [
                    offers.settle(row.id, state, row.agreed),
                    outbox.add([post], self._desk.now()),
                    journal.add([_entered(live, row, seat, state)], self._desk.now()),
                ]
            )
            return Made(_offer(live, row))

        return await self._answer(offer_id, person_id, work, campaign_id)

    # -- inside ------------------------------------------------------------------------------

    async def _answer(
        self, offer_id: str, person_id: int, work: Work, campaign_id: str | None
    ) -> Made:
        async with self._desk.database.read() as connection:
            known = await offers.get(connection, offer_id)
        if known is None or campaign_id not in {None, known.campaign}:
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

    def _exactly(self, live: Live, seat: Seat, kind: OfferKind, terms: str | None) -> str | None:
        """Return the terms of an offer as they are kept.

        Raises:
            Complaint: offer.not_here, and whatever its check says.
        """
        if kind not in self._outcomes:
            raise Complaint("offer.not_here")
        check = self._checks.get(kind)
        return None if check is None else check(live, seat, terms)

    async def _check_new(self, live: Live, seat: Seat, kind: OfferKind) -> None:
        """Refuse a second offer of a seat, and what was declined or withdrawn not long ago.

        Else the others could be called again and again. What is offered for a position may be
        offered again in the next one; of what lasts there may be one of each kind beside it.
        """
        async with self._desk.database.read() as connection:
            rows = await offers.of(connection, live.row.id)
        own = [one for one in rows if one.seat == seat]
        if kind not in OF_A_POSITION:
            self._check_lasting(live, [one for one in own if one.kind == kind])
            return
        here = [one for one in own if one.version == live.row.version and one.kind in OF_A_POSITION]
        if any(self._is_open(live, one) for one in here):
            raise Complaint("offer.there")
        if any(one.kind == kind and one.state == "declined" for one in here):
            raise Complaint("offer.declined_lately")
        if any(one.kind == kind and one.state == "withdrawn" for one in here):
            raise Complaint("offer.withdrawn_lately")

    def _check_lasting(self, live: Live, own: Sequence[OfferRow]) -> None:
        """Refuse a second offer of a seat's of one kind, and one that was answered not long ago."""
        if any(self._is_open(live, one) for one in own):
            raise Complaint("offer.there")
        wait = self._desk.policy.refused_seconds
        lately = self._desk.now() - wait * 1000
        if any(one.state in {"declined", "withdrawn"} and one.made_at > lately for one in own):
            raise Complaint("offer.answered_lately", hours=max(1, wait // 3600))

    def _computer(self, live: Live, seat: Seat, kind: OfferKind) -> tuple[Seat, ...]:
        """Return the computer's own seats, which agree.

        Raises:
            Complaint: offer.computer_declines.
        """
        own = live.own_computer
        asked = tuple(one for one in live.seats if one in own and one != seat)
        if asked and not COMPUTER_AGREES[kind]:
            raise Complaint("offer.computer_declines", seat=Term("seat", asked[0]))
        return asked

    def _told(self, live: Live, row: OfferRow) -> list[Write]:
        """Return what tells the channel that all agree, where no bulletin does; and the journal."""
        now = self._desk.now()
        if row.kind in OF_A_POSITION or row.kind in TELLS_ITSELF:
            return [journal.add([_entered(live, row, row.seat, "agreed")], now)]
        entered = journal.add([_entered(live, row, row.seat, "agreed")], now)
        return [outbox.add([_ended(row, row.seat, "agreed")], now), entered]

    def _require_open(self, live: Live, row: OfferRow) -> None:
        """Refuse to answer what cannot be answered any more.

        Raises:
            Complaint: offer.settled, offer.void, offer.late.
        """
        if row.state != "open":
            raise Complaint("offer.settled")
        current = row.version == live.row.version and row.branch == live.row.branch
        void = row.kind in OF_A_POSITION and not current
        elsewhen = live.row.status != ("over" if row.kind in AFTER_END else "playing")
        if elsewhen or void or row.seat not in live.seats:
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
        """Do what all agree to; *along* goes with it."""
        outcome = self._outcomes.get(row.kind)
        if outcome is None:  # an earlier build of the bot knew it
            raise Complaint("offer.void")
        await outcome(live, row, request, along)


def _require_time(live: Live, kind: OfferKind) -> None:
    """Refuse what is offered once a game is over while it is not, and all else unless it goes on.

    Raises:
        Complaint: campaign.not_playing, over, not_over.
    """
    if kind not in AFTER_END:
        require_playing(live)
    elif live.row.status != "over":
        raise Complaint("campaign.not_over")


def _waiting(live: Live, row: OfferRow) -> tuple[Seat, ...]:
    """Return the seats that have not agreed yet."""
    return tuple(one for one in live.seats if one != row.seat and one not in row.agreed)


def _offer(live: Live, row: OfferRow) -> Offer:
    waiting = _waiting(live, row)
    until = from_ms(row.until)
    return Offer(row.id, row.campaign, row.kind, row.seat, waiting, until, row.back_to, row.terms)


def _ended(row: OfferRow, seat: Seat, state: OfferState) -> NewRow:
    """Return the word to the channel of what has become of an offer."""
    return _post(row, _of(row, seat, state), "end")


def _entered(live: Live, row: OfferRow, seat: Seat, state: OfferState) -> NewEntry:
    """Return the journal's entry of what has become of an offer.

    Whom it is about stands there by our number alone, since they can be erased.
    """
    body = _of(row, seat, state)
    if row.about is not None and row.terms is not None:
        kept = {k: v for k, v in json.loads(row.terms).items() if k not in _PERSONAL}
        body = {**body, "terms": dumps(kept), "referee": row.about}
    return entry(live, "offer", body, row.person if seat == row.seat else None)


def _of(row: OfferRow, seat: Seat, state: OfferState) -> Mapping[str, object]:
    return {"kind": row.kind, "seat": seat, "state": state, "terms": row.terms}


def _post(row: OfferRow, body: Mapping[str, object], which: str) -> NewRow:
    return to_table(row.campaign, "offer", body, f"{row.id}-{which}")
