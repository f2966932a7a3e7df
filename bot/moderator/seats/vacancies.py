"""A seat of a game under way is offered to others, and a substitute accepts it in person.

A seat becomes offered by who holds it, alone, by agreement of all seats, by a referee, or by the
clock where the table has chosen so. It is played on meanwhile. Nobody sits down unasked: who wants
it asks, and who may grant that is said in ``bot.moderator.lobby.seats``. Who is granted it reads,
privately, what everybody knows of it, and it is theirs once they accept. Only then they read its
secrets, with the note and the plan of those before them, who leave. Who held it may ask for it
again: with the consent of who came in they change places.

The note is read by nobody else, not even by who has been granted the seat and not accepted: they
may still decline, and take another one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Final

from bot.moderator.api import Campaign, Complaint, Look
from bot.moderator.seats.bars import Bars
from bot.moderator.seats.substitution import Newcomer, sit_down
from bot.moderator.seats.telling import notices, word
from bot.moderator.table.asking import calls_anew
from bot.moderator.table.clocks import changed_of, with_others
from bot.moderator.table.desk import Desk
from bot.moderator.table.guarding import require_may_sit
from bot.moderator.table.journal import told
from bot.moderator.table.languages import Languages
from bot.moderator.table.live import Live, require_playing
from bot.moderator.table.posting import to_person
from bot.moderator.table.returning import askers, kept, without_stand_in, without_vacancy
from bot.store import asks, campaigns, clocks, outbox, preferences, vacancies
from bot.store.asks import AskRow
from bot.store.batch import Write, one_by_one
from bot.store.campaigns import MemberRow
from bot.store.offers import OfferRow
from bot.store.vacancies import VacancyCause, VacancyRow
from engine.api import Seat, Term

NOTE_LIMIT: Final = 1500
"""Characters of what is left for a substitute."""


@dataclasses.dataclass(frozen=True, slots=True)
class Invitation:
    """A seat that somebody has asked for and been granted, and that is theirs once they accept.

    Attributes:
        id: Of their ask.
        look: The public look of its table: they know nothing more of it yet.
    """

    id: str
    seat: Seat
    look: Look


class Vacancies:
    """Seats that are offered to others."""

    def __init__(self, desk: Desk, languages: Languages, bars: Bars) -> None:
        self._desk = desk
        self._languages = languages
        self._bars = bars

    # -- offering ----------------------------------------------------------------------------

    async def offer(self, campaign_id: str, person_id: int, note: str) -> Campaign:
        """Offer one's own seat to others, with a private note for whoever comes in; "" is none.

        Of a seat that is offered already only the note is changed, and nobody hears of it. One that
        the clock or a referee has offered is theirs to offer from their note on: it does not end,
        and the note with it, when they act.

        Raises:
            Complaint: campaign.unknown, not_playing, over, not_a_player; seat.shared,
                seat.note_long.
            StoreError: The database failed; nothing was changed.
        """
        left = note.strip() or None
        if left is not None and len(left) > NOTE_LIMIT:
            raise Complaint("seat.note_long", limit=NOTE_LIMIT)

        async def work(live: Live, _again: bool) -> Campaign:
            member = _offering(live, person_id)
            seat, vacancy = member.seat, live.vacancy(member.seat)
            if vacancy is not None:
                if vacancy.is_of_absent and left is not None:
                    vacancy = dataclasses.replace(vacancy, cause="holder", person=member.person)
                writes = [campaigns.change(live.row, live.row), vacancies.leave(vacancy, left)]
                await self._desk.database.save(writes)
                found = tuple(vacancy if one.seat == seat else one for one in live.vacancies)
                noted = dataclasses.replace(live, vacancies=found)
                return self._desk.renew(noted, live.row, live.people)
            after = await self.open(live, seat, "holder", person=member.person, note=left)
            return after.campaign

        return await self._desk.exclusive(campaign_id, work)

    async def require_own(self, campaign_id: str, person_id: int) -> None:
        """Refuse somebody whose seat is not theirs alone to offer, before they write a note for it.

        Raises:
            Complaint: As :meth:`offer` does, but for the note.
            StoreError: The database failed.
        """
        _offering(await self._desk.at_hand(campaign_id), person_id)

    def check(self, live: Live, seat: Seat, terms: str | None) -> str:
        """Return the seat that one seat wants all to agree to offer to others.

        Raises:
            Complaint: campaign.not_playing, over, unknown_seat; seat.own, seat.vacant.
        """
        require_playing(live)
        if terms is None or terms not in live.seats or terms in live.own_computer:
            raise Complaint("campaign.unknown_seat", seat=(terms or "")[:100])
        if terms == seat:
            raise Complaint("seat.own", seat=Term("seat", seat))
        if live.vacancy(terms) is not None:
            raise Complaint("seat.vacant", seat=Term("seat", terms))
        return terms

    async def agreed(
        self, live: Live, row: OfferRow, _request: str, along: Sequence[Write]
    ) -> None:
        """Offer the seat that all have agreed to offer (an offer's outcome)."""
        await self.open(live, self.check(live, row.seat, row.terms), "offer", along=along)

    async def run_out(self, live: Live, seat: Seat) -> Live | None:
        """Offer a seat whose time has run out; ``None`` where it is offered already.

        The campaign is locked.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        if live.vacancy(seat) is not None:
            return None
        return await self.open(live, seat, "clock")

    async def open(
        self,
        live: Live,
        seat: Seat,
        cause: VacancyCause,
        *,
        person: int | None = None,
        note: str | None = None,
        along: Sequence[Write] = (),
    ) -> Live:
        """Offer a seat of a campaign that is locked, and tell its channel.

        Args:
            live: The campaign.
            seat: Which; it is not offered yet.
            cause: Who gives it up.
            person: Which of its people, by our number.
            note: What they leave for whoever comes in.
            along: What is changed on file in the same transaction.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        now = self._desk.now()
        vacancy = VacancyRow(live.row.id, seat, cause, person, now)
        row = dataclasses.replace(live.row, version=live.row.version + 1)
        after = dataclasses.replace(live, row=row, vacancies=(*live.vacancies, vacancy))
        writes = [
            campaigns.change(live.row, row),
            vacancies.put(vacancy, note),
            *told(after, [word(after, "offered", seat)], now, person),
            *along,
        ]
        await self._desk.database.save(writes)
        self._desk.renew(after, row, live.people)
        return after

    async def take_back(self, campaign_id: str, person_id: int) -> Campaign:
        """Offer one's seat no more; who has asked for it is told, and must ask again.

        Raises:
            Complaint: campaign.unknown, not_playing, over, not_a_player; seat.not_vacant.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            seat = _own(live, person_id).seat
            if live.vacancy(seat) is None:
                raise Complaint("seat.not_vacant", seat=Term("seat", seat))
            row = dataclasses.replace(live.row, version=live.row.version + 1)
            writes = [
                campaigns.change(live.row, row),
                vacancies.drop(row.id, seat),
                asks.settle(row.id, seat),
                *told(live, kept(live, seat, row.version), self._desk.now()),
            ]
            await self._desk.database.save(writes)
            return self._desk.renew(without_vacancy(live, seat), row, live.people)

        return await self._desk.exclusive(campaign_id, work)

    # -- granting ----------------------------------------------------------------------------

    async def invite(self, live: Live, ask: AskRow) -> Campaign:
        """Grant somebody a seat that is offered, in a campaign that is locked: they are asked.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        now = self._desk.now()
        name = f"invite/{ask.id}/{live.row.version}"
        post = to_person(live, "invite", ask.person, {"ask": ask.id}, name)
        async with self._desk.database.write() as connection:
            writes = [campaigns.change(live.row, live.row), outbox.add([post], now)]
            await one_by_one(connection, writes)
            await asks.grant(connection, ask.id, now)
            asking = await asks.of(connection, [live.row.id])
        after = dataclasses.replace(live, asks=asking)
        return self._desk.renew(after, live.row, live.people)

    async def invitation(self, campaign_id: str, ask_id: str, person_id: int) -> Invitation | None:
        """Return the seat that somebody was granted, until they have answered.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        one = _granted(live, ask_id, person_id)
        return None if one is None else Invitation(one.id, one.seat, live.look(None))

    async def invitations(self, person_id: int) -> tuple[Invitation, ...]:
        """Return all seats that somebody was granted and has not answered, over all servers.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            found = await asks.granted(connection, person_id)
        invited = []
        for one in found:
            try:
                invitation = await self.invitation(one.campaign, one.id, person_id)
            except Complaint:  # a table that cannot be loaded is told of elsewhere
                continue
            if invitation is not None:
                invited.append(invitation)
        return tuple(invited)

    # -- answering ---------------------------------------------------------------------------

    async def accept(self, campaign_id: str, ask_id: str, person_id: int) -> Campaign:
        """Sit down at a seat that was granted; those before leave it, and all are told.

        Raises:
            Complaint: campaign.unknown, over, barred, already_seated, was_other_side;
                seat.no_invitation; referee.has_looked, referee.referees_here.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            one = _granted(live, ask_id, person_id)
            if one is None:
                raise Complaint("seat.no_invitation")
            await self._bars.require_welcome(live.row.guild_id, person_id)
            _check_free(live, person_id, one.seat)
            require_may_sit(live, person_id)
            vacancy = live.vacancy(one.seat)
            assert vacancy is not None
            return await self._seat(live, one, vacancy)

        return await self._desk.exclusive(campaign_id, work)

    async def _seat(self, live: Live, ask: AskRow, vacancy: VacancyRow) -> Campaign:
        now, seat, name = self._desk.now(), ask.seat, live.row.id
        leaving = leavers(live, vacancy)
        row = dataclasses.replace(live.row, version=live.row.version + 1)
        after = without_vacancy(without_stand_in(dataclasses.replace(live, row=row), seat), seat)
        others = tuple(one for one in askers(live, seat) if one != ask.person)
        posts = [
            word(after, "came_in", seat),
            *notices(after, "notice.seat_taken", seat, tuple(one.person for one in leaving)),
            *notices(after, "notice.seat_filled", seat, others),
        ]
        async with self._desk.database.write() as connection:
            note = await vacancies.note(connection, name, seat)
            await one_by_one(
                connection,
                [
                    campaigns.change(live.row, after.row),
                    vacancies.drop(name, seat),
                    asks.settle(name, seat),
                    *told(after, posts, now, ask.person),
                ],
            )
            new = Newcomer(ask.person, ask.name, came_in=True, note=note)
            await sit_down(connection, live, seat, new, leaving, now)
            members = (await campaigns.members_of(connection, [name]))[name]
            rests = await preferences.rests_of(connection, [one.person for one in members])
            after = dataclasses.replace(after, people=members, rests=rests)
            after = dataclasses.replace(after, clocks=with_others(after, now, fresh=seat))
            changed = clocks.put(name, changed_of(live.clocks, after.clocks))
            await one_by_one(connection, [*changed, *calls_anew(live, after, now)])
        self._languages.forget(ask.discord_id)  # from now on it is worth storing
        return self._desk.renew(after, after.row, members)

    async def decline(self, campaign_id: str, ask_id: str, person_id: int) -> Campaign:
        """Do without a seat that was granted; who holds it is told.

        Raises:
            Complaint: campaign.unknown, over; seat.no_invitation.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            one = _granted(live, ask_id, person_id)
            if one is None:
                raise Complaint("seat.no_invitation")
            holders = tuple(member.person for member in live.present(one.seat))
            name = f"declined/{one.id}"
            body = {"code": "notice.seat_declined", "seat": one.seat}
            posts = [to_person(live, "notice", person, body, name) for person in holders]
            async with self._desk.database.write() as connection:
                await one_by_one(connection, [campaigns.change(live.row, live.row)])
                if posts:
                    await one_by_one(connection, [outbox.add(posts, self._desk.now())])
                await asks.drop(connection, live.row.id, one.person)
                asking = await asks.of(connection, [live.row.id])
            after = dataclasses.replace(live, asks=asking)
            return self._desk.renew(after, live.row, live.people)

        return await self._desk.exclusive(campaign_id, work)

    # -- what was left -----------------------------------------------------------------------

    async def handover(self, campaign_id: str, person_id: int) -> str | None:
        """Return the note that was left for somebody who came in, as long as they hold the seat.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            return await campaigns.handover(connection, campaign_id, person_id)

    async def note(self, campaign_id: str, person_id: int) -> str | None:
        """Return the note that lies ready with somebody's own seat, while that is offered.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        seat = live.seat_of(person_id)
        if seat is None:
            return None
        async with self._desk.database.read() as connection:
            return await vacancies.note(connection, campaign_id, seat)


def leavers(live: Live, vacancy: VacancyRow) -> tuple[MemberRow, ...]:
    """Return who leaves a seat when a substitute sits down, who gave it up before the others.

    Where one of its people gave it up alone: they, and who is out of the server; else all.
    """
    seated = live.seated(vacancy.seat)
    if vacancy.cause != "holder":
        return seated
    gone = (one for one in seated if one.person == vacancy.person or one.gone_at is not None)
    return tuple(sorted(gone, key=lambda one: one.person != vacancy.person))


def replaced_by(live: Live, person_id: int) -> tuple[MemberRow, ...]:
    """Return who came in for somebody, sits there still, and would change places with them."""
    before = live.member(person_id)
    if before is None or before.left_at is None:
        return ()
    return tuple(one for one in live.seated(before.seat) if one.came_in_at == before.left_at)


def _own(live: Live, person_id: int) -> MemberRow:
    """Return where somebody sits in a game under way.

    Raises:
        Complaint: campaign.not_playing, over, not_a_player.
    """
    require_playing(live)
    member = live.member(person_id)
    if member is None or member.left:
        raise Complaint("campaign.not_a_player")
    return member


def _granted(live: Live, ask_id: str, person_id: int) -> AskRow | None:
    """Return what somebody was granted and may still accept."""
    if live.row.status != "playing":
        return None
    one = next((one for one in live.asks if one.id == ask_id), None)
    if one is None or one.discord_id != person_id or not is_invited(live, one):
        return None
    return one


def _offering(live: Live, person_id: int) -> MemberRow:
    """Return where somebody sits who may offer that seat, or leave a note with it.

    Raises:
        Complaint: campaign.not_playing, over, not_a_player; seat.shared.
    """
    member = _own(live, person_id)
    vacancy = live.vacancy(member.seat)
    agreed = vacancy is not None and not vacancy.is_of_absent
    if not agreed and len(live.present(member.seat)) > 1:
        raise Complaint("seat.shared", seat=Term("seat", member.seat))
    return member


def is_invited(live: Live, ask: AskRow) -> bool:
    """Say whether a seat was granted to who asks for it since it is offered."""
    vacancy = live.vacancy(ask.seat)
    return vacancy is not None and ask.granted_at is not None and ask.granted_at >= vacancy.since


def _check_free(live: Live, person_id: int, seat: Seat) -> None:
    """Refuse somebody who has sat down elsewhere since they were granted a seat.

    Raises:
        Complaint: campaign.already_seated, was_other_side.
    """
    there = live.seat_of(person_id)
    if there is not None:
        raise Complaint("campaign.already_seated", seat=Term("seat", there))
    before = live.has_sat(person_id)
    if before is not None and before != seat:
        raise Complaint("campaign.was_other_side", seat=Term("seat", before))
