"""``/inbox``: what a person owes in all campaigns of a server."""

from __future__ import annotations

from bot.cogs.building import Commands, command
from bot.cogs.game import seats
from bot.letters import sentences
from bot.letters.offers import listed
from bot.letters.pages import Page
from bot.letters.parts import STYLES, Pressable, button, fit
from bot.moderator import Campaign, Look
from bot.text import Words
from bot.ui.visit import Visit

INBOX_SIZE = 10
MOST_BUTTONS = 20
"""With as many texts as there may be, that is what a message holds."""


def register(commands: Commands) -> None:
    """Add the command."""
    commands.add_command(command(inbox, "inbox", "command.inbox"))


async def inbox(visit: Visit) -> None:
    """List what the person owes in all campaigns of this server, with buttons to act."""
    await visit.arrive()
    words = visit.words
    blocks: list[str] = []
    items: list[Pressable] = []
    mine = await visit.moderator.reader.campaigns(visit.guild_id, visit.person_id)
    asking = await visit.moderator.seats.asking([one.id for one in mine if one.status != "over"])
    for campaign in mine:
        visit.game = visit.moderator.game(campaign)
        if campaign.id in asking:
            asked = await seats.asked(visit, campaign)
            blocks += asked.texts
            items += asked.items
        if campaign.status == "playing":
            look = await visit.look(campaign)
            for offered in await visit.moderator.offers.open(campaign.id):
                said, answers = listed(campaign, offered, look.seat or "", visit.words)
                if answers:
                    blocks.append(said)
                    items += answers
            if look.mine:
                blocks.append(_owed(campaign, look, visit.words))
                label = visit.words.plain.bot("inbox.act", name=campaign.name)
                items.append(button(label, "act", campaign.id, style=STYLES.primary))
        if len(blocks) >= INBOX_SIZE or len(items) >= MOST_BUTTONS:
            break
    closed = await visit.moderator.people.dm_closed(visit.person_id)
    texts: list[str] = [words.bot("inbox.title"), *(blocks or [words.bot("inbox.empty")])]
    if closed:
        texts.append(words.bot("done.dms_closed"))
    await visit.show(Page(texts, items[:MOST_BUTTONS]))


def _owed(campaign: Campaign, look: Look, words: Words) -> str:
    """Say what the reader owes in one campaign."""
    lines = [
        words.bot(
            "inbox.campaign",
            name=campaign.name,
            channel=sentences.mention_channel(campaign.channel_id),
        ),
        *(f"• {sentences.question(decision, words)}" for decision in look.mine),
    ]
    return fit(lines, 380)
