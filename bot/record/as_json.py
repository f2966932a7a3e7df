"""A record as JSON, for programs; ``docs/record.md`` says what each field means."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Final

from bot import __version__
from bot.moderator import Campaign, LogEntry
from bot.moderator.record.records import Record
from bot.record.lines import sentence
from bot.store.codec import params_out
from bot.text import Words, words_for
from engine.api import Action, AnyGame, Outcome

FORMAT: Final = 1
"""Raised when a reader of the one before would misread the file."""


def json_file(game: AnyGame, record: Record, outcome: Outcome | None, language: str) -> bytes:
    """Return a record as a file; a job."""
    campaign, words = record.campaign, words_for(language, game).plain
    held = {
        "format": FORMAT,
        "adjutant": __version__,
        "language": language,
        "campaign": {
            "id": campaign.id,
            "name": campaign.name,
            "status": campaign.status,
            "created": campaign.created_at.isoformat(timespec="seconds"),
            "branch": campaign.branch,
            "seal": campaign.seal,
        },
        "game": {
            "key": game.key,
            "title": str(words.label("game.title")),
            "data": campaign.data,
            "rulesets": list(record.rulesets),
        },
        "settings": dict(campaign.settings),
        "terms": _terms(campaign),
        "reader": {"seat": record.seat, "everything": record.opened},
        "seats": [
            {
                "seat": seat,
                "name": str(words.seat(seat)),
                "played_by": _player(campaign, seat),
            }
            for seat in campaign.seats
        ],
        "outcome": None
        if outcome is None
        else {
            "winner": outcome.winner,
            "reason": outcome.reason.code,
            "text": str(words.say(outcome.reason)),
        },
        "entries": [_entry(entry, words) for entry in record.entries],
    }
    return (json.dumps(held, ensure_ascii=False, indent=1) + "\n").encode()


def _terms(campaign: Campaign) -> dict[str, Any]:
    return {
        "undo": campaign.undo,
        "pace": None if campaign.pace is None else dataclasses.asdict(campaign.pace),
        "opponent": campaign.opponent,
        "strength": campaign.strength,
        "asks_all": campaign.asks_all,
        "suggests": campaign.suggests,
        "dice": campaign.dice,
        "lesson": campaign.lesson,
    }


def _player(campaign: Campaign, seat: str) -> str:
    if seat in campaign.computer:
        return "computer"
    return "people" if campaign.seats[seat] else "nobody"


def _entry(entry: LogEntry, words: Words) -> dict[str, Any]:
    return {
        "number": entry.number,
        "turn": entry.turn,
        "phase": entry.phase,
        "at": entry.at.isoformat(timespec="seconds"),
        "seat": entry.seat,
        "kind": entry.kind,
        "by": _cause(entry),
        "secret": entry.secret,
        "undone": entry.undone,
        "again": entry.again,
        "order": None if entry.action is None else _order(entry.action, words),
        "dice": [
            {
                "purpose": roll.purpose,
                "sides": roll.sides,
                "values": list(roll.values),
                "entered_by": roll.entered or None,
            }
            for roll in entry.rolls
        ],
        "events": [
            {
                "code": event.code,
                "rule": event.rule,
                "params": params_out(event.params),
                "text": sentence(event, words),
            }
            for event in entry.events
        ],
    }


def _cause(entry: LogEntry) -> str:
    for cause, holds in (
        ("referee", entry.by_referee),
        ("nobody", entry.seat is None),
        ("forced", entry.forced),
        ("clock", entry.by_clock),
        ("standing", entry.standing),
        ("computer", entry.computer),
    ):
        if holds:
            return cause
    return "hand"


def _order(action: Action, words: Words) -> dict[str, Any]:
    return {"fields": action.model_dump(mode="json"), "text": str(words.action(action))}
