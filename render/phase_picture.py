"""What pictures of phases share: who is awaited, said beneath them."""

from __future__ import annotations

from PIL import Image

from engine.api import Term, Text
from render.api import Names, PhaseReport, word
from render.lettering import write
from render.themes import Theme

WIDTH = 1080
"""Pixels across: a phone shows them 390 points wide."""

AWAITED = "picture.awaited"
"""The code of the sentence that says who is awaited."""

_FOOT = 58


def said_awaited(report: PhaseReport) -> tuple[Text, ...]:
    """Return in words what :func:`with_awaited` draws."""
    if not report.awaited:
        return ()
    return (Text(AWAITED, {"seats": tuple(Term("seat", seat) for seat in report.awaited)}),)


def with_awaited(
    image: Image.Image, theme: Theme, report: PhaseReport, names: Names
) -> Image.Image:
    """Return a picture with those who are awaited beneath it; as it is, where nobody is."""
    if not report.awaited:
        return image
    width, height = image.size
    found = Image.new("RGB", (width, height + _FOOT), theme.paper)
    found.paste(image, (0, 0))
    who = ", ".join(names(Term("seat", seat)) for seat in report.awaited)
    line = f"{word(names, 'awaited')}: {who}"
    write(found, width / 2, height + _FOOT / 2, line, "bold", 34, theme.paper_ink, "m", width - 32)
    return found
