"""Ways from wherever a clause is cited to what it says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.letters.parts import MENU_SIZE, MenuLine, Pressable, button, menu
from bot.moderator import Campaign
from bot.text import Raw, Words
from bot.text.rulebook import LedgerEntry, cited, rulebook_of
from engine.api import Game
from engine.data.rules_ledger import Clause
from engine.data.rulesets import Change

OF_A_GAME = "~"
"""Begins, in a custom id, the key of a game where a campaign's name could stand."""


def where_of(campaign: Campaign) -> str:
    """Return how a custom id says which rulebook is meant, and at which table."""
    return campaign.id


def title_of(entry: LedgerEntry, words: Words) -> Raw:
    """Say what a clause is about, or what a ruling answers."""
    spanish = words.language == "es"
    if isinstance(entry, Clause):
        return Raw(entry.title_es if spanish else entry.title)
    return Raw(entry.question_es if spanish else entry.question)


def before_and_after(change: Change, words: Words) -> str:
    """Say what of a ruling held before a ruleset was raised, and what holds now."""
    spanish = words.language == "es"
    before = change.before_es if spanish else change.before
    after = change.after_es if spanish else change.after
    return words.bot("rules.before_and_after", before=Raw(before), after=Raw(after))


def lines_of(entries: Iterable[LedgerEntry], words: Words) -> list[MenuLine]:
    """Return the lines of a menu that offers clauses and rulings."""
    return [
        MenuLine(entry.id, f"{name_of(entry, words)} · {title_of(entry, words)}")
        for entry in entries
    ]


def name_of(entry: LedgerEntry, words: Words) -> Raw:
    """Return how a person finds a clause in the book, or a ruling in the house's list."""
    if isinstance(entry, Clause) and words.game is not None:
        return Raw(rulebook_of(words.game.key).printed(entry.id, words.language))
    return Raw(entry.id)


def links(
    campaign: Campaign, rules: Iterable[str], game: Game[Any, Any], words: Words
) -> list[Pressable]:
    """Return what opens the clauses that are cited: a button, or a menu for several.

    The clause comes in a message of its own, so that nothing is covered.
    """
    book, where = rulebook_of(game.key), where_of(campaign)
    known = cited(rules, book)
    if not known:
        return []
    if len(known) == 1:
        name = name_of(book.clauses[known[0]], words)
        code = "button.rule" if name[:1].isdigit() else "button.chapter"
        label = words.plain.bot(code, rule=name)
        return [button(label, "rule", where, known[0], emoji="📘")]
    entries = [book.clauses[name] for name in known[:MENU_SIZE]]
    hint = words.plain.bot("rules.look_up")
    return [menu(lines_of(entries, words), "rulepick", where, hint=hint)]
