"""``python -m tests.bench [topic ...]``: one JSON line a figure; 1 when one misses its target.

Every module ``bench_<topic>`` beside this one has ``figures()``, which yields them. Measure on a
quiet machine: what else runs on it is measured too.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path


def main(wanted: list[str]) -> int:
    """Print the figures of all topics, or of those *wanted*; return the exit code."""
    here = Path(__file__).resolve().parent
    known = {path.stem.removeprefix("bench_") for path in here.glob("bench_*.py")}
    unknown = set(wanted) - known
    if unknown:
        print(f"No such topic: {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}.")
        return 2
    missed = False
    for topic in wanted or sorted(known):
        module = importlib.import_module(f"tests.bench.bench_{topic}")
        for figure in module.figures():
            print(json.dumps(figure, ensure_ascii=False), flush=True)
            missed = missed or not figure.get("ok", True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
