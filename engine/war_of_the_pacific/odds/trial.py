"""A table on which something is tried out that rolls no dice, seen as one seat sees it."""

from __future__ import annotations

from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.state import State, Table


class _NoDice:
    """Dice of a trial: rolling them would be sampling."""

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        raise AssertionError(f"odds are counted, not rolled: {purpose}, {count}d{sides}")


def trial(table: Table) -> Play:
    """Return a working copy of a table; it has nobody's secrets and no dice."""
    return Play(State(table, {}), _NoDice())
