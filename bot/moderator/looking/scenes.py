"""What a replay shows: the ends of phases, as one viewer may know of them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.moderator.api import Complaint
from bot.moderator.table.desk import Desk
from bot.store import log_pages
from engine.api import Seat


@dataclass(frozen=True, slots=True)
class Scene:
    """The end of a phase.

    Attributes:
        seq: The last action in it that the viewer may know of.
        turn: Its turn.
        phase: Its key; "" is how it stood before all that is shown.
    """

    seq: int
    turn: int
    phase: str


class Scenes:
    """Finds them in the log."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def of(
        self, campaign_id: str, seat: Seat | None, turn: int | None = None
    ) -> tuple[Scene, ...]:
        """Return the ends of all phases, or of a turn's, in order, and how it stood before them.

        What was taken back is left out.

        Raises:
            Complaint: campaign.unknown, not_playing; replay.no_turn.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        async with self._desk.database.read() as connection:
            ends = await log_pages.phase_ends(connection, campaign_id, seat, live.counts_still)
        if not ends:
            raise Complaint("campaign.not_playing")
        wanted = [Scene(seq, number, phase) for number, phase, seq in ends]
        if turn is not None:
            wanted = [one for one in wanted if one.turn == turn]
            if not wanted:
                raise Complaint("replay.no_turn", last=ends[-1][0])
        first = [seq for _, _, seq in ends if seq < wanted[0].seq]
        start = Scene(first[-1] if first else 1, wanted[0].turn, "")
        return (*([start] if start.seq < wanted[0].seq else []), *wanted)
