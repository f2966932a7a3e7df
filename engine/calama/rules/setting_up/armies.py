"""Armies: given by the scenario (5.3), or bought piece by piece (5.4, CAL-R28).

Rules:
    5.4.example.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.api import Option, Params, Refusal, Text
from engine.calama.actions import Dismiss, Enlist
from engine.calama.army import load_army
from engine.calama.options import square_option
from engine.calama.play import AnyVerb, Play, square_term, type_term
from engine.calama.rules.setting_up.deployment import (
    Plan,
    against_places,
    free_squares,
    in_order,
    planned,
    planned_option,
)
from engine.calama.state import ARTILLERY, COMMANDER, INFANTRY, Phase, Placing, Table, View
from engine.calama.survey import printed, scenario_of
from engine.kit.verbs import Verb
from engine.kit.wording import refuse


def bought(table: Table) -> bool:
    """Say whether armies are bought (5.4) and not given (5.3)."""
    return scenario_of(table).budgets is not None


def price_of(plan: Plan) -> int:
    """Return what an army is worth in victory points, its Commander not counted (5.4)."""
    return sum(printed(one.type).points for one in plan)


def budget(table: Table, seat: str) -> int:
    """Return what a side may spend; 0 where armies are given."""
    budgets = scenario_of(table).budgets
    return 0 if budgets is None else budgets[seat]


def affordable(view: View) -> list[str]:
    """Return the types of which the viewer could buy one more piece (5.4)."""
    assert view.viewer is not None
    assert view.own is not None
    if not bought(view.table) or not free_squares(view):
        return []
    left = budget(view.table, view.viewer) - price_of(view.own.plan)
    led = any(one.type == COMMANDER for one in view.own.plan)
    return [
        key
        for key, kind in load_army().types.items()
        if kind.points <= left and not (led and key == COMMANDER)
    ]


# -- checked ----------------------------------------------------------------------------------


def against_army(table: Table, seat: str, plan: Plan) -> list[Refusal]:
    """Return what is wrong with the pieces of a plan (5.3, 5.4, CAL-R28)."""
    have = Counter(one.type for one in plan)
    if not bought(table):
        wanted = scenario_of(table).start[seat]
        return [
            refuse("setup.count", "5.3.army", type=type_term(key), n=have[key], wanted=count)
            for key, count in wanted.items()
            if have[key] != count
        ]
    found = []
    if have[COMMANDER] != 1:
        found.append(refuse("setup.one_commander", "5.4.commander", n=have[COMMANDER]))
    if any(have[key] for key in ARTILLERY) and not have[INFANTRY]:
        found.append(refuse("setup.guns_need_infantry", "5.4.guns"))
    if price_of(plan) > budget(table, seat):
        found.append(
            refuse("setup.too_dear", "5.4", points=price_of(plan), budget=budget(table, seat))
        )
    return found


def _check_enlist(view: View, action: Enlist) -> list[Refusal]:
    assert view.viewer is not None
    assert view.own is not None
    if not bought(view.table):
        return [refuse("setup.given", "5.3.army")]
    found = against_places(view.viewer, (*view.own.plan, Placing(action.type, action.at)))
    if action.type == COMMANDER and any(one.type == COMMANDER for one in view.own.plan):
        found.append(refuse("setup.one_commander", "5.4.commander", n=2))
    points = price_of(view.own.plan) + printed(action.type).points
    if points > budget(view.table, view.viewer):
        found.append(
            refuse("setup.too_dear", "5.4", points=points, budget=budget(view.table, view.viewer))
        )
    return found


def _check_dismiss(view: View, action: Dismiss) -> list[Refusal]:
    if not bought(view.table):
        return [refuse("setup.given", "5.3.army")]
    if planned(view, action.piece) is None:
        return [refuse("setup.nobody", "4.1.3", square=square_term(action.piece))]
    return []


# -- applied ----------------------------------------------------------------------------------


def _apply_enlist(play: Play, seat: str, action: Enlist) -> None:
    plan = (*play.secrets[seat].plan, Placing(action.type, action.at))
    play.keep(seat, plan=in_order(plan))
    play.tell(
        "setup.enlisted",
        "5.4",
        only=seat,
        type=type_term(action.type),
        square=square_term(action.at),
        points=price_of(plan),
        budget=budget(play.table, seat),
    )


def _apply_dismiss(play: Play, seat: str, action: Dismiss) -> None:
    plan = play.secrets[seat].plan
    gone = next(one for one in plan if one.at == action.piece)
    left = tuple(one for one in plan if one is not gone)
    play.keep(seat, plan=left)
    play.tell(
        "setup.dismissed",
        "5.4",
        only=seat,
        type=type_term(gone.type),
        square=square_term(gone.at),
        points=price_of(left),
        budget=budget(play.table, seat),
    )


# -- offered ----------------------------------------------------------------------------------


def _left_enlist(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield what of the budget is left once the piece is bought (5.4)."""
    if view.own is not None and bought(view.table):
        kind = load_army().types.get(filled.get("type", ""))
        spent = price_of(view.own.plan) + (kind.points if kind else 0)
        left = budget(view.table, view.viewer or "") - spent
        if left >= 0:
            yield Text("left.budget", {"n": left})


def _options_enlist(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del filled
    if field == "type":
        for key in affordable(view):
            params: Params = {"type": type_term(key), "n": printed(key).points}
            yield Option(key, Text("price", params))
    else:
        yield from map(square_option, free_squares(view))


def _options_dismiss(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del field, filled
    assert view.own is not None
    return map(planned_option, view.own.plan if bought(view.table) else ())


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Enlist,
        phases=(Phase.SETUP,),
        check=_check_enlist,
        apply=_apply_enlist,
        options=_options_enlist,
        left=_left_enlist,
        possible=lambda view: bool(affordable(view)),
        named=lambda table, seat: bought(table),
    ),
    Verb(
        model=Dismiss,
        phases=(Phase.SETUP,),
        check=_check_dismiss,
        apply=_apply_dismiss,
        options=_options_dismiss,
        possible=lambda view: bool(view.own and view.own.plan and bought(view.table)),
        named=lambda table, seat: bought(table),
    ),
)
