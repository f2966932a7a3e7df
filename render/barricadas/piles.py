"""Who stands in each hex, and how their counters look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.barricadas.lexicon import short_name
from engine.barricadas.roster import load_roster
from engine.barricadas.rules.attack.factor import factor
from engine.barricadas.state import OFF_GROUND, Counter, Phase, Reaction, Table, View, hex_of, other
from render.barricadas.counters import CounterFace, Figure

Item = CounterFace | str
"""A counter's face; or the side of those who are not recognised, of whom nobody knows how many."""


@dataclass(frozen=True, slots=True)
class Pile:
    """What lies in a hex, as it is shown.

    Attributes:
        counters: Those that are recognised, in the order in which they are shown.
        faces: How these look.
        shade: Whose marker lies there too; "" where none does.
    """

    counters: tuple[Counter, ...]
    faces: tuple[CounterFace, ...]
    shade: str = ""

    @property
    def items(self) -> tuple[Item, ...]:
        """Everything that is shown."""
        return (*self.faces, self.shade) if self.shade else self.faces


def piles(view: View) -> Mapping[str, Pile]:
    """Return who stands in each hex; in set-up where the viewer has planned to put them."""
    table = view.table
    planned = {} if view.own is None else {one.counter: one.at for one in view.own.plan}
    heaps: dict[str, list[Counter]] = {}
    for one in table.counters.values():
        place = hex_of(table, one)
        if place in OFF_GROUND:
            place = planned.get(one.id, "") if table.phase is Phase.SETUP else ""
        if place:
            heaps.setdefault(place, []).append(one)
    found = {}
    for place in sorted({*heaps, *table.shades}):
        heap = sorted(heaps.get(place, ()), key=_order)
        shade = shade_side(view, heap) if place in table.shades else ""
        found[place] = Pile(tuple(heap), tuple(face_of(table, one) for one in heap), shade)
    return found


def shade_side(view: View, heap: Iterable[Counter]) -> str:
    """Return whose a marker is: the enemy's; of what the public sees, that of nobody is known.

    Who stands there recognised tells it, as enemies do not share a hex.
    """
    if view.viewer is not None:
        return other(view.viewer)
    return next((one.side for one in heap), "both")


def _order(one: Counter) -> tuple[str, bool, str, str]:
    """Return by what counters are sorted: officers first, then unit by unit, loads at the end."""
    return one.side, bool(one.carrier), one.unit or "~", one.id


def face_of(table: Table, one: Counter) -> CounterFace:
    """Return the face of a counter as it is now."""
    printed = one.printed
    faction, symbol = _printed_on(one)
    figures: tuple[Figure, ...] = ()
    if printed is not None:
        figures = tuple(
            Figure(munition.value, factor(weapon, one.hits), weapon.range)
            for munition, weapon in printed.weapons.items()
        )
    return CounterFace(
        one.side,
        faction,
        symbol,
        short_name(one.id),
        figures,
        one.hits,
        printed is not None,
        tuple(_badges(table, one)),
        one.finished,
    )


def _printed_on(one: Counter) -> tuple[str, str]:
    """Return faction and symbol."""
    roster = load_roster()
    if one.printed is not None:
        return one.printed.faction, one.printed.kind.value
    if one.officer is not None:
        pool = roster.pools.get(one.type.rpartition("_")[0])
        return (pool.faction if pool is not None else one.side), "officer"
    guide = roster.guides.get(one.type)
    return one.side, guide[1] if guide is not None else "officer"


def _badges(table: Table, one: Counter) -> Iterable[str]:
    """Yield what is marked on a counter, the most important first."""
    if one.routed:
        yield "routed"
    if one.out:
        yield "out"
    if one.reaction is Reaction.NOW:
        yield "reaction"
    elif one.reaction is Reaction.KEPT:
        yield "kept"
    if one.finished:
        yield "finished"
    if one.moved:
        hurried = table.turn and table.turn in (one.doubled, one.charged)
        yield "rushed" if hurried else "moved"
    if one.carrier:
        yield "aboard"
    if one.afoot:
        yield "afoot"
    if one.unseen:
        yield "unseen"
