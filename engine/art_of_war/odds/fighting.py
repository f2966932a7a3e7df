"""Odds of a melee, of a volley and of a fortified camp (7.roll, 8.roll, 8.camp.fortified).

Who fights with what is a matter of the rules; here their dice are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.api import Odds, Params, Seat, Text
from engine.art_of_war.play import unit_term, unit_terms
from engine.art_of_war.rules.melee import duels
from engine.art_of_war.rules.melee.adding import in_words
from engine.art_of_war.rules.melee.camps import needed
from engine.art_of_war.rules.melee.duels import Duel, duel_of
from engine.art_of_war.rules.melee.pairs import Pair, pairs
from engine.art_of_war.rules.shooting import volleys
from engine.art_of_war.rules.shooting.volleys import Volley
from engine.art_of_war.state import Table, Unit
from engine.art_of_war.survey import cohesion_left
from engine.art_of_war.tables.combat import load_combat
from engine.chances.odds import tell_odds
from engine.chances.probability import D6, die


class Cost(NamedTuple):
    """What a melee costs, seen from one side.

    Attributes:
        side: 1 where the other side loses, -1 where the viewer's does, 0 where nobody does.
        points: How many points of cohesion.
        routed: Whether none is left.
    """

    side: int
    points: int
    routed: bool


def of_pair(table: Table, pair: Pair, viewer: Seat, assumed: tuple[Text, ...] = ()) -> Odds:
    """Return what a round of melee between two costs, the best for the viewer first (8.roll)."""
    duel = duel_of(table, pair)
    mine = table.units[pair.one if table.units[pair.one].side == viewer else pair.two]
    theirs = table.units[pair.foe_of(mine.id)]
    sign = 1 if mine.id == pair.one else -1
    outcomes = duels.chances(duel).map(lambda margin: _cost(sign * margin, mine, theirs))
    return tell_odds(
        Text("odds.melee", _about(duel, mine.id)),
        "8.roll",
        outcomes,
        lambda cost: _said(cost, mine, theirs),
        worst=lambda cost: (-cost.side, -cost.side * cost.routed, -cost.side * cost.points),
        assumed=assumed,
    )


def _about(duel: Duel, mine: str) -> Params:
    own, other = (duel.one, duel.two) if duel.one.unit == mine else (duel.two, duel.one)
    return {
        "one": unit_term(own.unit),
        "two": unit_term(other.unit),
        "first": own.total,
        "second": other.total,
        "added": in_words(own.added),
        "against": in_words(other.added),
    }


def _cost(margin: int, mine: Unit, theirs: Unit) -> Cost:
    """Return what a margin, positive where the viewer's unit wins, costs whom."""
    if not margin:
        return Cost(0, 0, routed=False)
    loser = theirs if margin > 0 else mine
    left = cohesion_left(loser)
    points = min(load_combat().points(abs(margin)), left)
    return Cost(1 if margin > 0 else -1, points, routed=points == left)


def _said(cost: Cost, mine: Unit, theirs: Unit) -> Text:
    if not cost.side:
        return Text("odds.melee.tie")
    unit = unit_term(theirs if cost.side > 0 else mine)
    if cost.routed:
        return Text("odds.melee.routed", {"unit": unit})
    return Text("odds.melee.loses", {"unit": unit, "n": cost.points})


def of_melees(table: Table, viewer: Seat, assumed: tuple[Text, ...] = ()) -> Iterator[Odds]:
    """Yield what the next round of every melee under way costs, as the table stands."""
    for pair in pairs(table):
        yield of_pair(table, pair, viewer, assumed)


def notes(table: Table, viewer: Seat) -> Iterator[Text]:
    """Yield how every melee under way stands, the viewer's unit first, in throws of two dice."""
    for pair in pairs(table):
        duel = duel_of(table, pair)
        margins, throws = duels.chances(duel), D6 * D6
        wins = int(margins.chance_that(lambda margin: margin > 0) * throws)
        loses = int(margins.chance_that(lambda margin: margin < 0) * throws)
        own, other = duel.one, duel.two
        if table.units[pair.one].side != viewer:
            own, other, wins, loses = other, own, loses, wins
        yield Text(
            "note.melee",
            {
                "one": unit_term(own.unit),
                "two": unit_term(other.unit),
                "first": own.total,
                "second": other.total,
                "wins": wins,
                "loses": loses,
                "throws": throws,
            },
        )


def of_volley(volley: Volley, viewer_shoots: bool, assumed: tuple[Text, ...] = ()) -> Odds:
    """Return whether a volley costs its target a point (7.loss)."""
    about: Params = {
        "who": unit_terms(volley.who),
        "n": len(volley.who),
        "target": unit_term(volley.target),
        "first": volley.total,
        "second": volley.protection,
        "added": in_words(volley.added),
    }
    return tell_odds(
        Text("odds.shooting", about),
        "7.roll",
        volleys.chances(volley),
        lambda struck: Text("odds.shooting.hits" if struck else "odds.shooting.misses"),
        worst=lambda struck: struck != viewer_shoots,
        assumed=assumed,
    )


def of_camp(unit: Unit, assumed: tuple[Text, ...] = ()) -> Odds:
    """Return whether a unit destroys a fortified camp (8.camp.fortified)."""
    least = needed(unit)
    return tell_odds(
        Text("odds.camp", {"who": unit_term(unit), "least": least}),
        "8.camp.fortified",
        die().map(lambda shown: shown >= least),
        lambda taken: Text("odds.camp.taken" if taken else "odds.camp.holds"),
        worst=lambda taken: not taken,
        assumed=assumed,
    )
