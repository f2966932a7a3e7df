"""Odds of fire, assaults, missions and mines (8.2, 8.1.4, 9.3, 9.4, 11, 13).

Enemies whom the viewer does not recognise are not counted: they can only be more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.api import Odds, Params, Term, Text
from engine.barricadas.actions import Lands
from engine.barricadas.frames import ASSAULTING, FLIGHTS, OFF_BOARD, Doing
from engine.barricadas.play import counter_term, counter_terms, hex_term
from engine.barricadas.rules.artillery.aviation import flak
from engine.barricadas.rules.artillery.guns import aim_of_guns
from engine.barricadas.rules.artillery.missions import (
    aim_of_missions,
    is_blind,
    is_wanted,
    landings,
    load_of,
)
from engine.barricadas.rules.assault.armoured import rush_of
from engine.barricadas.rules.assault.fighting import defenders, modifier_of, worth
from engine.barricadas.rules.assault.surrendering import fighters
from engine.barricadas.rules.attack.aiming import Salvo, aim_of
from engine.barricadas.rules.attack.effect import Aim, chances
from engine.barricadas.rules.obstacles.mines import aim_of_mines, mines_in
from engine.barricadas.state import Counter, Table, counters_in, other
from engine.barricadas.survey import battlefield_of, is_armour, is_mounted
from engine.barricadas.tables import aviation
from engine.barricadas.tables.assault import load_assault_tables, ratio
from engine.barricadas.tables.scatter import strays
from engine.chances.odds import tell_odds
from engine.chances.probability import Distribution, die, total

_ORDER = ("D2", "D1", "DR", "AR", "A1", "A2")
"""Results of an assault, the best for who assaults first (9.3)."""


def of_salvo(table: Table, salvo: Salvo, assumed: tuple[Text, ...]) -> Odds:
    """Return the hits of an attack by fire, and their average (8.2)."""
    aim = aim_of(battlefield_of(table), table, salvo)
    return _of_fire(salvo.who, salvo.target, aim, (*assumed, *_unknown(table, salvo.target)))


def _unknown(table: Table, target: str) -> tuple[Text, ...]:
    """Return what is said where a marker stands in the target's hex: it is not counted."""
    return (Text("odds.given.recognised"),) if target in table.shades else ()


def _of_fire(who: Sequence[str], target: str, aim: Aim, assumed: tuple[Text, ...]) -> Odds:
    about: Params = {
        "who": counter_terms(who),
        "n": len(who),
        "hex": hex_term(target),
        "factors": aim.factors,
        "column": aim.column or 0,
        "modifier": aim.modifier,
    }
    return _of_hits(Text("odds.fire", about), "8.2", chances(aim), assumed)


def _of_hits(
    about: Text, rule: str, outcomes: Distribution[int], assumed: tuple[Text, ...]
) -> Odds:
    return tell_odds(
        about,
        rule,
        outcomes,
        lambda n: Text("odds.hits", {"n": n}),
        worst=lambda n: -n,
        expected=((Text("odds.hits.expected"), outcomes.mean(lambda n: n)),),
        assumed=assumed,
    )


def of_assault(
    table: Table, doing: Doing, assumed: tuple[Text, ...], *, mine: bool = True
) -> Iterator[Odds]:
    """Yield how hand to hand ends, where all who are there are recognised (9.3).

    *Mine* is whether the viewer assaults.
    """
    if doing.target in table.shades:
        return
    attackers = [table.counters[key] for key in doing.who]
    seat, charging = attackers[0].side, any(map(is_mounted, attackers))
    there = defenders(table, doing.target, seat)
    standing = fighters(there)
    if not standing:
        return
    attack, defence = worth(attackers, charging=charging), worth(standing, charging=False)
    idle = all(one.finished or one.routed for one in counters_in(table, doing.target, other(seat)))
    added = modifier_of(battlefield_of(table), doing.target, charging=charging, idle=idle)
    tables, column = load_assault_tables(), ratio(attack, defence)
    about: Params = {
        "hex": hex_term(doing.target),
        "attack": attack,
        "defence": defence,
        "column": column,
        "modifier": added,
    }
    yield tell_odds(
        Text("odds.assault", about),
        "9.3.roll",
        die().map(lambda shown: str(tables.result(column, shown + added))),
        lambda result: Text("odds.assault.result", {"result": Term("assault", result)}),
        worst=_ORDER.index if mine else _ORDER[::-1].index,
        assumed=assumed,
    )


