"""``/help``: a page for each topic."""

from __future__ import annotations

from contextlib import suppress

from discord import app_commands

from bot import __version__
from bot.cogs.building import ANYWHERE, Commands, command, described
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import button
from bot.letters.sentences import goal
from bot.moderator import Complaint
from bot.text import Raw, words_for
from bot.ui.presses import Presses
from bot.ui.visit import Visit

TOPICS = ("start", "play", "secrets", "map", "trouble")


def register(commands: Commands, presses: Presses) -> None:
    """Add the command and the verb of its buttons."""
    topics = [
        app_commands.Choice(name=described(f"help.{topic}.label", "bot"), value=topic)
        for topic in TOPICS
    ]
    commands.add_command(
        command(show_help, "help", "command.help", contexts=ANYWHERE, choices={"topic": topics})
    )
    presses.on("help")(press_help)


async def show_help(visit: Visit, topic: str = "start") -> None:
    """Explain how to play with the bot."""
    await visit.show(await help_page(visit, topic))


async def press_help(visit: Visit, key: Key) -> None:
    """Explain, by button; the topics are buttons of the answer."""
    wanted = key.part(0)
    topic = next((topic for topic in TOPICS if topic == wanted), TOPICS[0])
    page = await help_page(visit, topic)
    await (visit.show(page) if wanted else visit.answer(page))


async def _goals(visit: Visit) -> list[str]:
    """Say what this channel's game is about; elsewhere every game."""
    games = list(visit.moderator.games.values())
    with suppress(Complaint):
        games = [visit.moderator.game(await visit.campaign())]
    return [goal(words_for(visit.language, game)) for game in games]


async def help_page(visit: Visit, topic: str) -> Page:
    """Return a topic's page; the first says what the game is about."""
    words = visit.words
    games = ", ".join(f"`/{game.command}`" for game in visit.moderator.games.values())
    texts: list[str] = [
        words.bot(f"help.{topic}.title"),
        words.bot(f"help.{topic}.text", games=Raw(games)),
    ]
    if topic == TOPICS[0]:
        texts += await _goals(visit)
    texts.append("-# " + words.bot("help.version", version=__version__))
    others = [
        button(words.plain.bot(f"help.{other}.label"), "help", other)
        for other in TOPICS
        if other != topic
    ]
    return Page(texts, others)
