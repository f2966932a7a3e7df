"""`python -m bot data check`: what is wrong in the data files, ours or a host's own."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.cli.exits import Exit
from bot.games import BadData, own_files
from engine.registry import data_checks


def check_files(folder: Path | None = None) -> int:
    """Print everything wrong in the data files, and return the exit code.

    With *folder* the files in it are taken instead of ours of the same name.
    """
    try:
        laid = {} if folder is None else own_files(folder)
    except BadData as error:
        print(error, file=sys.stderr)
        return Exit.WRONG
    for game, data in laid.items():
        print(f"{game}: {', '.join(data.own)} of your own")
    problems = [
        f"{game}/{one}" for game, check in data_checks().items() for one in check(laid.get(game))
    ]
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print("The data files are in order.")
    return Exit.SHORT if problems else Exit.FINE
