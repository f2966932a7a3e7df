"""``/game join``: taking a seat, asking for one, and granting it; with the buttons for the same."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.cogs.building import command
from bot.cogs.game.servers import manages
from bot.cogs.matching import best
from bot.letters import asks, beginnings, naming
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import STYLES, Pressable, button
from bot.moderator import Ask, Campaign, Complaint
from bot.text import Raw, words_for
from bot.ui import acting, faults
from bot.ui.presses import Presses
from bot.ui.visit import Visit

MOST_ASKED = 4
"""People who ask that one answer names; the next ones come when those are answered."""

MOST_LOOKED_AFTER = 10
"""People of a side of whom Discord is asked when somebody wants to join them."""

Typed = app_commands.Range[str, 1, 300]


def register(presses: Presses, top: app_commands.Group) -> None:
    """Add the command to ``/game``, and the verbs of its buttons."""
    command(join, "join", "command.game.join", parent=top, completers={"side": complete_side})
    on = presses.on
    on("join")(press_join)
    on("admit")(press_admit)
    on("turnaway")(press_turn_away)
    on("seek")(press_seek)


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
    await visit.arrive()
    seat = seat_of(campaign, typed, visit)
    held = campaign.seats[seat]
    if visit.person_id not in held:
        # Whoever would be asked may be gone: then they are not waited for.
        await visit.bot.attendance.look(campaign.guild_id, held[:MOST_LOOKED_AFTER])
    after = await visit.moderator.seats.join(
        campaign.id, visit.person_id, seat, ask=True, name=visit.called
    )
    await visit.moderator.people.speaks(visit.person_id, visit.language)
    words = visit.words
    if after.seat_of(visit.person_id) != seat:
        await visit.show(Page([_asked_text(visit, after, seat), words.bot(f"terms.{after.undo}")]))
        return
    texts: list[str] = [words.bot("join.done", seat=words.seat(seat), name=after.name)]
    texts.append(words.bot(f"terms.{after.undo}"))
    items: list[Pressable] = []
    if after.status == "open":
        asked = after.beginning is not None and bool(after.beginning.wanting)
        empty = [words.seat(s) for s, people in after.seats.items() if not people]
        if empty:
            waiting = "join.computer" if after.computer else "join.waiting"
            texts.append(words.bot(waiting, seats=words.join(empty)))
        elif not asked:
            texts.append(words.bot("join.ready"))
        texts += beginnings.lines(after, visit.moderator.game(after), words)
        items += beginnings.buttons(after, words)
        if not asked and (after.computer or not empty):
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
    if seat in campaign.vacant:
        return words.bot("join.asked_vacant", seat=words.seat(seat), name=campaign.name)
    opens = visit.moderator.seats.opens(campaign, seat)
    if opens is not None:
        at = naming.moment(opens)
        return words.bot("join.asked_deserted", seat=words.seat(seat), name=campaign.name, at=at)
    held = campaign.seats[seat]
    people = held or tuple(one for them in campaign.seats.values() for one in them)
    there = [person for person in people if person not in campaign.gone]
    named = words.join([naming.at_table(campaign, person) for person in there[: naming.MOST]])
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
    texts = [asks.ask_text(campaign, one, words) for one in found[:MOST_ASKED]]
    items = [item for one in found[:MOST_ASKED] for item in asks.ask_items(one, words)]
    return Page(texts, items)


async def press_admit(visit: Visit, key: Key) -> None:
    """Let somebody take the seat that they ask for."""
    await visit.hold()
    campaign = await visit.campaign_of_letter(key.part(0))
    await _look_again(visit, campaign, key.part(1))
    after, one = await visit.moderator.seats.admit(
        campaign.id, key.part(1), visit.person_id, manages=manages(visit)
    )
    await _answered(visit, after, one, "ask.invited" if one.vacant else "ask.admitted")


async def press_turn_away(visit: Visit, key: Key) -> None:
    """Refuse somebody the seat that they ask for."""
    await visit.hold()
    campaign = await visit.campaign_of_letter(key.part(0))
    after, one = await visit.moderator.seats.turn_away(
        campaign.id, key.part(1), visit.person_id, manages=manages(visit)
    )
    await _answered(visit, after, one, "ask.turned_away")


async def _look_again(visit: Visit, campaign: Campaign, ask_id: str) -> None:
    """Look whether those in whose place somebody is let in are gone still, and that one is not.

    Raises:
        Complaint: Who asks has left the server.
    """
    found = await visit.moderator.seats.asks(campaign.id, visit.person_id, manages=manages(visit))
    one = next((one for one in found if one.id == ask_id), None)
    if one is None:
        return  # said where it is answered
    attendance = visit.bot.attendance
    if await attendance.is_gone(campaign.guild_id, one.person_id):
        raise Complaint("campaign.ask_void")
    if one.opens is not None:
        await attendance.look(campaign.guild_id, campaign.seats[one.seat])


async def _answered(visit: Visit, campaign: Campaign, one: Ask, code: str) -> None:
    words = visit.words
    person = naming.named(one.person_id, one.name)
    text = words.bot(code, person=person, seat=words.seat(one.seat), name=campaign.name)
    await visit.show(Page([text]))


# ---------------------------------------------------------------------- deserted


def deserted(visit: Visit, campaign: Campaign) -> Page:
    """Return what is to be done about sides of which everybody is out of the server.

    Who sits on another side may have somebody looked for.
    """
    words = visit.words
    mine = campaign.seat_of(visit.person_id)
    texts, items = list[str](), list[Pressable]()
    for seat in campaign.seats if campaign.status == "playing" else ():
        opens = visit.moderator.seats.opens(campaign, seat)
        if opens is None:
            continue
        at = naming.moment(opens)
        texts.append(words.bot("seat.deserted_until", seat=words.seat(seat), at=at))
        if mine not in {None, seat}:
            label = words.plain.bot("button.seek", seat=words.plain.seat(seat))
            items.append(button(label, "seek", campaign.id, seat))
    return Page(texts, items)


async def press_seek(visit: Visit, key: Key) -> None:
    """Look in the channel for somebody who takes a side that is deserted.

    Refusals are private; the call is for all, with the button that asks for the seat.
    """
    campaign, seat = await visit.campaign_named(key.part(0)), key.part(1)
    if visit.guild_id != campaign.guild_id:  # in a direct message nobody would read it
        raise Complaint("visit.other_server")
    await visit.moderator.departures.call(campaign.id, visit.person_id, seat)
    words, opens = (
        words_for(campaign.language, visit.game),
        visit.moderator.seats.opens(campaign, seat),
    )
    assert opens is not None
    text = words.bot(
        "seat.called",
        who=naming.at_table(campaign, visit.person_id),
        seat=words.seat(seat),
        name=campaign.name,
        at=naming.moment(opens),
    )
    label = words.plain.bot("button.join", seat=words.plain.seat(seat))
    page = Page([text], [button(label, "join", campaign.id, seat, style=STYLES.primary)])
    await visit.interaction.response.send_message(
        view=page.view(), allowed_mentions=discord.AllowedMentions.none()
    )
