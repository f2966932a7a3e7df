"""How the parts of one move go together (5.turns).

One turn or pivot a move and one slide, none twice; light troops make a half and a quarter turn for
1 UD. Amounts are bounded: a slide by 1 UD, a unit that backs and is not light by 1 UD.

Rules:
    5.slide, 5.slide.once, 5.turns, 5.turns.alike, 5.extend, 5.contract, 5.light.turns,
    5.light.withdraw; ADG-R64, ADG-R65.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from engine.api import Params
from engine.art_of_war.actions import Manoeuvre, Part
from engine.art_of_war.plane.poses import UD
from engine.art_of_war.play import Against, unit_terms
from engine.art_of_war.rules.movement.manoeuvres import (
    CONTRACTIONS,
    EXTENSIONS,
    FORMATIONS,
    PIVOTS,
    QUARTERS,
    SLIDES,
    STRAIGHT,
    TENTHS,
    TURNS,
    kind_of,
)
from engine.art_of_war.state import Unit
from engine.art_of_war.survey import is_light
from engine.kit.wording import refuse

MOST_SLIDE: Final = UD
"""5.slide."""

MOST_BACK: Final = UD
"""Of who is not light (ADG-R64)."""

MOST_PIVOT: Final = 180 * TENTHS

FALLS_BACK: Final = UD
"""What falling back takes of the move of light troops (5.light.withdraw)."""

TURNS_MORE: Final = UD
"""What a half and a quarter turn in one move take of that of light troops (5.light.turns)."""

CLAUSES: Final[Mapping[Manoeuvre, str]] = MappingProxyType(
    {
        **dict.fromkeys(STRAIGHT, "5.measure"),
        **dict.fromkeys(SLIDES, "5.slide"),
        **dict.fromkeys(PIVOTS, "5.pivot"),
        **dict.fromkeys(QUARTERS, "5.quarter"),
        Manoeuvre.HALF: "5.half",
        **dict.fromkeys(EXTENSIONS, "5.extend"),
        **dict.fromkeys(CONTRACTIONS, "5.contract"),
    }
)
"""Where the rules have each manoeuvre."""


def against(units: Sequence[Unit], parts: Sequence[Part]) -> Against:
    """Return why the last of some parts cannot come after the others, or be so much."""
    *before, last = parts
    told = unit_terms(one.id for one in units)
    params: Params = {"who": told, "n": len(told)}
    found = _amount(units, last)
    if found:
        return found
    kinds = [kind_of(one.do) for one in before]
    if last.do not in STRAIGHT and kind_of(last.do) in kinds:
        code = "move.slide_once" if last.do in SLIDES else "move.twice"
        return [refuse(code, "5.slide.once" if last.do in SLIDES else "5.turns.alike", **params)]
    if last.do in FORMATIONS and any(one.do in FORMATIONS for one in before):
        return [refuse("move.form_once", CLAUSES[last.do], **params)]
    if last.do in TURNS and any(one.do in TURNS for one in before):
        both = {kind_of(last.do), *kinds} & {kind_of(one) for one in TURNS}
        if both != {"half", "quarter"} or not all(map(is_light, units)):
            return [refuse("move.turns", "5.turns", **params)]
    if last.do is Manoeuvre.BACK and not all(map(is_light, units)):
        backed = sum(one.by for one in parts if one.do is Manoeuvre.BACK)
        if backed * UD > MOST_BACK:
            most = Fraction(MOST_BACK, UD)
            return [refuse("move.back_most", CLAUSES[last.do], **params, most=most)]
    if _mixes(before, last):
        return [refuse("move.back_alone", "5.light.withdraw", **params)]
    return []


def _mixes(before: Sequence[Part], last: Part) -> bool:
    """Say whether a move would go both on and back (ADG-R64)."""
    ways = {one.do for one in (*before, last)} & STRAIGHT
    return len(ways) == len(STRAIGHT)


def _amount(units: Sequence[Unit], part: Part) -> Against:
    clause = CLAUSES[part.do]
    if part.do in TURNS - PIVOTS:
        return []
    if part.by <= 0:
        return [refuse("move.nothing", clause)]
    if part.do in FORMATIONS:
        whole = part.by.denominator == 1 and part.by <= len(units)
        return [] if whole else [refuse("move.front", clause, n=len(units))]
    if part.do in PIVOTS:
        return _up_to(part.by, Fraction(MOST_PIVOT, TENTHS), "move.pivot_most", clause)
    if part.do in SLIDES:
        return _up_to(part.by, Fraction(MOST_SLIDE, UD), "move.slide_most", clause)
    return []


def _up_to(by: Fraction, most: Fraction, code: str, clause: str) -> Against:
    return [] if by <= most else [refuse(code, clause, by=by, most=most)]


def taken_besides(units: Sequence[Unit], parts: Sequence[Part]) -> int:
    """Return what a part takes of a move besides its length, in hundredths, after those before it.

    Args:
        units: Who moves.
        parts: All parts so far, the one asked for last.
    """
    *before, last = parts
    if last.do is Manoeuvre.BACK:
        first = not any(one.do is Manoeuvre.BACK for one in before)
        return FALLS_BACK if first and all(map(is_light, units)) else 0
    second = last.do in TURNS and any(one.do in TURNS for one in before)
    return TURNS_MORE if second else 0
