"""How the open dice of a game fell, as a page."""

from __future__ import annotations

from collections.abc import Sequence

from babel.numbers import format_decimal

from bot.letters.clauses import title_of
from bot.letters.pages import Page
from bot.letters.parts import fit
from bot.moderator.looking.thrown import Fallen, Thrown
from bot.text import Raw, Words
from bot.text.rulebook import Rulebook, rulebook_of
from engine.api import AnyGame

RULES_LIMIT = 2200
"""Characters of what is told by rule."""
_RARE = 0.001
"""A share of games that is not told more exactly than that it is less."""


def page(thrown: Thrown, game: AnyGame, words: Words) -> Page:
    """Return the page: by side, then by rule, the most dice first."""
    texts: list[str] = [words.bot("log.dice.title", name=thrown.campaign.name)]
    if not thrown.seats:
        return Page([*texts, words.bot("log.dice.none")])
    texts += [_side(one, words) for one in thrown.seats]
    book = rulebook_of(game.key)
    named = thrown.by(lambda rule: book.printed(rule, words.language) if rule else "")
    lines = [_rule(name, fallen, book, words) for name, fallen in named.items()]
    texts.append(fit([words.bot("log.dice.by_rule"), *lines], RULES_LIMIT))
    code = "log.dice.note" if thrown.campaign.status == "over" else "log.dice.note_so_far"
    return Page([*texts, words.bot(code)])


def _side(fallen: Fallen, words: Words) -> str:
    """Say how one side's dice fell: the mean, then each face."""
    rare = fallen.by_chance < _RARE
    head = words.bot(
        "log.dice.side.rare" if rare else "log.dice.side",
        seat=words.seat(fallen.seat),
        n=fallen.dice,
        sides=fallen.sides,
        mean=decimal(fallen.mean, words, "0.00"),
        expected=decimal(fallen.expected, words),
        share=decimal(100 * _RARE, words) if rare else _percent(fallen.by_chance, words),
    )
    return f"{head}\n{faces_of(fallen, words)}"


def faces_of(fallen: Fallen, words: Words) -> Raw:
    """Say how often each face came up, and how often each was to be expected."""
    faces = " · ".join(f"{face}: **{often}**" for face, often in enumerate(fallen.faces, 1))
    each = decimal(fallen.dice / fallen.sides, words)
    return words.bot("log.dice.faces", faces=Raw(faces), each=each)


def _rule(name: str, fallen: Sequence[Fallen], book: Rulebook, words: Words) -> str:
    """Say how the dice fell of all that one number of the rulebook, or one chapter, tells of."""
    parts = [
        words.bot(
            "log.dice.part",
            seat=words.seat(one.seat),
            n=one.dice,
            sides=one.sides,
            mean=decimal(one.mean, words, "0.00"),
            expected=decimal(one.expected, words),
        )
        for one in fallen
    ]
    clause = book.clauses.get(name)
    title = name if clause is None else f"{title_of(clause, words)} *({name})*"
    return f"• {title or words.bot('log.dice.no_rule')}: {'; '.join(parts)}"


def decimal(number: float, words: Words, form: str = "0.0") -> Raw:
    """Return a number as the language writes it."""
    return Raw(format_decimal(number, form, words.language))


def _percent(share: float, words: Words) -> Raw:
    """Return how many of a hundred."""
    return decimal(100 * share, words, "0.0" if share < 0.1 else "0")
