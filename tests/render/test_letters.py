"""Letters that tell alike lines of a menu apart stand on the picture, at what those lines name."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from PIL import ImageChops

from engine.api import Actor, Term
from engine.registry import load_games
from render.api import Choosing
from render.registry import painter as _painter
from tests.engine.art_of_war.answers import battle
from tests.support.positions import positions

GAMES = load_games()


def names(term: Term) -> str:
    """The key of a word."""
    return term.key


def choices(key: str) -> tuple[Any, Choosing]:
    """A view in which somebody can go to several places, and those as they are drawn."""
    game = GAMES[key]
    fought = battle(0)[::10] if key == "art_of_war" else ()
    for state in fought or positions(key, 0, "letters", spread=7, whole=False):
        for owed in game.awaiting(state):
            view: Any = game.view(state, owed.seat)
            for actor in islice(game.actors(view), 5):
                found = _offered(key, view, actor)
                if found is not None:
                    return view, found
    raise AssertionError(key)


def _offered(key: str, view: Any, actor: Actor) -> Choosing | None:
    game = GAMES[key]
    artist: Any = _painter(key)
    for act in actor.acts:
        who = next(iter(game.actions[act.kind].model_fields))
        filled = game.values(view, act.kind, {who: actor.who.value})
        values = tuple(
            game.values(view, act.kind, {act.field: one.value}).get(act.field)
            for one in act.where[:6]
        )
        letters = ("A", "", "B", *[""] * 3)[: len(values)]
        found = Choosing(act.kind, tuple(filled.items()), values, act.field, letters=letters)
        read = artist.read(view, found) if len(values) > 2 and None not in values else None
        if read is not None and len(read.letters) == 2 and artist.aim(view, found) is not None:
            return found
    return None


@pytest.mark.parametrize("key", sorted(GAMES))
def test_letters_are_drawn_where_the_lines_lead(key: str) -> None:
    """Each beside its place, and nothing else of the picture is otherwise."""
    artist: Any = _painter(key)
    view, found = choices(key)
    section = artist.aim(view, found)
    read = artist.read(view, found)
    assert [text for _, text in read.letters] == ["A", "B"]
    plain = Choosing(found.kind, found.filled, found.offered, found.field)
    assert artist.read(view, plain).letters == ()
    drawn, without = (
        artist.draw(view, section, choosing=one, names=names).image for one in (found, plain)
    )
    box = ImageChops.difference(drawn, without).getbbox()
    assert box is not None
    changed = ImageChops.difference(drawn, without).convert("L").point(bool).histogram()[1]
    assert 100 < changed < drawn.width * drawn.height // 100
