"""Who was named in a field may have fallen since, been embarked, or not have come yet."""

from __future__ import annotations

from itertools import islice

import pytest

from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.places import is_on_map
from tests.support.games_played import SEEDS, states_of
from tests.support.short import short

WIDE = 40
"""As many options as are looked at of a field."""


@pytest.mark.parametrize("edition", [0, 1])
def test_every_field_is_asked_after_whoever_is_elsewhere(edition: int) -> None:
    """A march of the dead has nowhere to go; nothing fails."""
    states = states_of(GAME, SEEDS[edition], short(GAME, edition))
    asked = set[str]()
    for state in states[::8]:
        off = {one.at: key for key, one in state.table.units.items() if not is_on_map(one.at)}
        for seat in GAME.seats:
            view = GAME.view(state, seat)
            for kind in GAME.kinds(view):
                first, *others = (*GAME.actions[kind].model_fields, "")
                for key in off.values():
                    for field in others:
                        offered = list(islice(GAME.options(view, kind, field, {first: key}), WIDE))
                        assert kind != "march" or field != "toward" or not offered
                asked.add(kind)
    assert "march" in asked
