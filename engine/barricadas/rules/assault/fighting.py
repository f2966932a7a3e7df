"""Assaults of infantry, engineers and cavalry (9 to 9.3).

Rules:
    5.7, 5.8.2, 7.1, 9, 9.1, 9.2, 9.3, 11.mines; ALB-R8, ALB-R9, ALB-R20, ALB-R41 to ALB-R44,
    ALB-R64, ALB-R82.
    Also 5.7.check, 9.1.failed, 9.1.officer, 9.1.passed, 9.2.after, 9.2.before, 9.2.half, 9.2.once,
    9.2.who, 9.3.back, 9.3.enough, 9.3.losses, 9.finished, 9.sequence, 10.2.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.api import Choice, Decision, Option, Params, Term, Text
from engine.barricadas.actions import MOMENTS, Defend
from engine.barricadas.board import Ground
from engine.barricadas.frames import Activation, Assault
from engine.barricadas.ground import Battlefield
from engine.barricadas.play import AnyFrameRules, AnyVerb, Play, hex_term, short_terms
from engine.barricadas.roster import LOST_IN_ASSAULT, TROOPS, Kind, Munition, load_roster
from engine.barricadas.rules.assault import armoured
from engine.barricadas.rules.assault.surrendering import surrender
from engine.barricadas.rules.attack.aiming import Salvo, weapon_of
from engine.barricadas.rules.attack.firing import fire, strike_melee
from engine.barricadas.rules.morale.checks import check_unit, passes, rout
from engine.barricadas.rules.movement.going_back import companies, go_back, remove
from engine.barricadas.rules.obstacles import mines
from engine.barricadas.rules.turn.recognition import look_round, recognise
from engine.barricadas.state import Counter, Reaction, Table, View, counters_in, other
from engine.barricadas.survey import is_armour, is_mounted, is_vehicle
from engine.barricadas.tables.assault import HARD, RETREAT, load_assault_tables, ratio
from engine.kit.verbs import Answer, FrameRules
from engine.kit.wording import seat_term


def defenders(table: Table, target: str, seat: str) -> list[Counter]:
    """Return who may fight in a hex assaulted by *seat*: neither armour, nor lorries nor loads."""
    return [
        one
        for one in counters_in(table, target, other(seat))
        if not one.carrier and not is_armour(one) and not is_vehicle(one)
    ]


def _firing(table: Table, frame: Assault) -> list[Counter]:
    """Return who may fire defensively: all of the assaulted hex, armour too (9.2, ALB-R8)."""
    return [
        one
        for one in counters_in(table, frame.target, other(frame.seat))
        if not one.carrier and not one.routed and _munition_of(one) is not None
    ]


def _munition_of(counter: Counter) -> Munition | None:
    """Return with what a counter fires at who assaults: AP where it has it, otherwise ART."""
    kinds = (Munition.AP, Munition.ART)
    return next((one for one in kinds if weapon_of(counter, one) is not None), None)


def decisions(table: Table, frame: Assault) -> tuple[Decision, ...]:
    """Ask the defender when to fire, once who stands there is recognised (9.2)."""
    if frame.fire or any(one.unseen for one in defenders(table, frame.target, frame.seat)):
        return ()
    seat = other(frame.seat)
    choices = tuple(Choice(Text(f"defend.{when}"), Defend(when=when)) for when in MOMENTS)
    where: Params = {"hex": hex_term(frame.target), "origin": hex_term(frame.origin)}
    params: Params = {**where, "who": short_terms(frame.who)}
    key = f"{frame.serial}.defend.{frame.origin}.{frame.target}"
    return (Decision(key, seat, "defend", "9.2", params, ("defend",), choices, interrupt=True),)


def _go_on(play: Play, frame: Assault) -> bool:
    there = defenders(play.table, frame.target, frame.seat)
    # Who assaults, and who stands in the assaulted hex, shows themselves (ALB-R37).
    in_it = tuple(one.id for one in counters_in(play.table, frame.target, other(frame.seat)))
    if any(play.counter(key).unseen for key in (*frame.who, *in_it)):
        recognise(play, in_it)
        recognise(play, frame.who)
        return True
    if any(is_armour(play.counter(key)) for key in frame.who):
        # Nobody is asked about these (9.4, ALB-R71).
        play.pop()
        armoured.resolve(play, frame, there)
        look_round(play)
        return True
    if not frame.fire:
        if _firing(play.table, frame):
            return False
        play.retop(fire="never")
        return True
    if not frame.checked:
        _before(play, frame)
        return True
    play.pop()
    _resolve(play, frame)
    return True


def _options(view: View, frame: Assault, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del view, frame, field, filled
    for when in MOMENTS:
        yield Option(when, Text(f"defend.{when}"))


def _apply(play: Play, frame: Assault, seat: str, action: Defend) -> None:
    del frame, seat
    play.retop(fire=action.when)


def _able(play: Play, keys: Sequence[str], place: str) -> tuple[str, ...]:
    """Return those of some counters who are still in a hex, and not in retreat."""
    found = (play.counter(key) for key in keys)
    return tuple(one.id for one in found if one.at == place and not one.routed)


def _before(play: Play, frame: Assault) -> None:
    """Fire before the check, check, and fire after it (9.1, 9.2; ALB-R64)."""
    play.tell_of("assault.declared", "9.names", frame.who, frame.seat, hex=hex_term(frame.target))
    if frame.fire == "before":
        _defend(play, frame, frame.origin)
    passed = []
    for key in _able(play, frame.who, frame.origin):
        one = play.counter(key)
        free = one.printed is None or is_mounted(one)
        if free or passes(play, key, "9.1"):
            passed.append(key)
    # Officers go along with counters of their own only (9.1).
    units = {play.counter(key).unit for key in passed if play.counter(key).printed is not None}
    passed = [key for key in passed if play.counter(key).unit in units]
    play.change_all(
        (key for key in frame.who if play.counter(key).on_ground),
        finished=True,
        reaction=Reaction.NONE,
    )
    play.retop(who=tuple(passed), checked=True)
    if passed and (frame.fire == "after" or mines.mines_in(play.table, frame.target)):
        # They are in the assaulted hex then, and its ground protects them.
        play.change_all(passed, at=frame.target)
        mines.enter(play, frame.target, passed)
        if frame.fire == "after":
            _defend(play, frame, frame.target)
        for key in passed:
            one = play.counter(key)
            if one.at == frame.target and not one.routed:
                play.change(key, at=frame.origin)
        play.retop(who=_able(play, passed, frame.origin))


def _defend(play: Play, frame: Assault, place: str) -> None:
    """Fire defensively: each unit, and each counter out of command, by itself (9.2, ALB-R9)."""
    for salvo in defensive_fire(play.table, frame, place):
        there = list(counters_in(play.table, place, frame.seat))
        who = tuple(key for key in salvo.who if not play.counter(key).routed)
        if not there or not who:
            continue
        play.change_all(who, finished=True, reaction=Reaction.NONE)
        fire(play, replace(salvo, who=who))


def defensive_fire(table: Table, frame: Assault, place: str) -> tuple[Salvo, ...]:
    """Return with what the defender fires at who assaults and is in a hex (9.2, ALB-R9)."""
    groups: dict[tuple[str, Munition], list[Counter]] = {}
    for one in _firing(table, frame):
        munition = _munition_of(one)
        assert munition is not None, "who has nothing to fire with does not fire"
        groups.setdefault((one.id if one.out else one.unit, munition), []).append(one)
    return tuple(
        Salvo(
            tuple(one.id for one in group),
            munition,
            place,
            halved=tuple(one.id for one in group if one.reaction is Reaction.NONE),
            joined=True,
        )
        for (_, munition), group in sorted(groups.items())
    )


def _resolve(play: Play, frame: Assault) -> None:
    """Fight hand to hand, and carry out what comes of it (9.3)."""
    attackers = _able(play, frame.who, frame.origin)
    there = defenders(play.table, frame.target, frame.seat)
    play.change_all((one.id for one in there), finished=True, reaction=Reaction.NONE)
    if not attackers or all(play.counter(key).printed is None for key in attackers):
        play.tell("assault.nobody_left", "9.1", hex=hex_term(frame.target))
        look_round(play)
        return
    lost, losers = surrender(play, there), tuple[Counter, ...]()
    fighting = [play.counter(one.id) for one in there if play.counter(one.id).at == frame.target]
    if fighting:
        losers, eliminated = _fight(play, frame, attackers, fighting)
        lost += eliminated
    else:
        lost += _take_along(play, frame, RETREAT["R"])
    # Armour with them is fought once the others are beaten (9.mixed).
    if not defenders(play.table, frame.target, frame.seat):
        armour = armoured.armour_in(play.table, frame.target, other(frame.seat))
        play.change_all((one.id for one in armour), finished=True, reaction=Reaction.NONE)
        for key in _able(play, attackers, frame.origin):
            armoured.close_in(play, key, frame.target, other(frame.seat))
    if not any(True for _ in counters_in(play.table, frame.target, other(frame.seat))):
        here = _able(play, attackers, frame.origin)
        if here:
            play.change_all(here, at=frame.target, moved=True)
            play.tell_of("assault.holds", "9.3", here, frame.seat, hex=hex_term(frame.target))
    for unit in dict.fromkeys(filter(None, lost)):
        check_unit(play, unit, frame.target)
    _shaken(play, losers, frame.target)
    look_round(play)


def worth(counters: Iterable[Counter], *, charging: bool) -> int:
    """Return what counters are worth in an assault (9.3, ALB-H6)."""
    tables, found = load_assault_tables(), 0
    militias = load_roster().militias
    for one in counters:
        if one.printed is None:
            found += one.officer.leadership if one.officer is not None else 0
            continue
        kind = one.printed.kind
        key = "weapons"
        if kind is Kind.INFANTRY:
            key = "militia" if one.printed.faction in militias else "infantry"
        elif kind in TROOPS:
            key = kind.value
        found += tables.worth[key][one.hits]
        if charging and is_mounted(one):
            found += tables.worth["charge"][one.hits]
    return found


def modifier_of(battlefield: Battlefield, target: str, *, charging: bool, idle: bool) -> int:
    """Return what is added to the die (ALB-H7).

    Args:
        battlefield: The ground.
        target: The assaulted hex.
        charging: Whether cavalry charges.
        idle: Whether all whom it is against were finished or in retreat.
    """
    ground = battlefield.hexes[target].terrain
    added = load_assault_tables().modifiers
    found = added["hard"] if ground in HARD else 0
    if charging and ground is Ground.OPEN:
        found += added["charge"]
    return found + (added["idle"] if idle else 0)


def _fight(
    play: Play, frame: Assault, attackers: Sequence[str], fighting: Sequence[Counter]
) -> tuple[tuple[Counter, ...], list[str]]:
    """Throw the die of an assault; return who lost, and the units that lost a counter (9.3)."""
    ours = [play.counter(key) for key in attackers]
    attack, defence = worth(ours, charging=frame.charging), worth(fighting, charging=False)
    column = ratio(attack, defence)
    die = play.die("assault")
    modifier = modifier_of(play.battlefield, frame.target, charging=frame.charging, idle=frame.idle)
    result = load_assault_tables().result(column, die + modifier)
    play.tell(
        "assault.result",
        "9.3.roll",
        seat=seat_term(frame.seat),
        hex=hex_term(frame.target),
        attack=attack,
        defence=defence,
        column=column,
        die=die,
        modifier=modifier,
        result=Term("assault", result),
    )
    losers = ours if result.startswith("A") else list(fighting)
    steps = 0 if result[1] == "R" else int(result[1])
    hexes = RETREAT[result[1]]
    beaten_back = losers is ours
    edge = frame.back if beaten_back else frame.forward
    origin = frame.origin if beaten_back else ""
    lost = strike_melee(play, [one.id for one in losers], steps)
    beaten = []
    for one in losers:
        now = play.counter(one.id)
        kind = None if now.printed is None else now.printed.kind
        if not now.on_ground:
            continue
        if kind in LOST_IN_ASSAULT:
            play.tell_of("assault.guns", "9.3.guns", (now.id,), now.side)
            remove(play, now.id)
            lost.append(now.unit)
            continue
        # Both sides go back from the hex in which the fight was (ALB-R20).
        play.change(now.id, at=frame.target)
        beaten.append(now.id)
    for company in tuple(companies(play, beaten)):
        unit = play.counter(company[0]).unit
        stands = go_back(play, company, hexes, edge, frame.target, routed=False, back=origin)
        if not stands and unit:
            lost.append(unit)
    if beaten_back:
        _note_beaten(play, beaten)
    else:
        lost += _take_along(play, frame, hexes)
    return tuple(losers), lost


def _note_beaten(play: Play, keys: Sequence[str]) -> None:
    """Note in the activation that made the assault who was pushed back (ALB-R55)."""
    under = play.top
    if isinstance(under, Activation):
        play.retop(beaten=tuple(dict.fromkeys((*under.beaten, *keys))))


def _take_along(play: Play, frame: Assault, hexes: int) -> list[str]:
    """Let lorries go back with who lost the hex, and guns in tow be eliminated (9.3, ALB-R42).

    Return the units that lost somebody.
    """
    lost = []
    there = list(counters_in(play.table, frame.target, other(frame.seat)))
    for one in there:
        if one.carrier and one.printed is not None and one.printed.towed:
            play.tell_of("assault.guns", "9.3.guns", (one.id,), one.side)
            remove(play, one.id)
            lost.append(one.unit)
    for one in filter(is_vehicle, there):
        if not go_back(play, (one.id,), hexes, frame.forward, frame.target, routed=False):
            lost.append(one.unit)
    return [unit for unit in lost if unit]


def _shaken(play: Play, losers: Sequence[Counter], place: str) -> None:
    """Let every loser check whom the check of a unit has not put in retreat (9.3, ALB-R44)."""
    for one in losers:
        now = play.counter(one.id)
        if not now.on_ground or now.routed or now.printed is None:
            continue
        if not passes(play, now.id, "9.3.morale"):
            rout(play, (now.id,), place)


DEFEND: AnyVerb = Answer(model=Defend, frame=Assault, apply=_apply, options=_options)
VERBS = (DEFEND,)
RULES: AnyFrameRules = FrameRules(frame=Assault, decisions=decisions, go_on=_go_on)
FRAMES = (RULES,)
