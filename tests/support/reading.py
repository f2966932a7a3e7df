"""What a person reads on a message: its words, buttons, menus and pictures."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import discord
import simcord

TEXT_DISPLAY, GALLERY, BUTTON, SELECT = 10, 12, 2, 3


@dataclass(frozen=True, slots=True)
class Picture:
    """An image on a message, as it is shown: bytes and alt text."""

    filename: str
    data: bytes
    alt: str | None

    @property
    def sha256(self) -> str:
        """The image's fingerprint."""
        return hashlib.sha256(self.data).hexdigest()


class Paper:
    """A message on the simulated Discord, read afresh at every look, as edits change it."""

    def __init__(self, env: simcord.Env, channel_id: int, message_id: int) -> None:
        self.env = env
        self.channel_id = channel_id
        self.id = message_id

    def __repr__(self) -> str:
        return f"<Paper {self.text!r}>" if self.exists else f"<Paper {self.id}, deleted>"

    @property
    def exists(self) -> bool:
        """Whether it has not been deleted."""
        return self.id in self.env.backend.messages.get(self.channel_id, {})

    @property
    def raw(self) -> Any:
        """SimCord's own record of the message."""
        return self.env.backend.get_message(self.channel_id, self.id)

    @property
    def message(self) -> discord.Message:
        """The message as discord.py shows it; presses and menus are given this."""
        from simcord.results import to_discord_message

        return to_discord_message(self.env, self.raw)

    @property
    def components(self) -> list[dict[str, Any]]:
        """Every component, however deeply nested, in the order of reading."""
        return list(walk(self.raw.components))

    @property
    def text(self) -> str:
        """Everything it says in words: content, embeds and text displays, not alt texts."""
        return "\n".join(part for part in self._words() if part)

    @property
    def buttons(self) -> dict[str, dict[str, Any]]:
        """Its buttons by label (or emoji), the disabled ones left out."""
        return {
            part.get("label") or (part.get("emoji") or {}).get("name") or "": part
            for part in self.components
            if part.get("type") == BUTTON and not part.get("disabled")
        }

    @property
    def menus(self) -> dict[str, dict[str, Any]]:
        """Its text menus by custom id."""
        return {
            part["custom_id"]: {o["value"]: o["label"] for o in part.get("options") or ()}
            for part in self.components
            if part.get("type") == SELECT and not part.get("disabled")
        }

    @property
    def pictures(self) -> list[Picture]:
        """Its images, attached or in a gallery, with the alt text that is shown."""
        alts = {}
        for part in self.components:
            for item in part.get("items") or ():
                url = str((item.get("media") or {}).get("url") or "")
                alts[url.rpartition("/")[2]] = item.get("description")
        found = []
        for attachment in self.raw.attachments:
            data = self.env.backend.cdn.get(attachment["url"])
            assert data is not None, f"{attachment['filename']} has no bytes"
            name = attachment["filename"]
            found.append(Picture(name, data, alts.get(name) or attachment.get("description")))
        return found

    @property
    def alt(self) -> str:
        """The alt texts of its images, together."""
        return "\n".join(picture.alt or "" for picture in self.pictures)

    @property
    def pinged(self) -> set[int]:
        """The users whom it pinged."""
        return set(self.raw.ping_user_ids)

    @property
    def is_pinned(self) -> bool:
        """Whether it is pinned."""
        return bool(self.raw.pinned)

    @property
    def is_ephemeral(self) -> bool:
        """Whether one person alone can see it."""
        return bool(self.raw.is_ephemeral)

    @property
    def embeds(self) -> list[dict[str, Any]]:
        """Its embeds."""
        return list(self.raw.embeds)

    @property
    def content(self) -> str:
        """Its plain content."""
        return str(self.raw.content)

    def fingerprint(self) -> tuple[object, ...]:
        """All that a reader can notice of it, comparable between two runs of the same world."""
        raw = self.raw
        return (
            self.channel_id,
            raw.author_id,
            raw.content,
            repr(raw.embeds),
            repr(raw.components),
            tuple((p.filename, p.sha256, p.alt) for p in self.pictures),
            raw.pinned,
            raw.flags,
            raw.timestamp,
            raw.edited_timestamp,
            tuple(raw.ping_user_ids),
        )

    def _words(self) -> Iterator[str]:
        yield self.content
        for embed in self.embeds:
            yield embed.get("title") or ""
            yield embed.get("description") or ""
            for field in embed.get("fields") or ():
                yield field.get("name") or ""
                yield field.get("value") or ""
            yield (embed.get("footer") or {}).get("text") or ""
        for part in self.components:
            if part.get("type") == TEXT_DISPLAY:
                yield part.get("content") or ""


def walk(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component, however deeply nested."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield from walk([component[key]])
