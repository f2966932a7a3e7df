"""Who has left the server: what their seat says of it, and who is told.

Discord tells the bot of nobody who goes, so it is asked: of the people at a table after each of its
posts, of all once a day, of a seat when somebody asks to join it, and of whoever cannot be written
to (``bot.ui.attendance`` asks). What it answers comes here. Only a person whom it does not know
there is gone. Everything stays as it is for them until somebody else is let in
(``bot.moderator.lobby.seats``), and is theirs again when they come back before.

How the server calls them comes with the answer, and is kept with their seat. It is never taken from
what a person does in private: that a new name is shown would tell that they did something.
"""

from __future__ import annotations

import dataclasses
import logging
from typing import Final

from bot.moderator.api import Campaign, Complaint
from bot.moderator.lobby.seats import question
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live
from bot.moderator.table.posting import to_person
from bot.store import campaigns, departures, figures, outbox, remembered
from bot.store.batch import one_by_one
from bot.store.campaigns import MemberRow
from bot.store.outbox import NewRow
from engine.api import Seat, Term

_log = logging.getLogger(__name__)

Account = tuple[int, int]
"""A server and a Discord account."""

ROUND: Final = 24 * 3600 * 1000
"""Milliseconds from one look after everybody to the next."""


class Departures:
    """People who are out of the server of their tables."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._noted: set[Account] | None = None
        self._called: dict[tuple[str, Seat], int] = {}

    # -- whom to look after ------------------------------------------------------------------

    async def due(self) -> tuple[Account, ...]:
        """Return everybody at live tables, and who shows their figures in a server, once a day.

        In between nobody, and nobody of servers that another process speaks for.

        Raises:
            StoreError: The database failed.
        """
        now, share = self._desk.now(), self._desk.share
        async with self._desk.database.read() as connection:
            last = await remembered.get(connection, remembered.looked_after(share))
        if last is not None and 0 <= now - int(last) < ROUND:
            return ()
        async with self._desk.database.write() as connection:
            await remembered.put(connection, remembered.looked_after(share), str(now))
            seated = await departures.seated(connection)
            showing = await figures.showing(connection)
        return tuple(dict.fromkeys(one for one in (*seated, *showing) if share.covers(one[0])))

    async def servers_of(self, person_id: int) -> tuple[int, ...]:
        """Return the servers at whose live tables a person sits.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            return await departures.servers_of(connection, person_id)

    # -- what was found ----------------------------------------------------------------------

    async def here(self, guild_id: int, person_id: int) -> None:
        """Note that a person acts in a server: they are there. Cheap where nobody was gone.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        if self._desk.database.is_shared:  # another process may know who is gone
            await self.found(guild_id, person_id, None)
            return
        if self._noted is None:
            async with self._desk.database.read() as connection:
                self._noted = set(await departures.noted(connection))
        if (guild_id, person_id) in self._noted:
            await self.found(guild_id, person_id, None)

    async def found(self, guild_id: int, person_id: int, name: str | None) -> None:
        """Note that a person is in a server, which calls them so.

        Raises:
            StoreError: The database failed; what was not noted yet is not.
        """
        await self._each(guild_id, person_id, gone=False, name=name)
        if self._noted is not None:
            self._noted.discard((guild_id, person_id))

    async def missed(self, guild_id: int, person_id: int) -> None:
        """Note that a person is no member of a server; those who wait for their seats are told.

        Their figures are shown there no more.

        Raises:
            StoreError: The database failed; what was not noted yet is not.
        """
        if self._noted is not None:
            self._noted.add((guild_id, person_id))
        async with self._desk.database.read() as connection:
            shown = await figures.shown(connection, guild_id, person_id)
        if shown:
            async with self._desk.database.write() as connection:
                await figures.hide(connection, guild_id, person_id)
        await self._each(guild_id, person_id, gone=True, name=None)

    async def _each(self, guild_id: int, person_id: int, *, gone: bool, name: str | None) -> None:
        async with self._desk.database.read() as connection:
            tables = await departures.tables_of(connection, guild_id, person_id)
        for campaign, called, was_gone in tables:
            if gone == was_gone and name in {None, called}:
                continue
            try:
                await self._desk.exclusive(
                    campaign, lambda live, _again: self._note(live, person_id, gone, name)
                )
            except Complaint as error:  # a campaign that cannot be loaded is told of elsewhere
                _log.info("campaign %s: nobody is noted there: %s", campaign, error)

    async def _note(self, live: Live, person_id: int, gone: bool, name: str | None) -> None:
        member = live.member(person_id)
        if member is None or member.left or live.row.status == "over":
            return
        since = (member.gone_at or self._desk.now()) if gone else None
        changed = dataclasses.replace(member, gone_at=since, name=name or member.name)
        people = tuple(changed if one.person == member.person else one for one in live.people)
        after = dataclasses.replace(live, people=people)
        row = live.row
        moved = (member.gone_at is None) != (since is None)
        if moved:
            row = dataclasses.replace(row, version=row.version + 1)
        async with self._desk.database.write() as connection:
            await one_by_one(connection, [campaigns.change(live.row, row)])
            if moved:
                await departures.put(connection, row.id, member.person, since)
            if changed.name is not None and changed.name != member.name:
                await campaigns.call(connection, row.id, member.person, changed.name)
            posts = []
            for post in _told(live, after, changed, self._desk.now()) if moved else ():
                if not await outbox.exists(connection, post.nonce):
                    posts.append(post)
            if posts:
                await one_by_one(connection, [outbox.add(posts, self._desk.now())])
        self._desk.renew(after, row, people)

    def forget(self, person_id: int) -> None:
        """Know nothing of a person any more."""
        if self._noted is not None:
            self._noted = {one for one in self._noted if one[1] != person_id}

    # -- looking for somebody ----------------------------------------------------------------

    async def call(self, campaign_id: str, person_id: int, seat: Seat) -> Campaign:
        """Let a member of another side look for somebody who takes a seat that is deserted.

        It only asks: who gives the seat away is said in ``bot.moderator.lobby.seats``.

        Raises:
            Complaint: campaign.unknown, over, not_a_player, not_deserted, called_lately.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        if live.row.status == "over":
            raise Complaint("campaign.over")
        if live.seat_of(person_id) in {None, seat}:
            raise Complaint("campaign.not_a_player")
        if live.campaign.deserted(seat) is None:
            raise Complaint("campaign.not_deserted", seat=Term("seat", seat))
        now, key = self._desk.now(), (campaign_id, seat)
        long_ago = now - self._desk.policy.called_seconds * 1000
        self._called = {one: at for one, at in self._called.items() if at > long_ago}
        if key in self._called:
            raise Complaint("campaign.called_lately", seat=Term("seat", seat))
        self._called[key] = now
        return live.campaign


def _told(before: Live, after: Live, member: MemberRow, now: int) -> list[NewRow]:
    """Return what those at the table are told when a member was found gone, or is back.

    The others hear of a seat when the last of its people is gone, or the first is back, who then
    is asked what was asked meanwhile.
    """
    seat = member.seat
    was, is_now = before.campaign.deserted(seat), after.campaign.deserted(seat)
    if (was is None) == (is_now is None):
        return []
    code = "notice.seat_deserted" if was is None else "notice.seat_restored"
    posts = [
        to_person(after, "notice", one.person, {"code": code, "seat": seat}, f"{code}/{seat}/{now}")
        for one in after.people
        if not one.left and one.gone_at is None and one.seat != seat
    ]
    if is_now is None:
        posts += [
            question(after, ask, member) for ask in after.asks if ask.seat == seat and ask.waits
        ]
    return posts
