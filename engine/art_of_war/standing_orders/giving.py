"""Giving standing orders: what is offered, what is refused as nonsense, what is kept.

Rules:
    What each order answers: 5.evade (dodge), 9.pursuit (chase), 7 (withhold), 8.leaders (fight);
    ADG-R30, ADG-R31, ADG-R32.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.api import Option, Refusal, Term, Text
from engine.art_of_war.actions import MODELS, NOBODY, Chase, Dodge, Fight, Withhold
from engine.art_of_war.play import general_term, unit_term
from engine.art_of_war.state import GONE, Unit, View
from engine.art_of_war.survey import profile_of
from engine.art_of_war.troops import ENGINES
from engine.dice import Dice
from engine.kit import standing_orders
from engine.kit.standing_orders import Rest, forget_verb, given, order_verb, rest_verb
from engine.kit.verbs import Verb, filled_list
from engine.kit.wording import refuse

_KINDS: Mapping[str, str] = {
    "dodgers": "unit",
    "chasers": "unit",
    "shooters": "unit",
    "generals": "general",
    "standing": "action",
}


def _evades(unit: Unit) -> bool:
    return profile_of(unit).evades


def _shoots(unit: Unit) -> bool:
    return profile_of(unit).weapon is not None


def _pursues(unit: Unit) -> bool:
    profile = profile_of(unit)
    return profile.troop.type not in ENGINES and not profile.impetuous


def _own(view: View, able: Callable[[Unit], bool]) -> Iterator[Unit]:
    """Yield the viewer's units that are not gone and can do what an order speaks of."""
    for one in view.table.units.values():
        if one.side == view.viewer and one.place not in GONE and able(one):
            yield one


def _against_units(
    view: View, units: tuple[str, ...], able: Callable[[Unit], bool], code: str, rule: str
) -> list[Refusal]:
    """Return what is wrong with whom an order names; one that names nobody names only that."""
    if NOBODY in units:
        return _against_nobody(units, rule)
    known = {one.id for one in _own(view, able)}
    return [refuse(code, rule, who=unit_term(key)) for key in units if key not in known][:1]


def _against_nobody(named: tuple[str, ...], rule: str) -> list[Refusal]:
    """Return what is wrong with an order that names nobody: that it names others too."""
    return [] if len(named) == 1 else [refuse("nobody.alone", rule)]


def _check_dodge(view: View, action: Dodge) -> list[Refusal]:
    return _against_units(view, action.units, _evades, "dodge.whom", "5.evade.who")


def _check_chase(view: View, action: Chase) -> list[Refusal]:
    return _against_units(view, action.units, _pursues, "chase.whom", "9.pursuit.must")


def _check_withhold(view: View, action: Withhold) -> list[Refusal]:
    return _against_units(view, action.units, _shoots, "withhold.whom", "7.who")


def _check_fight(view: View, action: Fight) -> list[Refusal]:
    own = {one.id for one in view.table.generals.values() if one.side == view.viewer}
    if NOBODY in action.generals:
        return _against_nobody(action.generals, "8.leaders")
    wrong = [key for key in action.generals if key not in own]
    return [refuse("fight.whom", "8.leaders", who=general_term(key)) for key in wrong][:1]


def _options_of(able: Callable[[Unit], bool]) -> Callable[..., Iterator[Option]]:
    def options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
        chosen = filled_list(filled, field)
        for one in _own(view, able):
            if one.id not in chosen:
                yield Option(one.id, Text("unit", {"who": unit_term(one)}))
        if not chosen:
            yield Option(NOBODY, Text("nobody"))

    return options


def _options_fight(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    chosen = filled_list(filled, field)
    for one in view.table.generals.values():
        if one.side == view.viewer and one.id not in chosen:
            yield Option(one.id, Text("general", {"general": general_term(one)}))
    if not chosen:
        yield Option(NOBODY, Text("nobody"))


_NOBODY = {
    "standing.dodge": "standing.dodge.nobody",
    "standing.chase": "standing.chase.nobody",
    "standing.withhold": "standing.withhold.nobody",
    "standing.fight": "standing.fight.nobody",
}
"""Sentences of orders that name nobody."""


def lines(view: View) -> Iterator[Text]:
    """Yield the viewer's standing orders, a line each; nobody named has words of its own."""
    for text in standing_orders.lines(view, MODELS, _KINDS):
        named = [value for value in text.params.values() if isinstance(value, tuple)]
        nobody = any(isinstance(one, Term) and one.key == NOBODY for many in named for one in many)
        yield Text(_NOBODY[text.code]) if nobody else text


def another(orders: Mapping[str, str]) -> Mapping[str, str]:
    """Return other orders than these, for a world that differs only in them."""
    return {} if orders else given({}, Dodge(units=(NOBODY,)))


def drawn(dice: Dice, turn: int, who: tuple[str, ...]) -> Mapping[str, str]:
    """Return standing orders that are drawn, for a world that differs in them."""
    few = who[:3] or (NOBODY,)
    possible = (
        Dodge(units=few),
        Chase(units=few),
        Withhold(units=few),
        Fight(generals=(NOBODY,)),
        Rest(turn=turn),
    )
    return standing_orders.drawn(dice, possible)


VERBS: tuple[Verb[Any, Any, Any], ...] = (
    order_verb(Dodge, _check_dodge, _options_of(_evades)),
    order_verb(Chase, _check_chase, _options_of(_pursues)),
    order_verb(Withhold, _check_withhold, _options_of(_shoots)),
    order_verb(Fight, _check_fight, _options_fight),
    rest_verb(),
    forget_verb(),
)
