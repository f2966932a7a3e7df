"""Tables of ¡A las barricadas! made by hand."""

from __future__ import annotations

from typing import Any

from engine.barricadas.settings import Settings
from engine.barricadas.state import Counter, Phase, Table


def lay(*counters: Counter, **values: Any) -> Table:
    """A table in the first turn with some counters."""
    given: dict[str, Any] = {
        "settings": Settings(),
        "turn": 1,
        "phase": Phase.ACTIVATION,
        "counters": {one.id: one for one in counters},
    }
    return Table(**{**given, **values})


def infantry(name: str, at: str, **values: Any) -> Counter:
    """Republican infantry of a unit that its letter names ("g1")."""
    return Counter(
        f"republican-{name}",
        "republican",
        "popular_army_infantry",
        unit=f"republican-{name[0]}",
        at=at,
        **values,
    )


def enemy(name: str, at: str, **values: Any) -> Counter:
    """National infantry of a unit that its letter names."""
    return Counter(
        f"nationalist-{name}",
        "nationalist",
        "national_army_infantry",
        unit=f"nationalist-{name[0]}",
        at=at,
        **values,
    )


def officer(letter: str, at: str, **values: Any) -> Counter:
    """An officer of Republican infantry."""
    key = f"republican-{letter}"
    kind = f"popular_army_infantry_{letter}"
    return Counter(key, "republican", kind, unit=key, at=at, **values)
