"""What the bot's own process does without: a start is mostly the loading of programs."""

import json
import subprocess
import sys
from importlib import import_module

from engine.api import AnyGame
from engine.registry import load_games, players

NEEDLESS = ("PIL", "render.once", "render.lettering", "babel.messages.pofile")
"""What draws, which another process does, and what reads catalogues that have been put by."""
EAGER = ("engine.art_of_war.opponent.player",)
"""Computer players that are loaded with their game."""

LOADED = """
import json, sys, bot.app
from bot.games import GAMES
from bot.text import words_for
for language in ("en", "es"):
    for game in GAMES.values():
        words_for(language, game)
print(json.dumps(sorted(sys.modules)))
"""


def loaded() -> set[str]:
    """The modules that a bot has loaded which has begun and said nothing yet."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED], check=True, stdout=subprocess.PIPE, text=True
    )
    return set(json.loads(done.stdout))


def test_nothing_is_loaded_that_only_others_need() -> None:
    """Neither what draws nor what only computer players think with."""
    if not sys.dont_write_bytecode:
        loaded()
    found = loaded()
    needless = {*NEEDLESS, *players()} - set(EAGER)
    if sys.dont_write_bytecode:
        needless.remove("babel.messages.pofile")

    assert "bot.app" in found
    assert not needless & found


def test_the_players_are_those_of_the_games() -> None:
    """Who loads them beforehand, as the processes that think do, has all that will be asked."""
    homes = {import_module(one).__name__ for one in players()}

    assert {home_of(game) for game in load_games().values()} == homes


def home_of(game: AnyGame) -> str:
    """The module of a game's strongest computer player."""
    strongest = list(game.opponents.values())[-1]
    return type(getattr(strongest, "player", strongest)).__module__
