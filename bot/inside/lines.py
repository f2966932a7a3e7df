"""Lines of the log, as text or as JSON, with the campaign, step and incident that they are about.

Neither a token nor a secret gets in. Tokens are masked wherever something let them slip in. What
was raised is told by its kind and its places in the program: what it says besides may be a secret
of a game, unless it is of a kind that speaks of programs and networks only. Whoever logs a sentence
names campaigns and kinds of things in it, never what was ordered.
"""

from __future__ import annotations

import datetime as dt
import json
import logging
import re
import traceback
from collections.abc import Iterator
from typing import Any, Final, Literal

import aiohttp
import discord

from bot.inside.at_work import campaign_of, place

Format = Literal["text", "json"]
Kinds = tuple[type[BaseException], ...]

MASK: Final = "[token]"

_INTERACTION_TOKEN: Final = re.compile(
    r"(?P<before>/(?:webhooks|interactions)/\d+/|['\"]token\\*['\"]: ?\\*['\"])[^/\s?'\"\\]+"
)
"""What lets anybody answer in the bot's place for a quarter of an hour, wherever it is written."""

_PLAIN: Final[Kinds] = (
    AttributeError,
    ImportError,
    NameError,
    OSError,
    TypeError,
    aiohttp.ClientError,
    discord.ConnectionClosed,
    discord.HTTPException,
    discord.LoginFailure,
)
"""What says nothing but of programs, files and networks."""


class Lines(logging.Formatter):
    """Writes log lines."""

    def __init__(self, secret: str, written: Format = "text", *, said: Kinds = ()) -> None:
        """Write lines.

        Args:
            secret: The bot's token, which is in none of them.
            written: In which format.
            said: What else is told with its words when it is raised: who raises it sees to that.
        """
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._secret = secret
        self._is_json = written == "json"
        self._said = (*_PLAIN, *said)

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; what was raised stands in lines below it, or in its JSON."""
        line = self._as_json(record) if self._is_json else self._as_text(record)
        line = line.replace(self._secret, MASK)
        return _INTERACTION_TOKEN.sub(rf"\g<before>{MASK}", line)

    def _as_text(self, record: logging.LogRecord) -> str:
        record.message = _sentence(record)
        record.asctime = self.formatTime(record)
        line = self.formatMessage(record)
        named = [
            f"{name} {value}"
            for name, value in about(record).items()
            if not re.search(rf"\b{re.escape(str(value))}\b", record.message)
        ]
        line += f" ({', '.join(named)})" if named else ""
        error = _raised(record)
        return line if error is None else f"{line}\n{self._told(error)}"

    def _as_json(self, record: logging.LogRecord) -> str:
        at = dt.datetime.fromtimestamp(record.created, dt.UTC)
        values: dict[str, Any] = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _sentence(record),
            **about(record),
        }
        error = _raised(record)
        if error is not None:
            values["raised"] = record.__dict__.get("fault") or type(error).__name__
            values["traceback"] = self._told(error)
        return json.dumps(values, ensure_ascii=False)

    def _told(self, error: BaseException) -> str:
        return "".join(told(error, self._said)).rstrip()


def _sentence(record: logging.LogRecord) -> str:
    """Return what a line says: of asyncio's the first alone, as others quote what was raised."""
    said = record.getMessage()
    return said.partition("\n")[0] if record.name == "asyncio" else said


def _raised(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


def about(record: logging.LogRecord) -> dict[str, str | int]:
    """Return what a line is about, as far as that is known: "campaign", "step", "incident"."""
    campaign, here = campaign_of(record), place()
    found: dict[str, str | int] = {}
    if campaign:
        found["campaign"] = campaign
    if here is not None and here.campaign == campaign and here.step is not None:
        found["step"] = here.step
    if record.__dict__.get("incident"):
        found["incident"] = str(record.__dict__["incident"])
    return found


def told(error: BaseException, said: Kinds, known: frozenset[int] = frozenset()) -> Iterator[str]:
    """Yield what was raised and where, with what it came of, in lines as Python writes them.

    Only what is *said* is told with its words.
    """
    known |= {id(error)}
    before = error.__cause__
    if before is None and not error.__suppress_context__:
        before = error.__context__
    if before is not None and id(before) not in known:
        yield from told(before, said, known)
        yield "\nThat led to this:\n\n"
    yield "Traceback (most recent call last):\n"
    yield from traceback.format_tb(error.__traceback__)
    # Of what a job raised in another process, its places there (``bot.thinking``).
    yield from (note for note in getattr(error, "__notes__", ()) if note.startswith("  File "))
    words = f": {error}" if isinstance(error, said) else ""
    yield f"{type(error).__qualname__}{words}\n"
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from told(one, said, known)
