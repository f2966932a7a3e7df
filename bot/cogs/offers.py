"""``/offer``: a draw, a break, a pause, another pace; and the answers to what somebody offers."""

from __future__ import annotations

from typing import get_args

from discord import app_commands

from bot.cogs.building import Commands, command, named
from bot.cogs.clocks import complete_pace
from bot.letters.keys import Key
from bot.letters.offers import offer_text
from bot.letters.pages import Page
from bot.moderator import Campaign, Complaint
from bot.store.offers import AFTER_END, OfferKind
from bot.text import Raw
from bot.ui import acting
from bot.ui.presses import Presses
from bot.ui.visit import Visit

OFFERED: tuple[OfferKind, ...] = ("draw", "adjourn", "pause", "pace", "time", "reopen")
"""What can be offered by the command; taking back, and who plays a seat, have their own pages."""

Pace = app_commands.Range[str, 1, 100]


def register(commands: Commands, presses: Presses) -> None:
    """Add the command and the verbs of the buttons that answer."""
    what = [
        app_commands.Choice(name=named(one, f"offer.choice.{one}", "bot"), value=one)
        for one in OFFERED
    ]
    completers = {"pace": complete_pace}
    made = command(offer, "offer", "command.offer", choices={"what": what}, completers=completers)
    commands.add_command(made)
    presses.on("agree")(agree)
    presses.on("moretime")(press_more_time)
    presses.on("decline")(decline)


async def offer(visit: Visit, what: str, pace: Pace | None = None) -> None:
    """Offer the others of this channel's campaign something."""
    await visit.hold()
    campaign = await visit.campaign()
    kind = next((one for one in get_args(OfferKind) if one == what and one in OFFERED), None)
    if kind is None:
        raise Complaint("press.unknown")
    if kind not in AFTER_END:
        acting.require_seat(campaign, await visit.look(campaign))
    terms = pace if kind == "pace" else None
    await put(visit, campaign, kind, terms)


async def put(
    visit: Visit,
    campaign: Campaign,
    kind: OfferKind,
    terms: str | None = None,
    *,
    about: int | None = None,
) -> None:
    """Put something to the others of a campaign, and say what became of it."""
    made = await visit.moderator.offers.make(
        campaign.id, visit.person_id, kind, request=visit.request, terms=terms, about=about
    )
    code = "offer.agreed" if made.done else "offer.made"
    if kind in AFTER_END and not made.done:
        code = "offer.made_there"
    await visit.show(Page([visit.words.bot(code)]))


async def press_more_time(visit: Visit, key: Key) -> None:
    """Ask the others of a campaign for more time."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    await put(visit, campaign, "time")


async def agree(visit: Visit, key: Key) -> None:
    """Agree to what is offered."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    made = await visit.moderator.offers.agree(
        key.part(1), visit.person_id, request=visit.request, campaign_id=campaign.id
    )
    words = visit.words
    if made.done:
        await visit.tell("offer.agreed")
        return
    left = tuple(words.seat(seat) for seat in made.offer.waiting)
    await visit.show(Page([words.bot("offer.waits", seats=Raw(words.join(left)))]))


async def decline(visit: Visit, key: Key) -> None:
    """Decline what is offered, or withdraw one's own."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    own = key.part(2) == "own"
    made = await visit.moderator.offers.decline(
        key.part(1), visit.person_id, own=own, campaign_id=campaign.id
    )
    said = Raw(offer_text(made.offer, visit.words))
    code = "offer.you_withdrew" if own else "offer.you_declined"
    await visit.show(Page([visit.words.bot(code, what=said)]))
