"""``/privacy``: what is kept about a person, and erasing it."""

from __future__ import annotations

from contextlib import suppress

from bot.cogs.building import ANYWHERE, Commands, command
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import STYLES, button
from bot.ui.faults import DISCORD
from bot.ui.presses import Presses
from bot.ui.visit import Visit


def register(commands: Commands, presses: Presses) -> None:
    """Add the command and the verbs of its buttons."""
    commands.add_command(command(privacy, "privacy", "command.privacy", contexts=ANYWHERE))
    presses.on("forget")(ask_forget)
    presses.on("forgetme")(forget)


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
    lesson = await visit.moderator.lessons.of(visit.person_id)
    await visit.bot.backrooms.take_out(visit.person_id)
    await visit.moderator.people.forget(visit.person_id)
    await visit.tell("privacy.done")
    if lesson is not None:
        with suppress(*DISCORD):  # tried again later
            await visit.bot.classroom.close(lesson)
