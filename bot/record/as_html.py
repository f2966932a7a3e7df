"""A record as one web page that needs nothing else: map, dice and log side by side.

Nothing is loaded from anywhere, and the page's own policy lets nothing be: its one script and its
styles are named there by their digests. What a viewer may not know is not in it at all.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.moderator.record.records import Record
from bot.record.lines import by_phase, faces, line_of, told_purpose
from bot.text import Words, words_for
from engine.api import AnyGame

if TYPE_CHECKING:
    from jinja2 import Template

_FOLDER = Path(__file__).parent / "page"
_PIPS = "⚀⚁⚂⚃⚄⚅"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture of the page, as it differs from the one before.

    Attributes:
        upto: The number of the last entry that it shows.
        title: Its turn and phase.
        alt: The same in words.
        width: Pixels across, of the whole picture.
        height: Pixels down.
        x: Where what is new begins.
        y: The same, down.
        data: What is new, as a WebP file; empty where nothing is.
    """

    upto: int
    title: str
    alt: str
    width: int
    height: int
    x: int
    y: int
    data: bytes


def html_file(
    game: AnyGame, record: Record, facts: Sequence[str], sheets: Sequence[Sheet], language: str
) -> bytes:
    """Return a record as a file; a job. *facts* stand above it, a line each."""
    words = words_for(language, game).plain
    parts = by_phase([line_of(entry, words) for entry in record.entries])
    script, style = _own("record.js"), _own("record.css")
    page = _page().render(
        language=language,
        policy=_policy(script, style),
        script=script,
        style=style,
        title=words.bot("record.title", name=record.campaign.name),
        facts=facts,
        parts=[
            (words.bot("replay.heading", turn=turn, phase=phase), held)
            for turn, phase, held in parts
        ],
        sheets=sheets,
        # Nothing in it can end the element that it stands in.
        data=json.dumps([_held(one) for one in sheets]).replace("<", "\\u003c"),
        say=_labels(words),
        dice=[
            (
                line.number,
                [
                    (told_purpose(one, words), faces(one), _pips(one.sides, one.values))
                    for one in rolls
                ],
            )
            for _, _, held in parts
            for line in held
            if (rolls := line.rolls)
        ],
    )
    return page.encode()


def _labels(words: Words) -> dict[str, str]:
    """Return what stands on the page besides the record."""
    return {
        "all_dice": words.bot("record.all_dice"),
        "earlier": words.bot("record.earlier"),
        "in_words": words.bot("record.in_words"),
        "hint": words.bot("record.keys"),
        "later": words.bot("record.later"),
        "log": words.bot("record.log"),
        "map": words.bot("record.map"),
        "no_script": words.bot("record.no_script"),
        "phase": words.bot("record.phase"),
    }


def _held(sheet: Sheet) -> dict[str, object]:
    """Return a picture as the page's script reads it."""
    return {
        "upto": sheet.upto,
        "title": sheet.title,
        "alt": sheet.alt,
        "size": [sheet.width, sheet.height],
        "at": [sheet.x, sheet.y],
        "data": base64.b64encode(sheet.data).decode(),
    }


def _pips(sides: int, values: Sequence[int]) -> str:
    """Return dice as people know them, where they have six sides."""
    return "".join(_PIPS[one - 1] for one in values) if sides == len(_PIPS) else ""


def _policy(script: str, style: str) -> str:
    """Return what a browser lets the page do."""
    scripts, styles = _digest(script), _digest(style)
    return (
        f"default-src 'none'; script-src '{scripts}'; style-src '{styles}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@functools.cache
def _own(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


@functools.cache
def _page() -> Template:
    # Where a page is made, and only there: the bot itself starts without it.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    rooms = Environment(
        autoescape=True,
        loader=FileSystemLoader(_FOLDER),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return rooms.get_template("record.jinja")
