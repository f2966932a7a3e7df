"""``/report``: a dispute or a fault, in private to whoever hosts the bot."""

from __future__ import annotations

from bot.cogs.building import Commands, command
from bot.letters.keys import Key, encode
from bot.moderator.people.reports import LONGEST_CLAUSE, LONGEST_WORDS
from bot.ui import boxes
from bot.ui.presses import Presses, filled
from bot.ui.visit import Visit


def register(commands: Commands, presses: Presses) -> None:
    """Add the command and what answers its dialogue."""
    commands.add_command(command(report, "report", "command.report"))
    presses.on("report")(send)


async def report(visit: Visit) -> None:
    """Open the dialogue."""
    campaign = await visit.campaign()
    await visit.moderator.reports.check_reporter(campaign.id, visit.person_id)
    plain = visit.words.plain
    words = boxes.lines("words", plain.bot("report.words"), max_length=LONGEST_WORDS)
    clause = boxes.line(
        "clause", plain.bot("report.clause"), max_length=LONGEST_CLAUSE, required=False
    )
    title = plain.bot("report.title")
    await boxes.open_box(visit, encode("report", campaign.id), title, words, clause)


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
