"""Taking seats: freely where nobody is at one yet, else with the consent of those concerned.

Whoever sits down reads a side's secrets. So from its first member on a side is joined with the
consent of a member; an empty side of a game under way with that of somebody on another side, or
of people who manage the server. A side of which everybody is out of the server
(``bot.moderator.people.departures``) is neither: after a time somebody who manages the server
and has never had a seat there may give it to somebody else; the other side may not, or a second
account of theirs would sit down and read. A side that is offered (``bot.moderator.seats``) is
granted by those who hold it, and taken over by who accepts it in person; one that the clock has
offered also by the same people as one that is deserted, at once.

Who must consent is asked by direct message and by what they look at themselves (``/inbox``,
``/game status``): nobody else hears of it. Who held a seat before a substitute came in may ask for
it as everybody may: if they are let in the two change places. Who is barred from a server sits
down nowhere there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.clock import from_ms, to_ms
from bot.moderator.api import Ask, Campaign, Complaint
from bot.moderator.seats.bars import Bars
from bot.moderator.seats.substitution import Newcomer, sit_down
from bot.moderator.seats.telling import notices, word
from bot.moderator.seats.vacancies import Vacancies, is_invited, replaced_by
from bot.moderator.table.asking import calls_anew
from bot.moderator.table.clocks import changed_of, rested, with_others
from bot.moderator.table.desk import Desk
from bot.moderator.table.guarding import require_may_sit
from bot.moderator.table.journal import entry, told
from bot.moderator.table.languages import Languages
from bot.moderator.table.live import Live
from bot.moderator.table.posting import to_person
from bot.moderator.table.returning import kept, without_stand_in, without_vacancy
from bot.store import asks, campaigns, clocks, journal, outbox, people, preferences, vacancies
from bot.store.asks import AskRow
from bot.store.batch import one_by_one
from bot.store.campaigns import MemberRow
from bot.store.clocks import Clocks
from bot.store.outbox import NewRow
from engine.api import Seat, Term

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


class Seats:
    """Who sits where, and who asks to."""

    def __init__(self, desk: Desk, languages: Languages, bars: Bars, vacancies: Vacancies) -> None:
        self._desk = desk
        self._languages = languages
        self._bars = bars
        self._vacancies = vacancies

    async def join(
        self,
        campaign_id: str,
        person_id: int,
        seat: Seat,
        *,
        ask: bool = False,
        name: str | None = None,
    ) -> Campaign:
        """Seat a person. Joining one's own seat again changes nothing.

        A side may have any number of members. Once the game is played nobody joins who has sat on
        another side, and what the computer plays it goes on playing. A side that nobody holds is
        free before the start, and later for who has held it; else others must consent. With *ask*
        they are asked then, and the person has no seat yet in what is returned. Before the start
        people who are out of the server hold nothing. *name* is how the server calls the person.

        Raises:
            Complaint: campaign.unknown, unknown_seat, over, already_seated, seat_computer,
                was_other_side, consent_needed, barred; lesson.alone; referee.has_looked,
                referee.referees_here; with *ask* refused_lately, too_many_ask.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            if not self._check_join(live, person_id, seat):
                return live.campaign
            await self._bars.require_welcome(live.row.guild_id, person_id)
            if not _is_free(live, person_id, seat):
                if not ask:
                    raise Complaint("campaign.consent_needed", seat=Term("seat", seat))
                return await self._ask(live, person_id, seat, name)
            return await self._seat(live, person_id, seat, name)

        return await self._desk.exclusive(campaign_id, work)

    def _check_join(self, live: Live, person_id: int, seat: Seat) -> bool:
        """Say whether joining changes anything; raise when it is not allowed."""
        if live.row.lesson and live.member(person_id) is None:
            raise Complaint("lesson.alone")
        if live.row.status == "over":
            raise Complaint("campaign.over")
        if seat not in live.seats:
            raise Complaint("campaign.unknown_seat", seat=seat[:100])
        there = live.seat_of(person_id)
        if there == seat:
            return False
        if there is not None:
            raise Complaint("campaign.already_seated", seat=Term("seat", there))
        require_may_sit(live, person_id)
        if live.row.status == "playing":
            if seat in live.own_computer:
                raise Complaint("campaign.seat_computer", seat=Term("seat", seat))
            before = live.has_sat(person_id)
            if before is not None and before != seat:
                raise Complaint("campaign.was_other_side", seat=Term("seat", before))
        return True

    async def _seat(
        self,
        live: Live,
        person_id: int,
        seat: Seat,
        name: str | None,
        posts: Sequence[NewRow] = (),
    ) -> Campaign:
        """Seat somebody, in place of who came in for them, or of all who are gone if all are."""
        now = self._desk.now()
        replaced = replaced_by(live, person_id)
        leaving = replaced or (() if live.present(seat) else live.seated(seat))
        after = dataclasses.replace(
            live, row=dataclasses.replace(live.row, version=live.row.version + 1)
        )
        came_in = live.row.status == "playing" and not live.present(seat)
        if came_in or replaced:
            after = without_stand_in(after, seat)
        row, before = after.row, live.has_sat(person_id) is not None
        async with self._desk.database.write() as connection:
            await one_by_one(connection, [campaigns.change(live.row, row)])
            person = await people.numbered(connection, person_id)
            if live.vacancy(seat) is not None:
                await one_by_one(
                    connection, [vacancies.drop(row.id, seat), asks.settle(row.id, seat)]
                )
                posts = (*posts, *kept(live, seat, row.version, but=person))
                after = without_vacancy(after, seat)
            elif replaced:
                posts = (*posts, word(after, "returned", seat))
            elif row.stand_ins != live.row.stand_ins:
                posts = (*posts, word(after, "back" if before else "came_in", seat))
            joined = journal.add([entry(after, "joined", {"seat": seat}, person)], now)
            await one_by_one(connection, [joined])
            new = Newcomer(person, name, came_in=came_in and not before)
            await sit_down(connection, live, seat, new, leaving, now)
            await self._post(connection, after, posts, person)
            members = (await campaigns.members_of(connection, [live.row.id]))[live.row.id]
            asking = await asks.of(connection, [live.row.id])
            rests = await preferences.rests_of(connection, [one.person for one in members])
            after = dataclasses.replace(after, people=members, asks=asking, rests=rests)
            # Who only sits down again, unasked, has the time that was left: no more of it for that.
            fresh = (came_in or bool(replaced)) and not _is_free(live, person_id, seat)
            after = dataclasses.replace(after, clocks=_clocks(live, after, seat, now, fresh=fresh))
            changed = clocks.put(row.id, changed_of(live.clocks, after.clocks))
            await one_by_one(connection, [*changed, *calls_anew(live, after, now)])
        self._languages.forget(person_id)  # from now on it is worth storing
        return self._desk.renew(after, row, members)

    # -- asking ------------------------------------------------------------------------------

    async def _ask(self, live: Live, person_id: int, seat: Seat, name: str | None) -> Campaign:
        """Ask whoever must consent, each of them once."""
        now = self._desk.now()
        self._check_ask(live, person_id, now)
        known = next((one for one in live.asks if one.discord_id == person_id), None)
        async with self._desk.database.write() as connection:
            await one_by_one(connection, [campaigns.change(live.row, live.row)])
            waits = known is not None and (known.waits or is_invited(live, known))
            if known is None or known.seat != seat or not waits:
                person = await people.numbered(connection, person_id)
                known = AskRow(
                    self._desk.new_id(), live.row.id, person, person_id, seat, now, name=name
                )
                await asks.put(connection, known)
            posts = []
            for member in _granting(live, seat):
                post = question(live, known, member)
                if not await outbox.exists(connection, post.nonce):
                    posts.append(post)
            await self._post(connection, live, posts)
            asking = await asks.of(connection, [live.row.id])
        self._languages.forget(person_id)
        return self._desk.renew(dataclasses.replace(live, asks=asking), live.row, live.people)

    def _check_ask(self, live: Live, person_id: int, now: int) -> None:
        mine = next((one for one in live.asks if one.discord_id == person_id), None)
        refused = live.erased.of(person_id).refused_at if mine is None else mine.refused_at
        if refused is not None and now - refused < self._desk.policy.refused_seconds * 1000:
            hours = max(1, self._desk.policy.refused_seconds // 3600)
            raise Complaint("campaign.refused_lately", hours=hours)
        waiting = sum(one.waits for one in live.asks)
        if mine is None and waiting >= self._desk.policy.asks:
            raise Complaint("campaign.too_many_ask")

    async def _post(
        self,
        connection: AsyncConnection,
        live: Live,
        posts: Sequence[NewRow],
        person: int | None = None,
    ) -> None:
        if posts:
            await one_by_one(connection, told(live, posts, self._desk.now(), person))

    # -- answering ---------------------------------------------------------------------------

    async def asks(
        self, campaign_id: str, person_id: int, *, manages: bool = False
    ) -> tuple[Ask, ...]:
        """Return who waits for that person's consent, who asked first before the others.

        Args:
            campaign_id: Where.
            person_id: Who may consent.
            manages: Whether they manage the server, as Discord says of them.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        found = [one for one in _pending(live) if _may_grant(live, one, person_id, manages=manages)]
        if not found:
            return ()
        async with self._desk.database.read() as connection:
            credit = await campaigns.came_in(connection, [one.person for one in found])
        return tuple(self._as_asked(live, one, credit.get(one.person, 0)) for one in found)

    def opens(self, campaign: Campaign, seat: Seat) -> datetime | None:
        """Return when a seat may be given to others whose people are all gone; ``None``: never.

        That is so long after the last of them was found gone.
        """
        since = campaign.deserted(seat)
        wait = timedelta(seconds=self._desk.policy.deserted_seconds)
        return None if since is None else since + wait

    def _as_asked(self, live: Live, one: AskRow, came_in: int = 0) -> Ask:
        vacancy = live.vacancy(one.seat)
        absent = vacancy is not None and vacancy.is_of_absent
        opens = None if absent else self.opens(live.campaign, one.seat)
        return Ask(
            one.id,
            live.row.id,
            one.discord_id,
            one.seat,
            one.name,
            opens,
            opens is not None and from_ms(self._desk.now()) < opens,
            came_in,
            back=bool(replaced_by(live, one.discord_id)),
            vacant=vacancy is not None,
        )

    async def asking(self, campaign_ids: Sequence[str]) -> frozenset[str]:
        """Return at which of these tables somebody asks for a seat."""
        async with self._desk.database.read() as connection:
            found = await asks.of(connection, campaign_ids)
        return frozenset(one.campaign for one in found if one.waits)

    async def admit(
        self, campaign_id: str, ask_id: str, person_id: int, *, manages: bool = False
    ) -> tuple[Campaign, Ask]:
        """Let somebody in who asks, with that person's consent; they are told by direct message.

        A seat that is offered is theirs once they accept it in person.

        Raises:
            Complaint: campaign.unknown, over, ask_settled, not_yours_to_grant, ask_void;
                seat_waits while those who held the seat may still come back.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> tuple[Campaign, Ask]:
            one = _granted(live, ask_id, person_id, manages=manages)
            asked = self._as_asked(live, one)
            if asked.early and asked.opens is not None:
                seat = Term("seat", one.seat)
                at = to_ms(asked.opens) // 1000
                raise Complaint("campaign.seat_waits", seat=seat, at=at)
            try:
                new = self._check_join(live, one.discord_id, one.seat)
                await self._bars.require_welcome(live.row.guild_id, one.discord_id)
            except Complaint as error:
                raise Complaint("campaign.ask_void") from error
            if not new:
                raise Complaint("campaign.ask_settled")
            if asked.vacant:
                return await self._vacancies.invite(live, one), asked
            posts = [_notice(live, one, "notice.let_in"), *_replaced(live, one)]
            after = await self._seat(live, one.discord_id, one.seat, one.name, posts)
            return after, asked

        return await self._desk.exclusive(campaign_id, work)

    async def turn_away(
        self, campaign_id: str, ask_id: str, person_id: int, *, manages: bool = False
    ) -> tuple[Campaign, Ask]:
        """Refuse a seat to somebody who asks; they are told by direct message, not by whom.

        Raises:
            Complaint: campaign.unknown, over, ask_settled, not_yours_to_grant.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> tuple[Campaign, Ask]:
            one = _granted(live, ask_id, person_id, manages=manages)
            asked = self._as_asked(live, one)
            post = _notice(live, one, "notice.not_let_in")
            async with self._desk.database.write() as connection:
                await one_by_one(connection, [campaigns.change(live.row, live.row)])
                await asks.refuse(connection, one.id, self._desk.now())
                await self._post(connection, live, [post])
                asking = await asks.of(connection, [campaign_id])
            after = self._desk.renew(dataclasses.replace(live, asks=asking), live.row, live.people)
            return after, asked

        return await self._desk.exclusive(campaign_id, work)


def _is_free(live: Live, person_id: int, seat: Seat) -> bool:
    """Say whether a side can be joined without anybody's consent."""
    if live.row.status == "open":
        return not live.present(seat)
    return not live.seated(seat) and live.has_sat(person_id) == seat


def _clocks(live: Live, after: Live, seat: Seat, now: int, *, fresh: bool) -> Clocks:
    """Return the clocks of a table as they are once somebody has sat down, who rests as they do."""
    if fresh:
        return with_others(after, now, fresh=seat)
    if after.row.stand_ins != live.row.stand_ins:
        return with_others(after, now)
    return {**after.clocks, **rested(after, now)}


def question(live: Live, ask: AskRow, member: MemberRow) -> NewRow:
    """Return the question to a member whether somebody may take a seat."""
    return to_person(live, "ask", member.person, {"ask": ask.id}, f"ask/{ask.id}")


def _granting(live: Live, seat: Seat) -> tuple[MemberRow, ...]:
    """Return who may consent by where they sit: the side's members; of an empty one the others.

    Nobody, where all of the side's members are gone.
    """
    if live.seated(seat):
        return live.present(seat)
    return tuple(one for one in live.people if not one.left and one.gone_at is None)


def _may_grant(live: Live, ask: AskRow, person_id: int, *, manages: bool) -> bool:
    if person_id == ask.discord_id:
        return False
    outsider = manages and live.has_sat(person_id) is None
    vacancy = live.vacancy(ask.seat)
    if vacancy is not None and vacancy.is_of_absent and live.seated(ask.seat):
        return outsider or any(one.discord_id == person_id for one in live.present(ask.seat))
    if live.campaign.deserted(ask.seat) is not None:
        return outsider
    if manages and not live.seated(ask.seat):
        return True
    return any(member.discord_id == person_id for member in _granting(live, ask.seat))


def _pending(live: Live) -> tuple[AskRow, ...]:
    if live.row.status == "over":
        return ()
    return tuple(one for one in live.asks if one.waits)


def _granted(live: Live, ask_id: str, person_id: int, *, manages: bool) -> AskRow:
    """Return what is asked, provided that it is still open and this person may answer it."""
    if live.row.status == "over":
        raise Complaint("campaign.over")
    one = next((one for one in _pending(live) if one.id == ask_id), None)
    if one is None:
        raise Complaint("campaign.ask_settled")
    if not _may_grant(live, one, person_id, manages=manages):
        raise Complaint("campaign.not_yours_to_grant", seat=Term("seat", one.seat))
    return one


def _replaced(live: Live, ask: AskRow) -> list[NewRow]:
    """Return what others are told when somebody takes the place of who came in, or is gone.

    Of the last both sides hear: those who were there, as far as Discord reaches them, and the
    others.
    """
    posts = notices(
        live,
        "notice.seat_returned",
        ask.seat,
        tuple(one.person for one in replaced_by(live, ask.discord_id)),
    )
    if live.campaign.deserted(ask.seat) is None:
        return posts
    for member in live.people:
        if not member.left:
            code = "seat_given" if member.seat == ask.seat else "seat_replaced"
            body = {"code": f"notice.{code}", "seat": ask.seat}
            posts.append(to_person(live, "notice", member.person, body, f"replaced/{ask.id}"))
    return posts


def _notice(live: Live, ask: AskRow, code: str) -> NewRow:
    """Return what somebody who asked for a seat is told."""
    return to_person(live, "notice", ask.person, {"code": code}, f"notice/{ask.id}")
