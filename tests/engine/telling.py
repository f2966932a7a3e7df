"""What a rule says of itself: a clause that the ledger holds, and a sentence in every language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from bot.text import be_strict, words_for
from bot.text.catalogue import LANGUAGES
from bot.text.words import Words, is_strict
from engine.api import Choice, Decision, Event, Game, Params, Refusal, Term, Text
from engine.data.rules_ledger import load_rules
from engine.kit.settings import leader_of

Told = Refusal | Event | Decision


def assert_sayable(game: Game[Any, Any], told: Iterable[Told]) -> None:
    """Hold refusals, events and questions against the ledger and the catalogues.

    A refusal of what cannot even be read (a code "read...") stands in no clause, nor does a
    standing order that is given ("standing..."), which no rulebook knows. The answers that
    a question names are said too, and must be of the kinds that it takes.

    Raises:
        AssertionError: A clause is named that there is not.
        MissingText: A sentence, a word in it or one of its figures is missing.
    """
    clauses = load_rules(game.key)
    with _strictly():
        for one in told:
            free = one.code.startswith(("read.", "standing.")) and one.rule == ""
            assert one.rule in clauses or free, f"{one.code}: {one.rule!r}"
            _say(game, one)
            if isinstance(one, Decision):
                assert isinstance(one.key, str)
                assert one.kinds
                assert set(one.kinds) <= set(game.actions)
                for choice in one.choices:
                    assert choice.action.kind in one.kinds
                    _say(game, choice)


def texts_of(settings: Any) -> frozenset[str]:
    """Return the editions whose wording holds somewhere at a table: its own, and of switches."""
    fields = type(settings).model_fields
    chosen = (getattr(settings, name) for name in fields if leader_of(fields[name]))
    own = getattr(settings, "edition", "")
    return frozenset({own, *(value for value in chosen if value != "edition")})


def assert_in_force(game: Game[Any, Any], settings: Any, told: Iterable[Told]) -> None:
    """Hold the clauses cited against the texts by which a table plays.

    Raises:
        AssertionError: A clause is cited that stands in the other text only.
    """
    clauses, texts = load_rules(game.key), texts_of(settings)
    for one in told:
        editions = clauses[one.rule].editions if one.rule else ()
        assert not editions or texts.intersection(editions), f"{one.code}: {one.rule}"


def assert_outcome_sayable(game: Game[Any, Any], state: Any) -> None:
    """Hold how the game ended, if it did, against the ledger and the catalogues."""
    outcome = game.outcome(state)
    if outcome is not None:
        assert outcome.reason.params["rule"] in load_rules(game.key)
        with _strictly():
            _say(game, outcome.reason)


@contextmanager
def _strictly() -> Iterator[None]:
    """Let a missing text raise."""
    before = is_strict()
    be_strict()
    try:
        yield
    finally:
        be_strict(before)


def _say(game: Game[Any, Any], what: Told | Choice | Text) -> None:
    code, params, kinds = _sentence(what)
    for language in LANGUAGES:
        words = words_for(language, game)
        assert words.say(what)
        for figure in params.values():
            _hold_figure(words, figure)
        found = words._find(tuple(f"{kind}.{code}" for kind in kinds), words._domains)
        # A plural without its number would be said of one.
        assert found is None or len(found[0].forms) == 1 or isinstance(params.get("n"), int), code


def _hold_figure(words: Words, figure: Any) -> None:
    """Hold a figure, said or not, against the contract: a text, a number, a term, or several."""
    match figure:
        case Term():
            assert isinstance(figure.key, str)
            # A key may be empty where the sentence has no use for it: a voyage home has no area.
            assert words.say(figure) or not figure.key
        case Text():
            _hold_figure(words, tuple(figure.params.values()))
        case tuple():
            for one in figure:
                _hold_figure(words, one)
        case _:
            assert isinstance(figure, str | int | Fraction), figure


def _sentence(what: Told | Choice | Text) -> tuple[str, Params, tuple[str, ...]]:
    """Return a sentence's code, its figures, and what it may be called in the catalogues."""
    match what:
        case Choice():
            return what.label.code, what.label.params, ("choice", "text")
        case Text():
            return what.code, what.params, ("text",)
        case _:
            return what.code, what.params, (type(what).__name__.lower(),)
