"""Counters that are named by lasting ids are found again wherever they stand by then."""

from __future__ import annotations

from itertools import islice

from bot.games import GAMES
from bot.trials.effort import recorded
from engine.kit.actors import EACH, lasting, of_ids

MOST, ENOUGH = 200, 6


def test_a_piece_that_has_moved_is_the_same_piece() -> None:
    """Batalla de Calama offers pieces by their squares; a group goes by what they are."""
    game = GAMES["calama"]
    played = recorded(game, "one", game.settings_model(), dict.fromkeys(game.seats, "computer"))
    seen = 0
    for one in played:
        able = [actor for actor in game.actors(one.view) if actor.acts[0].kind == "advance"]
        if len(able) < 3:
            continue
        first, second, third = able[:3]
        ids = [key for actor in (first, second) for key in lasting(game, one.view, actor)]
        assert not set(ids) & {actor.who.value for actor in able}
        both = of_ids(game, one.view, able, ids)
        if both is not None:  # they have a square in common
            assert both.who.value.split(EACH) == [first.who.value, second.who.value]
        act = third.acts[0]
        filled = {"piece": third.who.value, act.field: act.where[0].value}
        after = game.suppose(one.view, game.parse(one.view, "advance", filled)).view
        moved = list(islice(game.actors(after), MOST))
        stands = {key: part for each in moved for key, part in lasting(game, after, each).items()}
        for key in ids:
            found = of_ids(game, after, moved, [key])
            assert (found is None) == (key not in stands)
            assert found is None or found.who.value == stands[key]
        seen += 1
        if seen == ENOUGH:
            return
    raise AssertionError("too few moments with three who can advance")
