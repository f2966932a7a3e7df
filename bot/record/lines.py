"""Entries of the log in words, as files have them: people as seats, no markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.moderator import LogEntry
from bot.text import Raw, Words
from bot.text.rolls import entered_by, entered_lines, purpose_of
from bot.text.rulebook import rulebook_of
from engine.api import Event, Term
from engine.dice import Roll

_INNER: Final = "en"
"""The language of the names that games have for what they do."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entry in words.

    Attributes:
        number: Its number in the viewer's log.
        turn: As a number.
        phase: By its name.
        at: When it was, in ISO 8601, UTC.
        who: Its seat, and what did it in place of a person.
        what: The order, or its kind.
        marks: What is to be said of it: that it was taken back, that it is secret.
        told: What happened, a sentence each.
        rolls: The open dice.
    """

    number: int
    turn: int
    phase: str
    at: str
    who: str
    what: str
    marks: tuple[str, ...]
    told: tuple[str, ...]
    rolls: tuple[Roll, ...]


def line_of(entry: LogEntry, words: Words) -> Line:
    """Return an entry in words that are plain."""
    by = next(
        (
            words.bot(code)
            for code, holds in (
                ("log.forced", entry.forced),
                ("log.by_clock", entry.by_clock),
                ("log.by_referee", entry.by_referee),
                ("log.standing", entry.standing),
                ("record.computer", entry.computer),
            )
            if holds
        ),
        "",
    )
    who: str = words.bot("log.nobody") if entry.seat is None else words.seat(entry.seat)
    if by:
        who = by if entry.seat is None else Raw(f"{who} · {by}")
    marks = (
        ("log.undone", entry.undone),
        ("log.again", entry.again),
        ("record.secret", entry.secret),
    )
    said = kind_title(entry.kind, words) if entry.action is None else words.action(entry.action)
    return Line(
        number=entry.number,
        turn=entry.turn,
        phase=words.say(Term("phase", entry.phase)) if entry.phase else "",
        at=entry.at.isoformat(timespec="seconds"),
        who=who,
        what=said,
        marks=(
            *(str(words.bot(code)) for code, holds in marks if holds),
            *entered_lines(entered_by(entry.rolls), words),
        ),
        told=tuple(sentence(event, words) for event in entry.events),
        rolls=entry.rolls,
    )


def sentence(event: Event, words: Words) -> str:
    """Say what happened, with its clause as it is printed."""
    clause = printed(event.rule, words)
    return f"{words.say(event)} ({clause})" if clause else str(words.say(event))


def printed(rule: str, words: Words) -> str:
    """Return a clause as a person finds it in the book; "" for none."""
    if not rule or words.game is None:
        return ""
    return rulebook_of(words.game.key).printed(rule, words.language)


def faces(roll: Roll) -> str:
    """Return what dice show, in order."""
    return ", ".join(map(str, roll.values))


def told_purpose(roll: Roll, words: Words) -> str:
    """Return what dice were rolled for, for those who read games' own names; "" for others."""
    return purpose(roll) if words.language == _INNER else ""


def purpose(roll: Roll) -> str:
    """Return what dice were rolled for, by the game's own short name for it, which is English."""
    return purpose_of(roll.purpose)


def kind_title(kind: str, words: Words) -> Raw:
    """Say the kind of an entry; kinds with "!" are the moderator's own."""
    if kind.startswith("!"):
        return words.bot(f"log.kind.{kind[1:]}")
    return words.kind(kind)


def by_phase(lines: Sequence[Line]) -> list[tuple[int, str, list[Line]]]:
    """Return entries by turn and phase, as they follow each other."""
    found: list[tuple[int, str, list[Line]]] = []
    for line in lines:
        if not found or found[-1][:2] != (line.turn, line.phase):
            found.append((line.turn, line.phase, []))
        found[-1][2].append(line)
    return found
