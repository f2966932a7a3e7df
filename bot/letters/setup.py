"""What a server decides about its tables as pages: what holds, and what changes each thing.

All buttons and menus are presses of one verb, whose first part says what is changed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import discord

from bot.letters import naming
from bot.letters.clocks import pace_short
from bot.letters.pages import Page
from bot.letters.parts import MenuLine, Pressable, button, channel_menu, menu, role_menu
from bot.letters.sentences import mention_channel
from bot.moderator.lobby.servers import Setup
from bot.text import LANGUAGES, Raw, Words
from engine.api import Term

VERB: Final = "setup"
UNSAID: Final = "-"
"""The choice of a server that leaves the language to the host."""

PER_PAGE: Final = 10
"""People on one page of those who are barred: a button each, in two rows."""


def overview(
    setup: Setup,
    *,
    host_language: str,
    games: Sequence[str],
    known: Collection[int],
    roles: Collection[int],
    barred: int,
    words: Words,
) -> Page:
    """Return the page of all that a server decides.

    Args:
        setup: What it has decided.
        host_language: The host's, which new tables have where the server says nothing.
        games: All that there are.
        known: The channels and categories of the server, by id.
        roles: Its roles.
        barred: How many people are.
        words: The language of whoever reads.
    """
    plain = words.plain
    places = setup.places or ()
    lines = [
        words.bot("setup.pace", pace=Raw(pace_short(setup.pace, words))),
        _language(setup, host_language, words),
        _games(setup, words),
        _places(places, words),
        _lobby(setup.lobby, known, words),
        words.bot("setup.limit", n=setup.most_open),
        _referees(setup, roles, words),
        *_two_referees(setup, words),
        words.bot("setup.barred", n=barred) if barred else words.bot("setup.nobody_barred"),
    ]
    items = [
        button(plain.bot("setup.button.pace"), VERB, "pace", emoji="⏳"),
        button(plain.bot("setup.button.limit"), VERB, "limit", emoji="📚"),
        button(plain.bot("setup.button.barred"), VERB, "barred", 1, emoji="🚫"),
        *_ask_for_two(setup, plain),
        *_let_go(setup, known, roles, plain),
        menu(_languages(setup, host_language, plain), VERB, "language"),
        *_game_menu(setup, games, plain),
        channel_menu(
            [one for one in places if one in known],
            VERB,
            "places",
            hint=plain.bot("setup.pick.places"),
        ),
        channel_menu(
            [one for one in (setup.lobby,) if one in known and one is not None],
            VERB,
            "lobby",
            hint=plain.bot("setup.pick.lobby"),
            kinds=(discord.ChannelType.forum,),
            most=1,
        ),
        role_menu(
            setup.referee_role if setup.referee_role in roles else None,
            VERB,
            "referees",
            hint=plain.bot("setup.pick.referees"),
        ),
    ]
    texts = [words.bot("setup.title"), "\n".join(lines), words.bot("setup.note")]
    return Page(texts, items)


def barred_page(barred: Sequence[int], names: Mapping[int, str], number: int, words: Words) -> Page:
    """Return the page of who is barred, by Discord account, each with a button that lifts it.

    *names* are those that are on file.
    """
    plain = words.plain
    last = max(1, -(-len(barred) // PER_PAGE))
    shown = min(max(number, 1), last)
    first = (shown - 1) * PER_PAGE
    here = barred[first : first + PER_PAGE]
    numbered = list(enumerate(here, first + 1))
    items = [
        button(plain.bot("setup.button.lift", number=place), VERB, "lift", person, shown)
        for place, person in numbered
    ]
    if shown > 1:
        items.append(button(plain.bot("button.earlier"), VERB, "barred", shown - 1))
    if shown < last:
        items.append(button(plain.bot("button.later"), VERB, "barred", shown + 1))
    items.append(button(plain.bot("setup.button.all"), VERB, "all"))
    lines = [
        f"{place}. {naming.introduced(person, names.get(person))}" for place, person in numbered
    ]
    texts = [
        words.bot("setup.barred.title"),
        "\n".join(lines) if lines else words.bot("setup.nobody_barred"),
        words.bot("setup.barred.note"),
    ]
    return Page(texts, items)


def _language(setup: Setup, host_language: str, words: Words) -> Raw:
    name = words.label(f"preferences.language.{setup.language or host_language}")
    if setup.language is None:
        return words.bot("setup.language.as_host", language=name)
    return words.bot("setup.language", language=name)


def _games(setup: Setup, words: Words) -> Raw:
    if setup.games is None:
        return words.bot("setup.games.all")
    return words.bot("setup.games", games=tuple(Term("game", one) for one in setup.games))


def _referees(setup: Setup, roles: Collection[int], words: Words) -> Raw:
    role = setup.referee_role
    if role is None:
        return words.bot("setup.no_referees")
    if role not in roles:
        return words.bot("setup.referees_gone")
    return words.bot("setup.referees", role=Raw(f"<@&{role}>"))


def _two_referees(setup: Setup, words: Words) -> list[Raw]:
    """Say how many must agree on going back, where there are referees at all."""
    if setup.referee_role is None:
        return []
    return [words.bot("setup.two_referees" if setup.two_referees else "setup.one_referee")]


def _ask_for_two(setup: Setup, plain: Words) -> list[Pressable]:
    if setup.referee_role is None:
        return []
    two = setup.two_referees
    label = plain.bot("setup.button.one_referee" if two else "setup.button.two_referees")
    return [button(label, VERB, "two", int(not two), emoji="⚖️")]


def _places(places: Sequence[int], words: Words) -> Raw:
    if not places:
        return words.bot("setup.places.all")
    return words.bot("setup.places", places=words.join([mention_channel(one) for one in places]))


def _lobby(lobby: int | None, known: Collection[int], words: Words) -> Raw:
    if lobby is None:
        return words.bot("setup.lobby.none")
    if lobby not in known:
        return words.bot("setup.lobby.gone")
    return words.bot("setup.lobby", channel=mention_channel(lobby))


def _let_go(
    setup: Setup, known: Collection[int], roles: Collection[int], plain: Words
) -> list[Pressable]:
    """Return what gives up a lobby or a role that is gone: no menu can take away what it lacks."""
    items = []
    if setup.lobby is not None and setup.lobby not in known:
        items.append(button(plain.bot("setup.button.no_lobby"), VERB, "lobby", "none"))
    if setup.referee_role is not None and setup.referee_role not in roles:
        items.append(button(plain.bot("setup.button.no_referees"), VERB, "referees", "none"))
    return items


def _languages(setup: Setup, host_language: str, plain: Words) -> list[MenuLine]:
    named: Mapping[str, str] = {
        one: plain.label(f"preferences.language.{one}") for one in {*LANGUAGES, host_language}
    }
    as_host = plain.bot("setup.pick.as_host", language=named[host_language])
    return [
        MenuLine(UNSAID, as_host, held=setup.language is None),
        *(
            MenuLine(
                one,
                plain.bot("setup.pick.language", language=named[one]),
                held=one == setup.language,
            )
            for one in LANGUAGES
        ),
    ]


def _game_menu(setup: Setup, games: Sequence[str], plain: Words) -> list[Pressable]:
    """Return the menu of games; nothing where there is nothing to choose from."""
    if len(games) < 2:
        return []
    lines = [
        MenuLine(one, plain.say(Term("game", one)), held=setup.games is None or one in setup.games)
        for one in games
    ]
    return [menu(lines, VERB, "games", hint=plain.bot("setup.pick.games"), most=len(games))]
