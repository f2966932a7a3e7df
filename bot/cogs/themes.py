"""``/theme``: the colours of a person's own pictures, and of a table's."""

from __future__ import annotations

from typing import Optional

from discord import app_commands

from bot.cogs.building import ANYWHERE, Commands, command, described
from bot.cogs.game import servers
from bot.letters.images import image_of
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import MenuLine, Pressable, menu
from bot.moderator import Campaign, Complaint
from bot.moderator.people.themes import may_choose
from bot.ui.presses import Presses, chosen
from bot.ui.visit import Visit
from render.api import Picture
from render.themes import THEMES, known

AS_TABLE = "table"
"""The choice of whoever wants their own pictures as the table's are."""
NO_TABLE = "-"
"""Stands in a custom id for no campaign."""


def register(commands: Commands, presses: Presses) -> None:
    """Add the command and the verbs of its menus."""
    choices = [
        app_commands.Choice(name=described(f"theme.name.{name}", "bot"), value=name)
        for name in (*THEMES, AS_TABLE)
    ]
    commands.add_command(
        command(theme, "theme", "command.theme", choices={"theme": choices}, contexts=ANYWHERE)
    )
    presses.on("theme")(pick)
    presses.on("themeall")(pick_for_table)


async def theme(
    visit: Visit,
    theme: Optional[str] = None,  # noqa: UP045 - as Discord's options are written here
    table: bool = False,
) -> None:
    """Show which themes there are, after choosing one where it is named."""
    await visit.hold()
    campaign = await (visit.campaign() if table else _campaign_here(visit))
    if theme is None:
        await _show(visit, campaign)
    elif table and campaign is not None:
        await _choose_for_table(visit, campaign, theme)
    else:
        await _choose(visit, campaign, theme)


async def pick(visit: Visit, key: Key) -> None:
    """Take a person's theme from the menu."""
    await visit.hold()
    named = key.part(0)
    campaign = None if named == NO_TABLE else await visit.campaign_named(named)
    await _choose(visit, campaign, _chosen(visit))


async def pick_for_table(visit: Visit, key: Key) -> None:
    """Take a table's theme from the menu."""
    await visit.hold()
    await _choose_for_table(visit, await visit.campaign_named(key.part(0)), _chosen(visit))


def _chosen(visit: Visit) -> str:
    return next(iter(chosen(visit)), "")


async def _campaign_here(visit: Visit) -> Campaign | None:
    if visit.interaction.guild_id is None:
        return None
    try:
        return await visit.campaign()
    except Complaint:
        return None


async def _choose(visit: Visit, campaign: Campaign | None, wanted: str) -> None:
    if wanted in THEMES or wanted == AS_TABLE:  # a menu of an older version may have others
        await visit.moderator.themes.choose(visit.person_id, None if wanted == AS_TABLE else wanted)
    await _show(visit, campaign)


async def _choose_for_table(visit: Visit, campaign: Campaign, wanted: str) -> None:
    if wanted in THEMES:
        campaign = await visit.moderator.themes.choose_for_table(
            campaign.id, visit.person_id, wanted, manages=servers.manages(visit)
        )
        visit.here = campaign
    await _show(visit, campaign, public=True)


async def _show(visit: Visit, campaign: Campaign | None, *, public: bool = False) -> None:
    """Show what is chosen, with menus to choose otherwise, on a picture of this campaign."""
    words, plain = visit.words, visit.words.plain
    own = await visit.moderator.themes.own(visit.person_id)
    mine = AS_TABLE if own is None or own not in THEMES else own
    texts: list[str] = [
        words.bot("theme.title"),
        words.bot("theme.mine", theme=words.label(f"theme.name.{mine}")),
    ]
    named = NO_TABLE if campaign is None else campaign.id
    items: list[Pressable] = [
        menu(_lines(visit, mine, as_table=True), "theme", named, hint=plain.bot("theme.pick"))
    ]
    picture = None
    if campaign is not None:
        theirs = known(campaign.theme).name
        label = words.label(f"theme.name.{theirs}")
        texts.append(words.bot("theme.table", name=campaign.name, theme=label))
        if may_choose(campaign, visit.person_id) or servers.manages(visit):
            lines = _lines(visit, theirs, as_table=False)
            items.append(menu(lines, "themeall", campaign.id, hint=plain.bot("theme.pick_table")))
        picture = await _map(visit, campaign, public=public)
    await visit.show(Page(texts, items, image_of(picture, words)))


def _lines(visit: Visit, held: str, *, as_table: bool) -> list[MenuLine]:
    plain = visit.words.plain
    return [
        MenuLine(
            name,
            plain.label(f"theme.name.{name}"),
            plain.label(f"theme.about.{name}"),
            held=name == held,
        )
        for name in (*([AS_TABLE] if as_table else []), *THEMES)
    ]


async def _map(visit: Visit, campaign: Campaign, *, public: bool) -> Picture | None:
    """Return the whole map in the theme that was chosen last; of what the person may see."""
    look = await visit.moderator.reader.look(campaign.id, None if public else visit.person_id)
    game = visit.moderator.game(campaign)
    own = campaign.theme if public else await visit.theme(campaign)
    return await visit.bot.gallery.picture(game, look, language=visit.language, theme=own)
