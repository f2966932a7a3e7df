"""What shared tests must know of the ferrymen."""

from __future__ import annotations

from typing import Any

from tests.games.knowing import Known, Pace
from tests.support.toy_game import TOY

FERRYMEN: Any = TOY
KNOWN = Known(
    game=FERRYMEN,
    amounts={"smuggling": True},
    pace=Pace(objections=4, pages=6),
    uncorrected=frozenset(("voice",)),
)
