"""A referee lets a game go back to before a public step, of whichever seat; maybe two of them do.

It is a taking back like those that all agree to (:mod:`bot.moderator.rewinding`), and keeps what
they keep. Where the server asks for two referees the first one's is a motion: another referee of
the campaign must confirm it before anything public changes.

A game that is over goes on by it, as far as it may (:mod:`bot.moderator.referees.reopening`): what
came of it holds no more, its clocks begin anew, and what was secret is closed until its next end.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from bot.moderator.api import REFEREE, Complaint
from bot.moderator.referees.acts import Act, Acts, require
from bot.moderator.referees.moving import Motions
from bot.moderator.referees.reopening import Reopening
from bot.moderator.rewinding.taking_back import TakingBack
from bot.moderator.rewinding.undoing import Undo, Undoing
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live, require_no_dice
from bot.store import log_pages, motions
from bot.store.batch import Write


@dataclass(frozen=True, slots=True)
class Motion:
    """What a referee wants to go back to, until another one confirms it.

    Attributes:
        id: ``[a-z0-9]{8}``; may stand in a custom id.
        person: Whose it is, by our number.
        reason: Why.
        undo: What would hold no more; what a seat alone knows of it is not to be shown.
        own: Whether it is of whoever asked: another referee must confirm it.
    """

    id: str
    person: int
    reason: str
    undo: Undo
    own: bool


class GoingBack:
    """Going back on behalf of referees."""

    def __init__(
        self,
        desk: Desk,
        acts: Acts,
        motions: Motions,
        undoing: Undoing,
        taking_back: TakingBack,
        reopening: Reopening,
    ) -> None:
        self._desk = desk
        self._acts = acts
        self._motions = motions
        self._undoing = undoing
        self._taking_back = taking_back
        self._reopening = reopening

    async def ahead(self, campaign_id: str, person_id: int, number: int) -> tuple[Undo, int]:
        """Return what going back to before a step would undo, and the version that this is of.

        Args:
            campaign_id: Where.
            person_id: Who; a referee of it.
            number: The step, by its place in the public log.

        Raises:
            Complaint: campaign.unknown, not_playing, dice_awaited; referee.has_played,
                referee.lesson, referee.not_appointed, referee.no_step; of a game that is over also
                as :meth:`Reopening.require`.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        require(live, person_id, appointed=True, after_end=True)
        return await self._meant(live, number), live.row.version

    async def go_back(self, act: Act, number: int) -> bool:
        """Go back to before a public step, or move to, and return whether it needs a second one.

        Complaints: as :meth:`Acts.let_in`; referee.no_step, referee.no_second where there is no
        other referee who could confirm it; campaign.dice_awaited, campaign.unreadable; as
        :meth:`ahead` does of a game that is over, which goes on by it.
        """
        moved = False

        async def work(live: Live, person: int) -> None:
            nonlocal moved
            undo = await self._meant(live, number)
            moved = await self._motions.needs_two(live.row.guild_id)
            told = {"number": await self._public(live, undo)}
            if moved:
                made = {"number": number}
                await self._motions.move(live, act, person, "rewind", made, told)
                return
            trace = self._acts.trace(live, act, person, "rewound", told)
            request = f"{REFEREE}{act.request}"
            await self._go(live, undo, person, request, trace)

        await self._acts.let_in(act, work, appointed=True, after_end=True)
        return moved

    async def motion(self, campaign_id: str, person_id: int) -> Motion | None:
        """Return what is to be confirmed in a campaign, for a referee of it; ``None``: nothing.

        Raises:
            Complaint: campaign.unknown, not_playing; referee.has_played, referee.lesson,
                referee.not_appointed.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        require(live, person_id, appointed=True, after_end=True)
        row = await self._motions.open(live, "rewind")
        undo = None if row is None else await self._undoing.before(live, int(row.body["number"]))
        if row is None or undo is None:
            return None
        own = row.person == live.number_of(person_id)
        return Motion(row.id, row.person, row.reason, undo, own)

    async def confirm(
        self, campaign_id: str, person_id: int, motion_id: str, *, request: str
    ) -> None:
        """Confirm what another referee wants to go back to: it is done.

        Raises:
            Complaint: As :meth:`Acts.let_in` does; referee.motion_void, referee.own_motion;
                campaign.unreadable; of a game that is over also as :meth:`Reopening.require`.
            StoreError: The database failed; nothing was changed.
        """
        act = Act(campaign_id, person_id, "", request)

        async def work(live: Live, person: int) -> None:
            row = await self._motions.meant(live, "rewind", motion_id, person)
            number = int(row.body["number"])
            await self._reopening.require(live)
            undo = await self._undoing.before(live, number)
            if undo is None:
                raise Complaint("referee.motion_void")
            given = dataclasses.replace(act, reason=row.reason)
            told = {"number": await self._public(live, undo)}
            trace = self._acts.trace(live, given, person, "confirmed", told)
            along = [*trace, *motions.ended(live.row.id)]
            await self._go(live, undo, row.person, f"{REFEREE}{request}", along)

        await self._acts.once(act, work, appointed=True, after_end=True)

    async def _go(
        self, live: Live, undo: Undo, person: int, request: str, along: Sequence[Write]
    ) -> None:
        await self._taking_back.go_back(live, undo, None, person, request, along=along)
        if live.row.status == "over":
            self._reopening.gone_on()

    async def _public(self, live: Live, undo: Undo) -> int:
        """Return the place of a step in the public log, as it is read while a game is on."""
        async with self._desk.database.read() as connection:
            return await log_pages.number(connection, live.row.id, None, undo.seq)

    async def _meant(self, live: Live, number: int) -> Undo:
        # Refused where it is asked for, and not only once a reason was typed.
        require_no_dice(live)
        await self._reopening.require(live)
        undo = await self._undoing.before(live, number)
        if undo is None:
            raise Complaint("referee.no_step")
        return undo
