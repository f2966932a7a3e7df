"""``/help``, ``/privacy`` and ``/inbox``."""

from __future__ import annotations

from discord import app_commands

from bot.cogs import seats
from bot.cogs.building import ANYWHERE, Commands, command, described
from bot.letters import messages
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import STYLES, Pressable, button, fit
from bot.moderator import Campaign, Look
from bot.text import Raw, Words
from bot.ui.presses import Presses
from bot.ui.visit import Visit

TOPICS = ("start", "play", "secrets", "map", "trouble")
INBOX_SIZE = 10


def register(commands: Commands, presses: Presses) -> None:
    """Add the commands and the verbs of their buttons."""
    for made in (
        command(
            help_,
            "help",
            "command.help",
            contexts=ANYWHERE,
            choices={
                "topic": [
                    app_commands.Choice(name=described(f"help.{topic}.label", "bot"), value=topic)
                    for topic in TOPICS
                ]
            },
        ),
        command(privacy, "privacy", "command.privacy", contexts=ANYWHERE),
        command(inbox, "inbox", "command.inbox"),
    ):
        commands.add_command(made)
    on = presses.on
    on("help")(press_help)
    on("forget")(ask_forget)
    on("forgetme")(forget)


# Discord shows the command as "help"; Python has a function of that name.
async def help_(visit: Visit, topic: str = "start") -> None:
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


# ---------------------------------------------------------------------- privacy


async def privacy(visit: Visit) -> None:
    """Say what is kept about a person, and offer to erase it."""
    words = visit.words
    label = words.plain.bot("button.forget")
    items = [button(label, "forget", style=STYLES.danger)]
    await visit.show(Page([words.bot("privacy.title"), words.bot("privacy.text")], items))


async def ask_forget(visit: Visit, key: Key) -> None:
    """Ask whether it is meant."""
    del key
    words, plain = visit.words, visit.words.plain
    items = [
        button(plain.bot("button.forget_sure"), "forgetme", style=STYLES.danger),
        button(plain.bot("button.cancel"), "cancel", "-"),
    ]
    await visit.show(Page([words.bot("privacy.sure")], items))


async def forget(visit: Visit, key: Key) -> None:
    """Erase the person."""
    del key
    await visit.hold()
    await visit.moderator.people.forget(visit.person_id)
    await visit.tell("privacy.done")


# ------------------------------------------------------------------------ inbox


async def inbox(visit: Visit) -> None:
    """List what the person owes in all campaigns of this server, with buttons to act."""
    words = visit.words
    blocks: list[str] = []
    items: list[Pressable] = []
    mine = await visit.moderator.reader.campaigns(visit.guild_id, visit.person_id)
    asking = await visit.moderator.seating.asking([one.id for one in mine if one.status != "over"])
    for campaign in mine:
        visit.game = visit.moderator.game(campaign)
        if campaign.id in asking:
            asked = await seats.asked(visit, campaign)
            blocks += asked.texts
            items += asked.items
        if campaign.status == "playing":
            look = await visit.look(campaign)
            if look.mine:
                blocks.append(_owed(campaign, look, visit.words))
                label = visit.words.plain.bot("inbox.act", name=campaign.name)
                items.append(button(label, "act", campaign.id, style=STYLES.primary))
        if len(blocks) >= INBOX_SIZE:
            break
    closed = await visit.moderator.people.dm_closed(visit.person_id)
    texts: list[str] = [words.bot("inbox.title"), *(blocks or [words.bot("inbox.empty")])]
    if closed:
        texts.append(words.bot("done.dms_closed"))
    await visit.show(Page(texts, items))


def _owed(campaign: Campaign, look: Look, words: Words) -> str:
    """Say what the reader owes in one campaign."""
    lines = [
        words.bot(
            "inbox.campaign",
            name=campaign.name,
            channel=messages.mention_channel(campaign.channel_id),
        ),
        *(f"• {messages.question(decision, words)}" for decision in look.mine),
    ]
    return fit(lines, 380)
