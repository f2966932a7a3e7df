"""Which painter draws which game."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import Any

from engine.api import Text
from engine.data.cache import cached_per_data
from engine.data.play_data import PlayData
from render.api import NO_PHASE_REPORT, Choosing, Names, Painter, PhaseReport, Picture, Section
from render.themes import STANDARD, THEMES

_PAINTERS = MappingProxyType(
    {
        "war_of_the_pacific": "WarOfThePacificPainter",
        "calama": "CalamaPainter",
        "barricadas": "BarricadasPainter",
        "art_of_war": "ArtOfWarPainter",
    }
)
"""The class that draws each game, in ``render/<game>/painter.py``; loaded when first asked for."""


@cached_per_data()
def painter(game_key: str, theme: str = STANDARD.name) -> Painter:
    """Return the painter of a game in a theme; each is made once.

    Raises:
        KeyError: When no painter draws *game_key*, or there is no such theme.
    """
    kind = getattr(import_module(f"render.{game_key}.painter"), _PAINTERS[game_key])
    made: Painter = kind(THEMES[theme])
    return made


def painter_with(game_key: str, data: PlayData | None, theme: str = STANDARD.name) -> Painter:
    """Return the painter of a game that is played with *data*; ``None`` is what is shipped.

    Raises:
        KeyError: When no painter draws *game_key*, or there is no such theme.
    """
    if data is None:
        return painter(game_key, theme)
    with data.in_use():
        return PainterWithData(painter(game_key, theme), data)


class PainterWithData:
    """A painter of a game that has data of its own, which is in use while it draws."""

    def __init__(self, drawer: Painter, data: PlayData) -> None:
        self._drawer = drawer
        self._data = data

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
        """Draw, as :meth:`render.api.Painter.paint` says."""
        with self._data.in_use():
            return self._drawer.paint(
                view, section, before=before, choosing=choosing, report=report, names=names
            )

    def aim(self, view: Any, choosing: Choosing) -> Section | None:
        """Return the section that shows *choosing* best."""
        with self._data.in_use():
            return self._drawer.aim(view, choosing)

    def sections(self, view: Any) -> tuple[Section, ...]:
        """Return the sections worth offering."""
        with self._data.in_use():
            return self._drawer.sections(view)

    def zones(self) -> tuple[tuple[str, Text], ...]:
        """Return every zone's key and name."""
        with self._data.in_use():
            return self._drawer.zones()

    def warm(self) -> None:
        """Draw beforehand whatever pictures share."""
        with self._data.in_use():
            self._drawer.warm()
