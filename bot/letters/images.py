"""Pictures as messages hold them: their files, and their words as alt text within its limit."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.letters.parts import ALT_LIMIT
from bot.text import Words
from engine.api import Text

if TYPE_CHECKING:
    from render.api import Picture


@dataclass(frozen=True, slots=True)
class Image:
    """A drawn map, ready to attach."""

    filename: str
    data: bytes
    alt: str

    def file(self) -> discord.File:
        """Return the upload; discord.py needs a new one for every attempt."""
        return discord.File(io.BytesIO(self.data), self.filename, description=self.alt)


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
