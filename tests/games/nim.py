"""What shared tests must know of Nim: nothing that is not so in most games."""

from __future__ import annotations

from typing import Any

from tests.games.knowing import Known
from tests.support.nim import NIM

STICKS: Any = NIM
KNOWN = Known(game=STICKS)
