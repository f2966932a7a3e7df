"""What the bot's own process does without: a start is mostly the loading of programs."""

import json
import subprocess
import sys

from bot import beside, thinking
from engine.api import AnyGame
from engine.kit.later import Later
from engine.registry import load_games

NEEDLESS = (
    *("PIL", "render.map_cache", "render.lettering", "babel.messages.pofile"),
    *("bot.watch", "prometheus_client", "aiohttp.web"),
)
"""What draws, which another process does, what reads catalogues that have been put by, and what
serves metrics, for which few hosts ask."""
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


def player_of(game: AnyGame) -> str:
    """The module of a game's strongest computer player."""
    strongest = list(game.opponents.values())[-1]
    return type(strongest.player if isinstance(strongest, Later) else strongest).__module__


def test_nothing_is_loaded_that_only_others_need() -> None:
    """Neither what draws nor what only computer players think with."""
    found = loaded()
    games = load_games().values()
    later = [one for one in games if isinstance(list(one.opponents.values())[-1], Later)]
    needless = {*NEEDLESS, *map(player_of, later)}
    assert later
    if sys.dont_write_bytecode:
        needless.remove("babel.messages.pofile")
    elif needless & found:
        found = loaded()  # whoever was the first has put the catalogues by

    assert "bot.app" in found
    assert not needless & found


def test_processes_that_think_have_loaded_their_players() -> None:
    """Nobody waits for it once they have begun."""
    with beside.process(thinking._begin) as process:
        found = set(process.submit(modules).result())

    assert {player_of(game) for game in load_games().values()} <= found


def modules() -> list[str]:
    """The modules of this process; asked in another one."""
    return sorted(sys.modules)
