"""The real bot, quicker and repeatable: stamp-sized maps, and "random" bytes from a seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from discord.ext import commands

from bot.app import create_bot
from bot.games import GAMES, painter
from bot.settings import HostSettings
from bot.thinking import Here
from render.api import Painter, Picture, Section
from tests.support import maps

STAMP = 480
"""Pixels across: what is on a map is tested elsewhere."""
FILMED = 6
"""Pictures of a film: a whole game's would take longer than SimCord waits on a busy machine."""


class SmallMaps:
    """The real painter, but small: whole games draw hundreds of maps."""

    def __init__(self, inner: Painter) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def paint(self, view: Any, section: Section, **more: Any) -> Picture:
        """Paint the section at the size of a stamp."""
        return self._inner.paint(view, replace(section, width=STAMP), **more)


def bot_with_small_maps(settings: HostSettings) -> commands.Bot:
    """Return the real bot with :class:`SmallMaps`.

    It waits for every picture, all odds and every receipt, however slow the machine: whether they
    come must not depend on it, nor what time it is (a patience that ends in earnest takes SimCord's
    clock along).
    """
    bot = create_bot(
        settings,
        painter_of=lambda *wanted: SmallMaps(painter(*wanted)),
        thinkers=Here(copied=True),
    )
    bot.replays.longest = FILMED
    bot.gallery.patience = bot.oddsmaker.patience = bot.handing_over = 60
    bot.answers.longest = 60
    return bot


def warm(*games: str) -> None:
    """Let the painters of games draw now what all their pictures share, once a process.

    It takes seconds of computing, on a busy machine many: whoever opens a table of theirs calls
    this first, so that no answer of the bot has to wait for it within SimCord's patience.
    """
    for game in games:
        with maps.drawing(game):
            painter(GAMES[game]).warm()


def counted_bytes(seed: bytes) -> Callable[[int], bytes]:
    """Return a source of "random" bytes that is the same in every run of a seed.

    Names of eight bytes are made of it, so that a longer seed would leave no room for the count.
    """
    assert len(seed) < 8, seed
    count = 0

    def take(size: int) -> bytes:
        nonlocal count
        count += 1
        number = bytes([count]) if count < 256 else count.to_bytes(2, "big")
        return (seed + number * size)[:size]

    return take
