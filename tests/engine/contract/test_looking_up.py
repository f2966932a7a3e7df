"""What can be looked up, in games as they are played at random: sound, whole, said, and found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.text import LANGUAGES, be_strict, words_for
from bot.text.rulebook import rulebook_of
from bot.ui.looking_up import LONGEST, NEAREST, matching, meant, names_in, nearest
from engine.api import Event, Feature, Game, Term, Text
from engine.calama.game import GAME as CALAMA
from engine.data.with_data import with_data
from engine.kit.looking_up import able, about, markings, names, speaks_of, subjects, why_idle
from engine.subjects import About, LooksUp
from tests.engine.contract.games import (
    GAMES,
    SEEDS,
    every_game_with,
    looked_at,
    played,
    some,
    those_with,
)
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.own_data import other
from tests.support.seldom import told


@pytest.fixture(autouse=True)
def strict_texts() -> Iterator[None]:
    """No sentence may be missing."""
    be_strict()
    yield
    be_strict(strict=False)


LOOKED_INTO = 3
"""States of a game."""
MOST_EXPLAINED = 0.9
"""Share of the counters that can do nothing of which it is said why."""


def views(key: str) -> Iterator[tuple[Game[Any, Any], Any]]:
    """Yield a game with views of it, the public's too."""
    game = GAMES[key]
    for state in some(played(key, SEEDS[0])[1], LOOKED_INTO):
        for viewer in (None, *game.seats):
            yield game, game.view(state, viewer)


@every_game_with(Feature.LOOKING_UP)
def test_all_that_there_is_can_be_looked_up(key: str) -> None:
    """Each has a key of its own, is found by it, says something, and leads to others there are."""
    for game, view in views(key):
        found = subjects(game, view)
        keys = {one.key for one in found}
        assert len(keys) == len(found)
        assert all(0 < len(one) <= LONGEST for one in keys)
        for one in found:
            known = about(game, view, one.key)
            assert known is not None
            assert known.what
            assert set(known.beside) <= keys - {one.key}
            assert len(set(known.beside)) == len(known.beside)
            assert set(known.rules) <= rulebook_of(key).clauses.keys()
        assert about(game, view, "no such thing") is None
        assert about(game, view, "type:no such thing") is None


@told(those_with(Feature.LOOKING_UP))
def test_all_of_it_is_said(key: str, language: str) -> None:
    """Every sentence has its words, and begins and ends as one."""
    for game, view in views(key):
        words = words_for(language, game)
        for one in subjects(game, view):
            known = about(game, view, one.key)
            assert known is not None
            for text in (*known.what, *known.now):
                said = words.say(text)
                assert said[:1].upper() == said[:1]
                assert "{" not in said


@told(those_with(Feature.LOOKING_UP))
def test_all_of_it_is_found_by_its_name(key: str, language: str) -> None:
    """In either language, in capitals, and by its key; the viewer's own is listed first."""
    for game, view in views(key):
        known = names_in(game, view, language)
        assert names_in(game, view, language) is known
        assert len({one.label for one in known}) == len(known)
        for one in known[::25]:
            assert meant(known, one.key, lambda _: False) == [one]
            for typed in (one.label, one.label.upper(), one.forms[-1]):
                assert one in matching(known, typed)
                assert one in meant(known, typed, lambda _: False)
        sides = [about(game, view, one.key) for one in known]
        own = [one is not None and one.side == view.viewer for one in sides]
        assert view.viewer is None or not any(own) or own[0]
        assert len(nearest(known, "qqq zzz")) == min(NEAREST, len(known))


def test_one_s_own_is_meant() -> None:
    """Where several are called so, and one of them is the reader's."""
    view = next(view for _, view in views("calama") if view.viewer is not None)
    known = names_in(CALAMA, view, "en")
    first, second = known[0], known[1]._replace(forms=known[0].forms)
    both = (first, second)
    assert meant(both, first.label, lambda _: False) == [first, second]
    assert meant(both, first.label, lambda key: key == second.key) == [second]
    assert meant(both, "", lambda _: True) == []


@every_game_with(Feature.LOOKING_UP)
def test_what_can_be_ordered_of_it(key: str) -> None:
    """Of who can act something, of an enemy's counter nothing; and all kinds are possible now."""
    game, some_can = GAMES[key], False
    for state in some(played(key, SEEDS[0])[1], LOOKED_INTO):
        for decision in game.awaiting(state):
            view = game.view(state, decision.seat)
            for one in subjects(game, view)[:12]:
                known = about(game, view, one.key)
                assert known is not None
                kinds = able(game, view, known)
                assert set(kinds) <= set(game.kinds(view))
                some_can = some_can or bool(kinds)
                for kind, field, value in markings(game, view, known.who):
                    assert field in game.actions[kind].model_fields
                    assert names(value, known.who)
    assert some_can


@every_game_with(Feature.LOOKING_UP)
def test_why_nothing_can_be_ordered_of_it(key: str) -> None:
    """The reason speaks of the counter, or is one of the game's causes, and has words.

    It is found in the view alone, and for nearly all counters that can do nothing.
    """
    game, found, idle = GAMES[key], 0, 0
    for state in looked_at(key, SEEDS[0], LOOKED_INTO):
        for decision in game.awaiting(state):
            view = game.view(state, decision.seat)
            for one in subjects(game, view):
                known = about(game, view, one.key)
                assert known is not None
                if known.side != decision.seat or not known.who or able(game, view, known):
                    continue
                why, idle = why_idle(game, view, known), idle + 1
                if why is not None:
                    found += 1
                    assert isinstance(game, LooksUp)
                    assert why.code not in game.natures
                    is_cause = why.code in game.causes
                    assert is_cause or speaks_of(Text(why.code, why.params), known.who)
                    assert all(words_for(one, game).say(why) for one in LANGUAGES)
    assert found >= MOST_EXPLAINED * idle or key == "toy"


def test_a_game_without_has_nothing() -> None:
    """A game need not let its counters be looked up."""

    class Bare:
        """A game that knows no subjects."""

    bare: Any = Bare()
    assert subjects(bare, None) == ()
    assert about(bare, None, "any") is None
    assert able(bare, None, About(())) == ()


def test_with_data_of_its_own_it_is_the_same_question() -> None:
    """A game with other data is asked with that data in use."""
    own = with_data(CALAMA, other(CALAMA.key))
    state = some(played("calama", SEEDS[0])[1], 2)[-1]
    view = own.view(state, "chile")
    found = subjects(own, view)
    assert [one.key for one in found] == [one.key for one in subjects(CALAMA, view)]
    assert all(about(own, view, one.key) is not None for one in found)


def test_sentences_that_speak_of_a_counter() -> None:
    """By its id, in lists and in groups; not by a part of it."""
    told = Text("x", {"who": (Term("group", "a1+a2"), Term("unit", "b1")), "n": 2})
    assert speaks_of(told, "a2")
    assert speaks_of(told, "b1")
    assert not speaks_of(told, "a")
    assert not speaks_of(Text("x", {"n": 1}), "1")
    assert names({"x": ("a1+a2", "c")}, "a2")
    assert not names(Event, "a")
