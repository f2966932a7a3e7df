"""``python -m tests.on_file``: add what is new to the lists of names; nothing is taken away."""

from __future__ import annotations

import sys
from importlib import import_module

from engine.api import AnyGame
from engine.registry import load_games
from tests.engine.cases import Cases, paths_of
from tests.on_file.lists import HERE, collecting, listed
from tests.on_file.names import ALL


def main() -> int:
    """Write every list anew; 0."""
    for of, find in ALL.items():
        before = listed(of)
        game = load_games().get(of)
        lines = sorted({*find(), *before, *(met(game) if game else ())})
        (HERE / f"{of}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{of}.txt: {len(lines)} names, {len(lines) - len(before)} new")
    return 0


def met(game: AnyGame) -> set[str]:
    """Return what the cases of a game meet of names that only show in play."""
    cases: Cases = import_module(f"tests.engine.{game.key}.test_cases").CASES
    with collecting() as found:
        for path in paths_of(game.key):
            cases.play(path)
    return found


if __name__ == "__main__":
    sys.exit(main())
