"""What sides propose in private, for referees who may look at secrets: looked at, and settled.

It is reached from ``/referee correct`` in the campaign's channel. The role and the channel are
asked at every press, and by the moderator that they may look there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.cogs.referee import rights
from bot.cogs.referee.correcting import show_with_maps
from bot.letters.keys import Key, encode
from bot.moderator import Campaign, Complaint
from bot.moderator.referees.acts import REASON_LIMIT, Act
from bot.ui import boxes
from bot.ui.dialogue import private_correcting
from bot.ui.dialogue.private_correcting import LOOK
from bot.ui.presses import Presses, written
from bot.ui.visit import Visit
from engine.api import Term


def register(presses: Presses) -> None:
    """Add the verb of its pages."""
    presses.on(LOOK)(press)


async def press(visit: Visit, key: Key) -> None:
    """Look at a proposal, or settle it."""
    await rights.require_role(visit)
    what = key.part(2)
    if what == "why":
        await _ask_why(visit, await _campaign(visit, key), key.part(1))
        return
    await visit.hold()
    act = _ACTS.get(what)
    if act is None:
        raise Complaint("press.unknown")
    await act(visit, await _campaign(visit, key), key.part(1))


async def _campaign(visit: Visit, key: Key) -> Campaign:
    """Return the campaign that a press is about.

    Raises:
        Complaint: There is none here; inspect.elsewhere: it is played in another channel.
    """
    campaign = await visit.campaign_named(key.part(0))
    if campaign.channel_id != visit.channel_id:
        raise Complaint("inspect.elsewhere", channel=Term("channel", str(campaign.channel_id)))
    return campaign


async def _see(visit: Visit, campaign: Campaign, motion: str) -> None:
    """Show a proposal; before somebody's first look at that side, what looking comes to."""
    door = visit.moderator
    seat = await door.private_corrections.seat_of(campaign.id, visit.person_id, motion)
    if await door.looks.has(campaign.id, visit.person_id, seat):
        await _show(visit, campaign, motion)
    else:
        await visit.show(private_correcting.warning_page(campaign, motion, seat, visit.words))


async def _show(visit: Visit, campaign: Campaign, motion: str) -> None:
    door = visit.moderator.private_corrections
    proposal, foreseen = await door.shown(campaign.id, visit.person_id, motion)
    page = private_correcting.shown_page(proposal, foreseen, visit.words)
    await show_with_maps(visit, campaign, foreseen, page)


async def _confirm(visit: Visit, campaign: Campaign, motion: str) -> None:
    door = visit.moderator.private_corrections
    await door.confirm(campaign.id, visit.person_id, motion, request=visit.request)
    await visit.tell("private.confirmed")


async def _ask_why(visit: Visit, campaign: Campaign, motion: str) -> None:
    """Open the box that asks why it is refused, to somebody who may."""
    await visit.moderator.private_corrections.seat_of(campaign.id, visit.person_id, motion)
    plain = visit.words.plain
    reason = boxes.lines(
        "reason", plain.bot("private.why_not"), required=True, max_length=REASON_LIMIT
    )
    sent = encode(LOOK, campaign.id, motion, "no")
    await boxes.open_box(visit, sent, plain.bot("private.button.refuse"), reason)


async def _refuse(visit: Visit, campaign: Campaign, motion: str) -> None:
    act = Act(campaign.id, visit.person_id, written(visit), visit.request)
    await visit.moderator.private_corrections.refuse(act, motion)
    await visit.tell("private.refused")


_Act = Callable[[Visit, Campaign, str], Awaitable[None]]

_ACTS: Final[Mapping[str, _Act]] = {
    "see": _see,
    "sure": _show,
    "ok": _confirm,
    "no": _refuse,
}
