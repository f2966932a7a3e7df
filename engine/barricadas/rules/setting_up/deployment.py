"""Deployment in secret: counters, improvised positions, markers of reaction (2.3; ALB-R63).

Rules:
    2.3, 3.4 (markers given), 3.5, 4; ALB-R40, ALB-R63.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from engine.api import Option, Text
from engine.barricadas.actions import Alert, Deploy, Fortify, Place, Ready
from engine.barricadas.flow import Flow
from engine.barricadas.play import Against, AnyVerb, Play, counter_term, counter_terms, hex_term
from engine.barricadas.rules.setting_up.loading import aboard_from_start, mount_in
from engine.barricadas.rules.stacking.limits import MOST_STEPS, steps_of
from engine.barricadas.rules.turn.recognition import recognised
from engine.barricadas.scenario import ArmyRow
from engine.barricadas.state import (
    ABOARD,
    SEATS,
    WAITING,
    Counter,
    Phase,
    Placing,
    Reaction,
    Table,
    View,
    as_one,
)
from engine.barricadas.survey import battlefield_of, gait_of, rides_armour, scenario_of
from engine.kit.readying import ready_verb
from engine.kit.verbs import Verb, filled_list
from engine.kit.wording import refuse, seat_term

FORMATIONS = 3
"""Ready-made deployments that are offered."""


def _army(view: View) -> ArmyRow:
    assert view.viewer is not None
    return scenario_of(view.table).of(view.viewer)


def own_counters(table: Table, seat: str) -> tuple[Counter, ...]:
    """Return the counters that a side has to deploy."""
    return tuple(one for one in table.counters.values() if one.side == seat and one.at == WAITING)


# -- checked -----------------------------------------------------------------------------------


def against_plan(table: Table, seat: str, plan: Sequence[Placing]) -> Against:
    """Return what is against a whole deployment."""
    army = scenario_of(table).of(seat)
    own = {one.id: one for one in own_counters(table, seat)}
    placed = {one.counter: one.at for one in plan}
    strange = [one.counter for one in plan if one.counter not in own]
    twice = [key for key, times in Tally(one.counter for one in plan).items() if times > 1]
    if strange or twice:
        return [refuse("deploy.whom", "2.3", who=counter_terms(strange or twice))]
    missing = tuple(counter_term(key) for key in own if key not in placed)
    found = []
    if missing:
        found.append(refuse("deploy.missing", "2.3", who=missing, n=len(missing)))
    heaps: dict[str, list[Counter]] = {}
    for key, place in placed.items():
        if place not in army.deploy:
            told = {"who": counter_term(key), "hex": hex_term(place)}
            return [refuse("deploy.where", "2.3.order", **told)]
        heaps.setdefault(place, []).append(own[key])
    for place, heap in heaps.items():
        for one in heap:
            if rides_armour(one) and mount_in(heap, one) is None:
                told = {"who": counter_term(one), "hex": hex_term(place)}
                found.append(refuse("deploy.on_foot", "7.1.armour", **told))
        if steps_of(heap) > MOST_STEPS:
            found.append(refuse("deploy.stacking", "4", hex=hex_term(place), most=MOST_STEPS))
    return found


def _check_deploy(view: View, action: Deploy) -> Against:
    assert view.viewer is not None
    plan = tuple(Placing(one.who, one.at) for one in action.places)
    against = against_plan(view.table, view.viewer, plan)
    return against + _against_works(view, action.works) + _against_alert(view, action.alert)


def _moved(view: View, action: Place) -> tuple[Placing, ...]:
    assert view.own is not None
    return tuple(
        Placing(one.counter, action.at) if one.counter == action.counter else one
        for one in view.own.plan
    )


def _check_place(view: View, action: Place) -> Against:
    assert view.viewer is not None
    assert view.own is not None
    if not any(one.counter == action.counter for one in view.own.plan):
        return [refuse("deploy.not_placed", "2.3", who=counter_term(action.counter))]
    return against_plan(view.table, view.viewer, _moved(view, action))


def _check_fortify(view: View, action: Fortify) -> Against:
    return _against_works(view, action.hexes)


def _against_works(view: View, hexes: Sequence[str]) -> Against:
    army, battlefield = _army(view), battlefield_of(view.table)
    if len(hexes) > army.positions:
        return [refuse("fortify.many", "2.3.markers", most=army.positions)]
    strange = [one for one in hexes if one not in army.deploy or one not in battlefield.hexes]
    return [refuse("fortify.where", "2.3.markers", hex=hex_term(one)) for one in strange]


def _check_alert(view: View, action: Alert) -> Against:
    return _against_alert(view, action.counters)


def _against_alert(view: View, counters: Sequence[str]) -> Against:
    army = _army(view)
    if len(counters) > army.reactions:
        return [refuse("alert.many", "3.4.reaction.given", most=army.reactions)]
    own = {one.id for one in _armed(view)}
    strange = [key for key in counters if key not in own]
    return [refuse("alert.whom", "3.4.reaction.given", who=counter_term(key)) for key in strange]


def _armed(view: View) -> list[Counter]:
    assert view.viewer is not None
    return [
        one
        for one in own_counters(view.table, view.viewer)
        if one.printed is not None and one.printed.weapons
    ]


def unfinished(view: View) -> Against:
    """Return what keeps the viewer from closing their set-up."""
    assert view.viewer is not None
    assert view.own is not None
    if not view.own.plan:
        return [refuse("deploy.nothing", "2.3")]
    return against_plan(view.table, view.viewer, view.own.plan)


# -- offered -----------------------------------------------------------------------------------


def formations(view: View) -> Iterator[tuple[Placing, ...]]:
    """Yield ready deployments: units together, from the front, the middle or the rear (2.3)."""
    assert view.viewer is not None
    army, battlefield = _army(view), battlefield_of(view.table)
    own = own_counters(view.table, view.viewer)
    towns = scenario_of(view.table).towns
    usable = [
        place
        for place in army.deploy
        if all(
            battlefield.boards.kinds[battlefield.hexes[place].terrain].cost[gait_of(one)]
            for one in own
        )
    ]
    near = sorted(usable, key=lambda one: min(battlefield.distance(one, town) for town in towns))
    for start in range(FORMATIONS):
        places = near[start:] + near[:start]
        plan = _laid(own, places)
        if not against_plan(view.table, view.viewer, plan):
            yield plan


def _laid(own: Sequence[Counter], places: Sequence[str]) -> tuple[Placing, ...]:
    """Lay each unit on a hex of its own as long as there are hexes, its officer with it."""
    heaps: dict[str, list[Counter]] = {}
    found, free = [], list(places)
    for unit in dict.fromkeys(one.unit for one in own):
        members = [one for one in own if one.unit == unit]
        here = free.pop(0) if free else places[0]
        for one in members:
            if steps_of((*heaps.get(here, ()), one)) > MOST_STEPS:
                here = free.pop(0) if free else here
            heaps.setdefault(here, []).append(one)
            found.append(Placing(one.id, here))
    return tuple(found)


def _options_deploy(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    if field == "works":
        yield from _hexes_to_fortify(view, _places_in(view, filled))
        return
    if field == "alert":
        yield from _options_alert(view, field, filled)
        return
    for number, _ in enumerate(formations(view), start=1):
        yield Option(str(number), Text("formation", {"n": number}))


def _places_in(view: View, filled: Mapping[str, str]) -> dict[str, None]:
    """Return the hexes of a deployment, by a number or counter by counter; none yet, no hexes."""
    for number, plan in enumerate(formations(view), start=1):
        if filled.get("places") == str(number):
            return dict.fromkeys(one.at for one in plan)
    return dict.fromkeys(
        place
        for one in filled_list(filled, "places")
        if (place := one.rpartition(" ")[2]) in battlefield_of(view.table).hexes
    )


def _options_place(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    assert view.own is not None
    if field == "counter":
        for one in view.own.plan:
            if next(_options_place(view, "at", {"counter": one.counter}), None) is not None:
                told = {"who": counter_term(one.counter), "hex": hex_term(one.at)}
                yield Option(one.counter, Text("placed", told))
        return
    # Asked before the counter is known, any place where one of them can stand.
    known = filled.get("counter")
    counters = [one.counter for one in view.own.plan if not known or one.counter == known]
    for place in _army(view).deploy:
        moves = (Place(counter=counter, at=place) for counter in counters)
        if any(not _check_place(view, action) for action in moves):
            yield Option(place, Text("hex", {"hex": hex_term(place)}))


def _options_fortify(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del field, filled
    assert view.own is not None
    yield from _hexes_to_fortify(view, dict.fromkeys(one.at for one in view.own.plan))


def _hexes_to_fortify(view: View, planned: Collection[str]) -> Iterator[Option]:
    """Yield where positions may lie, first where somebody is to stand."""
    army = _army(view)
    if not army.positions:
        return
    for place in (*planned, *(one for one in army.deploy if one not in planned)):
        yield Option(place, Text("hex", {"hex": hex_term(place)}))


def _options_alert(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del field, filled
    if _army(view).reactions:
        for one in _armed(view):
            yield Option(one.id, Text("counter", {"who": counter_term(one)}))


# -- what is left -------------------------------------------------------------------------------


def _left_deploy(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    yield from _remaining("left.positions", _army(view).positions, filled_list(filled, "works"))
    yield from _remaining("left.reactions", _army(view).reactions, filled_list(filled, "alert"))


def _left_fortify(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield how many improvised positions the scenario gives beside those chosen (2.3.markers)."""
    yield from _remaining("left.positions", _army(view).positions, filled_list(filled, "hexes"))


