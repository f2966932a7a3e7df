"""A table at which the toy game is played by the real bot."""

import struct
import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from discord.ext import commands

from bot.app import create_bot
from bot.settings import Settings
from bot.text import add_folder, be_strict
from engine.api import Text
from render.api import Frame, Names, Picture, UnknownFrameError
from tests.support.table import Table
from tests.support.toy_game import TOY

add_folder(Path(__file__).resolve().parent.parent / "support" / "locale")


@pytest.fixture(autouse=True)
def strict_texts() -> None:
    """No sentence may be missing."""
    be_strict()


class ToyPainter:
    """Paints the river: one grey row, as long as the view's words."""

    def paint(
        self, view: Any, frame: Frame, *, before: Any | None = None, names: Names
    ) -> Picture:
        """Return a PNG whose bytes depend on the view alone."""
        if frame.kind == "zone" and frame.where not in {"north", "south"}:
            raise UnknownFrameError(frame.where)
        row = repr(view).encode() + frame.where.encode()
        return Picture(png(row), "png", len(row), 1, TOY.describe(view))

    def frames(self, view: Any) -> tuple[Frame, ...]:
        """Return the whole map."""
        return (Frame(),)

    def zones(self) -> tuple[tuple[str, Text], ...]:
        """Return two banks."""
        return (("north", Text("turn", {"n": 1})), ("south", Text("turn", {"n": 2})))

    def warm(self) -> None:
        """Nothing to do."""


def png(row: bytes) -> bytes:
    """Return a grey picture, one pixel high."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", len(row), 1, 8, 0, 0, 0, 0)
    data = zlib.compress(b"\0" + row)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def toy_painter(key: str) -> ToyPainter:
    """Return the painter of the toy game."""
    return ToyPainter()


class ToyTable(Table):
    """A table whose bot has the toy game only."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        super().__init__(folder, self._make, **settings)

    def _make(self, settings: Settings) -> commands.Bot:
        bot = create_bot(settings, games={"toy": TOY}, painter_of=toy_painter)
        bot.idle = lambda w: self.env.external_wait(w, reason="courier")  # type: ignore[attr-defined]
        return bot

    async def begin(self) -> None:
        """Let alice (red) and bruno (blue) begin a game."""
        alice, bruno = self.people["alice"], self.people["bruno"]
        await alice.slash("game new", game="toy", name="River")
        await alice.slash("game join", side="red")
        await bruno.slash("game join", side="blue")
        await alice.slash("game start")


@pytest.fixture
async def toy(tmp_path: Path) -> AsyncIterator[ToyTable]:
    """The real bot with the toy game; nothing has been created yet."""
    async with ToyTable(tmp_path) as opened:
        yield opened


@pytest.fixture
async def river(toy: ToyTable) -> ToyTable:
    """A game of the toy under way: alice is red, bruno is blue, carla watches."""
    await toy.begin()
    return toy
