"""The same game again: the settings of one that is over, the sides changed."""

from __future__ import annotations

import re
from collections.abc import Collection

from bot.moderator.api import Campaign, Complaint
from bot.moderator.lobby.lobby import Lobby
from bot.moderator.looking.reader import CampaignReader
from bot.moderator.table.desk import Desk
from engine.api import Seat

_NUMBERED = re.compile(r"^(.*) \((\d{1,3})\)$")


class Rematches:
    """Opens them."""

    def __init__(self, desk: Desk, reader: CampaignReader, lobby: Lobby) -> None:
        self._desk = desk
        self._reader = reader
        self._lobby = lobby

    async def open(
        self,
        campaign_id: str,
        person_id: int,
        *,
        channel_id: int,
        within: Collection[int] = (),
        unlimited: bool = False,
        called: str | None = None,
    ) -> Campaign:
        """Open a campaign like one that is over, in the same server, and seat the person.

        They take the side after theirs (:func:`seat_of_rematch`); who opened the last one without a
        seat has none in this one. A campaign has one rematch, unless that was given up before it
        began, so that of several presses one opens it. *called* is how the server calls the person;
        *within* as in :meth:`Lobby.create`.

        Raises:
            Complaint: campaign.unknown, not_over, not_a_player, rematch_there, channel_taken,
                too_many_open, house_full, barred, game_closed, place_closed; lesson.alone.
            StoreError: The database failed; nothing was changed.
        """
        last = await self._reader.campaign(campaign_id)
        seat = last.seat_of(person_id)
        if last.lesson:
            raise Complaint("lesson.alone")
        if last.status != "over":
            raise Complaint("campaign.not_over")
        if seat is None and last.creator_id != person_id:
            raise Complaint("campaign.not_a_player")
        return await self._lobby.create(
            game=last.game,
            name=rematch_name(last.name, self._desk.policy.name_limit),
            guild_id=last.guild_id,
            channel_id=channel_id,
            within=within,
            person_id=person_id,
            language=last.language,
            settings=last.settings,
            opponent=last.opponent,
            strength=last.strength or None,
            unlimited=unlimited,
            asks_all=last.asks_all,
            suggests=last.suggests,
            undo=last.undo,
            dice=last.dice,
            pace=last.pace,
            posts=last.posts,
            theme=last.theme,
            seat=None if seat is None else seat_of_rematch(last, seat),
            called=called,
            rematch_of=last.id,
        )


def seat_of_rematch(last: Campaign, seat: Seat) -> Seat:
    """Return which seat whoever held *seat* takes: the next one, after the last the first."""
    seats = tuple(last.seats)
    return seats[(seats.index(seat) + 1) % len(seats)]


def rematch_name(name: str, limit: int) -> str:
    """Return the name of a rematch, of *limit* characters at most: "River (2)" after "River"."""
    found = _NUMBERED.match(name)
    stem, number = (name, 1) if found is None else (found[1], int(found[2]))
    tail = f" ({number + 1})"
    return stem[: limit - len(tail)].rstrip() + tail
