"""Checks of morale, and what a failed one does (10; ALB-H8).

A unit checks when a counter of it is eliminated, once an attack or a fight; counters check for
themselves where other chapters say so (ALB-R54). Who fails is in retreat and goes at once.

Rules:
    7, 7.2.1, 8.2 i, 10.1, 10.2, 10.3; ALB-R54, ALB-R58, ALB-H8.
    Also 7.2.1.morale, 7.base, 7.rout, 7.with, 10.1.counter, 10.1.out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.api import Params
from engine.barricadas.play import Play, counter_terms
from engine.barricadas.rules.movement.going_back import companies, flee
from engine.barricadas.state import (
    OFF_GROUND,
    Counter,
    Reaction,
    Table,
    aboard,
    counters_in,
    hex_of,
    members,
    officer_of,
)
from engine.barricadas.tables.morale import hits_of, holds, morale_of_counter, morale_of_unit
from engine.kit.supposing import known


def unit_morale(table: Table, unit: str) -> int:
    """Return the morale of a unit (10.1), whoever leads it, or has led it last."""
    figures = known(table.counters, unit).officer
    assert figures is not None, "a unit is named by its officer"
    own = (one for one in table.counters.values() if one.unit == unit)
    led = officer_of(table, unit) is not None
    return morale_of_unit(figures.morale, figures.leadership, hits_of(own), led=led)


def counter_morale(table: Table, counter: Counter) -> int:
    """Return the morale of a counter (10.1): its unit's less its hits, less out of command.

    Officers have that of their unit.
    """
    figures = known(table.counters, counter.unit).officer
    assert figures is not None, "a unit is named by its officer"
    led = officer_of(table, counter.unit) is not None
    return morale_of_counter(
        unit_morale(table, counter.unit),
        figures.leadership,
        counter.hits,
        out=counter.out,
        led=led,
    )


def passes(play: Play, key: str, rule: str) -> bool:
    """Check the morale of a counter and tell it; nothing else comes of it here (10.2)."""
    one = play.counter(key)
    morale = counter_morale(play.table, one)
    # The hits of all its unit count, and who leads it.
    knowing = play.knowing((one, *_of_unit(play.table, one.unit)))
    dice = play.two_dice("morale", hidden=knowing is not None)
    held = holds(sum(dice), morale)
    code = "morale.holds" if held else "morale.fails"
    if one.unseen:
        play.tell_of(code, rule, (key,), one.side, felt=False, dice=dice, morale=morale)
    else:
        figures: Params = {"dice": dice, "morale": morale}
        play.tell_figures(code, rule, knowing, figures, who=counter_terms((key,)), n=1)
    return held


def _of_unit(table: Table, unit: str) -> Iterator[Counter]:
    """Yield all who belong to a unit, wherever they are."""
    return (one for one in table.counters.values() if unit and one.unit == unit)


def check_unit(play: Play, unit: str, away_from: str, *, quiet: bool = False) -> None:
    """Check a unit of which a counter was eliminated; if it fails all of it retreats (10.3).

    Args:
        play: The working copy.
        unit: Which.
        away_from: The hex that it may not come nearer to, "" for none (5.8.3, ALB-R58).
        quiet: Whether its side alone knows that it lost somebody: then it alone learns of the
            check, the others of who flees before their eyes (ALB-R2).
    """
    table = play.table
    led = officer_of(table, unit)
    left = [*members(table, unit), *([led] if led is not None else [])]
    steady = [one for one in left if not one.routed]
    if not steady:
        return
    knowing = play.knowing(_of_unit(table, unit))
    morale, dice = unit_morale(table, unit), play.two_dice("morale", hidden=knowing is not None)
    held = holds(sum(dice), morale)
    code = "morale.unit.holds" if held else "morale.unit.fails"
    one, who = play.counter(unit), counter_terms((unit,))
    if quiet:
        play.tell(code, "10.2.unit", only=one.side, who=who, n=1, dice=dice, morale=morale)
    elif one.unseen:
        play.tell_of(code, "10.2.unit", (unit,), one.side, dice=dice, morale=morale)
    else:
        figures: Params = {"dice": dice, "morale": morale}
        play.tell_figures(code, "10.2.unit", knowing, figures, who=who, n=1)
    if not held:
        rout(play, (one.id for one in steady), away_from)


def rout(play: Play, keys: Iterable[str], away_from: str) -> None:
    """Put counters in retreat, and let them go at once (5.8.1, 10.3).

    Officers, commissars and chaplains go too where nobody stays with them (7, 7.4; ALB-R52,
    ALB-R54), lorries and loads with each other (ALB-R77). Who is lost on the way makes their unit
    check, once for all of them (5.8.4, ALB-R44).
    """
    going = _with_carriers(play.table, keys)
    left = dict.fromkeys(hex_of(play.table, play.counter(key)) for key in going)
    play.change_all(going, routed=True, reaction=Reaction.NONE)
    lost: dict[str, bool] = {}
    for company in tuple(companies(play, going)):
        for key in company:
            play.tell_of("morale.retreats", "10.3", (key,), play.counter(key).side, felt=False)
        together = (*company, *(one.id for key in company for one in aboard(play.table, key)))
        fleeing = [play.counter(key) for key in together]
        if play.counter(company[0]).on_ground and not flee(play, company, away_from):
            for one in fleeing:
                if one.unit:
                    lost[one.unit] = lost.get(one.unit, True) and one.unseen
    for place in left:
        there = list(counters_in(play.table, place))
        if place not in OFF_GROUND and all(one.printed is None for one in there):
            with_them = tuple(one.id for one in there if not one.routed)
            if with_them:
                rout(play, with_them, away_from)
    for unit, quiet in lost.items():
        check_unit(play, unit, away_from, quiet=quiet)


def _with_carriers(table: Table, keys: Iterable[str]) -> tuple[str, ...]:
    """Return those who fail with all who go into retreat with them: lorry, load, riders (ALB-R77).

    An officer aboard a lorry does not take it along.
    """
    found: dict[str, None] = {}
    for key in keys:
        one = table.counters[key]
        carrier = one.carrier if one.carrier and one.printed is not None else key
        found.update(dict.fromkeys((carrier, *(each.id for each in aboard(table, carrier)))))
    return tuple(key for key in found if not table.counters[key].routed)
