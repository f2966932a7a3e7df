"""A record as plain text, to be read."""

from __future__ import annotations

from collections.abc import Sequence

from bot.moderator.record.records import Record
from bot.record.lines import Line, by_phase, faces, line_of, told_purpose
from bot.text import Words, words_for
from engine.api import AnyGame


def text_file(game: AnyGame, record: Record, facts: Sequence[str], language: str) -> bytes:
    """Return a record as a file; a job. *facts* stand above it, a line each."""
    words = words_for(language, game).plain
    lines = [words.bot("record.title", name=record.campaign.name), *facts]
    parts = by_phase([line_of(entry, words) for entry in record.entries])
    for turn, phase, held in parts:
        head = words.bot("replay.heading", turn=turn, phase=phase)
        lines += ["", head, "-" * len(head)]
        for line in held:
            lines += _said(line, words)
    return ("\n".join(lines) + "\n").encode()


def _said(line: Line, words: Words) -> list[str]:
    head = " · ".join((line.who, line.what, *line.marks, line.at))
    dice = [
        words.bot(
            "record.dice",
            purpose=told_purpose(one, words) or words.bot("record.all_dice"),
            faces=faces(one),
        )
        for one in line.rolls
    ]
    return [f"{line.number}. {head}", *(f"    {one}" for one in (*line.told, *dice))]
