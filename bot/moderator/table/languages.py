"""The languages that people are known to speak, so that saying it again costs nothing."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

_KEPT: Final = 4096


class Languages:
    """What was last heard, by person."""

    def __init__(self) -> None:
        self._heard: OrderedDict[int, str] = OrderedDict()

    def heard(self, person_id: int) -> str | None:
        """Return the language that a person spoke last."""
        return self._heard.get(person_id)

    def hear(self, person_id: int, language: str) -> None:
        """Note it."""
        self._heard[person_id] = language
        while len(self._heard) > _KEPT:
            self._heard.popitem(last=False)

    def forget(self, person_id: int) -> None:
        """Listen anew: from now on it is worth storing, or they are not to be known."""
        self._heard.pop(person_id, None)
