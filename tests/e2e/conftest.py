"""A table at which the toy game is played by the real bot."""

import struct
import threading
import zlib
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from discord.ext import commands

from bot.app import Adjutant, create_bot
from bot.moderator import Look, Moderator
from bot.settings import HostSettings
from bot.text import be_strict
from bot.thinking import Here
from engine.api import Text
from render.api import (
    NO_PHASE_REPORT,
    Choosing,
    Names,
    PhaseReport,
    Picture,
    Section,
    UnknownSectionError,
)
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.reading import Paper
from tests.support.solo import solo_table
from tests.support.table import Table
from tests.support.toy_game import TOY


@pytest.fixture
def strict_texts() -> Iterator[None]:
    """No sentence may be missing."""
    be_strict()
    yield
    be_strict(strict=False)


GAMES: Mapping[str, Any] = {"toy": TOY}


class ToyPainter:
    """Paints the river: one grey row, as long as the view's words.

    Attributes:
        broken: Where it fails: "paint" (choices), "all" (pictures), "aim", or nowhere.
        warmed: It has been told to get ready.
        theme: Written into every picture.
    """

    def __init__(self, theme: str = "standard") -> None:
        self.broken = ""
        self.warmed = threading.Event()
        self.theme = theme
        self._others: dict[str, ToyPainter] = {}

    def of(self, game: Any, theme: str = "standard", /) -> "ToyPainter":
        """Return the painter in a theme."""
        del game
        if theme == self.theme:
            return self
        return self._others.setdefault(theme, ToyPainter(theme))

    def paint(
        self,
        view: Any,
        section: Section,
        *,
        before: Any | None = None,
        choosing: Choosing | None = None,
        report: PhaseReport = NO_PHASE_REPORT,
        names: Names,
    ) -> Picture:
        """Return a PNG whose bytes depend on the view and what is chosen alone."""
        if section.kind == "zone" and section.where not in {"north", "south"}:
            raise UnknownSectionError(section.where)
        if self.broken == "all" or (choosing is not None and self.broken == "paint"):
            raise RuntimeError("a bug in the painter")
        row = repr(view).encode() + section.where.encode() + self.theme.encode()
        if choosing is not None:
            row += repr(choosing).encode()
        return Picture(png(row), "jpg", len(row), 1, TOY.describe(view))

    def aim(self, view: Any, choosing: Choosing) -> Section | None:
        """Banks can be seen, strokes cannot."""
        if self.broken == "aim":
            raise RuntimeError("a bug in the painter")
        values = {*choosing.offered, *(value for _, value in choosing.filled)}
        return Section() if values & {"north", "island", "south"} else None

    def sections(self, view: Any) -> tuple[Section, ...]:
        """Return the whole map and both banks."""
        return (Section(), *(Section("zone", key) for key, _ in self.zones()))

    def zones(self) -> tuple[tuple[str, Text], ...]:
        """Return two banks."""
        return (("north", Text("turn", {"n": 1})), ("south", Text("turn", {"n": 2})))

    def warm(self) -> None:
        """Note it."""
        self.warmed.set()


def png(row: bytes) -> bytes:
    """Return a grey picture, one pixel high."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", len(row), 1, 8, 0, 0, 0, 0)
    data = zlib.compress(b"\0" + row)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


class ToyTable(Table):
    """A table whose bot has the toy game only."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.painter = ToyPainter()
        super().__init__(folder, self._make, **settings)

    def _make(self, settings: HostSettings) -> commands.Bot:
        return create_bot(
            settings, games=GAMES, painter_of=self.painter.of, thinkers=Here(copied=True)
        )

    @property
    def moderator(self) -> Moderator:
        """The present bot's moderator, for looking only."""
        bot = self.bot
        assert isinstance(bot, Adjutant)
        return bot.moderator

    async def look(self) -> Look:
        """Return the public look at the channel's campaign."""
        campaign = await self.moderator.reader.campaign_in(self.guild.id, self.channel.id)
        assert campaign is not None
        return await self.moderator.reader.look(campaign.id)

    async def entries(self) -> list[str]:
        """Return the kinds of all public actions so far."""
        look = await self.look()
        pages = (await self.moderator.reader.log(look.campaign.id, per_page=50)).pages
        found: list[str] = []
        for page in range(pages, 0, -1):
            told = await self.moderator.reader.log(look.campaign.id, page=page, per_page=50)
            found += [entry.kind for entry in told.entries]
        return found

    def bulletins(self) -> list[Paper]:
        """Return the public messages that are not the panel or a notice of Discord's own."""
        return [p for p in self.public() if not p.is_pinned and p.components]

    async def to_play(self, seat: str = "red") -> None:
        """Let the game come to where *seat* is to cross."""
        for _ in range(60):
            look = await self.look()
            decision = look.decisions[0]
            if decision.seat == seat and decision.code == "cross":
                return
            person = self.people["alice" if decision.seat == "red" else "bruno"]
            if decision.code == "shout":
                await person.slash("toy shout", loud=False)
            else:
                await person.slash("toy land", bank="island")

    async def begin(self) -> None:
        """Let alice (red) and bruno (blue) begin a game."""
        alice, bruno = self.people["alice"], self.people["bruno"]
        await alice.slash("game new", game="toy", name="River")
        await alice.slash("game join", side="red")
        await bruno.slash("game join", side="blue")
        await alice.slash("game start")


@pytest.fixture
async def toy(tmp_path: Path, strict_texts: None) -> AsyncIterator[ToyTable]:
    """The real bot with the toy game; nothing has been created yet."""
    async with ToyTable(tmp_path) as opened:
        yield opened


@pytest.fixture
async def solo(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """The real bot with small maps, alice who plays alone, and carla who looks on."""
    async with solo_table(tmp_path) as opened:
        yield opened


@pytest.fixture
async def river(toy: ToyTable) -> ToyTable:
    """A game of the toy under way: alice is red, bruno is blue, carla watches."""
    await toy.begin()
    return toy
