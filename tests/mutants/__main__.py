"""``make mutants``: do the cases notice when a rule is broken?"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time

from bot.cli.exits import EXITS, Exit
from engine.registry import load_games
from tests.mutants.making import population
from tests.mutants.scope import explained
from tests.mutants.trying import Court, Verdict
from tests.support.typed import ended

SAMPLE = 300
SEED = 1879
WANTED = 0.96


def main() -> int:
    """Try a sample of mutants of each game; 1 if too few were killed."""
    asking = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=__doc__, epilog=EXITS
    )
    asking.add_argument("--game", choices=sorted(load_games()), help="one game only")
    asking.add_argument("--sample", type=int, default=SAMPLE, help="mutants a game; 0 for all")
    asking.add_argument("--seed", type=int, default=SEED, help="which of them")
    asking.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at a time")
    asking.add_argument("--within", default="", help="only files whose path holds this")
    asked = asking.parse_args()
    games = [game for game in load_games() if asked.game in (None, game)]
    shares = [_try(game, asked) for game in games]
    return Exit.FINE if all(share >= WANTED for share in shares) else Exit.SHORT


def _try(game: str, asked: argparse.Namespace) -> float:
    """Try a game's rules, print what came of it and return the share of the killed."""
    began = time.monotonic()
    explained()  # read before the work, as the rules are: a file may change under it
    court = Court.of(game)
    red = court.unmutated()
    if red:
        sys.exit(f"{game}: the case {red} is red without any mutant")
    found = population(game, asked.within)
    chosen = found.sample(asked.sample or len(found.mutants), asked.seed)
    lived = []
    for verdict in court.judge(chosen, asked.jobs):
        if verdict.survived:
            lived.append(verdict)
            print(_told(verdict), flush=True)
    red = court.unmutated()
    if red:
        sys.exit(f"{game}: the case {red} became red meanwhile, files have changed: run it again")
    share = 1 - len(lived) / len(chosen) if chosen else 0.0
    print(f"{game}: left out, for offers, odds or the computer alone: {', '.join(found.left_out)}")
    figures = {
        "game": game,
        "mutants": len(chosen),
        "killed": len(chosen) - len(lived),
        "survived": len(lived),
        "explained": sum(bool(_why(one)) for one in lived),
        "share": round(share, 3),
        "seconds": round(time.monotonic() - began),
        "seed": asked.seed,
        "of": len(found.mutants),
        "left_out": sum(found.left_out.values()),
    }
    print(json.dumps(figures), flush=True)
    return share


def _told(verdict: Verdict) -> str:
    gone, come = verdict.mutant.change()
    lines = [f"{verdict.mutant.name} {verdict.mutant.function}"]
    lines += [f"  - {line}" for line in gone]
    lines += [f"  + {line}" for line in come]
    lines.append(f"  {_why(verdict) or 'NOT EXPLAINED'}")
    return "\n".join(lines)


def _why(verdict: Verdict) -> str:
    """Return why a survivor may live, if that has been written down."""
    mutant = verdict.mutant
    place = (mutant.path, mutant.function, *mutant.change())
    return next((one.why for one in explained() if one.is_of(*place)), "")


if __name__ == "__main__":
    ended(main)
