"""What is measured of each game: the same figures, over states that are worth measuring."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pydantic import BaseModel

from bot.trials.random_play import RandomGame
from engine.api import Game
from engine.registry import load_games
from render import registry
from render.api import Choosing, Names, Painter, Section, with_costs
from tests.golden.rolling import moderated
from tests.support.choosing import as_meant
from tests.support.short import short

OFFERED = 25
"""How many values a menu offers."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One game to measure.

    Attributes:
        is_long: Which random games are whole ones; all of them where nothing is said.
        typed: Commands with what is typed into them, legal or not: each is answered.
        zone: A zone of its map, and *place* one on it.
        settings: What its table chooses in random games; the usual where nothing is said.
        action_us: What an action may take on average, in microseconds.
        game_s: What a whole random game may take, in seconds, the random player's choices included.
    """

    game: Game[Any, Any]
    typed: Mapping[str, Mapping[str, Any]]
    zone: str
    place: str
    is_long: Callable[[RandomGame], bool] = field(default=lambda _: True)
    settings: BaseModel | None = None
    action_us: int = 200
    game_s: float = 2.0

    @property
    def painter(self) -> Painter:
        """Who draws it."""
        return registry.painter(self.game.key)

    @property
    def names(self) -> Names:
        """Its words in English."""
        from bot.text import words_for

        return words_for("en", self.game).plain.say

    @property
    def part(self) -> Section:
        """A close-up."""
        return Section("around", self.place)


def _forgotten(state: Any) -> None:
    """Look at a state and keep nothing of it."""


@cache
def _whole(key: str, number: int) -> tuple[str, RandomGame, tuple[Any, ...]]:
    """Return a whole random game of a subject, its seed, and of the first one the states too."""
    subject, states = SUBJECTS[key], list[Any]()
    since = 0 if number == 0 else int(_whole(key, number - 1)[0]) + 1
    for seed in itertools.count(since):
        states.clear()
        # With the moderator's dice, so that it is also played through the moderator.
        game = moderated(
            subject.game,
            str(seed),
            subject.settings or subject.game.settings_model(),
            _forgotten if number else states.append,
            standing=False,
        )
        if subject.is_long(game):
            return str(seed), game, tuple(states)
    raise AssertionError("there is always another seed")


def long_games(key: str, wanted: int) -> Iterator[tuple[str, RandomGame]]:
    """Yield whole random games of a subject with their seeds, each played once a process."""
    for number in range(wanted):
        seed, game, _ = _whole(key, number)
        yield seed, game


def states_of(key: str) -> tuple[Any, ...]:
    """Return the states of a whole random game, each before one of its actions."""
    return _whole(key, 0)[2]


def choosings(subject: Subject, state: Any) -> Iterator[tuple[Any, Choosing, Section]]:
    """Yield what is drawn while whoever is awaited puts an action together, first options first."""
    game = subject.game
    view = game.view(state, game.awaiting(state)[0].seat)
    for kind in game.kinds(view):
        filled: dict[str, str] = {}
        for name, info in game.actions[kind].model_fields.items():
            offered, costs = with_costs(
                (one.value, one.cost)
                for one in itertools.islice(game.options(view, kind, name, filled), OFFERED)
            )
            if not offered or not info.is_required():
                break
            typed = Choosing(kind, tuple(filled.items()), offered, name, costs=costs)
            choosing = as_meant(game, view, typed)
            section = subject.painter.aim(view, choosing)
            if section is not None:
                yield view, choosing, section
            filled[name] = offered[0]


def subjects() -> Iterator[Subject]:
    """Yield every game that is there; one that nobody measures is an error."""
    for key in load_games():
        yield SUBJECTS[key]


def _war_of_the_pacific() -> Subject:
    from engine.war_of_the_pacific.game import GAME

    return Subject(
        GAME,
        typed={"standard": {}, "done": {}, "order": {"ships": "huascar", "area": "VI"}},
        zone="arica",
        place="3116",
        # About every fourth random game goes on to the end.
        is_long=lambda game: game.state.table.turn == 12,
    )


def _calama() -> Subject:
    from engine.calama.game import GAME

    return Subject(
        GAME,
        typed={"prepare": {"objectives": "roads", "places": "nonsense"}, "ready": {}, "done": {}},
        zone=registry.painter(GAME.key).zones()[0][0],
        place="8-8",
        # Random players hit upon the enemy's Commander early; people do not.
        is_long=lambda game: len(game.log) >= 100,
    )


def _barricadas() -> Subject:
    from engine.barricadas.game import GAME

    return Subject(
        GAME,
        typed={"deploy": {"places": "nonsense"}, "ready": {}, "pass": {}},
        zone="c_west",
        place="C807",
        is_long=lambda game: len(game.log) >= 60,
    )


def _art_of_war() -> Subject:
    from engine.art_of_war.game import GAME

    return Subject(
        GAME,
        typed={
            "move": {"who": "a", "parts": "nonsense"},
            "charge": {"who": "z9", "target": "a1"},
            "done": {},
        },
        zone="centre",
        place="15/10",
        is_long=lambda game: len(game.log) >= 100,
        settings=short(GAME),
        # What is shot at, met and fled from is measured on the plane.
        action_us=3000,
        # Before each of some 300 orders it is asked what every group and unit can do.
        game_s=6.0,
    )


SUBJECTS: Mapping[str, Subject] = {
    one.game.key: one for one in (_war_of_the_pacific(), _calama(), _barricadas(), _art_of_war())
}
"""Every game by its key."""
