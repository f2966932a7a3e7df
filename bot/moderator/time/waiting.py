"""What those who wait may do: call whoever is awaited, and claim a game that is not played on."""

from __future__ import annotations

import dataclasses
from typing import Final

from bot.moderator.api import ADJOURN, DRAW, FORFEIT, Campaign, Complaint
from bot.moderator.table.clocks import asked_of, may_be_claimed, running_in
from bot.moderator.table.desk import Desk
from bot.moderator.table.journal import told
from bot.moderator.table.live import Live, require_playing
from bot.moderator.table.play import TablePlay
from bot.moderator.table.posting import to_table
from bot.moderator.table.steps import Steps
from bot.store import clocks as stored
from bot.store.campaigns import MemberRow
from engine.api import Seat

CLAIMED: Final = {"win": FORFEIT, "draw": DRAW, "adjourn": ADJOURN}
"""By which step a game ends that is claimed so."""


class Waiting:
    """Calls and claims."""

    def __init__(self, desk: Desk, steps: Steps, play: TablePlay) -> None:
        self._desk = desk
        self._steps = steps
        self._play = play

    async def nudge(self, campaign_id: str, person_id: int) -> tuple[Seat, ...]:
        """Call in the channel the sides that somebody waits for, each once a day; return them.

        Raises:
            Complaint: campaign.unknown, not_playing, over, not_a_player; time.paused,
                time.not_awaited, time.nudged_lately.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> tuple[Seat, ...]:
            require_playing(live)
            mine = live.seat_of(person_id)
            if mine is None:
                raise Complaint("campaign.not_a_player")
            if live.row.paused_at is not None:
                raise Complaint("time.paused")
            awaited = [s for s in asked_of(live, live.owed) if s in running_in(live.owed)]
            if mine in awaited or not awaited:
                raise Complaint("time.not_awaited")
            now, rest = self._desk.now(), self._desk.policy.nudge_seconds * 1000
            found = [live.clocks.get(seat) or stored.ClockRow(seat) for seat in awaited]
            due = [one for one in found if one.nudged_at is None or now - one.nudged_at >= rest]
            if not due:
                at = min(one.nudged_at or now for one in found) + rest
                raise Complaint("time.nudged_lately", at=at // 1000)
            rows = [dataclasses.replace(one, nudged_at=now) for one in due]
            seats = tuple(one.seat for one in rows)
            body = {"said": "nudge", "seats": list(seats), "seat": mine}
            post = to_table(live.row.id, "time", body, f"n{now // 1000}")
            words = told(live, [post], now, live.number_of(person_id))
            await self._desk.database.save([*stored.put(live.row.id, rows), *words])
            clocks = {**live.clocks, **{one.seat: one for one in rows}}
            self._desk.keep(dataclasses.replace(live, clocks=clocks))
            return seats

        seats = await self._desk.exclusive(campaign_id, work)
        self._desk.tell()
        return seats

    async def claimable(self, campaign_id: str, person_id: int) -> Seat | None:
        """Return the side against which somebody may claim the game now, if there is one.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        return _claimable(live, live.seat_of(person_id))

    async def require_claimable(self, campaign_id: str, person_id: int) -> None:
        """Refuse somebody who may not claim the game now, before they are asked to confirm it.

        Raises:
            Complaint: campaign.unknown, not_playing, over, not_a_player; time.no_claim.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        _require_claimable(live, person_id)

    async def claim(self, campaign_id: str, person_id: int, what: str, *, request: str) -> Campaign:
        """End a game that the other side does not play on: won, drawn or broken off.

        Raises:
            Complaint: campaign.unknown, not_playing, over, not_a_player; time.no_claim,
                time.bad_claim.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            if request in live.requests:
                return live.campaign
            member, absent = _require_claimable(live, person_id)
            if what not in CLAIMED:
                raise Complaint("time.bad_claim")
            kind = CLAIMED[what]
            seat = absent if kind == FORFEIT else member.seat
            taken = self._steps.own_step(live, kind, seat, member.person, request)
            return (await self._play.do(live, taken)).campaign

        return await self._desk.exclusive(campaign_id, work)


def _require_claimable(live: Live, person_id: int) -> tuple[MemberRow, Seat]:
    """Return where somebody sits who may claim the game, and against which side.

    Raises:
        Complaint: campaign.not_playing, over, not_a_player; time.no_claim.
    """
    require_playing(live)
    member = live.member(person_id)
    if member is None or member.left:
        raise Complaint("campaign.not_a_player")
    absent = _claimable(live, member.seat)
    if absent is None:
        raise Complaint("time.no_claim")
    return member, absent


def _claimable(live: Live, mine: Seat | None) -> Seat | None:
    """Return the side whose last grace is over, of those that another one waits for."""
    if mine is None or live.row.status != "playing" or live.row.paused_at is not None:
        return None
    return next(
        (seat for seat, clock in live.clocks.items() if seat != mine and may_be_claimed(clock)),
        None,
    )
