"""``/game join``: taking a seat, asking for one, and granting it; with the buttons for the same."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.cogs.building import command
from bot.cogs.game.servers import manages
from bot.cogs.matching import best
from bot.letters import messages
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import STYLES, Pressable, button
from bot.moderator import Ask, Campaign, Complaint
from bot.text import Raw
from bot.ui import acting, faults
from bot.ui.presses import Presses
from bot.ui.visit import Visit

MOST_ASKED = 4
"""People who ask that one answer names; the next ones come when those are answered."""

Typed = app_commands.Range[str, 1, 300]


def register(presses: Presses, top: app_commands.Group) -> None:
    """Add the command to ``/game``, and the verbs of its buttons."""
    command(join, "join", "command.game.join", parent=top, completers={"side": complete_side})
    on = presses.on
    on("join")(press_join)
    on("admit")(press_admit)
    on("turnaway")(press_turn_away)


# ------------------------------------------------------------------------ taking


async def join(visit: Visit, side: Typed) -> None:
    """Take a seat in this channel's campaign."""
    await visit.hold()
    await _join(visit, await visit.campaign(), side)


async def press_join(visit: Visit, key: Key) -> None:
    """Take the seat that a button names."""
    await visit.hold()
    await _join(visit, await visit.campaign_named(key.part(0)), key.part(1))


async def _join(visit: Visit, campaign: Campaign, typed: str) -> None:
    seat = seat_of(campaign, typed, visit)
    after = await visit.moderator.seats.join(campaign.id, visit.person_id, seat, ask=True)
    await visit.moderator.people.speaks(visit.person_id, visit.language)
    words = visit.words
    if after.seat_of(visit.person_id) != seat:
        await visit.show(Page([_asked_text(visit, after, seat)]))
        return
    texts: list[str] = [words.bot("join.done", seat=words.seat(seat), name=after.name)]
    items: list[Pressable] = []
    if after.status == "open":
        empty = [words.seat(s) for s, people in after.seats.items() if not people]
        if empty:
            waiting = "join.computer" if after.computer else "join.waiting"
            texts.append(words.bot(waiting, seats=words.join(empty)))
        else:
            texts.append(words.bot("join.ready"))
        if after.computer or not empty:
            label = words.plain.bot("button.start")
            items.append(button(label, "start", after.id, style=STYLES.success))
    else:
        look = await visit.look(after)
        if look.mine:
            texts.append(acting.next_text(look.mine, words))
            items = acting.next_items(after, look.mine, words)
    await visit.show(Page(texts, items))


def _asked_text(visit: Visit, campaign: Campaign, seat: str) -> str:
    """Say to whoever asks who must consent, and how they will hear of it."""
    words = visit.words
    held = campaign.seats[seat]
    people = held or tuple(one for them in campaign.seats.values() for one in them)
    named = words.join([Raw(f"<@{person}>") for person in people[:20]])
    code = "join.asked_held" if held else "join.asked_empty"
    return words.bot(code, seat=words.seat(seat), name=campaign.name, people=Raw(named))


def seat_of(campaign: Campaign, typed: str, visit: Visit) -> str:
    """Return the seat that was meant, by key or by name in either language."""
    wanted = typed.strip().casefold()
    for seat in campaign.seats:
        names = {seat, visit.words.plain.seat(seat).casefold()}
        if wanted in {name.casefold() for name in names}:
            return seat
    raise Complaint("campaign.unknown_seat", seat=typed)


async def complete_side(
    interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[Any]]:
    """Offer the sides of this channel's campaign."""
    visit = Visit(interaction)
    try:
        campaign = await visit.campaign()
    except (*faults.EXPECTED,):
        return []
    sides = [(seat, str(visit.words.plain.seat(seat))) for seat in campaign.seats]
    return [app_commands.Choice(name=n, value=v) for v, n in best(sides, current)]


# ---------------------------------------------------------------------- granting


async def asked(visit: Visit, campaign: Campaign) -> Page:
    """Return who waits for this person's consent, with the buttons to answer."""
    found = await visit.moderator.seats.asks(campaign.id, visit.person_id, manages=manages(visit))
    words = visit.words
    texts = [messages.ask_text(campaign, one, words) for one in found[:MOST_ASKED]]
    items = [item for one in found[:MOST_ASKED] for item in messages.ask_items(one, words)]
    return Page(texts, items)


async def press_admit(visit: Visit, key: Key) -> None:
    """Let somebody take the seat that they ask for."""
    await visit.hold()
    campaign = await _campaign(visit, key)
    after, one = await visit.moderator.seats.admit(
        campaign.id, key.part(1), visit.person_id, manages=manages(visit)
    )
    await _answered(visit, after, one, "ask.admitted")


async def press_turn_away(visit: Visit, key: Key) -> None:
    """Refuse somebody the seat that they ask for."""
    await visit.hold()
    campaign = await _campaign(visit, key)
    after, one = await visit.moderator.seats.turn_away(
        campaign.id, key.part(1), visit.person_id, manages=manages(visit)
    )
    await _answered(visit, after, one, "ask.turned_away")


async def _campaign(visit: Visit, key: Key) -> Campaign:
    """Return the campaign of a press, which may come from a direct message.

    Whether this person may answer is looked at again where it is done.
    """
    if visit.interaction.guild_id is not None:
        return await visit.campaign_named(key.part(0))
    found = await visit.moderator.reader.campaign(key.part(0))
    visit.game, visit.here = visit.moderator.game(found), found
    return found


async def _answered(visit: Visit, campaign: Campaign, one: Ask, code: str) -> None:
    words = visit.words
    person = Raw(f"<@{one.person_id}>")
    text = words.bot(code, person=person, seat=words.seat(one.seat), name=campaign.name)
    await visit.show(Page([text]))
