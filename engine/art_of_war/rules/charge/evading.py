"""Evading: who of those charged may or must, what is asked, and what is answered (5.evade).

Rules:
    5.evade, 5.evade.who, 5.evade.fighting, 5.evade.both, 5.evade.must, 5.evade.declare,
    5.evade.next; ADG-R23, ADG-R32, ADG-R43.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.api import Choice, Decision, Option, Params, Seat, Text
from engine.art_of_war.actions import Evade, Stand
from engine.art_of_war.frames import Charging, Declared
from engine.art_of_war.pieces import standing_bases
from engine.art_of_war.plane.poses import Edge
from engine.art_of_war.play import Against, AnyVerb, Play, unit_term, unit_terms
from engine.art_of_war.rules.charge.conforming import edges_open
from engine.art_of_war.rules.charge.contact import is_heavier, stands_open
from engine.art_of_war.rules.charge.reach import way_now
from engine.art_of_war.state import Table, Unit, View, other
from engine.art_of_war.survey import fights, profile_of, type_of
from engine.art_of_war.troops import TroopType
from engine.kit.verbs import Answer, filled_list
from engine.kit.wording import refuse


@dataclass(frozen=True, slots=True)
class Attack:
    """What comes at a unit that is charged.

    Attributes:
        edges: At which of its edges, the first charge's first.
        by: Which units come into contact with it.
        charges: Numbers of those charges.
    """

    edges: tuple[Edge, ...]
    by: tuple[str, ...]
    charges: tuple[int, ...] = ()


def attacks(table: Table, charges: Sequence[Declared]) -> Mapping[str, Attack]:
    """Return which units are charged as the table stands before anybody evades, and how."""
    edges: dict[str, dict[Edge, None]] = {}
    by: dict[str, dict[str, None]] = {}
    numbers: dict[str, dict[int, None]] = {}
    for number, one in enumerate(charges):
        if one.at == "overlap":
            continue
        for unit, whom, edge in _met(table, one):
            if whom in table.units:
                edges.setdefault(whom, {})[edge] = None
                by.setdefault(whom, {})[unit] = None
                numbers.setdefault(whom, {})[number] = None
    return {key: Attack(tuple(edges[key]), tuple(by[key]), tuple(numbers[key])) for key in edges}


def _met(table: Table, declared: Declared) -> Iterator[tuple[str, str, Edge]]:
    """Yield the contacts that a charge would make now, or that it has all but made."""
    way = way_now(table, declared)
    if way is not None:
        for one in way.contacts:
            yield one.one, one.two, one.edge
    elif declared.left >= 0:
        bases, who = dict(standing_bases(table)), declared.who[0]
        if declared.target in bases:
            for edge in edges_open(bases[who], bases[declared.target])[:1]:
                yield who, declared.target, edge


def may_evade(table: Table, unit: Unit, attack: Attack) -> bool:
    """Say whether a unit that is charged can evade at all (5.evade.who, 5.evade.fighting)."""
    if not profile_of(unit).evades or fights(table, unit.id):
        return False
    return not {"front", "rear"} <= set(attack.edges)


def must_evade(table: Table, unit: Unit, attack: Attack) -> bool:
    """Say whether a unit that can evade has to: light infantry in the open (5.evade.must)."""
    return (
        type_of(unit) is TroopType.LI
        and stands_open(table, unit)
        and any(is_heavier(table.units[key]) for key in attack.by)
    )


def split(
    table: Table, found: Mapping[str, Attack], heard: Iterable[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return who of those charged may evade or stand, and who must evade; not those *heard*."""
    said = set(heard)
    may: list[str] = []
    must: list[str] = []
    for key, attack in found.items():
        unit = table.units[key]
        if key in said or not may_evade(table, unit, attack):
            continue
        (must if must_evade(table, unit, attack) else may).append(key)
    return tuple(may), tuple(must)


# -- asked and answered ------------------------------------------------------------------------


def decisions(table: Table, frame: Charging) -> tuple[Decision, ...]:
    """Ask the side that is charged who of those evades that may."""
    if not frame.asked:
        return ()
    seat = other(frame.seat)
    told: Params = {"units": unit_terms(frame.may), "n": len(frame.may)}
    # Who is met on the way is charged too, by whoever goes for another.
    charges = [one for one in frame.charges if one.target in frame.may] or frame.charges
    by = dict.fromkeys(key for one in charges for key in one.who)
    params: Params = {**told, "by": unit_terms(by)}
    every = Choice(Text("evade.all", told), Evade(units=frame.may))
    return (
        Decision(
            f"{frame.serial}.evade.{frame.asks}",
            seat,
            "evade",
            "5.evade.declare",
            params,
            (Evade.kind, Stand.kind),
            (every, Choice(Text("evade.none"), Stand())),
            interrupt=True,
        ),
    )


def _check(view: View, frame: Charging, action: Evade) -> Against:
    del view
    return [
        refuse(
            "evade.whom",
            "5.evade.who",
            who=unit_term(key),
            able=unit_terms(frame.may),
            n=len(frame.may),
        )
        for key in action.units
        if key not in frame.may
    ]


def _options(
    view: View, frame: Charging, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    del view
    before = filled_list(filled, field)
    for key in frame.may:
        if key not in before:
            yield Option(key, Text("unit", {"who": unit_term(key)}))


def _apply_evade(play: Play, frame: Charging, seat: Seat, action: Evade) -> None:
    del seat
    _answered(play, frame, action.units)


def _apply_stand(play: Play, frame: Charging, seat: Seat, action: Stand) -> None:
    del seat, action
    _answered(play, frame, ())


def _answered(play: Play, frame: Charging, units: tuple[str, ...]) -> None:
    stand = tuple(key for key in frame.may if key not in units)
    if stand:
        play.tell("evade.stands", "5.evade", who=unit_terms(stand), n=len(stand))
    heard = (*frame.heard, *frame.may)
    evading = (*frame.must, *(key for key in frame.may if key in units))
    play.retop(asked=False, asks=frame.asks + 1, heard=heard, evading=evading, may=(), must=())


VERBS: tuple[AnyVerb, ...] = (
    Answer(model=Evade, frame=Charging, check=_check, apply=_apply_evade, options=_options),
    Answer(model=Stand, frame=Charging, apply=_apply_stand),
)
