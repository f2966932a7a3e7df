"""Pieces that messages are built of: texts within Discord's limits, buttons and menus with keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import discord
from discord import components, ui

from bot.letters.keys import PATTERN, encode
from bot.letters.telling import headed, in_menu, letters_of
from bot.text import cut

TEXT_LIMIT = 4000
"""Characters of all text displays of one message together."""
ALT_LIMIT = 1024
LABEL_LIMIT = 80
CHOICE_LIMIT = 100
MENU_SIZE = 25
ROW_SIZE = 5

STYLES = discord.ButtonStyle


class Dispatcher(Protocol):
    """What answers presses; the bot has one as its attribute ``presses``."""

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press of a button or a choice from a menu."""
        ...


class Pressable(ui.DynamicItem[ui.Item[Any]], template=PATTERN):
    """A button or menu whose meaning stands in its custom id, so that it survives restarts.

    Everything goes to the bot's one dispatcher. A plain item would be kept in memory by
    discord.py for as long as the process lives; a dynamic one is not.
    """

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: Any, /
    ) -> Self:
        """Wrap the item of the message that was pressed."""
        del interaction, match
        return cls(item)

    def __reduce__(self) -> tuple[Any, ...]:
        # As Discord gets it: discord.py's own items hold what no other process has.
        return _pressable, (self.item.to_component_dict(),)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to the dispatcher."""
        dispatcher: Dispatcher = interaction.client.presses
        await dispatcher.press(interaction)


def _pressable(sent: Any) -> Pressable:
    """Return the button or the menu that Discord would get so."""
    if sent["type"] == discord.ComponentType.button.value:
        return Pressable(ui.Button.from_component(components.Button(sent)))
    chosen = components.SelectMenu(sent)
    if chosen.type is discord.ComponentType.channel_select:
        return Pressable(ui.ChannelSelect.from_component(chosen))
    return Pressable(ui.Select.from_component(chosen))


Link = ui.Button[Any]
"""A button that leads somewhere, and that nobody is told of."""


def link(label: str, url: str) -> Link:
    """Return a button that leads to an address."""
    return ui.Button(label=cut(label, LABEL_LIMIT) or "…", url=url)


def button(
    label: str,
    verb: str,
    *parts: str | int,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
) -> Pressable:
    """Return a button that does *verb*."""
    return Pressable(
        ui.Button(
            label=cut(label, LABEL_LIMIT) or "…",
            style=style,
            emoji=emoji,
            disabled=disabled,
            custom_id=encode(verb, *parts),
        )
    )


@dataclass(frozen=True, slots=True)
class MenuLine:
    """One line of a menu; what is *held* is chosen already.

    A *letter* stands in front of it: where it stands on the picture too.
    """

    value: str
    label: str
    description: str = ""
    held: bool = False
    letter: str = ""


def menu(
    entries: Iterable[MenuLine],
    verb: str,
    *parts: str | int,
    hint: str = "",
    most: int = 1,
    least: int = 1,
    share: bool = False,
) -> Pressable:
    """Return a menu of at most 25 entries; entries of an equal value are shown once.

    No two read alike on a phone: where cutting leaves them so, a letter stands in front. To
    *share*, what all of them begin with goes before the hint, and each begins with what differs.
    """
    unique = {entry.value: entry for entry in entries if 0 < len(entry.value) <= CHOICE_LIMIT}
    shown = list(unique.values())[:MENU_SIZE]
    begin, said = (
        headed([one.label for one in shown]) if share and hint else ("", [o.label for o in shown])
    )
    # First, where a phone cuts what stands behind it.
    hint = f"{begin.rstrip(' :·')} … · {hint}" if begin and hint else hint
    letters = [one.letter for one in shown]
    lines = in_menu(said, letters if any(letters) else letters_of(said), CHOICE_LIMIT)
    options = [
        discord.SelectOption(
            value=entry.value,
            label=label or "…",
            description=cut(entry.description, CHOICE_LIMIT) or None,
            default=entry.held,
        )
        for entry, label in zip(shown, lines, strict=True)
    ]
    return Pressable(
        ui.Select(
            custom_id=encode(verb, *parts),
            placeholder=cut(hint, 150) or None,
            options=options,
            min_values=min(least, len(options)),
            max_values=min(max(most, 1), len(options)),
        )
    )


_MENUS = (ui.Select, ui.ChannelSelect, ui.RoleSelect)

PLACES: tuple[discord.ChannelType, ...] = (
    discord.ChannelType.category,
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.media,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
)
"""The kinds of channel that hold messages, threads, or other channels."""


def channel_menu(
    held: Iterable[int],
    verb: str,
    *parts: str | int,
    hint: str = "",
    kinds: Sequence[discord.ChannelType] = PLACES,
    most: int = MENU_SIZE,
) -> Pressable:
    """Return a menu of the server's channels of some kinds, of which so many may be chosen.

    Those *held* are chosen already; none is a choice too.
    """
    kept = [
        discord.SelectDefaultValue(id=one, type=discord.SelectDefaultValueType.channel)
        for one in held
    ]
    return Pressable(
        ui.ChannelSelect(
            custom_id=encode(verb, *parts),
            channel_types=list(kinds),
            placeholder=cut(hint, 150) or None,
            min_values=0,
            max_values=most,
            default_values=kept[:most],
        )
    )


def role_menu(held: int | None, verb: str, *parts: str | int, hint: str = "") -> Pressable:
    """Return a menu of the server's roles, of which one may be chosen, or none."""
    kept = []
    if held is not None:
        kept = [discord.SelectDefaultValue(id=held, type=discord.SelectDefaultValueType.role)]
    return Pressable(
        ui.RoleSelect(
            custom_id=encode(verb, *parts),
            placeholder=cut(hint, 150) or None,
            min_values=0,
            max_values=1,
            default_values=kept,
        )
    )


