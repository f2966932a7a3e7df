"""Do once what the bot does all day: keep, draw and think, in processes of its own.

`prove.sh` runs it in the container and under the unit, to see that their walls leave room for it.
"""

import asyncio
import os
import sys
from pathlib import Path

from bot import drawing, thinking
from bot.app import JOBS
from bot.games import GAMES
from bot.settings import load_keeping_settings
from bot.store import Database
from engine.dice import SeededDice
from render.api import Section


async def main() -> int:
    """Open the database, draw a map, let another process think, and say so."""
    database = await Database.open(load_keeping_settings(env_file=None).database_url, alone=True)
    game = GAMES["art_of_war"]
    view = game.view(game.setup(game.settings_model(), SeededDice(b"probe")).state, None)
    studio, thinkers = drawing.Apart(), thinking.Apart(loads=JOBS)
    try:
        picture = await studio.paint(game, drawing.Drawing(view, Section(width=480), "en"))
        key = await thinkers.ask("probe", getattr, game, "key")
    finally:
        studio.close()
        thinkers.close()
        await database.close()
    print(f"kept in {database.where}; drawn: {len(picture.data)} bytes; thought of {key}")
    missing = _missing()
    print(f"walls that are missing: {', '.join(missing) or 'none'}")
    return 1 if missing else 0


def _missing() -> list[str]:
    """Return what it could do that it should not."""
    status = dict(
        line.split(":\t", 1) for line in Path("/proc/self/status").read_text("ascii").splitlines()
    )
    found = []
    if os.getuid() == 0 or int(status["CapEff"], 16):
        found.append("it has rights of root")
    if status["NoNewPrivs"] != "1":
        found.append("it may get more rights")
    if status["Seccomp"] != "2":
        found.append("no system call is kept from it")
    for place in ("/opt/adjutant", "/srv/adjutant", "/usr", "/etc"):
        if Path(place).is_dir() and os.access(place, os.W_OK):
            found.append(f"it may write {place}")
    return found


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
