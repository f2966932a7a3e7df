"""Who begins aboard or in tow: officers of armour, and guns deployed with a lorry (ALB-R75).

Rules:
    5.5, 7.1.armour; ALB-R75, ALB-R76.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.barricadas.rules.transport.lorries import is_towed
from engine.barricadas.state import OFF_GROUND, Counter, Table
from engine.barricadas.survey import is_armour, is_vehicle, rides_armour


def mount_in(heap: Iterable[Counter], officer: Counter) -> Counter | None:
    """Return the armour of an officer's unit among counters of a hex, the first by its number."""
    own = (one for one in heap if is_armour(one) and one.unit == officer.unit)
    return min(own, key=lambda one: one.id, default=None)


def aboard_from_start(table: Table, seat: str) -> Iterator[tuple[str, str]]:
    """Yield whom a side has deployed with what carries or tows them, and that."""
    heaps: dict[str, list[Counter]] = {}
    for one in table.counters.values():
        if one.side == seat and one.at not in OFF_GROUND:
            heaps.setdefault(one.at, []).append(one)
    for heap in heaps.values():
        for one in filter(rides_armour, heap):
            mount = mount_in(heap, one)
            if mount is not None:
                yield one.id, mount.id
        for unit in dict.fromkeys(one.unit for one in heap):
            own = [one for one in heap if one.unit == unit]
            guns, lorries = filter(is_towed, own), filter(is_vehicle, own)
            yield from ((gun.id, lorry.id) for gun, lorry in zip(guns, lorries, strict=False))
