"""When a game that is over may go on: while nothing of its secrets is out, or once all agree.

A referee lets it go back to before its end (:mod:`bot.moderator.referees.going_back`). As long as
what was secret is closed, nobody has learnt anything by the end, and they may. Later all sides that
people held must agree first: an offer, whose outcome is that the referees of the campaign may do so
until it goes on. Where nothing was ever secret in a game there is nothing to agree on.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Final

from bot.moderator.api import ABANDON, CLOSE, UNBEGUN, Complaint
from bot.moderator.table.channels import Channels
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live
from bot.moderator.table.sealing import is_open
from bot.store import campaigns, log
from bot.store.batch import Write
from bot.store.log import ActionRow
from bot.store.offers import OfferRow
from engine.api import AnyGame, Seat

FOR_GOOD: Final = frozenset({ABANDON, CLOSE, UNBEGUN})
"""The ends behind which there is no game, or nobody at the table, to go on with."""

READ_AT_ONCE: Final = 100
"""Actions of a log that are looked through before others have their turn."""


class Reopening:
    """Says whether games that are over may go on."""

    def __init__(self, desk: Desk, channels: Channels) -> None:
        self._desk = desk
        self._channels = channels

    async def require(self, live: Live) -> None:
        """Refuse to let a game go on, if it is over and may not.

        Raises:
            Complaint: reopen.never, its table has dispersed; reopen.open, what was secret is open
                and not all have agreed; reopen.place_taken, another game is played in its channel.
            StoreError: The database failed.
        """
        row = live.row
        if row.status != "over":
            return
        _require_table(live)
        async with self._desk.database.read() as connection:
            if not row.may_reopen and is_open(row, live.seats, self._desk.now()):
                for seq in range(0, row.head, READ_AT_ONCE):
                    rows = await log.between(connection, row.id, seq, seq + READ_AT_ONCE)
                    if any(_hides(live.game, one) for one in rows):
                        raise Complaint("reopen.open")
            there = await campaigns.in_channel(connection, row.guild_id, row.channel_id)
        if there is not None and there.status != "over":
            raise Complaint("reopen.place_taken", name=there.name)

    def gone_on(self) -> None:
        """Let it be known that some game went on: its channel may have been another's by now."""
        self._channels.forget()

    # -- by agreement ------------------------------------------------------------------------

    def check(self, live: Live, seat: Seat, terms: str | None) -> str | None:
        """Refuse to put to the others what needs no consent, or of which nothing would come.

        Raises:
            Complaint: reopen.never, reopen.no_referee, reopen.not_needed.
        """
        del seat, terms
        _require_table(live)
        if not any(one.serves for one in live.referees):
            raise Complaint("reopen.no_referee")
        if live.row.may_reopen or not is_open(live.row, live.seats, self._desk.now()):
            raise Complaint("reopen.not_needed")
        return None

    async def agreed(self, live: Live, row: OfferRow, request: str, along: Sequence[Write]) -> None:
        """Note that all sides agree: the outcome of an offer."""
        del row, request  # it is settled with it, and agreed on once
        after = dataclasses.replace(live.row, version=live.row.version + 1, may_reopen=True)
        await self._desk.database.save([campaigns.change(live.row, after), *along])
        self._desk.renew(live, after, live.people)


def _require_table(live: Live) -> None:
    ending = live.row.ending
    if live.row.head == 0 or (ending is not None and ending.kind in FOR_GOOD):
        raise Complaint("reopen.never")


def _hides(game: AnyGame, row: ActionRow) -> bool:
    """Say whether something of an action was not everybody's to read."""
    model = game.actions.get(row.kind)
    if model is not None and model.told_as:
        return True
    told = any(event.audience is not None or event.otherwise is not None for event in row.events)
    return row.secret or told or any(roll.secret for roll in row.rolls)
