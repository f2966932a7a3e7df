"""What a person is answered: texts, perhaps a picture, buttons, laid out within the limits."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.letters.images import Image
from bot.letters.parts import TEXT_LIMIT, Link, Pressable, rows
from bot.text import cut
from engine.api import Action, Decision

if TYPE_CHECKING:
    from bot.moderator.api import Look
    from render.api import Choosing

ACCENT = 0x4A6B8A
MOST_APART = 3
"""Pictures of a message that are shown as wide as it is."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to be taken away."""

    filename: str
    data: bytes

    def file(self) -> discord.File:
        """Return the upload; discord.py needs a new one for every attempt."""
        return discord.File(io.BytesIO(self.data), self.filename)


@dataclass(frozen=True, slots=True)
class Page:
    """An answer before it is laid out.

    Attributes:
        texts: Paragraphs; what passes 4,000 characters together is cut.
        items: Buttons and menus, in order.
        image: A picture, shown after the first text.
        beneath: Pictures beneath it, as wide as it.
        choosing: What the page asks for, or what is put together so far, to be shown on the
            reader's own map.
        choices: What may be chosen as it would be, each to be shown so in a small picture.
        small: Those pictures, once they are drawn.
        gamble: What the page asks to confirm; its odds are added where it is shown.
        no_odds: What is said where nothing is rolled for it.
        questions: Decisions of which it is added in the same way what each answer leads to.
        asked_at: Behind how many of the texts.
        seen: Whose eyes its map and its odds are for, where whoever shows it has no other look.
        links: Buttons behind the others that only lead somewhere.
        attached: A file, shown beneath the texts.
    """

    texts: Sequence[str]
    items: Sequence[Pressable] = ()
    image: Image | None = None
    beneath: tuple[Image, ...] = ()
    choosing: Choosing | None = None
    choices: tuple[Choosing, ...] = ()
    small: tuple[Image, ...] = ()
    gamble: Action | None = None
    no_odds: str = ""
    questions: tuple[Decision, ...] = ()
    asked_at: int = 1
    seen: Look | None = None
    links: Sequence[Link] = ()
    attached: Attachment | None = None

    def view(self) -> ui.LayoutView:
        """Return the layout."""
        items: list[Pressable | Link] = [*self.items, *self.links]
        return lay_out(self._large(), self.texts, items, self.small, self.attached)

    def files(self) -> list[discord.File]:
        """Return the uploads of its pictures and of what is attached."""
        attached = () if self.attached is None else (self.attached,)
        return [one.file() for one in (*self._large(), *self.small, *attached)]

    def _large(self) -> tuple[Image, ...]:
        return (self.image, *self.beneath) if self.image else self.beneath


def lay_out(
    images: Sequence[Image],
    texts: Sequence[str],
    items: Sequence[Pressable | Link],
    small: Sequence[Image] = (),
    attached: Attachment | None = None,
) -> ui.LayoutView:
    """Lay a message out: the first text, the pictures, the other texts, a file, the buttons.

    A few pictures stand one beneath the other, as wide as the message; more stand side by side,
    to be opened, as *small* ones always do.
    """
    view = ui.LayoutView(timeout=None)
    frame: ui.Container[Any] = ui.Container(accent_colour=ACCENT)
    room = TEXT_LIMIT
    for number, text in enumerate(texts):
        shown = cut(text, room)
        if shown:
            frame.add_item(ui.TextDisplay(shown))
            room -= len(shown)
        if number == 0:
            apart = [[image] for image in images]
            galleries = apart if len(images) <= MOST_APART else [list(images)]
            for shown_together in [*galleries, list(small)] if small else galleries:
                gallery: ui.MediaGallery[Any] = ui.MediaGallery()
                for image in shown_together:
                    media = f"attachment://{image.filename}"
                    gallery.add_item(media=media, description=image.alt or None)
                frame.add_item(gallery)
    if attached is not None:
        frame.add_item(ui.File(f"attachment://{attached.filename}"))
    for row in rows(items):
        frame.add_item(row)
    view.add_item(frame)
    # Presses are answered by their custom ids alone. A view that listens would be kept by
    # discord.py, private ones with a timer of a quarter of an hour each.
    view.stop()
    return view
