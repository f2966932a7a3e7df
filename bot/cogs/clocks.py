"""The table's time: the pace of a new one, calling who is awaited, going on, claiming a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import discord
from discord import app_commands

from bot.clock import from_ms, paces
from bot.clock.paces import Pace, TimeOut
from bot.cogs.building import named
from bot.letters import clocks, naming, sentences
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import STYLES, Pressable, button
from bot.moderator import Campaign, Complaint
from bot.moderator.time.waiting import CLAIMED
from bot.text import cut
from bot.ui.presses import Presses
from bot.ui.visit import Visit

REMINDED_AGAIN = 12
"""Hours until somebody is reminded who wishes to be later."""
OFFERED = 25


def register(presses: Presses) -> None:
    """Add the verbs of the buttons."""
    presses.on("nudge")(press_nudge)
    presses.on("goon")(press_go_on)
    presses.on("claim")(press_claim)
    presses.on("claimsure")(press_claim_sure)
    presses.on("remindlater")(press_later)


# ----------------------------------------------------------------------- a pace


def time_out_choices() -> list[app_commands.Choice[str]]:
    """Return what may follow when time runs out, as a command offers it."""
    return [
        app_commands.Choice(name=named(one, f"time_out.choice.{one}", "bot"), value=one)
        for one in get_args(TimeOut)
    ]


async def complete_pace(
    interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[Any]]:
    """Offer usual paces, and what is typed where it is one."""
    words = Visit(interaction).words.plain
    found = list(paces.PRESETS)
    try:
        typed = paces.parse_pace(current) if current.strip() else None
    except ValueError:
        typed = None
    if typed is not None and typed not in found:
        found.insert(0, typed)
    named = [(cut(clocks.pace_short(one, words), 100), paces.typed(one)) for one in found]
    wanted = current.casefold().strip()
    near = [one for one in named if wanted in one[0].casefold() or wanted == one[1]] or named
    return [app_commands.Choice(name=n, value=v) for n, v in near[:OFFERED]]


def read_pace(
    typed: str, time_out: str | None, away_days: int | None, *, quiet: bool
) -> Pace | None:
    """Return the pace that was typed or chosen; ``None`` is as fast as people like.

    Raises:
        Complaint: It is none.
    """
    try:
        pace = paces.parse_pace(typed)
        if pace is None:
            return None
        what: TimeOut = next((one for one in get_args(TimeOut) if one == time_out), "default")
        away = pace.away_days if away_days is None else away_days
        return replace(pace, time_out=what, quiet_stops=quiet, away_days=away)
    except ValueError as error:
        raise Complaint("new.pace_bad") from error


# -------------------------------------------------------------------- who waits


async def lines(visit: Visit, campaign: Campaign) -> Page:
    """Return how the clocks of a campaign under way stand, and what the reader may do about it."""
    if campaign.status != "playing":
        return Page([])
    words, moderator = visit.words, visit.moderator
    found = await moderator.clocks.of(campaign.id)
    texts = [*clocks.clock_lines(campaign, found, words), *clocks.used_line(found, words)]
    items: list[Pressable] = []
    mine = campaign.seat_of(visit.person_id)
    if mine is None:
        return Page(texts)
    if campaign.paused is not None:
        items.append(clocks.go_on_button(campaign, words))
    elif await moderator.waiting.claimable(campaign.id, visit.person_id) is not None:
        items += clocks.claim_buttons(campaign, words)
    elif all(one.seat != mine for one in found if one.awaited) and any(
        one.awaited for one in found
    ):
        items.append(clocks.nudge_button(campaign, words))
    return Page(texts, items)


async def press_nudge(visit: Visit, key: Key) -> None:
    """Call in the channel whoever is awaited."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    seats = await visit.moderator.waiting.nudge(campaign.id, visit.person_id)
    words = visit.words
    await visit.tell("nudge.done", seats=words.join([words.seat(one) for one in seats]))


async def press_go_on(visit: Visit, key: Key) -> None:
    """Let the clocks run again after a pause."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    await visit.moderator.time_terms.go_on(campaign.id, visit.person_id)
    await visit.tell("goon.done")


async def press_claim(visit: Visit, key: Key) -> None:
    """Ask whether the game is to be claimed, provided that it may be: that ends it."""
    campaign = await visit.campaign_named(key.part(0))
    await visit.moderator.waiting.require_claimable(campaign.id, visit.person_id)
    words, plain = visit.words, visit.words.plain
    what = key.part(1) if key.part(1) in CLAIMED else "win"
    label = plain.bot(f"button.claim_{what}")
    sure = button(label, "claimsure", campaign.id, what, style=STYLES.danger)
    cancel = button(plain.bot("button.cancel"), "cancel", "-")
    await visit.show(Page([words.bot("claim.sure")], [sure, cancel]))


async def press_claim_sure(visit: Visit, key: Key) -> None:
    """End the game as it is claimed."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    await visit.moderator.waiting.claim(
        campaign.id, visit.person_id, key.part(1), request=visit.request
    )
    look = await visit.look(campaign)
    texts: list[str] = [visit.words.bot("claim.done")]
    if look.outcome is not None:
        texts.append(sentences.outcome(look.outcome, visit.words))
    await visit.show(Page(texts))


async def press_later(visit: Visit, key: Key) -> None:
    """Remind somebody once more, later."""
    await visit.hold()
    at = await visit.moderator.reminding.later(visit.person_id, REMINDED_AGAIN)
    await visit.tell("reminder.later", at=naming.moment(from_ms(at)))
