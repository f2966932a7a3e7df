"""Counters put right that both sides recognise: where they are, their steps, their markers.

In a hex with somebody who is not recognised nobody knows how many steps there are, nor of which
side: nothing is put there, and nobody there is made stronger.

Rules:
    2.2.1.steps, 2.2.2, 3.4.reaction.who, 3.5.unseen, 4, 5.2, 5.5, 5.7, 7.1.armour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from engine.api import Option, Params, Refusal, Term, Text
from engine.barricadas.corrections.models import (
    AWAY,
    MARK,
    Carried,
    Marked,
    Put,
    Removed,
    Strength,
)
from engine.barricadas.play import Play, counter_term, hex_term
from engine.barricadas.roster import STEPS, Kind
from engine.barricadas.rules.movement.costs import step_cost
from engine.barricadas.rules.transport.lorries import can_be_carried, is_towed
from engine.barricadas.state import (
    ABOARD,
    DEAD,
    LEFT,
    OFF_GROUND,
    USED,
    WAITING,
    Counter,
    Reaction,
    Table,
    hex_of,
)
from engine.barricadas.survey import battlefield_of, gait_of, is_armour, is_vehicle, rides_armour
from engine.kit.correcting import CorrectionRule
from engine.kit.wording import refuse

AnyRule = CorrectionRule[Table, Play, Any]
Known = Mapping[str, Any]

AWAYS: Final = (DEAD, LEFT, USED)
FINISHED, REACTION, ROUTED, OUT, MOVED, AFOOT = (
    "finished",
    "reaction",
    "routed",
    "out",
    "moved",
    "afoot",
)
MARKS: Final = (FINISHED, REACTION, ROUTED, OUT, MOVED, AFOOT)
"""Markers, by the names of what a counter has of them."""


def at_term(table: Table, one: Counter) -> Term:
    """Return where a counter is, on the map or off it."""
    place = hex_of(table, one)
    return Term(AWAY, place) if place in OFF_GROUND else hex_term(place)


def counters_where(
    table: Table, fits: Callable[[Counter], bool] = lambda _: True
) -> Iterator[Option]:
    """Offer the counters that fit, those on the map first."""
    some = [one for one in table.counters.values() if one.at != WAITING and fits(one)]
    for one in sorted(some, key=lambda one: hex_of(table, one) in OFF_GROUND):
        told = {"who": counter_term(one), "place": at_term(table, one)}
        yield Option(one.id, Text("correct.counter", told))


def _counter(table: Table, known: Known) -> Counter | None:
    return table.counters.get(str(known.get("counter", "")))


def _hidden_in(table: Table, place: str) -> list[Refusal]:
    if place in table.shades:
        return [refuse("correct.shade", "3.5.unseen", hex=hex_term(place))]
    return []


def _off_map(table: Table, one: Counter) -> list[Refusal]:
    place = hex_of(table, one)
    if place not in OFF_GROUND:
        return []
    return [refuse("correct.off_map", "3", who=counter_term(one), place=Term(AWAY, place))]


# -- put ---------------------------------------------------------------------------------------


def _check_put(table: Table, put: Put) -> list[Refusal]:
    one = table.counters[put.counter]
    found = _hidden_in(table, put.hex)
    if not _can_be_in(table, one, put.hex):
        found.append(refuse("correct.terrain", "5.2", who=counter_term(one), hex=hex_term(put.hex)))
    return found


def _can_be_in(table: Table, one: Counter, place: str) -> bool:
    """Say whether a counter can come into a hex at all, the way that it moves."""
    battlefield, gait = battlefield_of(table), gait_of(one)
    return any(
        step_cost(battlefield, near, place, gait) is not None
        for near in battlefield.adjacent(place)
    )


def _apply_put(play: Play, put: Put) -> None:
    play.change(put.counter, at=put.hex)


def _options_put(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "counter":
        yield from counters_where(table)
        return
    one = _counter(table, known)
    if one is None:
        return
    ground = battlefield_of(table)
    here = hex_of(table, one)
    places: Iterable[str] = ground.hexes
    if here in ground.hexes:
        places = sorted(ground.hexes, key=lambda place: ground.distance(here, place))
    for place in places:
        yield Option(place, Text("hex", {"hex": hex_term(place)}))


def _told_put(table: Table, put: Put) -> Params:
    one = table.counters[put.counter]
    return {"who": counter_term(one), "hex": hex_term(put.hex), "before": at_term(table, one)}


# -- carried, and off the map --------------------------------------------------------------------


def _check_carried(table: Table, one: Carried) -> list[Refusal]:
    return _hidden_in(table, hex_of(table, table.counters[one.by]))


def _apply_carried(play: Play, one: Carried) -> None:
    play.change(one.counter, at=f"{ABOARD}{one.by}", reaction=Reaction.NONE)


def _options_carried(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "counter":
        yield from counters_where(
            table, lambda one: rides_armour(one) or can_be_carried(one) or is_towed(one)
        )
        return
    who = _counter(table, known)
    if who is not None:
        carries = is_armour if rides_armour(who) else is_vehicle
        yield from counters_where(table, lambda one: carries(one) and one.side == who.side)


def _told_carried(table: Table, one: Carried) -> Params:
    return {"who": counter_term(one.counter), "lorry": counter_term(one.by)}


def _apply_removed(play: Play, one: Removed) -> None:
    play.change(one.counter, at=one.to, reaction=Reaction.NONE, routed=False)


def _check_removed(table: Table, one: Removed) -> list[Refusal]:
    who = table.counters[one.counter]
    if one.to == USED and not (is_vehicle(who) or rides_armour(who)):
        return [refuse("correct.used", "5.5", who=counter_term(who))]
    return []


def _options_removed(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "counter":
        yield from counters_where(table)
        return
    for away in AWAYS:
        yield Option(away, Text("correct.away", {"place": Term(AWAY, away)}))


def _told_removed(table: Table, one: Removed) -> Params:
    who = table.counters[one.counter]
    return {"who": counter_term(who), "place": Term(AWAY, one.to), "before": at_term(table, who)}


# -- steps and markers ---------------------------------------------------------------------------


def _check_strength(table: Table, one: Strength) -> list[Refusal]:
    who = table.counters[one.counter]
    if who.printed is None:
        return [refuse("correct.no_steps", "2.2.1.steps", who=counter_term(who))]
    if not 1 <= one.steps <= STEPS:
        told: Params = {"who": counter_term(who), "n": one.steps, "most": STEPS}
        return [Refusal("correct.steps", "2.2.1.steps", told)]
    found = _off_map(table, who)
    return found or (_hidden_in(table, hex_of(table, who)) if one.steps > who.steps else [])


def _apply_strength(play: Play, one: Strength) -> None:
    play.change(one.counter, hits=STEPS - one.steps)


def _options_strength(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "counter":
        yield from counters_where(table, lambda one: one.printed is not None)
        return
    for steps in range(1, STEPS + 1):
        yield Option(str(steps), Text("correct.count", {"n": steps}))


def _told_strength(table: Table, one: Strength) -> Params:
    before = table.counters[one.counter].steps
    return {"who": counter_term(one.counter), "n": one.steps, "before": before}


def _check_marked(table: Table, one: Marked) -> list[Refusal]:
    who = table.counters[one.counter]
    name = counter_term(who)
    printed = who.printed
    if one.mark == AFOOT and (printed is None or printed.kind is not Kind.CAVALRY):
        return [refuse("correct.no_cavalry", "5.7", who=name)]
    if one.mark == REACTION and one.on and (printed is None or not printed.weapons):
        return [refuse("correct.no_reaction", "3.4.reaction.who", who=name)]
    return _off_map(table, who)


def _apply_marked(play: Play, one: Marked) -> None:
    if one.mark != REACTION:
        play.change(one.counter, **{one.mark: one.on})
        return
    reaction = Reaction.NOW if one.on else Reaction.NONE
    play.change(one.counter, reaction=reaction)


def _options_marked(table: Table, field: str, known: Known) -> Iterator[Option]:
    match field:
        case "counter":
            yield from counters_where(table)
        case "mark":
            for mark in MARKS:
                yield Option(mark, Text("correct.mark", {"mark": Term(MARK, mark)}))
        case _:
            yield Option("true", Text("correct.on"))
            yield Option("false", Text("correct.off"))


def _told_marked(table: Table, one: Marked) -> Params:
    state = Term("marked", "on" if one.on else "off")
    return {"who": counter_term(one.counter), "mark": Term(MARK, one.mark), "state": state}


def rules() -> Iterable[AnyRule]:
    """Return what can be put right of counters, most natural first."""
    return (
        CorrectionRule(
            model=Put, check=_check_put, apply=_apply_put, options=_options_put, told=_told_put
        ),
        CorrectionRule(
            model=Carried,
            check=_check_carried,
            apply=_apply_carried,
            options=_options_carried,
            told=_told_carried,
        ),
        CorrectionRule(
            model=Removed,
            check=_check_removed,
            apply=_apply_removed,
            options=_options_removed,
            told=_told_removed,
        ),
        CorrectionRule(
            model=Strength,
            check=_check_strength,
            apply=_apply_strength,
            options=_options_strength,
            told=_told_strength,
        ),
        CorrectionRule(
            model=Marked,
            check=_check_marked,
            apply=_apply_marked,
            options=_options_marked,
            told=_told_marked,
        ),
    )
