"""Who could get on or off, be hitched or unhitched; whether they may is checked elsewhere (5.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.barricadas.frames import Deed
from engine.barricadas.roster import Kind
from engine.barricadas.rules.transport.lorries import can_be_carried, is_towed, load_of
from engine.barricadas.state import Counter, Table, aboard
from engine.barricadas.survey import is_mounted, is_vehicle

Candidate = tuple[tuple[Counter, ...], Deed]


def candidates(table: Table, able: Sequence[Counter]) -> Iterator[Candidate]:
    """Yield groups of those who can act with what they could do, getting off before getting on."""
    lorries = [one for one in able if is_vehicle(one)]
    for lorry in lorries:
        yield from _off(table, lorry, able)
    for lorry in lorries:
        yield from _on(table, lorry, able)
    cavalry = [
        one
        for one in able
        if one.on_ground and one.printed is not None and one.printed.kind is Kind.CAVALRY
    ]
    for one in cavalry:
        deed = Deed.DISMOUNT if is_mounted(one) else Deed.MOUNT
        like = [each for each in cavalry if (each.at, each.afoot) == (one.at, one.afoot)]
        if len(like) > 1 and one is like[0]:
            yield tuple(like), deed
        yield (one,), deed


def _off(table: Table, lorry: Counter, able: Sequence[Counter]) -> Iterator[Candidate]:
    inside = [one for one in aboard(table, lorry.id) if one in able]
    load = load_of(table, lorry)
    if load in inside and load is not None:
        if is_towed(load):
            yield (load, lorry), Deed.UNHITCH
        else:
            yield (*inside, lorry), Deed.DISMOUNT
    for one in inside:
        if one.printed is None:
            yield (one, lorry), Deed.DISMOUNT


def _on(table: Table, lorry: Counter, able: Sequence[Counter]) -> Iterator[Candidate]:
    beside = [one for one in able if one.at == lorry.at and one is not lorry and not one.routed]
    officers = [one for one in beside if one.printed is None]
    if load_of(table, lorry) is not None:
        for one in officers:
            yield (one, lorry), Deed.MOUNT
        return
    for one in beside:
        if is_towed(one):
            yield (one, lorry), Deed.HITCH
        elif one.printed is not None and can_be_carried(one):
            if officers:
                yield (one, *officers, lorry), Deed.MOUNT
            yield (one, lorry), Deed.MOUNT
