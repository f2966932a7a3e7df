"""``/report``: a dispute or a fault, in private to whoever hosts the bot."""

from __future__ import annotations

from discord import TextStyle, ui

from bot.cogs.building import Commands, command
from bot.letters.keys import Key, encode
from bot.moderator.reports import LONGEST_CLAUSE, LONGEST_WORDS
from bot.text import cut
from bot.ui.presses import Presses, filled
from bot.ui.visit import Visit

LABEL_LIMIT = 45


def register(commands: Commands, presses: Presses) -> None:
    """Add the command and what answers its dialogue."""
    commands.add_command(command(report, "report", "command.report"))
    presses.on("report")(send)


async def report(visit: Visit) -> None:
    """Open the dialogue."""
    campaign = await visit.campaign()
    await visit.moderator.reports.check_reporter(campaign.id, visit.person_id)
    plain = visit.words.plain
    modal = ui.Modal(
        title=cut(plain.bot("report.title"), LABEL_LIMIT), custom_id=encode("report", campaign.id)
    )
    words: ui.TextInput[ui.Modal] = ui.TextInput(
        label=cut(plain.bot("report.words"), LABEL_LIMIT),
        custom_id="words",
        style=TextStyle.paragraph,
        max_length=LONGEST_WORDS,
    )
    clause: ui.TextInput[ui.Modal] = ui.TextInput(
        label=cut(plain.bot("report.clause"), LABEL_LIMIT),
        custom_id="clause",
        max_length=LONGEST_CLAUSE,
        required=False,
    )
    modal.add_item(words).add_item(clause)
    await visit.interaction.response.send_modal(modal)
    modal.stop()  # answered by its custom id alone, also after a restart


async def send(visit: Visit, key: Key) -> None:
    """Keep what was written, and send it."""
    campaign = await visit.campaign_named(key.part(0))
    await visit.hold()
    typed = filled(visit)
    await visit.moderator.reports.file(
        campaign.id,
        visit.person_id,
        typed.get("words", ""),
        typed.get("clause", ""),
        host_id=visit.bot.host_id,
        channel_id=visit.bot.settings.report_channel,
    )
    await visit.tell("report.sent")
