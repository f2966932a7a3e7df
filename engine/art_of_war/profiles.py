"""What one unit is: its kind of troop, with everything that was bought for it.

Who asks what a unit can do asks its :class:`Profile`, not its troop: options change it.

Rules:
    2.options, 2.quality, 2.mixed, 5.clumsy, 5.evade.who, 7.mixed, 8.tactics.mixed; ADG-R50 to
    ADG-R52.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.art_of_war.troop_rows import NONE
from engine.art_of_war.troops import Option, Pace, Troop, load_troops
from engine.art_of_war.weapons import Weapon, load_weapons
from engine.data.cache import cached_per_data

MEDIOCRE = "mediocre"
"""What combined units count as, when shooting and in melee (7.mixed, 8.tactics.mixed)."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What one unit is.

    Attributes:
        troop: Its kind.
        options: What was bought for it, and its weapon where that was chosen.
        quality: What it counts as, in melee and when shooting.
        protection: Against shooting.
        pace: How it moves.
        weapon: What it shoots with; ``None`` where it does not.
        impact: What was bought of it (8.impact); elephants have theirs in the table.
        impetuous: Charges by itself (5.impetuous).
        clumsy: Hard to manoeuvre (5.clumsy).
        evades: May evade (5.evade.who).
        camels: Rides camels.
        mixed: A combined unit (2.mixed).
        shields: Has shields, which longbows do not pierce (7.cap.longbow).
        stakes: Stands behind stakes (ADG-R51).
    """

    troop: Troop
    options: tuple[str, ...]
    quality: str
    protection: int
    pace: Pace
    weapon: Weapon | None
    impact: int
    impetuous: bool
    clumsy: bool
    evades: bool
    camels: bool
    mixed: bool
    shields: bool
    stakes: bool


@cached_per_data()
def profile(troop: str, options: tuple[str, ...] = (), quality: str = "ordinary") -> Profile:
    """Return what a unit is with *options*: what it can buy, or the weapon it chose.

    Raises:
        KeyError: If there is no such troop, or it cannot have one of the options.
    """
    kind = load_troops().troops[troop]
    bought = [kind.options[key] for key in options if key in kind.options]
    chosen = [key for key in options if key not in kind.options]
    weapon = _weapon(kind, bought, chosen)
    gives = frozenset(word for one in bought for word in one.gives)
    impetuous = kind.impetuous or "impetuous" in gives
    mixed = "mixed" in gives
    qualities = [quality, *(one.quality for one in bought if one.quality)]
    return Profile(
        troop=kind,
        options=options,
        quality=MEDIOCRE if mixed else qualities[-1],
        protection=kind.protection + sum(one.protection for one in bought),
        pace=next((one.pace for one in reversed(bought) if one.pace is not None), kind.pace),
        weapon=weapon,
        impact=sum(one.impact for one in bought),
        impetuous=impetuous,
        clumsy=kind.clumsy or impetuous,
        evades=kind.evades and not impetuous,
        camels="camels" in gives,
        mixed=mixed,
        shields="shields" in gives,
        stakes="stakes" in gives,
    )


def choices(troop: Troop, options: Iterable[str]) -> tuple[str, ...]:
    """Return the weapons of which a unit with *options* has one, the usual first."""
    found = troop.weapons
    for key in options:
        if key in troop.options and troop.options[key].weapons:
            found = troop.options[key].weapons
    return tuple(key for key in found if key != NONE)


def _weapon(kind: Troop, bought: list[Option], chosen: list[str]) -> Weapon | None:
    """Return what a unit shoots with.

    Raises:
        KeyError: If it cannot have what was chosen.
    """
    there = choices(kind, (one.key for one in bought))
    for key in chosen:
        if key not in there:
            raise KeyError(key)
    if not there:
        return None
    return load_weapons()[(chosen or there)[0], kind.type]
