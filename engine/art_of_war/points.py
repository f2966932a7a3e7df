"""Points and poses of the table as they are typed and told: UD from the west and the south.

Rules:
    ADG-R22.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from engine.art_of_war.plane.poses import UD, Pose

_POINT = re.compile(r"(\d{1,2}(?:[.,]\d{1,2})?)\s*/\s*(\d{1,2}(?:[.,]\d{1,2})?)", re.ASCII)


@lru_cache(maxsize=1024)
def point_of(value: str) -> tuple[int, int] | None:
    """Return a point of the table in hundredths: "12.5/4" in UD; ``None`` where it is none."""
    found = _POINT.fullmatch(value.strip())
    if found is None:
        return None
    x, y = (round(Fraction(one.replace(",", ".")) * UD) for one in found.groups())
    return x, y


def spot_word(x: int, y: int) -> str:
    """Return a point of the table as it is typed."""
    return f"{plain(x)}/{plain(y)}"


def pose_word(pose: Pose) -> str:
    """Return how a base stands as one word: "12.5/4/270", UD and degrees."""
    return f"{spot_word(pose.x, pose.y)}/{plain(pose.facing, 10)}"


def decimal(value: Fraction, language: str) -> str:
    """Return a number with at most two decimals, as a language writes it."""
    written = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return written.replace(".", ",") if language.startswith("es") else written


def plain(length: int, of: int = UD) -> str:
    """Return a length in UD, as it is typed; or tenths of a degree in degrees."""
    return f"{length / of:.2f}".rstrip("0").rstrip(".")
