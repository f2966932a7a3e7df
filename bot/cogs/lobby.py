"""``/lobby``: seats of this server that somebody may take or ask for, of tables they may know of.

It shows and asks; who sits down, and who must consent, is as everywhere
(``bot.cogs.game.seats``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Optional

from discord import app_commands

from bot.cogs.building import Commands, command, described
from bot.cogs.choices import setting_value
from bot.cogs.game import servers
from bot.letters import naming, sentences
from bot.letters.clocks import pace_short
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import STYLES, Pressable, button, fit
from bot.moderator import Campaign
from bot.moderator.lobby.open_seats import OpenTable
from bot.store.lobby import Wanted
from bot.text import Raw, Words, cut
from bot.text.catalogue import LANGUAGES
from bot.ui.presses import Presses
from bot.ui.visit import Visit
from engine.api import Game
from engine.kit.settings import house_of, leader_of

SIZE = 5
"""Tables of a page."""
MOST_SEATS = 4
"""Seats of a table that have a button."""
LONGEST = 720
"""Characters about a table."""
NAMING = ("edition", "scenario", "battle")
"""Settings of which the value alone says what is played."""
MOST_OTHER = 3
"""Of the others, those that are named where they are not as usual."""
ANY = "-"
"""Stands in a custom id for any game, and for any language."""


def register(commands: Commands, presses: Presses, games: Mapping[str, Game[Any, Any]]) -> None:
    """Add the command, and the verb that turns its pages."""
    titles = [app_commands.Choice(name=described("game.title", key), value=key) for key in games]
    languages = [
        app_commands.Choice(name=described(f"language.{key}", "bot"), value=key)
        for key in LANGUAGES
    ]
    choices = {"game": titles[:25], "language": languages}
    commands.add_command(command(lobby, "lobby", "command.lobby", choices=choices))
    presses.on("lobby")(turn_page)


async def lobby(
    visit: Visit,
    game: Optional[str] = None,  # noqa: UP045 - as Discord's options are written here
    language: Optional[str] = None,  # noqa: UP045
) -> None:
    """Show the open seats of this server."""
    await visit.hold()
    await _show(visit, game, language, 0)


async def turn_page(visit: Visit, key: Key) -> None:
    """Turn the pages of the list."""
    await visit.hold()
    game, language = (None if part in {"", ANY} else part for part in (key.part(1), key.part(2)))
    await _show(visit, game, language, key.number(0))


async def _show(visit: Visit, game: str | None, language: str | None, page: int) -> None:
    wanted = Wanted(visit.guild_id, await servers.sight(visit), game, language)
    found = await visit.moderator.open_seats.of(wanted)
    if not found:
        filtered = game is not None or language is not None
        await visit.tell("lobby.none_such" if filtered else "lobby.none")
        return
    last = (len(found) - 1) // SIZE
    page = min(page, last)
    first = page * SIZE
    texts: list[str] = [visit.words.bot("lobby.title", n=len(found))]
    items: list[Pressable] = []
    for number, table in enumerate(found[first : first + SIZE], first + 1):
        visit.game = visit.moderator.game(table.campaign)
        texts.append(_table(visit, number, table))
        items += _buttons(visit, number, table)
    visit.game = None
    await visit.show(Page(texts, [*items, *_turners(visit.words, page, last, game, language)]))


def _table(visit: Visit, number: int, table: OpenTable) -> str:
    """Say what is played at a table, how, and who is looked for."""
    campaign, words = table.campaign, visit.words
    heading = words.bot(
        "lobby.table",
        n=number,
        name=campaign.name,
        channel=sentences.mention_channel(campaign.channel_id),
    )
    what = ", ".join((words.label("game.title"), *_settings(visit, campaign)))
    seats = words.join([words.seat(seat) for seat in table.seats])
    said = "lobby.sought" if table.wanted else "lobby.free"
    lines: list[str] = [heading, what, words.bot(said, seats=seats)]
    if campaign.computer and not table.wanted:
        lines.append(words.bot("lobby.computer", computer=words.computer(campaign.strength)))
    mine = campaign.seat_of(visit.person_id)
    if mine is not None:
        lines.append(words.bot("lobby.yours", seat=words.seat(mine)))
    lines.append("-# " + " · ".join(_about(table, words)))
    return cut(fit(lines, LONGEST), LONGEST)


def _settings(visit: Visit, campaign: Campaign) -> list[str]:
    """Return what names the rules and the battle, and what is not as it usually is."""
    model, words = visit.moderator.game(campaign).settings_model, visit.words
    house, settings = house_of(model, campaign.settings), campaign.settings
    named = [setting_value(words, one, settings[one]) for one in NAMING if one in settings]
    other: list[str] = []
    for name, info in model.model_fields.items():
        usual = {info.default, leader_of(info), house.get(name)}
        if name not in NAMING and name in settings and settings[name] not in usual:
            value = setting_value(words, name, settings[name])
            other.append(f"{words.label(f'setting.{name}')}: {value}")
    more = words.bot("list.more", n=len(other) - MOST_OTHER) if len(other) > MOST_OTHER else ""
    return [*named, *other[:MOST_OTHER], *([more] if more else [])]


def _about(table: OpenTable, words: Words) -> Sequence[str]:
    """Return how fast it is played, in which language, who created it, since when it is open."""
    campaign = table.campaign
    about: list[str] = [words.bot("lobby.pace", pace=pace_short(campaign.pace, words))]
    if campaign.language in LANGUAGES:
        about.append(words.label(f"language.{campaign.language}"))
    if campaign.creator_id is not None:
        person = naming.at_table(campaign, campaign.creator_id)
        if table.experience:
            said = words.label(f"lobby.experience.{table.experience}")
            about.append(words.bot("lobby.by_experienced", person=person, experience=said))
        else:
            about.append(words.bot("lobby.by", person=person))
    at = Raw(f"<t:{int(table.since.timestamp())}:R>")
    about.append(words.bot("lobby.given_up" if table.wanted else "lobby.since", at=at))
    return about


def _buttons(visit: Visit, number: int, table: OpenTable) -> list[Pressable]:
    """Return what takes a seat, or asks for it; nothing for who sits there already."""
    campaign, plain = table.campaign, visit.words.plain
    if campaign.seat_of(visit.person_id) is not None:
        return []
    return [
        button(
            plain.bot(
                "lobby.ask" if table.wanted else "lobby.join", n=number, seat=plain.seat(seat)
            ),
            "join",
            campaign.id,
            seat,
            style=STYLES.primary,
        )
        for seat in table.seats[:MOST_SEATS]
    ]


def _turners(
    words: Words, page: int, last: int, game: str | None, language: str | None
) -> list[Pressable]:
    """Return what turns the pages."""
    rest, plain = (game or ANY, language or ANY), words.plain
    items: list[Pressable] = []
    if page > 0:
        items.append(button(plain.bot("button.back_page"), "lobby", page - 1, *rest))
    if page < last:
        items.append(button(plain.bot("button.next_page"), "lobby", page + 1, *rest))
    return items
