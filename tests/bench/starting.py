"""``python -m tests.bench.starting <database> <begun> <what>``: starts the bot on a database.

Prints how long it took since *begun* (the caller's ``time.monotonic()``, so that Python's own start
counts). Where *what* is ``works`` it then works a while, and prints also the most memory that the
bot's process ever held, and the one that draws for it; where it is ``starts`` that was all. The
simulated Discord lives in the bot's process and is counted too, which is to its disadvantage. The
process that draws imports this module, as it does ``bot.__main__`` where the bot runs: so nothing
heavy is imported before it has to be.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

LOOKED_AT = 120
DRAWN = 6


async def start(named: str, folder: Path, begun: float, what: str) -> dict[str, float]:
    """Start, perhaps look at games and draw some of them, and stop."""
    from bot.memory import loading

    with loading():  # as ``python -m bot run`` does
        from bot.app import create_bot
        from bot.drawing import Apart
        from tests.support.table import Table

    async with Table(
        folder,
        lambda settings: create_bot(settings, studio=Apart(settings.drawn_folder)),
        database=named,
    ) as table:
        taken = {"start_s": time.monotonic() - begun, "cpu_s": time.process_time()}
        return taken if what == "starts" else {**taken, **await _work(table.bot)}


async def _work(bot: Any) -> dict[str, float]:
    """Look at games and draw; return what memory that took."""
    moderator, gallery = bot.moderator, bot.gallery
    # The bot does so by itself a little later, but the clock of its world stands still.
    gallery.prepare_all(await moderator.reader.games_alive())
    found = await moderator.reader.campaigns(await _guild(bot), most=LOOKED_AT)
    for number, campaign in enumerate(found):
        look = await moderator.reader.look(campaign.id)
        if number < DRAWN:
            await gallery.picture(moderator.game(campaign), look, language="en")
    drawn = 0
    for section in bot.painter_of(moderator.game(campaign)).sections(look.view):
        await gallery.picture(moderator.game(campaign), look, section, language="en")
        drawn += 1
    drawing_mb = sum(peak(one.pid) for one in multiprocessing.active_children())
    return {
        "peak_mb": peak(),
        "drawing_mb": drawing_mb,
        "looked_at": len(found),
        "drawn": DRAWN + drawn,
    }


async def _guild(bot: Any) -> int:
    """Return the server of the campaigns on file."""
    async with bot.moderator.desk.database.read() as connection:
        found = await connection.exec_driver_sql("SELECT guild_id FROM campaigns LIMIT 1")
        return int(found.scalar_one())


def peak(process: int | str | None = "self") -> float:
    """Return the most memory that a process held, in MB.

    The system's own count; ``getrusage`` would count what the parent held as well.
    """
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1000


if __name__ == "__main__":
    named, since, what_for = sys.argv[1:]
    with tempfile.TemporaryDirectory() as place:
        print(json.dumps(asyncio.run(start(named, Path(place), float(since), what_for))))
