"""Deployment (4.1.3): each side's pieces inside its zone, one a square, planned in secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.api import Option, Params, Refusal, Text
from engine.calama.actions import Place
from engine.calama.army import load_army
from engine.calama.board import load_board
from engine.calama.options import square_option
from engine.calama.play import AnyVerb, Play, square_term, type_term
from engine.calama.state import Phase, Placing, View
from engine.data.grid.squares import row_col
from engine.kit.verbs import Verb
from engine.kit.wording import refuse

Plan = tuple[Placing, ...]


def in_order(plan: Plan) -> Plan:
    """Return a plan in the order in which it is kept: by type, then by square."""
    order = list(load_army().types)
    return tuple(sorted(plan, key=lambda one: (order.index(one.type), row_col(one.at))))


def planned(view: View, at: str) -> Placing | None:
    """Return what the viewer's plan has on a square."""
    assert view.own is not None
    return next((one for one in view.own.plan if one.at == at), None)


def free_squares(view: View) -> list[str]:
    """Return the squares of the viewer's zone on which their plan has nobody."""
    assert view.viewer is not None
    assert view.own is not None
    taken = {one.at for one in view.own.plan}
    zone = load_board().zones[view.viewer]
    return sorted((at for at in zone if at not in taken), key=row_col)


def planned_option(one: Placing) -> Option:
    """Offer one piece of a plan by its square."""
    params: Params = {"type": type_term(one.type), "square": square_term(one.at)}
    return Option(one.at, Text("planned", params))


# -- checked ----------------------------------------------------------------------------------


def against_places(seat: str, plan: Plan) -> list[Refusal]:
    """Return what is wrong with the squares of a plan (4.1.3, 7.4.1)."""
    zone = load_board().zones[seat]
    found = [
        refuse("setup.outside", "4.1.3", type=type_term(one.type), square=square_term(one.at))
        for one in plan
        if one.at not in zone
    ]
    doubled = [at for at, n in Counter(one.at for one in plan).items() if n > 1]
    found += [refuse("setup.doubled", "7.4.1.stack", square=square_term(at)) for at in doubled]
    return found


def _check_place(view: View, action: Place) -> list[Refusal]:
    one = planned(view, action.piece)
    if one is None:
        return [refuse("setup.nobody", "4.1.3", square=square_term(action.piece))]
    assert view.viewer is not None
    return against_places(view.viewer, (replace(one, at=action.to),))


# -- applied ----------------------------------------------------------------------------------


def _apply_place(play: Play, seat: str, action: Place) -> None:
    change = {action.piece: action.to, action.to: action.piece}
    plan = tuple(replace(one, at=change.get(one.at, one.at)) for one in play.secrets[seat].plan)
    one = next(one for one in plan if one.at == action.to)
    play.keep(seat, plan=in_order(plan))
    play.tell(
        "setup.placed", "4.1.3", only=seat, type=type_term(one.type), square=square_term(action.to)
    )


# -- offered ----------------------------------------------------------------------------------


def _options_place(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    assert view.own is not None
    if field == "piece":
        yield from map(planned_option, view.own.plan)
        return
    yield from map(square_option, free_squares(view))
    for one in view.own.plan:
        if one.at != filled.get("piece"):
            yield planned_option(one)


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Place,
        phases=(Phase.SETUP,),
        check=_check_place,
        apply=_apply_place,
        options=_options_place,
        possible=lambda view: bool(view.own and view.own.plan),
    ),
)
