"""Finding entries of a log by what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.moderator import LogEntry
from bot.record.lines import line_of, printed, purpose
from bot.text import Words, words_for
from engine.api import AnyGame, Seat
from engine.kit.parsing import folded


@dataclass(frozen=True, slots=True)
class Query:
    """What entries must have, all of it; "" asks for nothing.

    Attributes:
        word: Stands somewhere in what the entry says, whatever its case and accents.
        seat: Whose it is.
        clause: Is cited, or one beneath it is: "8.9", or as the book prints it.
        die: A number that an open die shows, or a part of what dice were rolled for.
    """

    word: str = ""
    seat: Seat = ""
    clause: str = ""
    die: str = ""


def matching(
    game: AnyGame, entries: Sequence[LogEntry], query: Query, language: str
) -> tuple[int, ...]:
    """Return the numbers of the entries that a query finds, in order; a job."""
    words = words_for(language, game).plain
    return tuple(one.number for one in entries if _fits(one, query, words))


def _fits(entry: LogEntry, query: Query, words: Words) -> bool:
    """Say whether an entry has all that is asked for; what is cheap is asked first."""
    return (
        (not query.seat or entry.seat == query.seat)
        and (not query.clause or any(_cites(e.rule, query.clause, words) for e in entry.events))
        and (not query.die or _shows(entry, query.die))
        and (not query.word or _says(entry, query.word, words))
    )


def _cites(rule: str, typed: str, words: Words) -> bool:
    wanted = typed.strip().removeprefix("§").strip().rstrip(".").casefold()
    held = rule.casefold()
    return bool(held) and (
        held == wanted
        or held.startswith(f"{wanted}.")
        or folded(printed(rule, words)) == folded(wanted)
    )


def _shows(entry: LogEntry, typed: str) -> bool:
    wanted = typed.strip()
    if wanted.isascii() and wanted.isdigit():
        return any(wanted == str(value) for roll in entry.rolls for value in roll.values)
    return any(folded(wanted) in folded(purpose(roll)) for roll in entry.rolls)


def _says(entry: LogEntry, typed: str, words: Words) -> bool:
    line = line_of(entry, words)
    text = " ".join((line.phase, line.who, line.what, *line.marks, *line.told))
    return folded(typed) in folded(text)
