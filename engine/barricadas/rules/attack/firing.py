"""An attack by fire carried out: dice, hits, losses, officers, morale (8.2 e to i, 8.3, 7.1).

Rules:
    3.5 (who fires is recognised), 5.5, 7.1, 8.2 e to i, 8.3; ALB-R23, ALB-R25, ALB-R54, ALB-R58.
    Also 2.2.1.losses, 5.5.example, 5.5.hits, 7.2.1.examples, 8.2.h, 8.2.i.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.api import Params
from engine.barricadas.play import Play, counter_terms, hex_term
from engine.barricadas.roster import ARMOUR, STEPS, Munition
from engine.barricadas.rules.armour.riding import rehouse
from engine.barricadas.rules.attack.aiming import (
    Salvo,
    aim_of,
    can_be_hit,
    in_view,
    is_machine_guns,
    may_lead,
    weapon_of,
)
from engine.barricadas.rules.attack.effect import brought
from engine.barricadas.rules.attack.factor import factor
from engine.barricadas.rules.attack.sharing import shares
from engine.barricadas.rules.command.losses import falls
from engine.barricadas.rules.morale.checks import check_unit
from engine.barricadas.rules.movement.going_back import remove
from engine.barricadas.rules.turn.recognition import recognise
from engine.barricadas.state import Counter, aboard, counters_in, hex_of, other
from engine.barricadas.tables.penetration import MACHINE_GUNS, penetrates, shell_needs


@dataclass(frozen=True, slots=True)
class Shells:
    """What hits come from, for the losses of armour (8.3.2).

    Attributes:
        munition: Which.
        guns: The guns that fire AT, as the penetration table names them, and from how many hexes.
        machine_guns: Whether those are machine guns.
        calibre: In mm, of ART.
    """

    munition: Munition
    guns: tuple[tuple[str, int], ...] = ()
    machine_guns: bool = False
    calibre: int = 0


def fire(play: Play, salvo: Salvo) -> None:
    """Fire at a hex; everything is told, and every check that follows is made."""
    table, battlefield = play.table, play.battlefield
    firing = [play.counter(key) for key in salvo.who]
    side, target = firing[0].side, salvo.target
    recognise(play, salvo.who)
    table = play.table
    aim = aim_of(battlefield, table, salvo)
    # Those hidden beside who is fired at may add to it, and so may a hidden officer.
    leaders = may_lead(table, [table.counters[key] for key in salvo.who])
    knowing = play.knowing((*counters_in(table, target, other(side)), *leaders))
    dice = play.two_dice("fire", hidden=knowing is not None)
    hits = brought(aim, sum(dice))
    play.tell_figures(
        "fire.result",
        "8.2",
        knowing,
        {"factors": aim.factors, "dice": dice, "modifier": aim.modifier, "hits": hits},
        who=counter_terms(salvo.who),
        n=len(salvo.who),
        hex=hex_term(target),
    )
    # The hex of whoever brings most to it is where a retreat does not lead to (ALB-R58).
    strongest = max(firing, key=lambda one: _brings(one, salvo.munition))
    guns = tuple(
        (one.printed.gun, battlefield.distance(hex_of(table, one), target))
        for one in firing
        if one.printed is not None and one.printed.gun
    )
    shells = Shells(
        salvo.munition,
        guns,
        is_machine_guns(firing, salvo.munition),
        max((one.printed.calibre for one in firing if one.printed is not None), default=0),
    )
    only = in_view(battlefield, table, salvo)
    strike(play, target, other(side), hits, shells, hex_of(table, strongest), only=only)


def _brings(counter: Counter, munition: Munition) -> int:
    weapon = weapon_of(counter, munition)
    return 0 if weapon is None else factor(weapon, counter.hits)


def strike(
    play: Play,
    place: str,
    side: str,
    hits: int,
    shells: Shells,
    away_from: str,
    *,
    only: Collection[str] | None = None,
) -> None:
    """Share hits out among a side's counters in a hex, and carry out what comes of them (8.3).

    Where *only* some are attacked there, these alone are struck. What befalls those who are not
    recognised their side alone learns, and that a marker is gone everybody (ALB-R2).
    """
    if not hits:
        return
    here = list(counters_in(play.table, place, side))
    there = [one for one in here if only is None or one.id in only]
    struck = [
        one for one in there if can_be_hit(one, shells.munition, machine_guns=shells.machine_guns)
    ]
    alone = all(one.printed is None for one in here)
    hidden = any(one.unseen for one in here)
    parts = _share(play, struck, hits, hidden=hidden)
    lost: list[Counter] = []
    for one, part in zip(struck, parts, strict=True):
        if part:
            lost += _lose(play, one, _losses(play, one, part, shells, hidden=hidden))
    shared = hits if alone else sum(parts)
    for one in there:
        if one.printed is None and shared:
            fell = _falls(play, one, shared, alone=alone, hidden=hidden)
            lost += [one] if fell and alone else []
    rehouse(play)
    for unit in dict.fromkeys(one.unit for one in lost if one.unit):
        # That a unit whose losses nobody sees is shaken shows by who flees.
        quiet = all(one.unseen for one in lost if one.unit == unit)
        check_unit(play, unit, away_from, quiet=quiet)


def _share(play: Play, struck: Sequence[Counter], hits: int, *, hidden: bool) -> tuple[int, ...]:
    """Share hits out (8.3.1); a die among those who hide would tell how many there are."""
    roll = play.roll_secret if hidden else play.roll
    return shares([one.steps for one in struck], hits, lambda n: roll("whom", 1, n)[0] - 1)


def _losses(play: Play, counter: Counter, part: int, shells: Shells, *, hidden: bool) -> int:
    """Return the steps that some hits take from a counter (8.3.2)."""
    roll = play.roll_secret if hidden else play.roll
    printed = counter.printed
    assert printed is not None, "officers are rolled for by themselves"
    if printed.kind not in ARMOUR:
        return part
    assert printed.armour is not None, "armour has a figure"
    if shells.munition is Munition.ART:
        needs = shell_needs(shells.calibre, printed.gait)
        if needs is None:
            return 0
        return sum(one >= needs for one in roll("shells", part))
    if shells.machine_guns:
        return sum(one >= MACHINE_GUNS for one in roll("bullets", part))
    armour = printed.armour
    return part if any(penetrates(gun, far, armour) for gun, far in shells.guns) else 0


def _lose(play: Play, counter: Counter, steps: int) -> list[Counter]:
    """Take steps from a counter and from its load; return who is eliminated (8.3, 5.5)."""
    side = counter.side
    if not steps:
        play.tell_of("hit.bounces", "8.3.2", (counter.id,), side, felt=False)
        return []
    found: list[Counter] = []
    for one in (*aboard(play.table, counter.id), counter):
        now = play.counter(one.id)
        hits = now.hits + steps
        if hits < STEPS and now.printed is not None:
            play.change(one.id, hits=hits)
            play.tell_of("hit.loses", "8.3.1", (one.id,), side, felt=False, left=STEPS - hits)
        elif now.printed is not None:
            play.tell_of("hit.eliminated", "2.2.1", (one.id,), side, felt=False)
            remove(play, one.id, with_load=False)
            found.append(now)
    return found


def _falls(play: Play, officer: Counter, hits: int, *, alone: bool, hidden: bool) -> bool:
    """Roll for an officer, a commissar or a chaplain in a hex that was hit (7.1).

    The hits are counted with those of whoever is *hidden* there.
    """
    dice = () if alone else play.two_dice("officer", hidden=hidden)
    if not falls(sum(dice), hits, alone=alone):
        return False
    shown: Params = {"dice": dice} if officer.unseen or not hidden else {}
    play.tell_of("officer.falls", "7.1", (officer.id,), officer.side, felt=False, **shown)
    remove(play, officer.id)
    return True


def strike_melee(play: Play, keys: list[str], steps: int) -> list[str]:
    """Take steps from those who lost hand to hand, shared as hits are (9.3, ALB-R44).

    Officers are not struck. The units that lost a counter are returned.
    """
    struck = [play.counter(key) for key in keys if play.counter(key).printed is not None]
    parts = _share(play, struck, steps, hidden=False)
    found: list[Counter] = []
    for one, part in zip(struck, parts, strict=True):
        if part:
            found += _lose(play, one, part)
    rehouse(play)
    return [one.unit for one in found if one.unit]
