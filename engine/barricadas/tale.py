"""What an event tells of a game that is looked back on: counters lost, towns taken, luck.

A counter is worth the most that it fires with, an officer what one of the counters is worth that
they lead. A town weighs as much as the counter that is worth most.
"""

from __future__ import annotations

from engine.api import Event, Term
from engine.barricadas.lexicon import type_of
from engine.barricadas.roster import Printed, load_roster
from engine.barricadas.state import SEATS
from engine.kit.params import key_of, numbers_of, terms_of
from engine.tales import Loss, Tale, Throw

_LOST = frozenset(
    (
        *("hit.eliminated", "officer.falls", "back.destroyed", "back.surrenders", "back.leaves"),
        *("assault.surrenders", "assault.officer", "assault.guns", "officer.leaves"),
    )
)
_HIGH = frozenset(("fire.result", "armour.hit", "armour.missed", "assault.armour.result"))
"""Many pips are good for who throws (8.2, 9.4, 9.5)."""
_FLAK = frozenset(("air.driven_off", "air.comes_through"))
"""Many pips are good for whose guns fire (13.flak)."""
_LOW = frozenset(
    (
        *("morale.holds", "morale.fails", "morale.unit.holds", "morale.unit.fails"),
        *("recover.back", "recover.fails"),
        *("coordinate.together", "coordinate.alone"),
    )
)
"""Few pips are good: morale and coordination must not be exceeded (7.3, 10.2, 10.4)."""


def tale(event: Event) -> Tale[Term]:
    """Return what an event tells."""
    code, params = event.code, event.params
    if code in _LOST:
        return Tale(losses=tuple(map(_loss, terms_of(params.get("who")))))
    if code == "town.taken":
        return Tale(weight=max(map(_worth, load_roster().types.values())))
    if code == "assault.result":
        return Tale(throws=(Throw(key_of(params["seat"]), numbers_of(params["die"])),))
    if code in _FLAK:
        return Tale(throws=(Throw(key_of(params["seat"]), numbers_of(params["dice"])),))
    if code in _HIGH | _LOW:
        (first, *_) = terms_of(params["who"])
        pips = numbers_of(params.get("dice", params.get("die")))
        return Tale(throws=(Throw(side_of(first.key), pips, low=code in _LOW),))
    return Tale()


def side_of(counter: str) -> str:
    """Return whose a counter is, by its id."""
    return next(seat for seat in SEATS if counter.startswith(f"{seat}-"))


def _worth(printed: Printed) -> int:
    return max((weapon.full for weapon in printed.weapons.values()), default=1)


def _loss(who: Term) -> Loss[Term]:
    seat = side_of(who.key)
    words, _, last = who.key.removeprefix(f"{seat}-").rpartition("-")
    roster = load_roster()
    pool = roster.pools.get(words.replace("-", "_"))
    number = int(last.lstrip("abcdefghijklmnopqrstuvwxyz") or 1)
    found = roster.types.get(type_of(pool, number)) if pool is not None else None
    return Loss(seat, who, 1 if found is None else _worth(found))
