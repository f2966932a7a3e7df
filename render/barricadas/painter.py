"""Pictures of ¡A las barricadas!: a dot a stack, until there is a map."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

from engine.api import Text
from engine.barricadas import describing
from engine.barricadas.state import View
from engine.barricadas.survey import field_of
from render.api import (
    NO_REPORT,
    WHOLE,
    Choosing,
    Names,
    Picture,
    Report,
    Section,
    UnknownSectionError,
)
from render.themes import STANDARD, Theme


class BarricadasPainter:
    """Draws views of ¡A las barricadas!"""

    def __init__(self, theme: Theme = STANDARD) -> None:
        self._theme = theme

    def paint(
        self,
        view: View,
        section: Section,
        *,
        before: View | None = None,
        choosing: Choosing | None = None,
        report: Report = NO_REPORT,
        names: Names,
    ) -> Picture:
        """Return a dot for each counter."""
        del before, report, names
        field = field_of(view.table)
        if section.where and section.where not in field.hexes:
            raise UnknownSectionError(section.where)
        image = Image.new("RGB", (400, 300), "white")
        pen = ImageDraw.Draw(image)
        for n, one in enumerate(sorted(field.hexes)):
            here = sum(each.at == one for each in view.table.counters.values())
            if here or one in view.table.shades:
                x, y = (n % 40) * 10, (n // 40) * 10
                pen.ellipse((x, y, x + 6, y + 6), fill=(40 * here % 255, 80, 90))
        if choosing is not None:
            pen.text((4, 280), f"{choosing.kind} {len(choosing.filled)}", fill="black")
        data = io.BytesIO()
        image.save(data, "JPEG")
        return Picture(data.getvalue(), "jpg", 400, 300, describing.describe(view))

    def aim(self, view: View, choosing: Choosing) -> Section | None:
        """Return the whole."""
        del view
        return WHOLE if choosing.field else None

    def sections(self, view: View) -> tuple[Section, ...]:
        """Return the whole."""
        del view
        return (WHOLE,)

    def zones(self) -> tuple[tuple[str, Text], ...]:
        """Return none."""
        return ()

    def warm(self) -> None:
        """Nothing is kept."""
