"""``python -m tests.conformance``: write the pages under ``docs/conformance`` anew."""

from __future__ import annotations

from engine.registry import load_games
from tests.conformance.page import page_of, path_of
from tests.support.typed import ended


def main() -> None:
    """Write the page of every game, and say which have changed."""
    for game in load_games().values():
        path, text = path_of(game), page_of(game)
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        if text != before:
            path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {'as it was' if text == before else 'written'}")


ended(main)
