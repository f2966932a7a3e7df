"""``python -m tests.kills``: a JSON line a database; 1 when anything was lost, doubled or moved.

Three processes of the bot as hosts run it, PostgreSQL and a simulated Discord that is served to
them (``tests.served``); people play all games there by commands. At random instants a process, the
server, connections to either are killed, or a process stands still until the others take it for
dead. Then the same with one process and a SQLite file.

``--against REVISION`` has one process of an earlier build beside those of this one, on PostgreSQL
alone. Where this build has migrations which that one lacks, it begins, this one brings its tables
up to date while it lives, and it stays: it could not be started again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path
from statistics import median

from bot.cli.exits import EXITS, Exit
from tests.kills.earlier import CannotPlay, Earlier
from tests.kills.judging import judge, posted
from tests.kills.server import Server
from tests.kills.trials import Asked, Trials

TAKEN_OVER = 30.0
"""Seconds within which what a dead process did for all is taken over."""


def killed(asked: Asked, server: Server | None, earlier: Earlier | None = None) -> bool:
    """Hold the trials, print what came of them, and say whether all held."""
    with tempfile.TemporaryDirectory(prefix="adjutant-kills-") as folder:
        where = str(Path(folder) / "games.sqlite3") if server is None else server.address
        trials, faults = asyncio.run(_held(Path(folder), asked, server, where, earlier))
    told = trials.told
    if not told.killed and trials.world.forsaken:
        faults.append(f"{trials.world.forsaken} people were told to wait, and never answered")
    longest = max(told.taken_over, default=0.0)
    if longest > TAKEN_OVER:
        faults.append(f"a process was replaced after {longest:.1f} s")
    line = {
        "database": "sqlite" if server is None else "postgresql",
        "processes": asked.processes,
        "killed": dict(told.killed),
        "campaigns": len(told.campaigns),
        "acknowledged": len(told.accepted),
        "posts": len(posted(trials.world)),
        "posts_spared": trials.world.wire.spared,
        "connections": trials.served.gateway.identified,
        "unanswered": trials.world.unanswered,
        "forsaken": trials.world.forsaken,
        "longest_takeover_s": round(longest, 1),
        "answer_p50_ms": round(1000 * at(told.waited, 0.5)),
        "answer_p99_ms": round(1000 * at(told.waited, 0.99)),
        "longest_answer_s": round(max(told.waited, default=0.0), 1),
        "faults": len(faults),
    }
    if earlier is not None:
        line |= {
            "against": earlier.build[:8],
            "brought_up_to_date": earlier.is_behind,
            "acknowledged_by_it": told.accepted_by[asked.processes - 1],
        }
    for kind, gaps in (("", told.gaps), ("_ahead", told.gaps_ahead)):
        if gaps:
            line[f"updates{kind}"] = len(gaps)
            line[f"longest_ending{kind}_s"] = round(max(ending for ending, _ in gaps), 1)
            line[f"longest_gap{kind}_s"] = round(max(gap for _, gap in gaps), 1)
            line[f"median_gap{kind}_s"] = round(median(gap for _, gap in gaps), 1)
    if told.said:
        line["said"] = dict(told.said.most_common(5))
    if asked.seconds and not asked.kills and not asked.updates:
        line["acknowledged_a_second"] = round(len(told.accepted) / asked.seconds, 1)
    print(json.dumps(line), flush=True)
    for fault in faults[:50]:
        print(f"  {fault}", file=sys.stderr)
    return not faults


async def _held(
    folder: Path, asked: Asked, server: Server | None, where: str, earlier: Earlier | None
) -> tuple[Trials, list[str]]:
    trials = Trials(folder, asked, server, earlier)
    await trials.run()
    return trials, await judge(where, trials.told, trials.world)


def at(waited: list[float], part: float) -> float:
    """Return the seconds within which that part of all questions was answered."""
    return sorted(waited)[min(len(waited) - 1, int(part * len(waited)))] if waited else 0.0


def main() -> Exit:
    """Read what is asked, and do it on one database or both."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", epilog=EXITS)
    parser.add_argument("--kills", type=int, default=300, help="how many on each database")
    parser.add_argument("--processes", type=int, default=3, help="of the bot, on PostgreSQL")
    parser.add_argument("--database", choices=("both", "sqlite", "postgresql"), default="both")
    parser.add_argument("--pause", type=float, default=4.0, help="seconds between two, on average")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.0, help="in which nobody is killed yet")
    parser.add_argument(
        "--updates", type=int, default=0, help="how often each process is ended and begun anew"
    )
    parser.add_argument("--against", metavar="REVISION", help="whose build the last process is of")
    given = parser.parse_args()
    if given.against and (given.database == "sqlite" or given.processes < 2):
        parser.error("--against needs PostgreSQL and two processes or more")
    common = given.pause, given.seed, given.seconds, given.updates
    held = True
    if given.database != "sqlite":
        asked = Asked(given.kills, given.processes, *common)
        try:
            held = on_server(asked, given.against)
        except CannotPlay as error:
            print(error, file=sys.stderr)
            return Exit.WRONG
    if given.database != "postgresql" and not given.against:
        held &= killed(Asked(given.kills, 1, *common), None)
    return Exit.FINE if held else Exit.SHORT


def on_server(asked: Asked, against: str | None) -> bool:
    """Hold the trials on a server; one process is of the build that is named, if one is.

    Raises:
        CannotPlay: That build cannot be one of several processes.
    """
    with tempfile.TemporaryDirectory(prefix="adjutant-earlier-") as tree:
        earlier = Earlier(against, Path(tree)) if against else None
        server = Server()
        server.begin()
        try:
            return killed(asked, server, earlier)
        finally:
            server.end()


if __name__ == "__main__":
    sys.exit(main())
