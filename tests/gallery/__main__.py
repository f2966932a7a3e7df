"""``python -m tests.gallery [game …]``: write the page and say where it is."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.registry import load_games
from tests.bench.subjects import subjects
from tests.gallery.page import write_page
from tests.support.typed import ended


def main() -> None:
    """Write it."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.gallery")
    parser.add_argument("games", nargs="*", choices=list(load_games()), help="all if none is named")
    parser.add_argument("--folder", type=Path, default=Path("build/gallery"))
    args = parser.parse_args()
    wanted = [one for one in subjects() if not args.games or one.game.key in args.games]
    print(f"Look at {write_page(args.folder, wanted)}")


if __name__ == "__main__":
    ended(main)
