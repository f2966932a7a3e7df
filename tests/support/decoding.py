"""Pictures as they come out of their files again."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Any, Protocol, cast

from PIL import Image, ImageChops, ImageStat

from engine.api import Text
from render.api import NO_PHASE_REPORT, WHOLE, Choosing, Names, PhaseReport, Picture, Section
from render.painting import MapPainter
from render.registry import painter


class File(Protocol):
    """A picture that was drawn, or one that came with a message."""

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        ...


def pixels(picture: File) -> Image.Image:
    """Return what a picture's file holds, not to be drawn on: whoever asks next gets the same."""
    return _decoded(picture.data)


@lru_cache(maxsize=4)
def _decoded(data: bytes) -> Image.Image:
    """Return a file's pixels; a test looks at many places of one or two pictures."""
    return Image.open(BytesIO(data)).convert("RGB")


def faded(file: File, drawn: File) -> float:
    """Return by how much a file's pixels differ from those drawn, on the average (of 255)."""
    apart = ImageChops.difference(pixels(file), pixels(drawn)).convert("L")
    return ImageStat.Stat(apart).mean[0]


class Lossless:
    """The painter of a game, whose files hold each pixel just as it was drawn.

    They are as large as that: to press them takes a tenth of a second each, and nobody sends them.
    """

    def __init__(self, game_key: str) -> None:
        self._drawer = cast("MapPainter[Any, Any]", painter(game_key))

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
        """Draw, and make a file of it."""
        drawn = self._drawer.draw(
            view, section, before=before, choosing=choosing, report=report, names=names
        )
        out = BytesIO()
        drawn.image.save(out, "PPM")
        # Of a kind that nobody is ever sent.
        kind: Any = "ppm"
        return Picture(out.getvalue(), kind, *drawn.image.size, drawn.alt)

    def aim(self, view: Any, choosing: Choosing) -> Section | None:
        """Return the section that shows *choosing* best."""
        return self._drawer.aim(view, choosing)

    def sections(self, view: Any) -> tuple[Section, ...]:
        """Return the sections worth offering."""
        return self._drawer.sections(view)

    def zones(self) -> tuple[tuple[str, Text], ...]:
        """Return every zone's key and name."""
        return self._drawer.zones()
