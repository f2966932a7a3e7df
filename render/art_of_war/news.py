"""In words: what happened, what is declared, who is in melee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Params, Term, Text
from engine.art_of_war.compass import facing_word
from engine.art_of_war.frames import Charging, Declared, Pursuing
from engine.art_of_war.play import general_term, unit_term, unit_terms
from engine.art_of_war.state import Table
from render.art_of_war.changes import Changes
from render.art_of_war.muster import Standing
from render.art_of_war.naming import place_word, point_word, target_term

Shown = Mapping[str, Standing]
"""The units that are on a picture, by id."""


def tell_news(changed: Changes) -> Iterator[Text]:
    """Yield all that happened, also what there was no room to show."""
    yield from _tell_shots(changed)
    yield from _tell_losses(changed)
    for contact in changed.met:
        yield Text("picture.met", _meeting(contact.one, contact.two, contact.edge))
    for key in changed.taken:
        yield Text("picture.taken", {"camp": Term("camp", key)})
    for key, spot in changed.vanished.items():
        yield Text("picture.vanished", {"marker": Term("marker", key), "at": point_word(spot)})
    yield from _tell_moves(changed)
    if changed.appeared:
        new = unit_terms(changed.appeared)
        yield Text("picture.appeared", {"who": new, "n": len(new)})


def _tell_shots(changed: Changes) -> Iterator[Text]:
    for shot in changed.shots:
        told: Params = {"who": unit_terms(shot.who), "target": unit_term(shot.at)}
        if shot.lost:
            yield Text("picture.shot_lost", {**told, "n": shot.lost})
        else:
            yield Text("picture.shot", {**told, "n": len(shot.who)})


def _tell_losses(changed: Changes) -> Iterator[Text]:
    for code, found in (("picture.routed", changed.routed), ("picture.left", changed.left)):
        if found:
            gone = unit_terms(one.unit.id for one in found)
            yield Text(code, {"who": gone, "n": len(gone)})
    for general, _ in changed.fallen:
        yield Text("picture.fallen", {"general": general_term(general)})
    yield from _tell_numbers("picture.lost", changed.lost)
    yield from _tell_numbers("picture.rallied", changed.rallied)


def _tell_numbers(code: str, numbers: Mapping[str, int]) -> Iterator[Text]:
    """Yield a sentence for all who lost, or regained, as much."""
    for number in sorted(set(numbers.values()), reverse=True):
        who = unit_terms(key for key, one in numbers.items() if one == number)
        yield Text(code, {"who": who, "n": number})


def _tell_moves(changed: Changes) -> Iterator[Text]:
    for move in changed.moves:
        told: Params = {"who": unit_term(move.who), "facing": facing_word(move.end.pose.facing)}
        start, end = place_word(move.start.pose), place_word(move.end.pose)
        if start == end:
            yield Text("picture.turned", told)
        else:
            yield Text("picture.moved", {**told, "start": start, "end": end})
    for ride in changed.rides:
        ends: Params = {"start": point_word(ride.start), "end": point_word(ride.end)}
        yield Text("picture.rode", {"general": general_term(ride.who), **ends})


def _meeting(one: str, two: str, edge: str) -> Params:
    whom = Term("camp", two) if two.endswith("-camp") else unit_term(two)
    return {"one": unit_term(one), "two": whom, "edge": Term("edge", edge)}


def tell_under_way(table: Table, shown: Shown) -> Iterator[Text]:
    """Yield what is declared and not done yet."""
    for charge in declared(table):
        if any(key in shown for key in (*charge.who, charge.target)):
            who = unit_terms(charge.who)
            told: Params = {"who": who, "n": len(who), "target": target_term(table, charge.target)}
            if charge.at == "front":
                yield Text("picture.declared", told)
            else:
                yield Text("picture.declared_edge", {**told, "edge": Term("edge", charge.at)})
    for frame in table.frames:
        if isinstance(frame, Charging) and (frame.evading or frame.must):
            evading = unit_terms(dict.fromkeys((*frame.must, *frame.evading)))
            yield Text("picture.evading", {"who": evading, "n": len(evading)})
        elif isinstance(frame, Pursuing):
            for one in frame.quarries:
                yield Text(
                    "picture.pursuit", {"who": unit_term(one.who), "target": unit_term(one.whom)}
                )


def declared(table: Table) -> Iterator[Declared]:
    """Yield the charges that are declared and not carried out yet."""
    yield from table.declared
    for frame in table.frames:
        if isinstance(frame, Charging):
            yield from (one for one in frame.charges if one not in table.declared)


def tell_melee(table: Table, shown: Shown) -> Iterator[Text]:
    """Yield who is in melee with whom."""
    for contact in table.contacts:
        if contact.one in shown or contact.two in shown:
            code = "picture.melee_fresh" if contact.fresh else "picture.melee"
            yield Text(code, _meeting(contact.one, contact.two, contact.edge))
