"""``/counter`` and "Look up": everything that a person may know of one counter; always private."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.cogs.building import Commands, command
from bot.letters.images import image_of
from bot.letters.keys import Key, encode
from bot.letters.parts import CHOICE_LIMIT, MENU_SIZE
from bot.moderator import Campaign, Complaint, Look, PlanEntry
from bot.text import cut
from bot.ui import boxes, faults, looking_up
from bot.ui.looking_up import Found, Name
from bot.ui.presses import Presses, chosen, written
from bot.ui.visit import Visit
from engine.api import AnyGame
from engine.kit.looking_up import about, markings
from render.api import Choosing, Picture, Section, UnknownSectionError
from render.choosing import WIDTH

Called = app_commands.Range[str, 1, 100]

NEAR: Final = 4
"""How far round a counter its picture shows."""


def register(commands: Commands, presses: Presses) -> None:
    """Add the command and the verbs of its buttons."""
    completers = {"name": complete_name}
    commands.add_command(command(look_up, "counter", "command.counter", completers=completers))
    presses.on("lookbox")(open_box)
    presses.on("looktyped")(press_typed)
    presses.on("lookpick")(pick)


async def look_up(visit: Visit, name: Called) -> None:
    """Say everything about what is called so."""
    await visit.hold()
    await _answer(visit, await visit.campaign(), name)


async def open_box(visit: Visit, key: Key) -> None:
    """Open the box in which a name is typed, of a game that has begun."""
    campaign = await visit.campaign_named(key.part(0))
    if campaign.status == "open":
        raise Complaint("campaign.not_playing")
    plain = visit.words.plain
    field = boxes.line(
        "value",
        plain.bot("counter.field"),
        placeholder=cut(plain.bot("counter.example"), 100),
        max_length=looking_up.LONGEST,
    )
    await boxes.open_box(visit, encode("looktyped", campaign.id), plain.bot("counter.box"), field)


async def press_typed(visit: Visit, key: Key) -> None:
    """Say everything about what was typed in the box."""
    await visit.hold()
    await _answer(visit, await visit.campaign_named(key.part(0)), written(visit))


async def pick(visit: Visit, key: Key) -> None:
    """Say everything about what was chosen from a menu, in place of this page."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    game, look, known = await _known(visit, campaign)
    wanted = (chosen(visit) or [""])[0]
    name = next((one for one in known if one.key == wanted), None)
    if name is None:
        raise Complaint("counter.gone")
    await _show(visit, game, look, name)


async def complete_name(
    interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[Any]]:
    """Offer what can be looked up, best first."""
    visit = Visit(interaction)
    try:
        _, _, known = await _known(visit, await visit.campaign())
    except faults.EXPECTED:
        return []
    return [
        app_commands.Choice(name=cut(one.label, CHOICE_LIMIT), value=one.key)
        for one in looking_up.matching(known, current)[:MENU_SIZE]
    ]


async def _known(visit: Visit, campaign: Campaign) -> tuple[AnyGame, Look, tuple[Name, ...]]:
    """Return the game, the person's look, and what can be looked up in it.

    Raises:
        Complaint: The game has not begun, or nothing can be looked up in it.
    """
    look = await visit.look(campaign)
    if look.view is None:
        raise Complaint("campaign.not_playing")
    game = visit.moderator.game(campaign)
    known = looking_up.names_in(game, look.view, visit.language)
    if not known:
        raise Complaint("counter.nothing", game=visit.words.label("game.title"))
    return game, look, known


async def _answer(visit: Visit, campaign: Campaign, typed: str) -> None:
    game, look, known = await _known(visit, campaign)

    def is_own(key: str) -> bool:
        one = about(game, look.view, key)
        return one is not None and look.seat is not None and one.side == look.seat

    found = looking_up.meant(known, typed, is_own)
    if len(found) == 1:
        await _show(visit, game, look, found[0])
    elif found:
        await visit.show(looking_up.choose(campaign, found, typed, visit.words))
    else:
        await visit.show(looking_up.not_found(campaign, known, typed, visit.words))


async def _show(visit: Visit, game: AnyGame, look: Look, name: Name) -> None:
    """Show the page of a subject, with a picture of where it is."""
    campaign, entries = look.campaign, tuple[PlanEntry, ...]()
    if look.seat is not None and campaign.status == "playing":
        entries = (await visit.moderator.plans.get(campaign.id, visit.person_id)).entries
    found = await visit.ask(looking_up.found_in, campaign, look, name, entries)
    if found is None:
        raise Complaint("counter.gone")
    page = looking_up.found_page(look, game, found, visit.words)
    picture = await _picture(visit, game, look, found)
    await visit.show(replace(page, image=image_of(picture, visit.words)))


async def _picture(visit: Visit, game: AnyGame, look: Look, found: Found) -> Picture | None:
    """Return the map round a counter, marked where the person has a seat; none of what is away."""
    place, who = found.about.at, found.about.who
    if not place:
        return None
    gallery, theme = visit.bot.gallery, await visit.theme(look.campaign)
    marked = None if look.seat is None else next(markings(game, look.view, who), None)
    if marked is not None:
        kind, field, value = marked
        choosing = Choosing(kind, ((field, value),))
        frame = gallery.aim(game, look, choosing)
        if frame is not None and frame.kind == "around":
            return await gallery.choice(
                game, look, frame, choosing, language=visit.language, theme=theme
            )
    section = Section("around", place, NEAR, WIDTH)
    try:
        return await gallery.picture(game, look, section, language=visit.language, theme=theme)
    except UnknownSectionError:
        return None  # the words are all there is
