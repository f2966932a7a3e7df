"""Moves: the verb ``move``, an order of points for a unit or group (5).

Rules:
    3.points, 5.cause, 5.extra, 5.difficult, 5.zone, 3.safe.away, 10.hidden, 10.river; ADG-R66.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.api import Option, Text
from engine.art_of_war.actions import Move, Part, parted
from engine.art_of_war.ground import is_untried, outline_of, try_river
from engine.art_of_war.plane.paths import crosses
from engine.art_of_war.plane.poses import UD
from engine.art_of_war.play import Against, AnyVerb, Play, group_term
from engine.art_of_war.points import pose_word
from engine.art_of_war.rules.command import points
from engine.art_of_war.rules.command.dodging import dodge_all
from engine.art_of_war.rules.command.remaining import points_left
from engine.art_of_war.rules.command.riding import stand
from engine.art_of_war.rules.movement import offering
from engine.art_of_war.rules.movement.marching import March, march
from engine.art_of_war.rules.movement.nearest import nearest
from engine.art_of_war.rules.movement.ordering import against_who, part_term, worked_out
from engine.art_of_war.rules.movement.usual import usual
from engine.art_of_war.rules.rout.routing import lose
from engine.art_of_war.rules.setting_up.ambush import find_out
from engine.art_of_war.state import Phase, View
from engine.kit.verbs import Verb, filled_list


def _check(view: View, action: Move) -> Against:
    return worked_out(view.table, view.viewer, parted(action.who), action.parts, action.calm)[1]


def _apply(play: Play, seat: str, action: Move) -> None:
    who = parted(action.who)
    order, _ = worked_out(play.table, seat, who, action.parts, action.calm)
    assert order is not None, "the check has found nothing"
    points.pay(play, who, order.cost)
    parts = _after_rivers(play, order.plan, action.parts)
    plan, _ = march(play.table, order.plan.units, parts)
    for key, pose in zip(who, plan.ends, strict=True):
        stand(play, key, pose)
        play.change(key, moves=play.unit(key).moves + 1)
    told = group_term(who)
    if parts:
        play.tell(
            "move.made",
            "5",
            who=told,
            n=len(who),
            parts=tuple(map(part_term, parts)),
            by=Fraction(plan.used, UD),
            cost=order.cost,
            ends=tuple(map(pose_word, plan.ends)),
        )
    else:
        play.tell("move.stayed", "10.river", who=told, n=len(who), cost=order.cost)
    if order.disorders:
        for key in who:
            lose(play, key, 1, order.why)
    for place, key in enumerate(who):
        dodge_all(play, key, plan.paths_of(place))
    find_out(play, seat)


def _after_rivers(play: Play, plan: March, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Throw for rivers that nobody has tried and this move crosses; return what is left of it.

    Who meets a worse river than they reckoned with goes as far as they still can (ADG-R66).
    """
    paths = [path for step in plan.stretches for path in step.paths]
    tried = False
    for feature in tuple(play.table.features.values()):
        if is_untried(feature) and any(crosses(one, outline_of(feature)) for one in paths):
            try_river(play, feature.id)
            tried = True
    if not tried:
        return parts
    units = plan.units
    left = parts
    while left and march(play.table, units, left)[1]:
        left = nearest(play.table, units, left) or left[:-1]
    if left != parts:
        play.tell("move.stopped", "10.river", who=group_term(plan.keys), n=len(units))
    return left


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    assert view.viewer is not None
    table, calm = view.table, filled.get("calm", "calm")
    if field == "who":
        yield from map(offering.who_option, offering.movers(table, view.viewer, calm))
        return
    who = parted(filled.get("who", ""))
    if not who or against_who(table, view.viewer, who):
        return
    parts = tuple(Part.model_validate(one) for one in filled_list(filled, "parts"))
    if field == "parts":
        for part in offering.parts_offered(table, view.viewer, who, parts, calm):
            yield offering.part_option(part)
    elif field == "calm" and parts:
        for value in ("calm", "pay", "disorder"):
            if worked_out(table, view.viewer, who, parts, value)[0] is not None:
                yield Option(value, Text(f"calm.{value}"))


def _ways(view: View, filled: Mapping[str, str]) -> Iterator[Option]:
    assert view.viewer is not None
    for one in usual(view.table, view.viewer, parted(filled.get("who", ""))):
        yield offering.whole_option(one.parts, one.calm)


def _left(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    who = parted(filled.get("who", ""))
    if not who or against_who(view.table, view.viewer, who):
        return points_left(view)
    parts = tuple(Part.model_validate(one) for one in filled_list(filled, "parts"))
    calm = filled.get("calm", "calm")
    order = worked_out(view.table, view.viewer, who, parts, calm)[0] if parts else None
    cost = points.cost_of(view.table, who) if order is None else order.cost
    return points_left(view, who[0], cost)


MOVE: AnyVerb = Verb(
    model=Move,
    phases=(Phase.MOVEMENT,),
    check=_check,
    apply=_apply,
    options=_options,
    ways=_ways,
    left=_left,
    possible=lambda view: next(_options(view, "who", {}), None) is not None,
)

VERBS: tuple[AnyVerb, ...] = (MOVE,)
