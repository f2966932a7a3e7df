"""``/game seat``: who plays one's seat; and the buttons of who is to take one over.

All of it is private. What others may notice of it is told in the channel by the moderator.
"""

from __future__ import annotations

from discord import app_commands

from bot.cogs.building import command
from bot.cogs.offers import put
from bot.letters import substitutes
from bot.letters.keys import Key, encode
from bot.letters.pages import Page
from bot.letters.parts import STYLES, Pressable, button
from bot.moderator import Campaign, Complaint
from bot.moderator.seats.vacancies import NOTE_LIMIT
from bot.text import Raw, escape, words_for
from bot.ui import acting
from bot.ui.boxes import lines, open_box
from bot.ui.presses import Presses, written
from bot.ui.visit import Visit
from engine.api import Seat

MOST_INVITED = 3
"""Seats that somebody was granted and that one answer names."""


def register(presses: Presses, top: app_commands.Group) -> None:
    """Add the command to ``/game``, and the verbs of its buttons."""
    command(seat_page, "seat", "command.game.seat", parent=top)
    on = presses.on
    on("seatpage")(press_page)
    on("giveseat")(press_give)
    on("giveseatbox")(given)
    on("keepseat")(press_keep)
    on("standin")(press_stand_in)
    on("imback")(press_back)
    on("askpause")(press_pause)
    on("askseat")(press_ask_seat)
    on("takeseat")(press_take)
    on("nothanks")(press_decline)


# ---------------------------------------------------------------------- the page


async def seat_page(visit: Visit) -> None:
    """Show who plays one's seat in this channel's campaign, and what may be done about it."""
    await visit.hold()
    await _show(visit, await visit.campaign())


async def press_page(visit: Visit, key: Key) -> None:
    """Show the same."""
    await visit.hold()
    await _show(visit, await visit.campaign_named(key.part(0)))


async def _show(visit: Visit, campaign: Campaign, *first: str) -> None:
    await visit.show(await page(visit, campaign, *first))


async def page(visit: Visit, campaign: Campaign, *first: str) -> Page:
    """Return the page of somebody who sits at a table, behind what they are told *first*.

    Raises:
        Complaint: They do not, or the game is not under way.
    """
    seat = campaign.seat_of(visit.person_id)
    if seat is None:
        raise Complaint("campaign.not_a_player")
    if campaign.status != "playing":
        raise Complaint("campaign.over" if campaign.status == "over" else "campaign.not_playing")
    words, vacancies = visit.words, visit.moderator.vacancies
    named = {"seat": words.seat(seat)}
    texts: list[str] = [*first, words.bot("seatpage.title", name=campaign.name, **named)]
    if seat in campaign.stand_ins:
        texts.append(words.bot("seatpage.stood_in", computer=words.computer(campaign.strength)))
    if seat in campaign.vacant:
        texts.append(words.bot("seatpage.vacant"))
        ready = await vacancies.note(campaign.id, visit.person_id)
        if ready:
            texts.append(words.bot("seatpage.note_ready", note=quoted(ready)))
    left = await vacancies.handover(campaign.id, visit.person_id)
    if left:
        texts.append(words.bot("seatpage.note_left", note=quoted(left)))
    alone = await _is_alone(visit, campaign)
    if seat in campaign.vacant and not alone:
        texts.append(words.bot("seatpage.ends"))
    texts.append(words.bot("seatpage.what"))
    return Page(texts, _items(visit, campaign, seat, alone=alone))


async def _is_alone(visit: Visit, campaign: Campaign) -> bool:
    """Say whether somebody's seat is theirs alone to offer; a shared one only the clock offers."""
    try:
        await visit.moderator.vacancies.require_own(campaign.id, visit.person_id)
    except Complaint as error:
        if error.code != "seat.shared":
            raise
        return False
    return True


def _items(visit: Visit, campaign: Campaign, seat: Seat, *, alone: bool) -> list[Pressable]:
    """Return what may be done about one's own seat, and those of others."""
    plain, name = visit.words.plain, campaign.id
    items: list[Pressable] = []
    if seat in campaign.stand_ins:
        items.append(button(plain.bot("button.im_back"), "imback", name, style=STYLES.success))
    if seat in campaign.vacant:
        items.append(button(plain.bot("button.keep_seat"), "keepseat", name, style=STYLES.success))
        if alone:
            items.append(button(plain.bot("button.handover_note"), "giveseat", name))
    elif alone:
        items.append(button(plain.bot("button.give_seat"), "giveseat", name))
    others = [one for one in campaign.seats if one != seat and one not in campaign.computer]
    if others and seat not in campaign.stand_ins and visit.moderator.game(campaign).opponents:
        items.append(button(plain.bot("button.stand_in"), "standin", name))
    if campaign.paused is None:
        items.append(button(plain.bot("button.ask_pause"), "askpause", name))
    for other in others[:5]:
        if other not in campaign.vacant and campaign.seats[other]:
            label = plain.bot("button.ask_seat", seat=plain.seat(other))
            items.append(button(label, "askseat", name, other))
    return items


# ------------------------------------------------------------------- one's own seat