def rows(items: Sequence[Pressable | Link]) -> Iterator[ui.ActionRow[Any]]:
    """Arrange buttons five a row, and each menu in a row of its own."""
    waiting: list[Pressable | Link] = []
    for item in items:
        if isinstance(item, Pressable) and isinstance(item.item, _MENUS):
            if waiting:
                yield ui.ActionRow(*waiting)
                waiting = []
            yield ui.ActionRow(item)
            continue
        waiting.append(item)
        if len(waiting) == ROW_SIZE:
            yield ui.ActionRow(*waiting)
            waiting = []
    if waiting:
        yield ui.ActionRow(*waiting)


def fit(lines: Sequence[str], limit: int, more: str = "…") -> str:
    """Join *lines*, leaving out the last ones where they would pass *limit* characters.

    What is left out is said by *more*, which fits as well.
    """
    text = "\n".join(lines)
    if len(text) <= limit:
        return text
    room = limit - len(more) - 1
    kept: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    if not kept and lines:
        kept = [cut(lines[0], max(limit - len(more) - 1, 1))]
    return "\n".join((*kept, more))


_SHORTEST = 40
"""Characters that are left of a line, however many there are."""


def shares(lines: Sequence[str], room: int) -> list[str]:
    """Return *lines* of which the longest are cut until all together have *room* characters."""
    most = max(map(len, lines), default=0)
    while most > _SHORTEST and sum(min(len(one), most) + 1 for one in lines) > room:
        most = max(_SHORTEST, most * 9 // 10)
    return [cut(one, most) for one in lines]


def pages(lines: Sequence[str], limit: int) -> list[str]:
    """Distribute *lines* over pages of at most *limit* characters; at least one page."""
    done: list[list[str]] = [[]]
    size = 0
    for line in lines:
        short = cut(line, limit)
        if done[-1] and size + len(short) + 1 > limit:
            done.append([])
            size = 0
        done[-1].append(short)
        size += len(short) + 1
    return ["\n".join(page) for page in done]
