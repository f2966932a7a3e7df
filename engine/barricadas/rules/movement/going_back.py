"""Retreats and lost positions carried out on the table (5.8).

Of several ways that end equally well the owner may choose. By post that is done for them: the best
cover, then the fewest enemies who see the hex, then the first by its name (ALB-R66).

Rules:
    5.8, 5.8.1, 5.8.3, 5.8.4, 5.8.5; ALB-R20 to ALB-R22, ALB-R65, ALB-R66, ALB-R78.
    Also 5.8.5.morale, 7.guides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.barricadas.ground import Edge
from engine.barricadas.play import Play, hex_term
from engine.barricadas.rules.movement.retreat import (
    Fate,
    Flight,
    Retreat,
    is_straight,
    retreats,
)
from engine.barricadas.rules.obstacles.crossing import closed_to
from engine.barricadas.rules.stacking.limits import room_for
from engine.barricadas.rules.turn.recognition import watchers
from engine.barricadas.sight import sees
from engine.barricadas.state import (
    DEAD,
    LEFT,
    OFF_GROUND,
    Counter,
    Reaction,
    aboard,
    counters_in,
    enemies_in,
    hex_of,
    other,
)
from engine.barricadas.survey import gait_of, is_fixed, scenario_of
from engine.barricadas.tables.fire import load_fire_table
from engine.barricadas.tables.morale import retreat_of


def companies(play: Play, keys: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield those of a unit who go back together: in one hex, in one manner, equally far (4)."""
    found: dict[tuple[object, ...], list[str]] = {}
    for key in keys:
        one = play.counter(key)
        manner = gait_of(one), retreat_of(one), is_fixed(one), bool(one.carrier)
        alike = (one.unit or key, hex_of(play.table, one), *manner)
        found.setdefault(alike, []).append(key)
    yield from map(tuple, found.values())


def flee(play: Play, keys: Sequence[str], away_from: str) -> bool:
    """Let a company in retreat go towards its own lines; say whether it is still in the game."""
    one = play.counter(keys[0])
    home = scenario_of(play.table).of(one.side).home
    return go_back(play, keys, retreat_of(one), home, away_from, routed=True)


def go_back(
    play: Play,
    keys: Sequence[str],
    hexes: int,
    edge: Edge,
    away_from: str,
    *,
    routed: bool,
    back: str = "",
) -> bool:
    """Let a company go back; say whether it stands, or has left the ground by an edge.

    Whoever surrenders, or is destroyed, is eliminated, and what they carry with them.

    Args:
        play: The working copy.
        keys: Who goes, together: they end where there is room for all.
        hexes: How many.
        edge: Towards which edge.
        away_from: The hex that they may not come nearer to, "" for none.
        routed: Whether they failed a check; they lost an assault otherwise.
        back: The hex that beaten attackers came from, to which they go first; "" for none.
    """
    group = [play.counter(key) for key in keys]
    flight = replace(flight_of(play, group, hexes, edge, away_from, routed=routed), back=back)
    if is_fixed(group[0]):
        return _abandon(play, group, flight)
    chosen = min(retreats(flight), key=lambda way: _worst(play, group[0], way, straight=bool(back)))
    for key in keys:
        _carry_out(play, key, chosen)
    return chosen.fate in ("stands", "leaves")


def _abandon(play: Play, group: Sequence[Counter], flight: Flight) -> bool:
    """Let guns that cannot be moved stay in retreat, or be lost; say if they stand (ALB-R78)."""
    caught = any(flight.enemy(one) for one in play.battlefield.adjacent(flight.start))
    if flight.routed and (not caught or flight.friend(flight.start)):
        return True
    fate: Fate = "surrenders" if flight.routed else "destroyed"
    for one in group:
        _carry_out(play, one.id, Retreat((flight.start,), fate))
    return False


def may_end(play: Play, key: str, hexes: int, edge: Edge, away_from: str) -> tuple[str, ...]:
    """Return the hexes in which a loser who goes back so far could stand; none if they cannot."""
    flight = flight_of(play, (play.counter(key),), hexes, edge, away_from, routed=False)
    return tuple(one.way[-1] for one in retreats(flight) if one.fate == "stands")


def flight_of(
    play: Play, group: Sequence[Counter], hexes: int, edge: Edge, away_from: str, *, routed: bool
) -> Flight:
    """Return how counters go back together on the table as it is (5.8)."""
    table, first = play.table, group[0]
    assert all(one.on_ground for one in group), "who is carried goes with the lorry"
    going = {one.id for one in group}

    def friend(place: str) -> bool:
        own = counters_in(table, place, first.side)
        return any(each.id not in going and each.printed is not None for each in own)

    return Flight(
        battlefield=play.battlefield,
        gait=gait_of(first),
        start=first.at,
        hexes=hexes,
        edge=edge,
        away_from=away_from or first.at,
        routed=routed,
        enemy=enemies_in(table, first.side).__contains__,
        friend=friend,
        fits=room_for(table, group),
        closed=closed_to(table, first),
    )


def _worst(
    play: Play, counter: Counter, way: Retreat, *, straight: bool
) -> tuple[bool, bool, float, int, str]:
    """Order ways from the best for who goes (ALB-R66), *straight* ones first (ALB-R20)."""
    battlefield, end = play.battlefield, way.way[-1]
    eyes = sum(sees(battlefield, one, end) for one in watchers(play.table, other(counter.side)))
    position = end in play.table.positions
    defence = load_fire_table().divisor(battlefield.hexes[end].terrain, position=position)
    bent = straight and not is_straight(battlefield, way.way)
    return len(way.way) < 2, bent, -float(defence), eyes, end


def _carry_out(play: Play, key: str, chosen: Retreat) -> None:
    one, end = play.counter(key), chosen.way[-1]
    match chosen.fate:
        case "stands":
            play.change(key, at=end, moved=True)
            play.change_all((each.id for each in aboard(play.table, key)), moved=True)
            play.tell_of("back.goes", "5.8", (key,), one.side, to=hex_term(end))
        case "leaves":
            play.tell_of("back.leaves", "5.8.5", (key,), one.side, felt=False)
            remove(play, key, LEFT)
        case "surrenders":
            place = hex_term(end)
            play.tell_of("back.surrenders", "5.8.4", (key,), one.side, felt=False, hex=place)
            remove(play, key)
        case "destroyed":
            place = hex_term(end)
            play.tell_of("back.destroyed", "5.8.3.pushed", (key,), one.side, felt=False, hex=place)
            remove(play, key)


def remove(play: Play, key: str, to: str = DEAD, *, with_load: bool = True) -> None:
    """Take a counter off the ground, and whom it carries with it unless they get off (ALB-R23).

    Whom an officer commanded nobody commands until a replacement comes (7.2.1, ALB-R26). Of who
    was not recognised the others see whether anybody is left there (ALB-R2).
    """
    one = play.counter(key)
    place = hex_of(play.table, one)
    for load in tuple(aboard(play.table, key)):
        if with_load:
            remove(play, load.id, to)
        else:
            play.change(load.id, at=one.at)
    play.change(key, at=to, reaction=Reaction.NONE, routed=False)
    if one.unseen and place not in OFF_GROUND:
        play.tell_gone(place, one.side)
    if one.officer is not None:
        left = play.table.counters.values()
        play.change_all((each.id for each in left if each.unit == one.unit), out=True)
