"""Draw the maps that the documents show: ``python -m docs.pictures.draw``.

The table is made by hand in ``tests/render/samples.py``, so that it shows much at once.
"""

from __future__ import annotations

from pathlib import Path

from render.api import WHOLE, Frame
from render.registry import painter
from tests.render.samples import midwar, names, opening, own_view, public

HERE = Path(__file__).parent


def main() -> None:
    """Write every picture beside this file."""
    drawer = painter("war_of_the_pacific")
    before, after = (public(table) for table in midwar())
    pictures = {
        "whole.png": drawer.paint(after, WHOLE, before=before, names=names),
        "zone.png": drawer.paint(after, Frame("zone", "arica"), before=before, names=names),
        "orders.png": drawer.paint(own_view(opening()), Frame("around", "3019", 5), names=names),
    }
    for name, picture in pictures.items():
        (HERE / name).write_bytes(picture.data)


if __name__ == "__main__":
    main()
