"""What offers come to that are about the game itself: its end, or going back."""

from __future__ import annotations

from collections.abc import Sequence

from bot.moderator.api import Complaint
from bot.moderator.offers.offers import Outcome
from bot.moderator.rewinding.taking_back import TakingBack
from bot.moderator.rewinding.undoing import Undoing
from bot.moderator.table.live import Live
from bot.moderator.table.play import TablePlay
from bot.moderator.table.steps import Steps
from bot.store.batch import Write
from bot.store.offers import OfferRow


def ends(steps: Steps, play: TablePlay, kind: str) -> Outcome:
    """Return the outcome that ends a game by one of the moderator's own steps."""

    async def end(live: Live, row: OfferRow, request: str, along: Sequence[Write]) -> None:
        del along  # with a game's end all its offers go
        await play.do(live, steps.own_step(live, kind, row.seat, row.person, request))

    return end


def goes_back(undoing: Undoing, taking_back: TakingBack) -> Outcome:
    """Return the outcome that takes back what an offer names."""

    async def go_back(live: Live, row: OfferRow, request: str, along: Sequence[Write]) -> None:
        undo = await undoing.meant(live, row.seat, lambda one: one.seq == row.back_to)
        if undo is None:
            raise Complaint("offer.void")
        await taking_back.go_back(live, undo, row.seat, row.person, request, along=along)

    return go_back
