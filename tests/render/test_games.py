"""Pictures of games as they really go."""

from __future__ import annotations

from engine.war_of_the_pacific.game import GAME
from render.api import Section
from render.registry import painter, painter_with
from tests.engine.war_of_the_pacific.build import lay
from tests.render.samples import names
from tests.support.decoding import Lossless
from tests.support.games_played import states_of
from tests.support.own_data import other

SHOWN = 24


def test_a_campaign_is_drawn_on_its_own_map() -> None:
    """What another campaign is played with changes no byte of it, whichever is drawn first."""
    own, section = other(GAME.key), Section("whole", width=520)
    seen = GAME.view(lay(place={}), None)
    drawers = [painter(GAME.key), painter_with(GAME.key, own), painter(GAME.key)]
    pictures = [drawer.paint(seen, section, names=names).data for drawer in drawers]

    assert pictures[0] == pictures[2] != pictures[1]
    assert pictures[1] == painter_with(GAME.key, own).paint(seen, section, names=names).data


def test_whole_games_can_be_drawn() -> None:
    """All through a random game the public map and both seats' own maps can be drawn.

    Each public picture shows what changed since the last one; another's secrets change no byte.
    """
    states = states_of(GAME, "pictures")
    drawer = Lossless(GAME.key)
    before = None
    for state in states[:: max(1, len(states) // SHOWN)]:
        view = GAME.view(state, None)
        section = Section("whole", width=520)
        picture = drawer.paint(view, section, before=before, names=names)
        other = drawer.paint(
            GAME.view(GAME.scramble(state, None)[0], None), section, before=before, names=names
        )
        assert picture.data == other.data
        assert picture.alt == other.alt
        for seat in GAME.seats:
            assert drawer.paint(GAME.view(state, seat), section, names=names).data
        before = view
