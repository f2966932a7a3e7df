"""What every painter of a map does alike: a section of the table, or a selection, as a picture."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from PIL import Image

from engine.api import Term, Text
from render.api import (
    NO_PHASE_REPORT,
    WHOLE,
    Choosing,
    Names,
    PhaseReport,
    Picture,
    Section,
    UnknownSectionError,
)
from render.choosing import WHOLE_WIDTH, merged
from render.encoding import encode
from render.keys import Mark, key_of
from render.themes import STANDARD, Theme

MOST_BYTES, MOST_BYTES_OF_PART = 400_000, 250_000
"""Of a file: of the whole map, and of everything else."""

_BESIDE = frozenset(("key", "roster"))
"""Sections that stand beside the map: nothing is chosen on them, nothing changes."""

V = TypeVar("V")
C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture before it is a file.

    Attributes:
        image: Its pixels.
        alt: The same in words, a line each, most important first.
        most: How many bytes its file may have.
    """

    image: Image.Image
    alt: tuple[Text, ...]
    most: int = MOST_BYTES_OF_PART


class MapPainter(ABC, Generic[V, C]):
    """A painter by :class:`render.api.Painter`. V is a game's view, C its selection."""

    tables: type[Any]
    """What its game has on the table: it draws no other game's."""

    def __init__(self, theme: Theme = STANDARD) -> None:
        self._theme = theme

    # -- what a game fills in ----------------------------------------------------------------

    @abstractmethod
    def draw_table(self, view: V, section: Section, before: V | None, names: Names) -> Drawn:
        """Return a view drawn within a section, with what has changed since *before*."""

    @abstractmethod
    def legend(self, view: V, names: Names) -> Iterable[Mark]:
        """Return what the marks of the whole map mean, of those kinds that it may show."""

    @abstractmethod
    def draw_roster(self, view: V, names: Names) -> Drawn | None:
        """Return everything that is in play as the view shows it; ``None`` where nothing is."""

    @abstractmethod
    def draw_changes(
        self, view: V, before: V | None, report: PhaseReport, names: Names
    ) -> Drawn | None:
        """Return the places where something happened, or ``None`` where no place is to be shown."""

    @abstractmethod
    def draw_selection(self, view: V, section: Section, selection: C, names: Names) -> Drawn:
        """Return a small picture of what the viewer is choosing."""

    @abstractmethod
    def read(self, view: V, choosing: Choosing) -> C:
        """Return what an action that is being put together means on the map."""

    @abstractmethod
    def mark(self, view: V, about: tuple[Term, ...]) -> C:
        """Return what a question is about, on the map; what is not on it is passed over."""

    @abstractmethod
    def aim_at(self, selection: C) -> Section | None:
        """Return the closest section that shows a selection; ``None`` when it shows nothing."""

    @abstractmethod
    def zones(self) -> tuple[tuple[str, Text], ...]:
        """Return every zone's key and name, in the order in which people look for them."""

    # -- what follows from it ----------------------------------------------------------------

    def paint(
        self,
        view: Any,
        section: Section = WHOLE,
        *,
        before: Any | None = None,
        choosing: Choosing | None = None,
        report: PhaseReport = NO_PHASE_REPORT,
        names: Names,
    ) -> Picture:
        """Return *view* drawn within *section*, as a file.

        Raises:
            UnknownSectionError: When *section* names what the map does not have.
        """
        drawn = self.draw(
            view, section, before=before, choosing=choosing, report=report, names=names
        )
        data = encode(drawn.image, drawn.most)
        return Picture(data, "jpg", *drawn.image.size, drawn.alt)

    def draw(
        self,
        view: Any,
        section: Section = WHOLE,
        *,
        before: Any | None = None,
        choosing: Choosing | None = None,
        report: PhaseReport = NO_PHASE_REPORT,
        names: Names,
    ) -> Drawn:
        """Return what :meth:`paint` makes a file of.

        Raises:
            UnknownSectionError: When *section* names what the map does not have.
        """
        assert isinstance(view.table, self.tables)
        if section.kind in _BESIDE:
            beside = (self._draw_key if section.kind == "key" else self.draw_roster)(view, names)
            if beside is None:
                raise UnknownSectionError("nothing is in play")
            return replace(beside, image=scaled(beside.image, section.width))
        if choosing is None and section.kind == "changes":
            told = self.draw_changes(view, before, report, names)
            if told is not None:
                return told
            section = WHOLE
        if choosing is None:
            drawn = self.draw_table(view, section, before, names)
            return replace(drawn, most=MOST_BYTES) if section.kind == "whole" else drawn
        if section.kind == "whole" and section.width is None:
            section = replace(section, width=WHOLE_WIDTH)
        return self.draw_selection(view, section, self._read_all(view, choosing), names)

    def aim(self, view: Any, choosing: Choosing) -> Section | None:
        """Return the closest section that shows what is chosen and what may be."""
        assert isinstance(view.table, self.tables)
        return self.aim_at(self._read_all(view, choosing))

    def _draw_key(self, view: V, names: Names) -> Drawn:
        return Drawn(key_of(self._theme, self.legend(view, names)), (Text("picture.key"),))

    def _read_all(self, view: V, choosing: Choosing) -> C:
        """Return what is being put together, and what is planned besides, on the map."""
        found = [self.read(view, one) for one in (choosing, *choosing.beside)]
        if choosing.about:
            found.append(self.mark(view, choosing.about))
        return merged(found) if len(found) > 1 else found[0]

    def sections(self, view: Any) -> tuple[Section, ...]:
        """Return the whole map and every zone."""
        return (WHOLE, *(Section("zone", key) for key, _ in self.zones()))


def framed(image: Image.Image, theme: Theme, head: int, foot: int = 0) -> Image.Image:
    """Return a picture with so many rows of paper above it and beneath it."""
    width, height = image.size
    found = Image.new("RGB", (width, head + height + foot), theme.paper)
    found.paste(image, (0, head))
    return found


def scaled(image: Image.Image, width: int | None) -> Image.Image:
    """Return a picture as wide as is asked for; as it is, where nothing is."""
    if width is None or width == image.width:
        return image
    size = (width, max(1, round(image.height * width / image.width)))
    return image.resize(size, Image.Resampling.BICUBIC, reducing_gap=2.0)


def key_height(image: Image.Image) -> int:
    """Return how high the bar above a picture is that says what its marks mean."""
    return max(24, round(image.size[0] * 0.055))
