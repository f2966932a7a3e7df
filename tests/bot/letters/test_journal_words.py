"""Whatever can stand in a journal, or wait for the courier, has words in both languages."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, get_args

import pytest

from bot.letters import journal
from bot.moderator.api import Known
from bot.moderator.referees.journals import JournalEntry
from bot.moderator.seats.telling import Said
from bot.store.log import Cause
from bot.store.outbox import Kind
from bot.text import template_text, words_for
from bot.text.catalogue import LANGUAGES
from tests.support.toy_game import TOY

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("language", LANGUAGES)
def test_causes_and_kinds_are_named(language: str) -> None:
    """What led to an action, and what waits to be posted."""
    for one in {*get_args(Cause)} - {"table"}:
        assert template_text(language, "bot", f"inspect.by.{one}"), one
    for one in get_args(Kind):
        assert template_text(language, "bot", f"inspect.courier.kind.{one}"), one
    for one in (*get_args(Said), "would_open", "opened"):
        assert template_text(language, "bot", f"journal.seat.{one}"), one


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("about", [None, Known(600, "Dora")])
def test_lines_are_sentences(language: str, about: Known | None) -> None:
    """Of a referee who is known or not, with a reason that stands in the same line."""
    words = words_for(language, TOY)
    offer = {"kind": "referee", "seat": "red", "terms": '{"secrets":true,"ends":false}'}
    bodies: list[tuple[str, dict[str, Any]]] = [
        ("offer", {**offer, "state": state, "referee": 4})
        for state in ("open", "agreed", "declined", "withdrawn")
    ]
    bodies.append(("referee", {"said": "paused", "referee": 4, "reason": "they *asked*"}))
    for kind, body in bodies:
        entry = JournalEntry(NOW, 1, kind, body, None, about, early=False)
        line = journal.line(entry, words)
        assert "-#" not in line
        assert "\n" not in line
        if kind == "offer" and body["state"] in {"open", "agreed"}:
            assert ("Dora" in line) is (about is not None)
