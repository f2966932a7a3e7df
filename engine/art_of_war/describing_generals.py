"""Generals in words: where they are, what points they have, how far they command."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.api import Params, Term, Text
from engine.art_of_war.describing_units import distance_told
from engine.art_of_war.plane.poses import UD
from engine.art_of_war.play import general_term, unit_term
from engine.art_of_war.points import spot_word
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.rules.command.distance import place_of
from engine.art_of_war.state import General, Place, Table
from engine.art_of_war.survey import enemies_of, nearest

_NOT_HERE = (
    (Place.WAITING, "describe.general.waiting"),
    (Place.AMBUSH, "describe.general.ambush"),
    (Place.MARCH, "describe.general.march"),
    (Place.ROUTED, "describe.general.lost"),
    (Place.LEFT, "describe.general.lost"),
)
"""Where a general is who stands nowhere."""


def general(table: Table, one: General) -> Iterator[Text]:
    """Yield who a general is, where they are, and what points they have."""
    who = general_term(one)
    told: Params = {"general": who, "rank": Term("rank", one.rank), "corps": one.corps}
    for place, code in _NOT_HERE:
        if one.place is place:
            yield Text(code, {**told, "unit": unit_term(one.unit)} if one.unit else told)
    if one.on_table:
        yield _stands(table, one, told)
    if one.fights:
        yield Text("describe.general.fights", {"general": who, "unit": unit_term(one.unit)})
    if one.chief:
        yield Text("describe.general.chief", {"general": who})
    if one.ally:
        yield Text("describe.general.ally", {"general": who})
    if one.hesitating:
        yield Text("describe.general.aside", {"general": who})
    elif one.thrown and one.side == table.player:
        yield Text("describe.general.points", {"general": who, "n": one.points})


def _stands(table: Table, one: General, told: Params) -> Text:
    if one.unit in table.units:
        with_it: Params = {**told, "unit": unit_term(one.unit)}
        code = "describe.general.included" if one.included else "describe.general.joined"
        return Text(code, with_it)
    assert one.pose is not None, f"{one.id} stands nowhere"
    return Text("describe.general.at", {**told, "at": spot_word(one.pose.x, one.pose.y)})


def around(table: Table, one: General) -> Iterator[Text]:
    """Yield how far a general commands, and how far away the nearest enemy stands."""
    reach = Fraction(load_ranks()[one.rank].distance, UD)
    yield Text("describe.general.reach", {"general": general_term(one), "ud": reach})
    if one.on_table:
        base = place_of(table, one)
        enemy = nearest(base, enemies_of(table, one.side))
        yield from distance_told(general_term(one), base, enemy)
