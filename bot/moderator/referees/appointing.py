"""Who referees a campaign: named when it is created, or agreed on by all sides.

A role of the server makes people eligible, and whether they have it is asked at every press by
whoever calls. A campaign's referees are named before anybody but their creator sits there, so that
whoever joins knows; later all sides must agree. Who holds or held a seat referees nothing there
(:mod:`bot.moderator.table.guarding`), and a campaign has at most :data:`MOST`.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.moderator.api import Campaign, Complaint, Known
from bot.moderator.table.desk import Desk
from bot.moderator.table.guarding import require_may_referee
from bot.moderator.table.journal import entry, told
from bot.moderator.table.live import Live, require_playing
from bot.moderator.table.posting import to_person, to_table
from bot.store import campaigns, journal, outbox, people, referees
from bot.store.batch import Write, one_by_one
from bot.store.codec import dumps
from bot.store.offers import OfferRow
from bot.store.referees import RefereeRow
from engine.api import Seat

MOST: Final = 2
"""Referees of one campaign at a time."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who may come to referee a campaign.

    Attributes:
        person_id: Their Discord account.
        name: How the server calls them.
        secrets: Whether they shall be allowed to look at what one side alone knows.
    """

    person_id: int
    name: str | None = None
    secrets: bool = False


class Referees:
    """Appointing referees, and letting them go."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def known(self, campaign_id: str, number: int) -> Known | None:
        """Return who somebody is whom the journal names by our number; ``None``: nobody any more.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        found = known(await self._desk.at_hand(campaign_id), number)
        if found is not None:
            return found
        # Whoever has the server's role may do some things without being named.
        async with self._desk.database.read() as connection:
            account = await people.account(connection, number)
        return None if account is None else Known(account)

    # Of the candidates the caller has made sure that they have the server's role.

    async def name(self, campaign_id: str, person_id: int, new: Candidate) -> Campaign:
        """Let a campaign's creator name a referee while nobody else sits there.

        Naming one again changes whether they may look at secrets.

        Raises:
            Complaint: campaign.unknown, over, not_creator; referee.too_late, referee.others_seated,
                referee.has_played, referee.too_many.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            require_early(live, person_id)
            check(live, new)
            async with self._desk.database.write() as connection:
                row = dataclasses.replace(live.row, version=live.row.version + 1)
                await one_by_one(connection, [campaigns.change(live.row, row)])
                number = await people.numbered(connection, new.person_id)
                after = dataclasses.replace(live, row=row)
                found = fresh_referee(live, number, new, self._desk.now())
                writes = appointed(after, found, live.row.creator)
                await one_by_one(connection, writes)
            return self._desk.renew(_with(after, found), row, live.people)

        return await self._desk.exclusive(campaign_id, work)

    async def require_proposable(
        self, campaign_id: str, person_id: int, new: Candidate, *, ends: bool = False
    ) -> None:
        """Refuse a proposal that cannot be made, before whom it is about is kept on file for it.

        Raises:
            Complaint: campaign.unknown, not_playing, over, not_a_player; referee.has_played,
                referee.too_many, referee.there, referee.not_theirs.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        require_playing(live)
        seat = live.seat_of(person_id)
        if seat is None:
            raise Complaint("campaign.not_a_player")
        check_offer(live, seat, written(new, ends=ends))

    async def unname(self, campaign_id: str, person_id: int, whom: int) -> Campaign:
        """Let a campaign's creator take a referee back whom they have named, as they named them.

        Raises:
            Complaint: campaign.unknown, over, not_creator; referee.too_late, referee.others_seated,
                referee.not_theirs.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            require_early(live, person_id)
            one = live.referee(whom)
            if one is None:
                raise Complaint("referee.not_theirs")
            now = self._desk.now()
            row = dataclasses.replace(live.row, version=live.row.version + 1)
            after = _with(dataclasses.replace(live, row=row), dataclasses.replace(one, left_at=now))
            entered = entry(after, "referee_left", _said(one), live.row.creator)
            writes = [
                campaigns.change(live.row, row),
                referees.leave(row.id, one.person, now),
                journal.add([entered], now),
            ]
            await self._desk.database.save(writes)
            return self._desk.renew(after, row, live.people)

        return await self._desk.exclusive(campaign_id, work)

    async def terms(self, new: Candidate, *, ends: bool = False) -> tuple[str, int]:
        """Return the terms of an offer that somebody referees, or no longer does, and their number.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.write() as connection:
            number = await people.numbered(connection, new.person_id)
        return written(new, ends=ends), number

    async def agreed(
        self, live: Live, row: OfferRow, _request: str, along: Sequence[Write]
    ) -> None:
        """Let somebody referee on whom all sides have agreed, or no longer (an offer's outcome)."""
        new, ends = read(row.terms or "")
        if row.about is None:
            raise Complaint("offer.void")  # they have had themself erased
        now = self._desk.now()
        after_row = dataclasses.replace(live.row, version=live.row.version + 1)
        after = dataclasses.replace(live, row=after_row)
        if ends:
            one = live.referee(new.person_id)
            if one is None:
                raise Complaint("offer.void")
            after = _with(after, dataclasses.replace(one, left_at=now))
            entered = journal.add([entry(after, "referee_left", _said(one), row.person)], now)
            writes = [referees.leave(live.row.id, one.person, now), entered]
        else:
            check(live, new)
            found = fresh_referee(live, row.about, new, now)
            writes = appointed(after, found, row.person)
            after = _with(after, found)
        await self._desk.database.save([campaigns.change(live.row, after_row), *writes, *along])
        self._desk.renew(after, after_row, live.people)

    async def step_down(self, campaign_id: str, person_id: int) -> Campaign:
        """Let a referee give it up; the table is told.

        Raises:
            Complaint: campaign.unknown; referee.not_yours.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            one = live.referee(person_id)
            if one is None:
                raise Complaint("referee.not_yours")
            now = self._desk.now()
            row = dataclasses.replace(live.row, version=live.row.version + 1)
            after = _with(dataclasses.replace(live, row=row), dataclasses.replace(one, left_at=now))
            writes = [campaigns.change(live.row, row), referees.leave(row.id, one.person, now)]
            body = {"said": "left", **_said(one)}
            if live.row.status == "playing":
                post = to_table(row.id, "referee", body, f"r{row.version}")
                writes += told(after, [post], now, one.person)
            else:
                writes.append(journal.add([entry(after, "referee_left", _said(one))], now))
            await self._desk.database.save(writes)
            return self._desk.renew(after, row, live.people)

        return await self._desk.exclusive(campaign_id, work)


def appointed(after: Live, found: RefereeRow, by: int | None) -> list[Write]:
    """Return what is saved where somebody comes to referee: they are told.

    Args:
        after: The campaign in which they do.
        found: Who, and since when.
        by: Who has named them, by our number.
    """
    code = "notice.referee_named_secrets" if found.secrets else "notice.referee_named"
    name = f"{code}/{after.row.version}"
    return [
        *referees.put(found),
        journal.add([entry(after, "referee_named", _said(found), by)], found.since),
        outbox.add([to_person(after, "notice", found.person, {"code": code}, name)], found.since),
    ]


def require_early(live: Live, person_id: int) -> None:
    """Refuse to name a referee where others sit already: they must agree.

    Raises:
        Complaint: campaign.over, not_creator; referee.too_late, referee.others_seated.
    """
    if live.row.status == "over":
        raise Complaint("campaign.over")
    if live.row.status != "open":
        raise Complaint("referee.too_late")
    if live.row.creator_id != person_id:
        raise Complaint("campaign.not_creator")
    if any(not one.left and one.discord_id != person_id for one in live.people):
        raise Complaint("referee.others_seated")


def check(live: Live, new: Candidate) -> None:
    """Refuse somebody who may not referee a campaign, and one too many.

    Raises:
        Complaint: referee.has_played, referee.too_many, referee.there.
    """
    require_may_referee(live, new.person_id)
    there = live.referee(new.person_id)
    if there is not None and there.secrets is new.secrets:
        raise Complaint("referee.there")
    if there is None and sum(one.serves for one in live.referees) >= MOST:
        raise Complaint("referee.too_many", most=MOST)


def check_offer(live: Live, _seat: Seat, terms: str | None) -> str:
    """Return the terms of an offer that somebody referees, or no longer does, as it keeps them."""
    new, ends = read(terms or "")
    if ends:
        if live.referee(new.person_id) is None:
            raise Complaint("referee.not_theirs")
    else:
        check(live, new)
    return written(new, ends=ends)


def written(new: Candidate, *, ends: bool = False) -> str:
    """Return somebody who may come to referee, or no longer does, as an offer keeps them."""
    return dumps(
        {"person": str(new.person_id), "name": new.name, "secrets": new.secrets, "ends": ends}
    )


def read(terms: str) -> tuple[Candidate, bool]:
    """Return who shall referee, and whether they shall no longer, from the terms of an offer."""
    found = json.loads(terms)
    new = Candidate(int(found["person"]), found["name"], bool(found["secrets"]))
    return new, bool(found["ends"])


def known(live: Live, number: int | None) -> Known | None:
    """Return who somebody is whom the journal names by our number; ``None``: nobody any more."""
    found = {one.person: Known(one.discord_id, one.name) for one in live.referees}
    found |= {one.person: Known(one.discord_id, one.name) for one in live.people}
    return None if number is None else found.get(number)


def fresh_referee(live: Live, number: int, new: Candidate, now: int) -> RefereeRow:
    """Return the row of a new referee, by our number; that they have looked is never forgotten."""
    before = next((one for one in live.referees if one.discord_id == new.person_id), None)
    return RefereeRow(
        live.row.id,
        number,
        new.person_id,
        now,
        new.secrets,
        looked_at=None if before is None else before.looked_at,
        name=new.name,
    )


def _with(live: Live, row: RefereeRow) -> Live:
    others = (one for one in live.referees if one.person != row.person)
    return dataclasses.replace(live, referees=(*others, row))


def _said(row: RefereeRow) -> dict[str, object]:
    """Return what an entry says of a referee; who it is stands by number, and can be erased."""
    return {"referee": row.person, "secrets": row.secrets}
