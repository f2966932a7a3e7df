"""What a rule says of itself: a clause that the ledger holds, and a sentence in every language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.text import be_strict, words_for
from bot.text.catalogue import LANGUAGES
from bot.text.words import is_strict
from engine.api import Decision, Event, Game, Refusal
from engine.rules_ledger import load_rules

Told = Refusal | Event | Decision


def assert_sayable(game: Game[Any, Any], told: Iterable[Told]) -> None:
    """Hold refusals, events and questions against the ledger and the catalogues.

    A refusal of what cannot even be read (a code "read...") stands in no clause.

    Raises:
        AssertionError: A clause is named that there is not.
        MissingText: A sentence, a word in it or one of its figures is missing.
    """
    clauses = load_rules(game.key)
    before = is_strict()
    be_strict()
    try:
        for one in told:
            unread = isinstance(one, Refusal) and one.code.startswith("read.")
            assert one.rule in clauses or (unread and not one.rule), f"{one.code}: {one.rule!r}"
            for language in LANGUAGES:
                assert words_for(language, game).say(one)
    finally:
        be_strict(before)
