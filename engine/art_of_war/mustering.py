"""What is wrong with an army (1.army, 2, 3).

Rules:
    1.army, 1.generals, 1.groups, 2.options, 2.quality, 2.mixed, 2.dismount, 3.quality.shared,
    3.strategist.list, 3.allies, 3.included, 8.works; ADG-R27, ADG-R45, ADG-R54 to ADG-R58.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Refusal, Term
from engine.art_of_war.armies import Army, Enlisted, Limits, enlisted, load_muster, price
from engine.art_of_war.army_lines import ORDINARY, Leader, Line
from engine.art_of_war.groups import MOST, unlike
from engine.art_of_war.profiles import choices
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.troops import Troop, load_troops
from engine.kit.wording import refuse


def against(army: Army, points: int, limits: Limits | None = None) -> list[Refusal]:
    """Return everything wrong with an army; nothing where it may be fielded.

    Args:
        army: The army.
        points: What it may cost.
        limits: What its list holds it to; those of a table's own armies where there is none.
    """
    return [*missing(army, limits), *wrong(army, points, limits)]


def missing(army: Army, limits: Limits | None = None) -> list[Refusal]:
    """Return what an army lacks: units, generals, and who commands a group."""
    held = load_muster().limits if limits is None else limits
    found = [] if army.lines else [refuse("army.empty", "1.army")]
    if not army.leaders:
        found.append(refuse("army.corps", "1.army", n=0, most=held.corps))
    for letter in unled(army):
        found.append(refuse("army.no_general", "1.generals", group=letter.upper()))
    return found


def unled(army: Army) -> tuple[str, ...]:
    """Return the letters of the groups that no general of an army commands (1.generals)."""
    led = "".join(leader.groups for leader in army.leaders)
    letters = dict.fromkeys(line.group for line in army.lines)
    return tuple(letter for letter in letters if letter not in led)


def wrong(army: Army, points: int, limits: Limits | None = None) -> list[Refusal]:
    """Return everything in an army that cannot be, whatever is still added to it."""
    held = load_muster().limits if limits is None else limits
    found = [one for line in army.lines for one in _line(line, held)]
    # What cannot be is told once, not again by what would follow from it.
    whole = not found
    found += _corps(army, held)
    found += _generals(army, held)
    if whole:
        found += _groups(army)
        found += _included(army)
    cost = price(army)
    if cost > points:
        found.append(refuse("army.points", "1.army.cost", price=cost, points=points))
    if army.works > held.works:
        found.append(refuse("army.works", "8.works", n=army.works, most=held.works))
    return found


# --- units ----------------------------------------------------------------------------------


def _line(line: Line, held: Limits) -> Iterator[Refusal]:
    """Yield what is wrong with the units of one line."""
    troop = load_troops().troops.get(line.troop)
    if troop is None:
        yield refuse("army.no_such_troop", "2.table", troop=line.troop)
        return
    yield from _options(line, troop)
    yield from _quality(line, troop)
    if line.afoot and not held.dismounts:
        yield refuse("army.no_list", "2.dismount", troop=Term("troop", troop.key))
    if line.afoot and line.afoot not in troop.dismounts:
        told = {"troop": Term("troop", troop.key), "afoot": Term("troop", line.afoot)}
        yield refuse("army.dismount", "2.dismount.becomes", **told)


def _options(line: Line, troop: Troop) -> Iterator[Refusal]:
    """Yield what is wrong with what was bought (2.options)."""
    name = Term("troop", troop.key)
    bought = [key for key in line.bought if key in troop.options]
    weapons = [key for key in line.bought if key not in troop.options]
    for key in sorted({key for key in line.bought if line.bought.count(key) > 1}):
        yield refuse("army.twice", "2.options", troop=name, option=Term("option", key))
    for key in bought:
        option = troop.options[key]
        if option.needs and option.needs not in bought:
            needs = Term("option", option.needs)
            yield refuse(
                "army.needs", "2.options", troop=name, option=Term("option", key), needs=needs
            )
    bars = {(key, other) for key in bought for other in troop.options[key].bars}
    for pair in sorted({tuple(sorted(pair)) for pair in bars if pair[1] in bought}):
        barred = tuple(Term("option", key) for key in pair)
        yield refuse("army.together", "2.options", troop=name, options=barred)
    there = choices(troop, bought)
    for key in weapons:
        if key not in there:
            sold = tuple(Term("option", one) for one in dict.fromkeys((*troop.options, *there)))
            told = {"troop": name, "option": Term("option", key)}
            if sold:
                yield refuse("army.not_sold", "2.options", **told, sold=sold)
            else:
                yield refuse("army.nothing_sold", "2.options", **told)
    if len({*weapons} & {*there}) > 1:
        yield refuse("army.one_weapon", "7.range", troop=name)


def _quality(line: Line, troop: Troop) -> Iterator[Refusal]:
    """Yield what is wrong with the quality of units (ADG-R54)."""
    told = {"troop": Term("troop", troop.key), "quality": Term("quality", line.quality)}
    if line.quality not in troop.qualities:
        there = tuple(Term("quality", key) for key in troop.qualities)
        yield refuse("army.quality", "2.quality", **told, there=there)
    mixed = any("mixed" in troop.options[k].gives for k in line.bought if k in troop.options)
    if mixed and line.quality != ORDINARY:
        yield refuse("army.mixed_quality", "7.mixed", **told)


def _groups(army: Army) -> Iterator[Refusal]:
    """Yield what is wrong with groups (1.groups)."""
    groups: dict[str, list[Enlisted]] = {}
    for unit in enlisted(army):
        groups.setdefault(unit.key[0], []).append(unit)
    for letter, units in groups.items():
        if len(units) > MOST:
            group = letter.upper()
            yield refuse("army.group", "1.groups.size", group=group, n=len(units), most=MOST)
        clause = unlike(unit.profile for unit in units)
        if clause:
            kinds = tuple(Term("troop", key) for key in dict.fromkeys(one.troop for one in units))
            yield refuse("army.unlike", clause, group=letter.upper(), troops=kinds)


# --- generals -------------------------------------------------------------------------------


def _corps(army: Army, held: Limits) -> Iterator[Refusal]:
    """Yield where groups and generals do not belong together (1.generals, 1.groups.corps)."""
    if len(army.leaders) > held.corps:
        yield refuse("army.corps", "1.army", n=len(army.leaders), most=held.corps)
    letters = {line.group for line in army.lines}
    led = [letter for leader in army.leaders for letter in leader.groups]
    for letter in dict.fromkeys(led):
        if letter not in letters:
            yield refuse("army.no_group", "1.generals", group=letter.upper())
        if led.count(letter) > 1:
            yield refuse("army.two_generals", "1.groups.corps", group=letter.upper())


def _generals(army: Army, held: Limits) -> Iterator[Refusal]:
    """Yield what is wrong with the qualities of generals (3.quality, 3.strategist, 3.allies)."""
    ranks = load_ranks()
    value = sum(ranks[one.rank].value for one in army.leaders)
    if value > held.command:
        yield refuse("army.command", "3.quality.shared", value=value, most=held.command)
    strategists = sum(one.rank == "strategist" for one in army.leaders)
    if strategists > held.strategists:
        yield refuse("army.strategists", "3.strategist.list", n=strategists, most=held.strategists)
    if army.leaders and army.leaders[0].ally:
        yield refuse("army.chief_ally", "3.allies")


def _included(army: Army) -> Iterator[Refusal]:
    """Yield what is wrong with generals who are included in units (3.included)."""
    units = {unit.key: unit for unit in enlisted(army)}
    for corps, leader in enumerate(army.leaders, start=1):
        if leader.within:
            yield from _within(leader, corps, units.get(leader.within))


def _within(leader: Leader, corps: int, unit: Enlisted | None) -> Iterator[Refusal]:
    if unit is None:
        yield refuse("army.no_unit", "3.included", unit=leader.within)
    elif unit.corps != corps:
        yield refuse("army.other_corps", "3.included", unit=leader.within, corps=corps)
    elif not unit.profile.troop.general:
        troop = Term("troop", unit.troop)
        yield refuse("army.no_place", "3.included", unit=leader.within, troop=troop)
