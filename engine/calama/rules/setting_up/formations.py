"""A whole set-up by one choice: objectives ranked and a formation placed (5.3).

Rules:
    5.3.formation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Refusal, Term, Text
from engine.calama.actions import Prepare
from engine.calama.play import AnyVerb, Play
from engine.calama.rules.setting_up.armies import against_army
from engine.calama.rules.setting_up.deployment import Plan, against_places, in_order
from engine.calama.rules.setting_up.ranking import against_objectives, rankings
from engine.calama.state import Phase, Placing, View
from engine.calama.survey import scenario_of
from engine.kit.verbs import Verb


def _plan(action: Prepare) -> Plan:
    return tuple(Placing(one.type, one.at) for one in action.places)


# -- checked ----------------------------------------------------------------------------------


def _check_prepare(view: View, action: Prepare) -> list[Refusal]:
    assert view.viewer is not None
    plan = _plan(action)
    return [
        *against_objectives(view.table, view.viewer, action.objectives),
        *against_army(view.table, view.viewer, plan),
        *against_places(view.viewer, plan),
    ]


# -- applied ----------------------------------------------------------------------------------


def _apply_prepare(play: Play, seat: str, action: Prepare) -> None:
    plan = in_order(_plan(action))
    play.keep(seat, priorities=action.objectives, plan=plan)
    play.tell("setup.prepared", "5", only=seat, n=len(plan))


# -- offered ----------------------------------------------------------------------------------


def _options_prepare(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del filled
    seat = view.viewer
    assert seat is not None
    scenario = scenario_of(view.table)
    if field == "objectives":
        yield from rankings(view)
    else:
        for formation in scenario.formations[seat].values():
            name = Term("formation", f"{scenario.key}.{seat}.{formation.key}")
            yield Option(formation.key, Text("formation", {"formation": name}))


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Prepare,
        phases=(Phase.SETUP,),
        check=_check_prepare,
        apply=_apply_prepare,
        options=_options_prepare,
    ),
)
