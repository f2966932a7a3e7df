"""``/help``: a page for each topic."""

from __future__ import annotations

from discord import app_commands

from bot.cogs.building import ANYWHERE, Commands, command, described
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import button
from bot.text import Raw
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
    await visit.show(help_page(visit, topic))


async def press_help(visit: Visit, key: Key) -> None:
    """Explain, by button; the topics are buttons of the answer."""
    wanted = key.part(0)
    topic = next((topic for topic in TOPICS if topic == wanted), TOPICS[0])
    page = help_page(visit, topic)
    await (visit.show(page) if wanted else visit.answer(page))


def help_page(visit: Visit, topic: str) -> Page:
    """Return a topic's page."""
    words = visit.words
    games = ", ".join(f"`/{game.command}`" for game in visit.moderator.games.values())
    texts = [
        words.bot(f"help.{topic}.title"),
        words.bot(f"help.{topic}.text", games=Raw(games)),
    ]
    others = [
        button(words.plain.bot(f"help.{other}.label"), "help", other)
        for other in TOPICS
        if other != topic
    ]
    return Page(texts, others)
