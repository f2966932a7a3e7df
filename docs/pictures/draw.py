"""Draw the maps that the documents show: ``python -m docs.pictures.draw``.

Each game's file of ``tests/games`` says which; the tables are made by hand in ``tests/render``, so
that they show much at once.
"""

from __future__ import annotations

from pathlib import Path

from tests.games import every

HERE = Path(__file__).parent


def main() -> None:
    """Write every picture beside this file."""
    pictures = [one.pictures() for one in every() if one.pictures is not None]
    for name, picture in (one for game in pictures for one in game.items()):
        (HERE / f"{name}.{picture.suffix}").write_bytes(picture.data)


if __name__ == "__main__":
    main()
