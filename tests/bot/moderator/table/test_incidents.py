"""Incidents: like is gathered with like, and no flood of them floods anything."""

from pathlib import Path

from bot.inside.measures import Measures, Query
from bot.moderator.table.incidents import EVERY, MOST, Incident
from tests.support.river import river


class Writes(Measures):
    """Counts the times at which a database was written to."""

    def __init__(self) -> None:
        self.count = 0

    def queried(self, query: Query, seconds: float) -> None:
        """Count one."""
        self.count += query == "write"


async def test_a_flood_is_filed_in_few_writes_and_told_once(tmp_path: Path) -> None:
    """Each kind with how often it was; of more kinds than are told, how many there were."""
    told: list[tuple[tuple[Incident, ...], int]] = []

    async def tell(incidents: tuple[Incident, ...], more: int) -> bool:
        told.append((incidents, more))
        return True

    async with river(tmp_path) as there:
        incidents, writes = there.door.incidents, Writes()
        incidents.listen(tell)
        await there.door.settle()
        incidents.hear("KeyError, bot/first.py:1", "the first", "00", "")
        await there.door.settle()
        there.database.measures = writes
        for number in range(3000):
            incidents.hear(f"KeyError, bot/a.py:{number % 30}", "a flood", f"{number:x}", "abc")
        await there.door.settle()
        there.watch.forward(seconds=EVERY + 1)
        incidents.listen(tell)
        await there.door.settle()

    (first,), (kinds, more) = told[0][0], told[1]
    assert len(told) == 2
    assert (first.count, told[0][1]) == (1, 0)
    assert len(kinds) == MOST
    assert {one.count for one in kinds} == {100}
    assert more == (30 - MOST) * 100
    assert writes.count < 10
