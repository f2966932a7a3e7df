"""A message as it is sent or edited: what it shows, its pictures, whom it notifies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.letters.images import Image


@dataclass(frozen=True, slots=True)
class Letter:
    """A message as it is to be sent or edited.

    Attributes:
        view: Everything that is shown.
        images: The pictures that the view refers to.
        pings: The people whom it may notify; everybody else it names is not notified.
    """

    view: ui.LayoutView
    images: tuple[Image, ...] = ()
    pings: tuple[int, ...] = ()

    def sending(self) -> dict[str, Any]:
        """Return the arguments for ``send``."""
        files = [image.file() for image in self.images]
        return {"view": self.view, "files": files, "allowed_mentions": self._mentions()}

    def editing(self) -> dict[str, Any]:
        """Return the arguments for ``edit``; an edit never notifies anybody."""
        files = [image.file() for image in self.images]
        return {
            "view": self.view,
            "attachments": files,
            "allowed_mentions": discord.AllowedMentions.none(),
        }

    def _mentions(self) -> discord.AllowedMentions:
        if not self.pings:
            return discord.AllowedMentions.none()
        people = [discord.Object(person) for person in self.pings]
        return discord.AllowedMentions(everyone=False, roles=False, users=people)