def of_armour(table: Table, doing: Doing, assumed: tuple[Text, ...]) -> Iterator[Odds]:
    """Yield the hits that each counter of armour brings, unless the answer stops it (9.4)."""
    if doing.target in table.shades:
        return
    seat = table.counters[doing.who[0]].side
    there = fighters(defenders(table, doing.target, seat))
    for key in doing.who if there else ():
        one = table.counters[key]
        if not is_armour(one):
            continue
        rush = rush_of(table, one, doing.target, there)
        about: Params = {
            "who": counter_term(one),
            "hex": hex_term(doing.target),
            "column": rush.column,
            "modifier": rush.modifier,
        }
        yield _of_hits(Text("odds.armour", about), "9.4.effect", total(2).map(rush.hits), assumed)


def of_guns(table: Table, doings: Sequence[Doing], assumed: tuple[Text, ...]) -> Odds:
    """Return the hits of the guns that are directed at a hex in one activation (8.1.1, ALB-R16)."""
    target, aim = doings[0].target, aim_of_guns(table, doings)
    guns = tuple(key for one in doings for key in one.who[1:])
    return _of_fire(guns, target, aim, (*assumed, *_unknown(table, target)))


def of_mission(
    table: Table, doing: Doing, before: Sequence[Doing], falls: Lands, assumed: tuple[Text, ...]
) -> Iterator[Odds]:
    """Yield whether flak sends a mission away, by how many hexes it strays, and what it brings.

    What would be called off on target brings nothing there (8.1.4.2, 13.flak).

    Args:
        table: As its side sees it.
        doing: The mission.
        before: What is done before it in the activation.
        falls: Which missions in sight its side lets fall.
        assumed: What is supposed.
    """
    leader, target = table.counters[doing.who[0]], doing.target
    if doing.deed in FLIGHTS:
        yield _of_flak(table, leader, doing, assumed)
        assumed = (*assumed, Text("odds.given.not_driven_off"))
    blind = is_blind(table, leader.side, target)
    yield tell_odds(
        Text("odds.mission", {"hex": hex_term(target)}),
        "8.1.4.2",
        die().map(lambda shown: strays(shown, blind=blind)),
        lambda n: Text("odds.mission.strays", {"n": n}),
        worst=lambda n: n,
        assumed=assumed,
    )
    if not any(True for _ in counters_in(table, target, other(leader.side))):
        return
    aimed = next(one for one in landings(table, leader, doing) if one.place == target)
    if aimed.seen and not is_wanted(table, leader.side, aimed.area, falls):
        return
    spent = sum(one.deed in OFF_BOARD for one in before)
    load = load_of(table, leader.side, doing, spent)
    aim = aim_of_missions(table, target, other(leader.side), load.factors)
    about: Params = {
        "hex": hex_term(target),
        "factors": aim.factors,
        "column": aim.column or 0,
        "modifier": aim.modifier,
    }
    unknown = (Text("odds.given.recognised"),) if target in table.shades else ()
    assumed = (*assumed, Text("odds.given.on_target"), *unknown)
    yield _of_hits(Text("odds.mission.hits", about), "8.1.4.2.attack", chances(aim), assumed)


def _of_flak(table: Table, leader: Counter, doing: Doing, assumed: tuple[Text, ...]) -> Odds:
    """Return whether aircraft are sent away, by the guns that are recognised (13.flak)."""
    points = flak(table, doing.target, leader.side)
    likely = aviation.chance(points)
    unknown = (Text("odds.given.recognised"),) if table.shades else ()
    return tell_odds(
        Text("odds.flak", {"hex": hex_term(doing.target), "n": points}),
        "13.flak",
        Distribution.of_chances({True: likely, False: 1 - likely}),
        lambda away: Text("odds.flak.away" if away else "odds.flak.through"),
        worst=lambda away: away,
        assumed=(*assumed, *unknown),
    )


def of_mines(table: Table, doing: Doing, assumed: tuple[Text, ...]) -> Iterator[Odds]:
    """Yield the hits of the mines on a way, and of those in a hex that is assaulted (11.mines)."""
    places = [*doing.way[1:], *([doing.target] if doing.deed in ASSAULTING else [])]
    for place in places:
        for mines in mines_in(table, place):
            aim = aim_of_mines(table, mines, place)
            about: Params = {"hex": hex_term(place), "factors": aim.factors}
            told = Text("odds.mines", about)
            yield _of_hits(told, "11.mines", chances(aim), assumed)
