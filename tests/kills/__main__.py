"""``python -m tests.kills``: a JSON line a database; 1 when anything was lost, doubled or moved.

Three processes of the bot, PostgreSQL and a Discord of its own play a score of games; at random
instants a process, the server, connections are killed, or a process stands still until the others
take it for dead. Then the same with one process and a SQLite file.

``--against REVISION`` has the last of the processes run by an earlier build, out of the history,
and nothing on SQLite. Where this build has migrations which that one lacks, it begins, this one
brings its tables up to date while it plays, and it stays: it could not be started again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path

from bot.cli.exits import EXITS, Exit
from tests.kills.earlier import CannotPlay, Earlier
from tests.kills.judging import judge
from tests.kills.server import Server
from tests.kills.trials import Asked, Trials

TAKEN_OVER = 30.0
"""Seconds within which what a dead process did for all is taken over, at its usual lease."""
USUAL_LEASE = 20.0


def killed(asked: Asked, server: Server | None, earlier: Earlier | None = None) -> bool:
    """Hold the trials, print what came of them, and say whether all held."""
    with tempfile.TemporaryDirectory(prefix="adjutant-kills-") as folder:
        trials = Trials(Path(folder), asked, server, earlier)
        where = str(Path(folder) / "games.sqlite3") if server is None else server.address
        report = asyncio.run(trials.run())
        told = trials.told
        faults = asyncio.run(judge(where, told, report))
    longest = max(told.taken_over, default=0.0)
    if longest > TAKEN_OVER * asked.lease / USUAL_LEASE + 5:
        faults.append(f"a process was replaced after {longest:.1f} s")
    line = {
        "database": "sqlite" if server is None else "postgresql",
        "processes": asked.processes,
        "killed": dict(told.killed),
        "campaigns": len(told.campaigns),
        "acknowledged": len(told.accepted),
        "posts": len(report["messages"]),
        "posts_spared": report["spared"],
        "longest_takeover_s": round(longest, 1),
        "lease_s": asked.lease,
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
    if asked.seconds and not asked.kills:
        line["acknowledged_a_second"] = round(len(told.accepted) / asked.seconds, 1)
    print(json.dumps(line), flush=True)
    for fault in faults[:50]:
        print(f"  {fault}", file=sys.stderr)
    return not faults


def at(waited: list[float], part: float) -> float:
    """Return the seconds within which that part of all questions was answered."""
    return sorted(waited)[min(len(waited) - 1, int(part * len(waited)))] if waited else 0.0


def main() -> Exit:
    """Read what is asked, and do it on one database or both."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", epilog=EXITS)
    parser.add_argument("--kills", type=int, default=300, help="how many on each database")
    parser.add_argument("--processes", type=int, default=3, help="of the bot, on PostgreSQL")
    parser.add_argument("--database", choices=("both", "sqlite", "postgresql"), default="both")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two, on average")
    parser.add_argument("--lease", type=float, default=4.0, help="seconds; usually 20")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.0, help="in which nobody is killed yet")
    parser.add_argument("--against", metavar="REVISION", help="whose build the last process is of")
    given = parser.parse_args()
    if given.against and (given.database == "sqlite" or given.processes < 2):
        parser.error("--against needs PostgreSQL and two processes or more")
    common = given.pause, given.lease, given.seed, given.seconds
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