async def press_give(visit: Visit, key: Key) -> None:
    """Open the box for a note to whoever takes the seat over; sending it in offers the seat."""
    campaign = await visit.campaign_named(key.part(0))
    seat = campaign.seat_of(visit.person_id)
    if seat is None:
        raise Complaint("campaign.not_a_player")
    await visit.moderator.vacancies.require_own(campaign.id, visit.person_id)
    words = visit.words.plain
    there = await visit.moderator.vacancies.note(campaign.id, visit.person_id)
    box = lines(
        "note",
        words.bot("giveseat.note"),
        required=False,
        max_length=NOTE_LIMIT,
        placeholder=words.bot("giveseat.hint")[:100],
        default=there or "",
    )
    title = words.bot("giveseat.title", seat=words.seat(seat))
    await open_box(visit, encode("giveseatbox", campaign.id), title, box)


async def given(visit: Visit, key: Key) -> None:
    """Offer the seat, with the note that was typed."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    again = campaign.seat_of(visit.person_id) in campaign.vacant
    after = await visit.moderator.vacancies.offer(campaign.id, visit.person_id, written(visit))
    done = "giveseat.noted" if again else "giveseat.done"
    await _show(visit, after, visit.words.bot(done))


async def press_keep(visit: Visit, key: Key) -> None:
    """Offer the seat no more."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    after = await visit.moderator.vacancies.take_back(campaign.id, visit.person_id)
    await _show(visit, after, visit.words.bot("keepseat.done"))


async def press_stand_in(visit: Visit, key: Key) -> None:
    """Ask the others that the computer plays until the person is back."""
    await visit.hold()
    await put(visit, await visit.campaign_named(key.part(0)), "stand_in")


async def press_back(visit: Visit, key: Key) -> None:
    """Take one's seat back from the computer."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    after = await visit.moderator.stand_ins.end(campaign.id, visit.person_id)
    look = await visit.look(after)
    texts: list[str] = [visit.words.bot("imback.done")]
    items: list[Pressable] = []
    if look.mine:
        texts.append(acting.next_text(look.mine, visit.words))
        items = acting.next_items(after, look.mine, visit.words)
    await visit.show(Page(texts, items))


async def press_pause(visit: Visit, key: Key) -> None:
    """Ask the others for a pause."""
    await visit.hold()
    await put(visit, await visit.campaign_named(key.part(0)), "pause")


async def press_ask_seat(visit: Visit, key: Key) -> None:
    """Ask all that a substitute is looked for who plays another seat."""
    await visit.hold()
    await put(visit, await visit.campaign_named(key.part(0)), "seat", key.part(1))


# ------------------------------------------------------------------- a seat granted


async def invited(visit: Visit, campaign: Campaign | None = None) -> Page:
    """Return the seats that a person was granted and has not answered, of one campaign or of all.

    Of all servers: what is shown of a table there everybody knows.
    """
    found = await visit.moderator.vacancies.invitations(visit.person_id)
    texts, items = list[str](), list[Pressable]()
    for one in found:
        table = one.look.campaign
        if campaign is not None and table.id != campaign.id:
            continue
        if visit.interaction.guild_id not in {None, table.guild_id}:
            continue
        if len(items) >= 2 * MOST_INVITED:
            break
        words = words_for(visit.language, visit.moderator.game(table))
        texts.append("\n".join(substitutes.invitation_texts(one, words)))
        items += substitutes.invitation_items(one, words)
    return Page(texts, items)


async def press_take(visit: Visit, key: Key) -> None:
    """Sit down at a seat that was granted; what was left for the person is theirs to read."""
    await visit.hold()
    campaign = await visit.campaign_of_letter(key.part(0))
    if await visit.bot.attendance.is_gone(campaign.guild_id, visit.person_id):
        raise Complaint("visit.left_server")
    after = await visit.moderator.vacancies.accept(campaign.id, key.part(1), visit.person_id)
    await visit.moderator.people.speaks(visit.person_id, visit.language)
    words = visit.words
    seat = after.seat_of(visit.person_id)
    assert seat is not None
    texts: list[str] = [words.bot("takeseat.done", seat=words.seat(seat), name=after.name)]
    note = await visit.moderator.vacancies.handover(after.id, visit.person_id)
    if note:
        texts.append(words.bot("seatpage.note_left", note=quoted(note)))
    plan = await visit.moderator.plans.get(after.id, visit.person_id)
    if plan.entries:
        texts.append(words.bot("takeseat.plan", n=len(plan.entries)))
    texts.append(words.bot(f"terms.{after.undo}"))
    look = await visit.look(after)
    items: list[Pressable] = []
    if look.mine:
        texts.append(acting.next_text(look.mine, words))
        items = acting.next_items(after, look.mine, words)
    label = words.plain.bot("button.my_seat")
    await visit.show(Page(texts, [*items, button(label, "seatpage", after.id)]))


async def press_decline(visit: Visit, key: Key) -> None:
    """Do without a seat that was granted."""
    await visit.hold()
    campaign = await visit.campaign_of_letter(key.part(0))
    await visit.moderator.vacancies.decline(campaign.id, key.part(1), visit.person_id)
    await visit.tell("nothanks.done", name=campaign.name)


def quoted(note: str) -> Raw:
    """Return a note as it was typed: nothing of it is a mark, a link or a call."""
    return Raw("\n".join(f"> {escape(line, NOTE_LIMIT)}" for line in note.splitlines()))
