"""What a person is answered: texts, perhaps a picture, buttons, laid out within the limits."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.letters.parts import ALT_LIMIT, TEXT_LIMIT, Pressable, rows
from bot.text import Words, cut
from engine.api import Action, Decision, Text

if TYPE_CHECKING:
    from bot.moderator.api import Look
    from render.api import Choosing, Picture

ACCENT = 0x4A6B8A
MOST_APART = 3
"""Pictures of a message that are shown as wide as it is."""


@dataclass(frozen=True, slots=True)
class Image:
    """A drawn map, ready to attach."""

    filename: str
    data: bytes
    alt: str

    def file(self) -> discord.File:
        """Return the upload; discord.py needs a new one for every attempt."""
        return discord.File(io.BytesIO(self.data), self.filename, description=self.alt)


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

    def view(self) -> ui.LayoutView:
        """Return the layout."""
        return lay_out(self._large(), self.texts, self.items, self.small)

    def files(self) -> list[discord.File]:
        """Return the uploads of its pictures."""
        return [one.file() for one in (*self._large(), *self.small)]

    def _large(self) -> tuple[Image, ...]:
        return (self.image, *self.beneath) if self.image else self.beneath


def image_of(picture: Picture | None, words: Words, name: str = "map") -> Image | None:
    """Return a drawn picture with its alt text in words."""
    if picture is None:
        return None
    return Image(f"{name}.{picture.suffix}", picture.data, alt_text(picture.alt, words))


def alt_text(said: Iterable[Text], words: Words, *before: str) -> str:
    """Return a picture's words, whole sentences only, and how many there is no room for."""
    plain = words.plain
    lines = [*before, *map(plain.say, said)]
    text = " ".join(lines)
    kept = len(lines)
    while len(text) > ALT_LIMIT:
        kept -= 1
        text = " ".join((*lines[:kept], plain.bot("picture.rest", n=len(lines) - kept)))
    return text


def images_of(pictures: Sequence[Picture], words: Words, name: str = "map") -> tuple[Image, ...]:
    """Return drawn pictures of one message, each with a file name of its own."""
    found = []
    for number, picture in enumerate(pictures, start=1):
        image = image_of(picture, words, name if number == 1 else f"{name}{number}")
        assert image is not None
        found.append(image)
    return tuple(found)


def lay_out(
    images: Sequence[Image],
    texts: Sequence[str],
    items: Sequence[Pressable],
    small: Sequence[Image] = (),
) -> ui.LayoutView:
    """Lay a message out: the first text, the pictures, the other texts, the buttons.

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
    for row in rows(items):
        frame.add_item(row)
    view.add_item(frame)
    # Presses are answered by their custom ids alone. A view that listens would be kept by
    # discord.py, private ones with a timer of a quarter of an hour each.
    view.stop()
    return view
