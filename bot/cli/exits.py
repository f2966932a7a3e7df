"""What every command's exit code means."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Exit(IntEnum):
    """How a command ended."""

    FINE = 0
    SHORT = 1
    """Something falls short, fails or is damaged."""
    WRONG = 2
    """It was asked wrongly: by a word or a setting that cannot be meant."""
    STOPPED = 130
    """It was stopped by Ctrl-C, as shells write it."""


EXITS: Final = (
    "Exit codes: 0 all is well; 1 something falls short; 2 asked wrongly; 130 stopped by Ctrl-C."
)
