"""Sections of any map: how wide a picture is drawn, and the zones that a file names."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import Field

from engine.data.files import Record, load_toml
from render.api import Section


class Zone(Record):
    """One entry of a painter's ``zones.toml``: columns and rows, first and last."""

    key: str = Field(pattern=r"^[a-z_]+$")
    columns: tuple[int, int]
    rows: tuple[int, int]
    box: bool = False


class _File(Record):
    zone: tuple[Zone, ...]


@cache
def zones_of(path: Path) -> tuple[Zone, ...]:
    """Return the zones of a file."""
    return load_toml(path, _File).zone


def zone_named(path: Path, where: str) -> Zone | None:
    """Return the zone of a file that was typed, if there is one."""
    wanted = where.strip().casefold()
    return next((zone for zone in zones_of(path) if zone.key == wanted), None)


def width_of(section: Section, usual: int, widths: tuple[int, int]) -> int:
    """Return how wide a picture is drawn, between the narrowest and the widest there is."""
    if section.width is None:
        return usual
    return min(widths[1], max(widths[0], section.width))
