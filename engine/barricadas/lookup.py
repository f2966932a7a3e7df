"""What can be looked up: counters that the viewer recognises, markers, and types of counter.

Of enemies who are not recognised a viewer knows the hex, and nothing else is said of them (3.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from engine.api import Params, Refusal, Term, Text
from engine.barricadas.describing import obstacle_term, who_rides
from engine.barricadas.frames import Activation
from engine.barricadas.play import counter_term, counter_terms, hex_term
from engine.barricadas.roster import ARMOUR, GUNS, TROOPS, Kind, Printed, load_roster
from engine.barricadas.rules.attack.factor import factor
from engine.barricadas.rules.morale.checks import counter_morale
from engine.barricadas.rules.reaction.reacting import why_no_reaction
from engine.barricadas.scenario import obstacles_laid
from engine.barricadas.short_names import named_so
from engine.barricadas.state import (
    DEAD,
    LEFT,
    OFF_GROUND,
    SEATS,
    USED,
    WAITING,
    Counter,
    Reaction,
    Table,
    View,
    aboard,
    counters_in,
    hex_of,
    members,
    officer_of,
)
from engine.barricadas.survey import battlefield_of
from engine.kit.looking_up import own_first
from engine.kit.wording import refuse
from engine.subjects import About, Subject

_TYPE: Final = "type:"
"""Begins the key of a type of counter."""
_MARKER: Final = "marker:"
"""Begins that of a marker: of enemies in a hex who are not recognised."""

_OFF_BOARD = {
    WAITING: "about.waiting",
    DEAD: "about.dead",
    LEFT: "about.left",
    USED: "about.used",
}
"""Where a counter is that is not on the board."""

_MARKED = (
    ("about.routed", lambda one: one.routed),
    ("about.out", lambda one: one.out),
    ("about.afoot", lambda one: one.afoot),
    ("about.reacting.now", lambda one: one.reaction is Reaction.NOW),
    ("about.reacting.kept", lambda one: one.reaction is Reaction.KEPT),
    ("about.finished", lambda one: one.finished),
    ("about.has_moved", lambda one: one.moved),
    ("about.unseen", lambda one: one.unseen),
)
"""What is marked on a counter, each with what of it says so."""


def subjects(view: View) -> Iterator[Subject]:
    """Yield the counters that the viewer recognises, own ones first, markers, and the types."""
    short = {keys[0]: end for end, keys in named_so(view.table, view.viewer).items()}
    for one in own_first(view.table.counters.values(), view.viewer):
        own = (short[one.id],) if one.id in short else ()
        yield Subject(one.id, counter_term(one), own)
    for place in view.table.shades:
        yield Subject(
            _MARKER + place, Text("about.marker.name", {"hex": hex_term(place)}), (place,)
        )
    for key in load_roster().types:
        yield Subject(_TYPE + key, Term("type", key))


def idle(view: View, who: str) -> Refusal | None:
    """Return why a counter cannot fire in reaction to what is being activated."""
    frame = view.table.frames[-1] if view.table.frames else None
    one = view.table.counters.get(who)
    if one is None or not isinstance(frame, Activation) or frame.seat == view.viewer:
        return None
    cause = why_no_reaction(one) or "target"
    return refuse(
        "react.cannot", "3.4.reaction.who", who=counter_term(one), why=Term("unable", cause)
    )


def about(view: View, key: str) -> About | None:
    """Return what is known of a counter, a marker or a type."""
    card = load_roster().types.get(key.removeprefix(_TYPE))
    place = key.removeprefix(_MARKER)
    if key.startswith(_TYPE) and card is not None:
        return _type(view, card)
    if key.startswith(_MARKER) and place in view.table.shades:
        return About(
            what=(Text("about.marker"),),
            now=tuple(_ground(view.table, place)),
            at=place,
            beside=tuple(one.id for one in counters_in(view.table, place)),
            rules=("3.5", "6"),
        )
    one = view.table.counters.get(key)
    return None if one is None else _counter(view, one)


# -- a counter ---------------------------------------------------------------------------------


def _counter(view: View, one: Counter) -> About:
    table = view.table
    place = hex_of(table, one)
    return About(
        what=tuple(_what(one)),
        now=tuple(chain(_where(table, one), _state(one), _led(view, one))),
        who=one.id,
        at="" if place in OFF_GROUND or place not in battlefield_of(table).hexes else place,
        side=one.side,
        beside=tuple(_with(table, one)),
        rules=_rules(one),
    )


def _what(one: Counter) -> Iterator[Text]:
    figures, card = one.officer, one.printed
    if figures is not None:
        told: Params = {
            "morale": figures.morale,
            "leadership": figures.leadership,
            "reach": figures.reach,
            "coordination": figures.coordination,
        }
        yield Text("about.officer.replaced" if one.replaced else "about.officer", told)
    elif card is not None:
        yield from _printed(card, one.hits)
    else:
        guide = load_roster().guides.get(one.type)
        if guide is not None:
            yield Text("about.guide", {"n": guide[2]})


def _printed(card: Printed, hits: int = 0) -> Iterator[Text]:
    """Yield what is printed on a counter of so many hits."""
    told: Params = {"gait": Term("gait", card.gait), "size": Term("size", card.size)}
    if card.points:
        yield Text("about.moves", {**told, "n": card.points})
    else:
        yield Text("about.fixed", told)
    for munition, weapon in card.weapons.items():
        yield Text(
            "about.weapon",
            {
                "munition": Term("munition", munition.value),
                "factor": factor(weapon, hits),
                "range": weapon.range,
            },
        )
    if not card.weapons:
        yield Text("about.unarmed")
    if card.calibre:
        yield Text("about.calibre", {"n": card.calibre})
    if card.armour is not None:
        yield Text("about.armour", {"n": card.armour})
    if card.towed:
        yield Text("about.towed")


def _ground(table: Table, place: str) -> Iterator[Text]:
    """Yield where something stands: its hex, what protects or hampers there."""
    land = battlefield_of(table).hexes[place]
    told: Params = {"hex": hex_term(place), "terrain": Term("terrain", land.terrain.value)}
    yield Text("about.at", {**told, "level": land.level})
    if place in table.positions:
        yield Text("about.position")
    for kind in obstacles_laid(table.settings.scenario).get(place, ()):
        yield Text("about.obstacle", {"obstacle": obstacle_term(kind)})


def _where(table: Table, one: Counter) -> Iterator[Text]:
    place, carrier = hex_of(table, one), table.counters.get(one.carrier)
    if carrier is not None:
        yield from who_rides(table, carrier)
    if place in _OFF_BOARD:
        yield Text(_OFF_BOARD[place])
    if place in battlefield_of(table).hexes:
        yield from _ground(table, place)
    yield from who_rides(table, one)
    for side in sorted(SEATS, key=lambda each: each != one.side) if place not in OFF_GROUND else ():
        there = [each.id for each in counters_in(table, place, side) if each.id != one.id]
        if there:
            told: Params = {"who": counter_terms(there), "n": len(there)}
            yield Text("about.with" if side == one.side else "about.enemies", told)
    if place in table.shades:
        yield Text("about.shade")


def _state(one: Counter) -> Iterator[Text]:
    """Yield how a counter on the ground is."""
    if one.at in OFF_GROUND:
        return
    if one.printed is not None:
        yield Text("about.steps", {"n": one.steps, "full": one.steps + one.hits})
    for code, bears in _MARKED:
        if bears(one):
            yield Text(code)


def _led(view: View, one: Counter) -> Iterator[Text]:
    """Yield who leads a counter, and its morale: the other side may not work that out (10.1)."""
    table = view.table
    if one.at in OFF_GROUND or not one.unit or one.unit not in table.counters:
        return
    leader = officer_of(table, one.unit)
    if leader is None and one.side == view.viewer:
        yield Text("about.leaderless")
    elif leader is not None and leader.id != one.id:
        yield Text("about.led", {"officer": counter_term(leader)})
    if one.side == view.viewer:
        yield Text("about.morale", {"n": counter_morale(table, one)})


def _with(table: Table, one: Counter) -> Iterator[str]:
    """Yield who carries a counter or is aboard, who is in its hex, and its unit."""
    near = dict.fromkeys((one.carrier, *(each.id for each in aboard(table, one.id))))
    place = hex_of(table, one)
    if place not in OFF_GROUND:
        near.update(dict.fromkeys(each.id for each in counters_in(table, place)))
    leader = officer_of(table, one.unit) if one.unit else None
    near.update(dict.fromkeys([leader.id] if leader is not None else []))
    if leader is not None and leader.id == one.id:
        near.update(dict.fromkeys(each.id for each in members(table, one.unit)))
    if place in table.shades:
        near[_MARKER + place] = None
    if one.printed is not None:
        near[_TYPE + one.type] = None
    yield from (key for key in near if key and key != one.id and _is_known(table, key))


def _is_known(table: Table, key: str) -> bool:
    return key in table.counters or key.startswith((_TYPE, _MARKER))


def _rules(one: Counter) -> tuple[str, ...]:
    if one.printed is not None:
        return _rules_of(one.printed.kind)
    return ("7", "7.1", "7.2", "3.1", "7.3") if one.officer is not None else ("7.4",)


def _rules_of(kind: Kind) -> tuple[str, ...]:
    """Return the clauses that speak of a kind of counter."""
    if kind is Kind.TRUCK:
        return ("5.5", "5.2")
    if kind in ARMOUR:
        return ("5.2", "8.3.2", "9.4", "7.1")
    if kind in GUNS:
        return ("8.1", "8.2", "5.5", "9.3")
    return ("5.7", "9", "8.2", "10.1") if kind is Kind.CAVALRY else _on_foot(kind)


def _on_foot(kind: Kind) -> tuple[str, ...]:
    return ("8.2", "9", "9.5", "5.3", "10.1") if kind in TROOPS else ("8", "8.2", "5.3", "10.1")


# -- a type ------------------------------------------------------------------------------------


def _type(view: View, card: Printed) -> About:
    every = [one for one in view.table.counters.values() if one.type == card.key]
    known = own_first(every, view.viewer)
    faction = Term("faction", card.faction)
    there = sum(hex_of(view.table, one) not in OFF_GROUND for one in known)
    return About(
        what=(Text("about.type", {"faction": faction}), *_printed(card)),
        now=(Text("about.type.count", {"n": there}),),
        beside=tuple(one.id for one in known),
        rules=_rules_of(card.kind),
    )
