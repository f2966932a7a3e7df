"""Boxes that open for typing: Discord's modals."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.text import cut
from bot.ui.visit import Visit

LABEL_LIMIT = 45
"""Characters of a box's title, and of the label of a field in it."""


def line(name: str, label: str, **options: Any) -> ui.Label[ui.Modal]:
    """Return a field of one line, known by its *name*; *options* are discord.py's."""
    typed: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=name, **options)
    return ui.Label(text=cut(label, LABEL_LIMIT), component=typed)


def lines(name: str, label: str, **options: Any) -> ui.Label[ui.Modal]:
    """Return a field of several lines."""
    return line(name, label, style=discord.TextStyle.paragraph, **options)


async def open_box(visit: Visit, custom_id: str, title: str, *fields: ui.Label[ui.Modal]) -> None:
    """Open a box; what is sent in is answered by its custom id."""
    box = ui.Modal(title=cut(title, LABEL_LIMIT), custom_id=custom_id)
    for field in fields:
        box.add_item(field)
    await show_box(visit, box)


async def show_box(visit: Visit, box: ui.Modal) -> None:
    """Show a box that is put together."""
    await visit.interaction.response.send_modal(box)
    visit.acknowledged()
    # discord.py would keep it until it is sent in, and forget it at a restart. What is sent in is
    # answered by its custom id alone, so there is nothing to keep.
    box.stop()
