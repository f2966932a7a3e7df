"""How a program of `tests` ends that somebody has typed: with the exit codes of every command."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NoReturn

from bot.cli.exits import Exit


def ended(main: Callable[[], int | None]) -> NoReturn:
    """Run a program and leave with its exit code; Ctrl-C ends it in a line."""
    try:
        code = main()
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        code = Exit.STOPPED
    sys.exit(code or Exit.FINE)
