"""Numbers in words, those in a row together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby


def in_runs(noun: str, numbers: Sequence[int], most: int | None = None) -> str:
    """Return numbered things in words, as "steps 3 to 5, 9"; at *most* so many runs of them.

    Args:
        noun: What they are, in the singular.
        numbers: Their numbers, ascending; at least one.
        most: Beyond so many runs dots stand; ``None``: all are named.
    """
    runs = []
    for _, group in groupby(enumerate(numbers), lambda one: one[1] - one[0]):
        run = [number for _, number in group]
        runs.append(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}")
    more = ", ..." if most is not None and len(runs) > most else ""
    return f"{noun}{'s' if len(numbers) > 1 else ''} {', '.join(runs[:most])}{more}"
