"""Fields are filled in any order, with anything: what is asked of a game then is answered.

On Discord the fields of a command may be filled in any order, and with whatever somebody types;
what a menu of the past holds is typed as well. None of it may make a game fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from engine.api import AnyGame
from engine.errors import IllegalAction, MalformedAction
from tests.support.positions import GAMES, TABLES, positions

every_table = pytest.mark.parametrize(("key", "table"), TABLES)
OFFERED = 4
"""Options of a field that are typed somewhere."""
JUNK = (
    *("", " ", "x", "0", "-1", "1", "99999999999999999999", "1.5", "nan", "true", "none", "'"),
    *(",", "a,b", "a, b x", ";", "*", "+", "a+b", "a:b", "a=b", "a>b", "x>y>z", "\n", "@", "/"),
    *("í@\0", "٣", "½", "10/10", "a b c d", "C705 C706", "🎲" * 40, "x" * 400),
)


@cache
def views(key: str, table: int) -> tuple[Any, ...]:
    """What every seat, and the public, sees in some positions of a random game."""
    states = positions(key, table, "half", spread=30, whole=False)
    game = GAMES[key]
    return tuple(game.view(state, seat) for state in states for seat in (*game.seats, None))


def words(game: AnyGame, view: Any, kind: str) -> list[str]:
    """What may be typed: junk, and what any field of a kind holds, the first ones filled."""
    found, filled = list(JUNK), dict[str, str]()
    for name in game.actions[kind].model_fields:
        offered = [one.value for one in islice(game.options(view, kind, name, filled), OFFERED)]
        found += [*offered, *(f"{one}, x" for one in offered[:1]), *(f"x{one}" for one in offered)]
        if offered:
            filled[name] = offered[0]
    return found


def failures(game: AnyGame, view: Any, kind: str, filled: dict[str, str]) -> Iterator[str]:
    """What cannot be answered of an action that is filled in so."""
    asked: list[tuple[str, Any]] = [
        ("left", lambda: game.left(view, kind, filled)),
        ("values", lambda: game.values(view, kind, filled)),
        ("ahead", lambda: look_ahead(game, view, kind, filled)),
    ]
    for name in game.actions[kind].model_fields:
        asked += [
            (f"options of {name}", lambda name=name: offered(game, view, kind, name, filled)),
            (f"accepts of {name}", lambda name=name: game.accepts(view, kind, name, filled)),
        ]
    for what, answer in asked:
        try:
            answer()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            yield f"{what}, {view.viewer}, {kind} {filled}: {error!r}"


def offered(game: AnyGame, view: Any, kind: str, name: str, filled: dict[str, str]) -> list[Any]:
    """The first options of a field, with whatever is filled in."""
    return list(islice(game.options(view, kind, name, filled), OFFERED))


def look_ahead(game: AnyGame, view: Any, kind: str, filled: dict[str, str]) -> None:
    """Read an action and look at what it comes to; that it is no action is an answer."""
    try:
        action = game.parse(view, kind, filled)
    except MalformedAction:
        return
    game.preview(view, action)
    game.odds(view, action)
    try:
        game.suppose(view, action)
    except IllegalAction:
        return


def try_any(key: str, table: int, examples: int) -> None:
    """Fill fields in at random, in views at random."""
    game, seen = GAMES[key], views(key, table)

    @settings(
        max_examples=examples,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def trying(data: st.DataObject) -> None:
        view = data.draw(st.sampled_from(seen))
        kind = data.draw(st.sampled_from(sorted(game.actions)))
        names = data.draw(st.permutations(list(game.actions[kind].model_fields)))
        count = data.draw(st.integers(0, len(names)))
        word = st.sampled_from(words(game, view, kind))
        filled = {name: data.draw(word) for name in names[:count]}
        assert list(failures(game, view, kind, filled)) == []

    trying()


@every_table
def test_nothing_filled_in_makes_a_game_fail(key: str, table: int) -> None:
    """Any fields of any kind of action, filled in any order, with junk or another field's value."""
    try_any(key, table, 60)


@pytest.mark.long
@every_table
def test_much_filled_in_makes_no_game_fail(key: str, table: int) -> None:
    """The same, very often."""
    try_any(key, table, 3000)


@every_table
def test_each_field_may_be_asked_for_first(key: str, table: int) -> None:
    """Nothing else filled in: what is asked for is offered, or nothing is."""
    game = GAMES[key]
    for view in views(key, table)[:36]:
        for kind in game.actions:
            assert list(failures(game, view, kind, {})) == []
