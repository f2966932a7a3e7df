"""Whole orders by one press: which of what somebody can do has the button, and what the menu holds.

Held against battles and armies as they come to stand, and against what a press of a line then does.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from discord import ui

from bot.games import GAMES
from bot.letters.parts import MENU_SIZE
from bot.text import words_for
from bot.ui.planning.actors import BEST, Acting, ActorMenus
from bot.ui.planning.ways import (
    FEW_WAYS,
    GROUP,
    MOST_WHOLE,
    at_once_of,
    best_at_once,
    chosen_by,
    mark,
    ways_of,
    whole_lines,
)
from engine.api import Act, Actor, AnyGame, Option, Text
from engine.playing.planning import read_planned
from tests.engine.art_of_war.answers import battle
from tests.engine.war_of_the_pacific.build import lay

BATTLE = GAMES["art_of_war"]
PACIFIC = GAMES["war_of_the_pacific"]
MOST = 12
"""Actors of a view that are looked at."""


def _views() -> Iterator[tuple[AnyGame, Any]]:
    for state in battle(0)[::9]:
        yield BATTLE, BATTLE.view(state, BATTLE.awaiting(state)[0].seat)
    for place in ({"pe-inf-1": "3118", "pe-inf-2": "3116"}, {"pe-inf-1": "3118"}):
        army = lay(place=place, phase="land_movement", player="allies")
        yield PACIFIC, PACIFIC.view(army, "allies")


def _places(act: Act) -> int:
    return len(list(act.where))


def test_who_can_charge_has_the_charge_on_their_button() -> None:
    """Of charge and move it is the one with the fewest places: for that they stand where they do.

    It is the best charge, and a whole order: nothing is left to be asked.
    """
    charging = 0
    for game, view in _views():
        for actor in islice(game.actors(view), MOST):
            places = {act.kind: _places(act) for act in actor.acts if act.field}
            charges, moves = places.get("charge", 0), places.get("move", 0)
            if game is not BATTLE or not 0 < charges < moves:
                continue
            found = best_at_once(game, actor)
            assert found is not None
            act, _, where = found
            assert act.kind == "charge"
            assert where == next(iter(act.where))
            _is_an_order(game, view, actor, act, where)
            charging += 1
    assert charging > 2


def _is_an_order(game: AnyGame, view: Any, actor: Actor, act: Act, where: Option | None) -> None:
    who = next(iter(game.actions[act.kind].model_fields))
    filled = {who: actor.who.value, **chosen_by(act, where)}
    game.suppose(view, read_planned(game, view, act.kind, filled))


def test_the_menu_has_all_that_one_of_the_first_can_do_where_it_is_little() -> None:
    """Else they have one line; everybody has one at least, in their order, and a menu takes all."""
    split = 0
    for game, view in _views():
        offered = list(islice(game.actors(view), MENU_SIZE + 5))
        lines = whole_lines(game, offered)
        assert len(lines) <= MENU_SIZE
        assert list(dict.fromkeys(one.who.value for one, _ in lines)) == [
            one.who.value for one in offered[:MENU_SIZE]
        ]
        for place, actor in enumerate(offered[:MENU_SIZE]):
            own = [way for one, way in lines if one is actor]
            if own == [None]:
                continue
            split += 1
            assert place < MOST_WHOLE
            assert own == ways_of(game, actor)
            assert 1 < len(own) <= FEW_WAYS
            # What a line stands for is among what a press of it may give.
            assert all(way in at_once_of(game, actor) for way in own)
    assert split


def _toy(value: str, where: int, kind: str = "embark", field: str = "ship") -> Actor:
    """An actor of War of the Pacific who can go aboard of so many ships."""
    places = tuple(Option(f"31{n:02d}", Text("count", {"n": n})) for n in range(10, 10 + where))
    return Actor(Option(value, Text("count", {"n": 1})), (Act(kind, field, places),))


@pytest.mark.parametrize(("where", "button"), [(1, False), (2, True), (FEW_WAYS, True)])
def test_one_thing_alone_and_many_things_have_no_best(where: int, button: bool) -> None:
    """One thing is what choosing its actor does anyway; of many, one is not plainly the best."""
    found = best_at_once(PACIFIC, _toy("pe-inf-1", where))
    assert (found is not None) is button
    assert best_at_once(PACIFIC, _toy("pe-inf-1", FEW_WAYS + 1)) is None


def test_a_group_is_chosen_before_it_is_ordered() -> None:
    """Whom it stands for would have to be read on the button or the line."""
    group = _toy(f"{GROUP}Escuadra", 3)
    assert best_at_once(PACIFIC, group) is None
    assert whole_lines(PACIFIC, [group]) == [(group, None)]


@pytest.mark.parametrize("many", [1, 4, 9, 24, MENU_SIZE, MENU_SIZE + 4])
@pytest.mark.parametrize("where", [1, 2, 5, FEW_WAYS])
def test_there_is_room_for_everybody_first(many: int, where: int) -> None:
    """Nobody's line is lost to what somebody else could do."""
    offered = [_toy(f"pe-inf-{n}", where) for n in range(many)]
    lines = whole_lines(PACIFIC, offered)
    assert len(lines) <= MENU_SIZE
    assert {one.who.value for one, _ in lines} == {one.who.value for one in offered[:MENU_SIZE]}
    if where > 1 and many * where <= MENU_SIZE and many <= MOST_WHOLE:
        assert len(lines) == many * where


def test_who_can_do_much_more_is_ordered_otherwise_by_a_button_beside() -> None:
    """Of whom all stands in the menu of who acts there is none; each is known by their name."""
    beside = 0
    for game, view in _views():
        menus = ActorMenus("c", game, words_for("en", game), {})
        offered = tuple(islice(game.actors(view), MENU_SIZE))
        buttons: list[Any] = [
            one.item
            for one in menus.items(Acting(offered, None, ()))
            if isinstance(one.item, ui.Button)
        ]
        whole = [one for one in buttons if ":planquick:" in one.custom_id]
        opens = {mark(actor.who.value): actor for actor in offered[:BEST]}
        others = [one for one in buttons if one.label.startswith("Order ")]
        assert len({one.label for one in others}) == len(others) <= len(whole)
        for one in others:
            actor = opens[one.custom_id.split(":")[-1]]
            assert ":planbest:" in one.custom_id
            assert len(ways_of(game, actor)) > FEW_WAYS
            assert all(actor is not split for split, way in whole_lines(game, offered) if way)
        beside += len(others)
    assert beside
