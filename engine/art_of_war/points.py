"""Points of the table as they are typed and told: UD from the west and the south, "12.5/4"."""

from __future__ import annotations

from fractions import Fraction

from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.troops import UD


def point_of(text: str) -> tuple[int, int] | None:
    """Return the point that was typed, in hundredths of a UD; ``None`` where it is none."""
    across, mark, up = text.strip().replace(",", ".").partition("/")
    try:
        x, y = Fraction(across.strip()), Fraction(up.strip())
    except (ValueError, ZeroDivisionError):
        return None
    return (round(x * UD), round(y * UD)) if mark else None


def pointed(pose: Pose) -> str:
    """Return the point at which a pose stands, as it is typed."""
    return f"{in_ud(pose.x)}/{in_ud(pose.y)}"


def in_ud(hundredths: int) -> str:
    """Return a length as it is typed in UD: "3", "2.35"."""
    sign, whole, rest = "-" if hundredths < 0 else "", *divmod(abs(hundredths), UD)
    return f"{sign}{whole}" + (f".{rest:02d}".rstrip("0") if rest else "")
