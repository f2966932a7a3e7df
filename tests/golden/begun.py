"""What a build is asked to begin for a file: every kind of table, each as far as it goes.

What its build does not have yet (a game, plans, lessons) is left out by ``recorder.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from tests.games import every

TO_ITS_END = 20_000
Kind = Literal["begun", "played_out", "relayed"]

HANDED_ON = 8
"""How many actions each of those does in each campaign."""
LESSON = "calama"
DECIDES = "calama"
"""The game that a server's forum has posts of, and the only one that it lets be opened then."""


def begun(*kinds: Kind) -> Mapping[str, Any]:
    """Return the tables of every game of some kinds as ``recorder.py`` reads them, and a lesson."""
    tables = {
        one.game.key: [table for kind in kinds for table in getattr(one.golden, kind)]
        for one in every()
        if one.golden is not None
    }
    return {
        "tables": {key: those for key, those in tables.items() if those},
        "lesson": LESSON,
        "decides": DECIDES,
    }
