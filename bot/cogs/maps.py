"""``/map show``, its key, and ``/map text``, and the buttons that do the same; always private."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Optional

import discord
from discord import app_commands

from bot.cogs.building import Commands, command, group
from bot.cogs.matching import best
from bot.letters import buttons, sentences
from bot.letters.images import Image, image_of
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import MENU_SIZE, MenuLine, Pressable, button, menu, pages
from bot.moderator import Campaign, Complaint, Look
from bot.text import cut
from bot.ui import faults
from bot.ui.presses import Presses, chosen
from bot.ui.visit import Visit
from engine.api import AnyGame, Text
from render.api import KEY, ROSTER, Section, UnknownSectionError

Where = app_commands.Range[str, 1, 40]
Radius = app_commands.Range[int, 1, 12]

PAGE_LIMIT = 3600
ANY = "-"
"""Stands in a custom id for the whole map."""


def register(commands: Commands, presses: Presses) -> None:
    """Add the commands and the verbs of their buttons."""
    top = group("map", "command.map", "bot")
    command(show_map, "show", "command.map.show", parent=top, completers={"zone": complete_zone})
    command(show_text, "text", "command.map.text", parent=top, completers={"where": complete_zone})
    commands.add_command(top)
    presses.on("map")(press_map)
    presses.on("key")(press_key)
    presses.on("zone")(pick_zone)
    presses.on("text")(press_text)


async def show_map(
    visit: Visit,
    zone: Optional[Where] = None,  # noqa: UP045 - a Range has no "|"
    around: Optional[Where] = None,  # noqa: UP045
    radius: Optional[Radius] = None,  # noqa: UP045
) -> None:
    """Show the map: whole, a zone, or around a place."""
    await visit.hold()
    if around is not None:
        section = Section("around", around.strip(), radius or 4)
    elif zone is not None:
        section = Section("zone", zone.strip())
    else:
        section = Section()
    await _map(visit, await visit.campaign(), section)


async def press_map(visit: Visit, key: Key) -> None:
    """Show the whole map by button."""
    await visit.hold()
    await _map(visit, await visit.campaign_named(key.part(0)), Section())


async def pick_zone(visit: Visit, key: Key) -> None:
    """Show the zone chosen from the menu under a map."""
    await visit.hold()
    values = chosen(visit)
    section = Section("zone", values[0]) if values and values[0] != ANY else Section()
    await _map(visit, await visit.campaign_named(key.part(0)), section)


async def _map(visit: Visit, campaign: Campaign, section: Section) -> None:
    look = await _playing(visit, campaign)
    words = visit.words
    game = visit.moderator.game(campaign)
    try:
        picture = await visit.bot.gallery.picture(
            game, look, section, language=words.language, theme=await visit.theme(campaign)
        )
    except UnknownSectionError:
        raise Complaint("map.unknown", where=section.where) from None
    if picture is None:
        raise Complaint("map.none")
    items: list[Pressable] = []
    zones = _zones(visit, game, look)[: MENU_SIZE - 1]
    if zones:
        plain = words.plain
        entries = [MenuLine(ANY, plain.bot("map.whole"))]
        entries += [MenuLine(name, plain.say(text)) for name, text in zones]
        items.append(menu(entries, "zone", campaign.id, hint=plain.bot("map.zoom")))
    items.append(buttons.key_button(campaign, words))
    items.append(_as_text(visit, campaign, section.where or ANY))
    page = Page([sentences.heading(look, words)], items, image_of(picture, words))
    await (visit.show(page) if _is_map(visit) else visit.answer(page))


async def press_key(visit: Visit, key: Key) -> None:
    """Show by button what the marks of the map mean, and everything that the person's side sees.

    A message of its own: the map stays as it is.
    """
    await visit.hold(apart=True)
    campaign = await visit.campaign_named(key.part(0))
    look = await _playing(visit, campaign)
    words, theme = visit.words, await visit.theme(campaign)
    game, found = visit.moderator.game(campaign), list[Image]()
    for section in (KEY, ROSTER):
        with suppress(UnknownSectionError):  # nothing is in play yet
            picture = await visit.bot.gallery.picture(
                game, look, section, language=words.language, theme=theme
            )
            image = image_of(picture, words, section.kind)
            found += [image] if image else []
    if not found:
        raise Complaint("map.none")
    texts = [f"{sentences.heading(look, words, level='###')}\n{words.bot('map.key')}"]
    items = [_as_text(visit, campaign, ANY)]
    await visit.answer(Page(texts, items, beneath=tuple(found)))


def _as_text(visit: Visit, campaign: Campaign, where: str) -> Pressable:
    label = visit.words.plain.bot("button.text")
    return button(label, "text", campaign.id, 1, where, emoji="📄")


def _zones(visit: Visit, game: AnyGame, look: Look) -> list[tuple[str, Text]]:
    """Return the zones that the map on the table has, with their names."""
    drawer = visit.bot.painter_of(game)
    there = {section.where for section in drawer.sections(look.view)}
    return [(key, text) for key, text in drawer.zones() if key in there]


def _is_map(visit: Visit) -> bool:
    """Say whether the press came from a private map, which the new one then replaces."""
    data: Any = visit.interaction.data or {}
    return visit.on_private and str(data.get("custom_id", "")).startswith("adj:zone")


async def _playing(visit: Visit, campaign: Campaign) -> Look:
    look = await visit.look(campaign)
    if look.view is None:
        raise Complaint("campaign.not_playing")
    return look


async def show_text(visit: Visit, where: Optional[Where] = None) -> None:  # noqa: UP045
    """Say in words what the map shows."""
    await _text(visit, await visit.campaign(), (where or "").strip(), 1)


async def press_text(visit: Visit, key: Key) -> None:
    """Say the map in words, by button or turning pages."""
    campaign = await visit.campaign_named(key.part(0))
    where = "" if key.part(2) == ANY else key.part(2)
    await _text(visit, campaign, where[:40], key.number(1))


async def _text(visit: Visit, campaign: Campaign, where: str, page: int) -> None:
    look = await _playing(visit, campaign)
    words = visit.words
    lines = [f"• {words.say(t)}" for t in visit.moderator.game(campaign).describe(look.view, where)]
    shown = pages(lines or [words.bot("map.nothing")], PAGE_LIMIT)
    page = min(max(page, 1), len(shown))
    items = []
    for label, other in (("button.back_page", page - 1), ("button.next_page", page + 1)):
        if 1 <= other <= len(shown):
            title = words.plain.bot(label)
            items.append(button(title, "text", campaign.id, other, cut(where, 20) or ANY))
    texts = [sentences.heading(look, words, level="###"), shown[page - 1]]
    if len(shown) > 1:
        texts.append("-# " + words.bot("page.of", page=page, pages=len(shown)))
    turning = visit.on_private and visit.interaction.message is not None and items
    answer = Page(texts, items)
    await (visit.show(answer) if turning and _is_text(visit) else visit.answer(answer))


def _is_text(visit: Visit) -> bool:
    """Say whether the press came from a page of text, and not from under a picture."""
    message = visit.interaction.message
    return message is not None and not message.attachments


async def complete_zone(
    interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[Any]]:
    """Offer the map's zones."""
    visit = Visit(interaction)
    try:
        campaign = await visit.campaign()
        look = await _playing(visit, campaign)
        zones = _zones(visit, visit.moderator.game(campaign), look)
    except (*faults.EXPECTED, KeyError):
        return []
    named = [(key, str(visit.words.plain.say(text))) for key, text in zones]
    return [app_commands.Choice(name=n, value=v) for v, n in best(named, current)]
