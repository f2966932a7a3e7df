"""Reaction: fire at who is being activated, promised at once and given where they pass (3.4).

A table that asks hex by hex asks where somebody has come to, and there the fire is given.

Rules:
    3.4 (reaction), 3.5; ALB-R1, ALB-R10 to ALB-R13, ALB-R68.
    Also 3.4.reaction.apart, 3.4.reaction.finished, 3.4.reaction.not, 3.4.reaction.unmarked,
    3.4.reaction.unmarked.who, 8.1.1.reaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from engine.api import Choice, Decision, Option, Params, Term, Text
from engine.barricadas import short_names
from engine.barricadas.actions import Fire, Hold, React, joined, parted
from engine.barricadas.frames import MOVING, UNANSWERED, Activation, Doing, Shot
from engine.barricadas.play import (
    Against,
    AnyVerb,
    Play,
    counter_term,
    counter_terms,
    hex_term,
    party_term,
    short_terms,
)
from engine.barricadas.roster import Munition, Weapon
from engine.barricadas.rules.attack.aiming import Salvo, against_salvo, has_line, weapon_of
from engine.barricadas.rules.attack.firing import fire
from engine.barricadas.state import Counter, Reaction, Table, View, hex_of, other
from engine.barricadas.survey import battlefield_of
from engine.kit.verbs import Answer, filled_list
from engine.kit.wording import refuse, seat_term


def decisions(table: Table, frame: Activation) -> tuple[Decision, ...]:
    """Ask the other side: once an activation, or where somebody has come to (ALB-R1)."""
    if not frame.asked:
        return ()
    seat = other(frame.seat)
    hold = Choice(Text("hold"), Hold())
    told: Params = {"seat": seat_term(frame.seat), "who": tuple(_parties(frame))}
    key = f"{frame.serial}.react"
    code = "react.at" if frame.by_hex else "react"
    if frame.by_hex:
        key = f"{key}.{frame.asks}"
        told = {**told, "hex": hex_term(frame.doings[0].way[frame.gone])}
    kinds = ("react", "hold")
    return (Decision(key, seat, code, "3.4.reaction", told, kinds, (hold,), interrupt=True),)


def _parties(frame: Activation) -> Iterator[Term]:
    """Yield who can be reacted to and along what way they go, as everybody sees it.

    A term's key names counters, or how many markers, then the first and the last hex of the way.
    """
    markers: dict[tuple[str, str], int] = {}
    for one in under_fire(frame):
        ends = one.way[0], one.way[-1]
        if one.who:
            yield party_term("+".join(one.who), *ends)
        else:
            markers[ends] = markers.get(ends, 0) + 1
    for ends, n in markers.items():
        yield party_term(str(n), *ends)


def is_answerable(table: Table, doing: Doing) -> bool:
    """Say whether something is before the other side's eyes and can be reacted to (ALB-R13).

    Whether anybody could react to it, hidden or not, is not looked at.
    """
    if doing.deed in MOVING:
        return True
    return doing.deed not in UNANSWERED and any(not table.counters[key].unseen for key in doing.who)


def under_fire(frame: Activation) -> tuple[Doing, ...]:
    """Return the parts of an activation that can be fired at now, as far as whoever looks can tell.

    Of those asked about hex by hex it is where the first is; else all, with their whole ways.
    """
    doings = frame.doings
    if frame.by_hex:
        doings = tuple(replace(one, way=one.way[frame.gone :][:1]) for one in doings[:1])
    return tuple(one for one in doings if one.deed not in UNANSWERED)


def still_ahead(frame: Activation) -> tuple[Doing, ...]:
    """Return the same with all that is still to come."""
    first = (replace(one, way=one.way[frame.gone :]) for one in frame.doings[:1])
    return tuple(one for one in (*first, *frame.doings[1:]) if one.deed not in UNANSWERED)


def points(doings: Iterable[Doing]) -> tuple[str, ...]:
    """Return the hexes at which somebody can be fired at who does something."""
    found: dict[str, None] = {}
    for one in doings:
        found.update(dict.fromkeys(one.way))
    return tuple(found)


def can_react(counter: Counter) -> bool:
    """Say whether a counter may fire in reaction (3.4; ALB-R10, ALB-R11)."""
    return why_no_reaction(counter) is None


def why_no_reaction(counter: Counter) -> str | None:
    """Return the one cause for which a counter cannot fire in reaction, if any.

    "off", "routed", "finished", "unarmed" or "out": out of command and not on reaction.
    """
    if not counter.on_ground:
        return "off"
    if counter.routed:
        return "routed"
    if counter.finished:
        return "finished"
    if counter.printed is None or not counter.printed.weapons:
        return "unarmed"
    return "out" if counter.out and counter.reaction is Reaction.NONE else None


def _weapons(counter: Counter) -> Iterator[Weapon]:
    for munition in Munition:
        weapon = weapon_of(counter, munition)
        if weapon is not None:
            yield weapon


def _against(view: View, frame: Activation, shots: tuple[Fire, ...]) -> Against:
    table, used = view.table, set[str]()
    for shot in shots:
        who = parted(shot.who)
        for key in who:
            one = table.counters.get(key)
            if one is None or one.side != view.viewer:
                cause: str | None = "strange"
            else:
                cause = "firing" if key in used else why_no_reaction(one)
            if cause is not None:
                why = Term("unable", cause)
                return [refuse("react.cannot", "3.4.reaction.who", who=counter_term(key), why=why)]
            used.add(key)
        against = against_shot(table, frame, [table.counters[key] for key in who], shot.at)
        if against:
            return against
    return []


def against_shot(table: Table, frame: Activation, group: list[Counter], place: str) -> Against:
    """Return what keeps counters from promising fire at a hex that somebody passes (3.4)."""
    if place not in points(under_fire(frame)):
        return [refuse("react.nowhere", "3.4.reaction", hex=hex_term(place))]
    return against_aim(table, group, place)


def against_aim(table: Table, group: list[Counter], place: str) -> Against:
    """Return what keeps counters from firing in reaction at a hex, whoever comes there."""
    battlefield, who = battlefield_of(table), counter_terms(one.id for one in group)
    units, places = {one.unit for one in group}, {hex_of(table, one) for one in group}
    alone = len(group) > 1 and (len(units) > 1 or any(one.out for one in group))
    if len(places) > 1 or alone:
        return [refuse("react.apart", "3.4.reaction.group", who=who, n=len(group))]
    (here,) = places
    for one in group:
        reach = max((2 * weapon.range for weapon in _weapons(one)), default=0)
        if here == place or battlefield.distance(here, place) > reach:
            return [refuse("react.too_far", "8.range", who=counter_term(one), hex=hex_term(place))]
    if not has_line(battlefield, table, group[0], place):
        return [refuse("react.no_line", "6.1", who=who, n=len(group), hex=hex_term(place))]
    return []


def _check(view: View, frame: Activation, action: React) -> Against:
    return _against(view, frame, action.shots)


def _options(
    view: View, frame: Activation, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    del field
    before = tuple(Fire.model_validate(one) for one in filled_list(filled, "shots"))
    for shot in shots_from(view, frame, before):
        who = parted(shot.who)
        told: Params = {"who": short_terms(who), "n": len(who), "hex": hex_term(shot.at)}
        yield Option(short_names.value(view.table, who, shot.at), Text("shot", told))


def shots_from(view: View, frame: Activation, before: tuple[Fire, ...]) -> Iterator[Fire]:
    """Yield what fire can be promised beside some: of each group at what comes nearest first."""
    used = {key for shot in before for key in parted(shot.who)}
    table = view.table
    free = [
        one
        for one in table.counters.values()
        if one.side == view.viewer and one.id not in used and can_react(one)
    ]
    heaps: dict[tuple[str, str], list[Counter]] = {}
    for one in free:
        if not one.out:
            heaps.setdefault((one.unit, one.at), []).append(one)
    groups = [heap for heap in heaps.values() if len(heap) > 1]
    ground = battlefield_of(table)
    for group in (*groups, *([one] for one in free)):
        near = sorted(
            points(under_fire(frame)), key=lambda place: ground.distance(group[0].at, place)
        )
        for place in near:
            if not against_shot(table, frame, group, place):
                yield Fire(who=joined(tuple(one.id for one in group)), at=place)


def _possible(view: View, frame: Activation) -> bool:
    return next(_options(view, frame, "shots", {}), None) is not None


def _apply(play: Play, frame: Activation, seat: str, action: React) -> None:
    del frame
    shots = tuple(Shot(parted(one.who), one.at) for one in action.shots)
    # Who fires is seen when they do; until then their side alone knows.
    play.tell("react.told", "3.4.reaction", only=seat, n=len(shots))
    play.retop(asked=False, heard=True, shots=shots)


def _apply_hold(play: Play, frame: Activation, seat: str, action: Hold) -> None:
    del frame, seat, action
    play.retop(asked=False, heard=True)


def answered_here(play: Play, place: str, doing: Doing) -> bool:
    """Fire the shots that were promised at a hex, one after another; say whether there was one.

    Who cannot see anybody there keeps their fire, and their marker.
    """
    frame: Activation = play.top
    if doing.deed in UNANSWERED:
        return False
    here = next((one for one in frame.shots if one.at == place), None)
    if here is None:
        return False
    play.retop(shots=tuple(one for one in frame.shots if one is not here))
    who = tuple(key for key in here.who if can_react(play.counter(key)))
    if not who:
        return True
    group = [play.counter(key) for key in who]
    bare = tuple(one.id for one in group if one.reaction is Reaction.NONE)
    side = group[0].side
    for munition in (Munition.AP, Munition.AT, Munition.ART):
        salvo = Salvo(who, munition, place, halved=bare, joined=True)
        if not against_salvo(play.battlefield, play.table, salvo):
            break
    else:
        play.tell("react.held", "6", only=side, who=counter_terms(who), hex=hex_term(place))
        return True
    play.change_all(who, finished=True, reaction=Reaction.NONE)
    fire(play, salvo)
    if not frame.steady and doing.deed in MOVING:
        _halt(play)
    return True


def _halt(play: Play) -> None:
    """Let who was fired at end their move where they are."""
    frame: Activation = play.top
    if not frame.doings or frame.doings[0].deed not in MOVING:
        return
    first = frame.doings[0]
    ended = replace(first, way=first.way[: frame.gone + 1], target="")
    # What the same counters were to do after it, and who rides with them, falls away (ALB-R33).
    riding, left = {*first.who}, list[Doing]()
    for one in frame.doings[1:]:
        if riding & {*one.who}:
            riding |= {*one.who}
        else:
            left.append(one)
    play.retop(doings=(ended, *left))


REACT: AnyVerb = Answer(
    model=React,
    frame=Activation,
    check=_check,
    apply=_apply,
    options=_options,
    possible=_possible,
)
HOLD: AnyVerb = Answer(model=Hold, frame=Activation, apply=_apply_hold)
VERBS = (REACT, HOLD)
