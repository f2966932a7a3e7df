"""What an event tells of a battle that is looked back on: who was lost, and how the dice fell.

What is lost is worth what it counts against its army (9.army.losses). In melee and shooting each
side throws a die of its own. Dice for ground, and for where elephants run, are nobody's luck.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Event, Param, Term
from engine.art_of_war.ids import side_of
from engine.art_of_war.state import SEATS, other
from engine.art_of_war.tables.combat import load_combat
from engine.kit.params import key_of, numbers_of, terms_of
from engine.tales import Loss, Tale, Throw

_UNIT_LOST = frozenset(("rout.flees", "rout.engines", "unit.destroyed", "unit.leaves"))
_GENERAL_LOST = frozenset(("general.lost", "general.captured", "general.leaves"))
_INITIATIVE = frozenset(("initiative", "initiative.tie"))

_ALONE = {
    **dict.fromkeys(("points.thrown", "allies.waver", "allies.wait", "allies.back"), "general"),
    **dict.fromkeys(("general.lost", "general.survives"), "general"),
    **dict.fromkeys(("rally.rallies", "rally.fails"), "unit"),
    "camp.attacked": "who",
}
"""Throws of one side, many pips being good, and the parameter that says whose they are."""

_FAR = frozenset(("evade.die", "charge.die"))
"""Throws for how far one goes: few pips are farther (5.evade.dice)."""

_TWO = {
    **dict.fromkeys(("shooting.hits", "shooting.misses"), ("who", "target")),
    **dict.fromkeys(("melee.tie", "melee.won", "melee.routs"), ("one", "two")),
}
"""Throws of both sides, and the parameters that say whose the first and the second die is."""


def tale(event: Event) -> Tale[Term]:
    """Return what an event tells."""
    return Tale(losses=tuple(_losses(event)), throws=tuple(_throws(event)))


def _losses(event: Event) -> Iterator[Loss[Term]]:
    code, params = event.code, event.params
    worth = load_combat().losses
    if code in _UNIT_LOST:
        (unit,) = terms_of(params["unit"])
        yield Loss(side_of(unit.key), unit, worth["routed"])
    elif code in _GENERAL_LOST:
        (general,) = terms_of(params["general"])
        yield Loss(side_of(general.key), general, worth["general"])
    elif code == "camp.destroyed":
        seat = other(side_of(key_of(params["who"])))
        yield Loss(seat, Term("camp", f"{seat}-camp"), worth["camp"])


def _throws(event: Event) -> Iterator[Throw]:
    code, params = event.code, event.params
    if code in _INITIATIVE:
        for seat, die in zip(SEATS, numbers_of(params["dice"]), strict=True):
            yield Throw(seat, (die,))
    elif code in _TWO:
        for whose, die in zip(_TWO[code], numbers_of(params["dice"]), strict=True):
            yield Throw(_side(params[whose]), (die,))
    elif code in _FAR:
        yield Throw(_side(params["who"]), numbers_of(params["die"]), low=True)
    elif code in _ALONE:
        yield Throw(_side(params[_ALONE[code]]), numbers_of(params["die"]))


def _side(named: Param) -> str:
    return side_of(terms_of(named)[0].key)