def _left_alert(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield how many markers of reaction it gives beside those chosen (3.4.reaction.given)."""
    yield from _remaining("left.reactions", _army(view).reactions, filled_list(filled, "counters"))


def _remaining(code: str, given: int, chosen: Sequence[str]) -> Iterator[Text]:
    if given:
        yield Text(code, {"n": max(0, given - len(chosen))})


# -- carried out -------------------------------------------------------------------------------


def _apply_deploy(play: Play, seat: str, action: Deploy) -> None:
    play.keep(seat, plan=tuple(Placing(one.who, one.at) for one in action.places))
    play.tell("deploy.planned", "2.3", only=seat, n=len(action.places))
    if action.works:
        _keep_works(play, seat, action.works)
    if action.alert:
        _keep_alert(play, seat, action.alert)


def _apply_place(play: Play, seat: str, action: Place) -> None:
    plan = tuple(
        Placing(one.counter, action.at) if one.counter == action.counter else one
        for one in play.secrets[seat].plan
    )
    play.keep(seat, plan=plan)
    told = {"who": counter_term(action.counter), "hex": hex_term(action.at)}
    play.tell("deploy.placed", "2.3", only=seat, otherwise=None, **told)


def _apply_fortify(play: Play, seat: str, action: Fortify) -> None:
    _keep_works(play, seat, action.hexes)


def _keep_works(play: Play, seat: str, places: tuple[str, ...]) -> None:
    play.keep(seat, works=places)
    hexes = tuple(hex_term(one) for one in places)
    play.tell("deploy.works", "2.3.markers", only=seat, hexes=hexes, n=len(hexes))


def _apply_alert(play: Play, seat: str, action: Alert) -> None:
    _keep_alert(play, seat, action.counters)


def _keep_alert(play: Play, seat: str, counters: tuple[str, ...]) -> None:
    play.keep(seat, alert=counters)
    who = tuple(counter_term(one) for one in counters)
    play.tell("deploy.alert", "3.4.reaction.given", only=seat, who=who, n=len(who))


def _tell(play: Play, seat: str) -> None:
    play.tell("deploy.ready", "2.3", seat=seat_term(seat))


def lay(play: Play) -> None:
    """Lay both sides' plans on the ground at once, and begin the first turn (ALB-R63)."""
    positions: set[str] = set()
    for seat in SEATS:
        own = play.secrets[seat]
        for one in own.plan:
            alert = Reaction.KEPT if one.counter in own.alert else Reaction.NONE
            play.change(one.counter, at=one.at, unseen=True, reaction=alert)
        positions.update(own.works)
        play.keep(seat, plan=(), works=(), alert=())
        for key, carrier in aboard_from_start(play.table, seat):
            play.change(key, at=f"{ABOARD}{carrier}", reaction=Reaction.NONE)
    play.set(positions=tuple(sorted(positions)))
    seen = recognised(play.battlefield, play.table)
    play.change_all(as_one(play.table, seen), unseen=False)
    play.tell("deploy.laid", "2.3")
    play.ends(Flow.SETUP)


SETUP = (Phase.SETUP,)
DEPLOY: AnyVerb = Verb(
    model=Deploy,
    phases=SETUP,
    check=_check_deploy,
    apply=_apply_deploy,
    options=lambda view, field, filled: islice(_options_deploy(view, field, filled), 60),
    left=_left_deploy,
)
PLACE: AnyVerb = Verb(
    model=Place,
    phases=SETUP,
    check=_check_place,
    apply=_apply_place,
    options=_options_place,
    possible=lambda view: next(_options_place(view, "counter", {}), None) is not None,
)
FORTIFY: AnyVerb = Verb(
    model=Fortify,
    phases=SETUP,
    check=_check_fortify,
    apply=_apply_fortify,
    options=lambda view, field, filled: islice(_options_fortify(view, field, filled), 60),
    left=_left_fortify,
    possible=lambda view: next(_options_fortify(view, "hexes", {}), None) is not None,
    named=lambda table, seat: scenario_of(table).of(seat).positions > 0,
)
ALERT: AnyVerb = Verb(
    model=Alert,
    phases=SETUP,
    check=_check_alert,
    apply=_apply_alert,
    options=_options_alert,
    left=_left_alert,
    possible=lambda view: next(_options_alert(view, "counters", {}), None) is not None,
    named=lambda table, seat: scenario_of(table).of(seat).reactions > 0,
)
READY: AnyVerb = ready_verb(Ready, SETUP, SEATS, unfinished=unfinished, tell=_tell, begin=lay)
VERBS = (DEPLOY, PLACE, FORTIFY, ALERT)
