"""Odds at sea: gunfire, interception, blockades (7.3 to 7.6, 7.9, 7.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from engine.api import Odds, Text
from engine.chances.odds import tell_odds
from engine.chances.probability import Distribution, die, mixture, surely, total
from engine.war_of_the_pacific.actions import Aside, Catch, Fire, Intercept, Run
from engine.war_of_the_pacific.odds.engagement import (
    NOTHING,
    Tolls,
    after_shot,
    engagement,
    ship_term,
    shots,
    tell_engagement,
)
from engine.war_of_the_pacific.play import place_term
from engine.war_of_the_pacific.rules.sea.battle_rows import array, first_to_fire, the_naval_battle
from engine.war_of_the_pacific.rules.sea.blockade import (
    catches,
    in_excess,
    runners_dice,
    the_blockade,
)
from engine.war_of_the_pacific.rules.sea.damage import Shot, steps_after_hit
from engine.war_of_the_pacific.rules.sea.interception import (
    Throw,
    approach,
    attempt,
    the_interception,
    the_voyage,
)
from engine.war_of_the_pacific.rules.sea.interceptors import DIE, arrives, blockade_of
from engine.war_of_the_pacific.rules.sea.setting_aside import may_set_aside
from engine.war_of_the_pacific.state import (
    Interception,
    NavalBattle,
    Table,
    View,
    Voyage,
)

# --- gunfire --------------------------------------------------------------------------------


def of_fire(view: View, action: Fire) -> Iterator[Odds]:
    """Yield what this shot does, then what the battle from it on costs both sides."""
    table = view.table
    frame = the_naval_battle(table)
    steps = table.units[action.target].steps
    yield _shot(action, steps)
    yield from tell_engagement(after_shot(table, frame, action.ship, action.target), frame.turn_of)


def _shot(action: Fire, steps: int) -> Odds:
    ship, target = ship_term(action.ship), ship_term(action.target)
    results = Distribution(dict(shots(action.ship, action.target)))
    sinks = not steps_after_hit(steps, critical=False)

    def say(shot: Shot) -> Text:
        if shot == "critical":
            return Text("odds.shot.critical", {"target": target})
        if shot == "miss":
            return Text("odds.shot.miss", {"target": target})
        return Text("odds.shot.sunk" if sinks else "odds.shot.damaged", {"target": target})

    return tell_odds(
        Text("odds.shot", {"ship": ship, "target": target}),
        "7.9.fire",
        results,
        say,
        worst=("critical", "hit", "miss").index,
    )


def of_aside(view: View, action: Aside) -> Iterator[Odds]:
    """Yield what the battle costs both sides when these ships stay out of it."""
    frame = replace(the_naval_battle(view.table), aside=tuple(dict.fromkeys(action.ships)))
    yield from tell_engagement(_opened(view.table, frame), view.viewer or "")


def _opened(table: Table, frame: NavalBattle) -> Distribution[Tolls]:
    """Return what a battle costs whose ships set aside are settled."""
    first = first_to_fire(table, frame, table.settings)
    return engagement(table, replace(frame, stage="fire", turn_of=first))


# --- battles that may come ------------------------------------------------------------------


class _Coming(NamedTuple):
    """What a battle that may come would cost, and whether its larger side could shrink it."""

    tolls: Distribution[Tolls]
    aside: bool


def _battle(
    table: Table, hex_id: str, mover: str, moving: tuple[str, ...], met: tuple[str, ...]
) -> _Coming:
    """Return what a battle costs in which nobody is set aside; nothing where nobody meets."""
    if not moving or not met:
        return _NO_BATTLE
    frame = array(table.serial, hex_id, mover, moving, met)
    return _Coming(_opened(table, frame), bool(may_set_aside(frame, table.settings)))


_NO_BATTLE = _Coming(surely((NOTHING, NOTHING)), aside=False)


def _tell_coming(coming: list[tuple[_Coming, int]], viewer: str, *assumed: Text) -> Iterator[Odds]:
    if any(one.aside for one, _ in coming):
        assumed = (*assumed, Text("odds.given.nobody_aside"))
    tolls = mixture((one.tolls, weight) for one, weight in coming)
    yield from tell_engagement(tolls, viewer, assumed=assumed)


# --- interception ---------------------------------------------------------------------------


def interception_chance(view: View, action: Intercept) -> Fraction:
    """Return the chance that an attempt which is allowed brings any stack to battle.

    Of several dice (WP-E4) one that succeeds is enough; stacks already there need none.
    """
    frame = the_interception(view.table)
    here, dice = attempt(view.table, the_voyage(view.table), frame, action)
    missed = Fraction(1)
    for throw in dice:
        missed *= 1 - die(DIE).chance_that(partial(_arrives, throw))
    return Fraction(1) if here else 1 - missed


def _arrives(throw: Throw, shown: int) -> bool:
    return arrives(shown, throw.speed, throw.distance)


def of_intercept(view: View, action: Intercept) -> Iterator[Odds]:
    """Yield for each die whether it succeeds, then what the battle costs if there is one."""
    table = view.table
    frame, voyage = the_interception(table), the_voyage(table)
    _, dice = attempt(table, voyage, frame, action)
    for throw in dice:
        yield _throw(throw, frame.hex)
    coming = _intercepted(table, voyage, frame, action)
    yield from _tell_coming(coming, view.viewer or "")


def _comes(throw: Throw, shown: int) -> tuple[str, ...]:
    """Return the ships that a die brings to the hex."""
    if not _arrives(throw, shown):
        return ()
    return tuple(ship for group in throw.groups for ship in group.ships)


def _intercepted(
    table: Table, voyage: Voyage, frame: Interception, action: Intercept
) -> list[tuple[_Coming, int]]:
    """Return the battles to which an attempt can lead, with their weights."""
    here, dice = attempt(table, voyage, frame, action)
    met: Distribution[tuple[str, ...]] = surely(tuple(s for group in here for s in group.ships))
    for throw in dice:
        met = met.with_(die(DIE).map(partial(_comes, throw)), lambda some, more: some + more)
    return [
        (_battle(table, frame.hex, voyage.seat, voyage.ships, ships), count)
        for ships, count in met.counts.items()
    ]


def _throw(throw: Throw, hex_id: str) -> Odds:
    """Return whether one die brings its stacks to the hex, and how much nearer they come if not."""

    def come(shown: int) -> int:
        if _arrives(throw, shown):
            return -1
        return max(len(approach(one, hex_id, shown, throw.speed)) for one in throw.groups)

    places = tuple(place_term(group.place) for group in throw.groups)

    def say(steps: int) -> Text:
        if steps < 0:
            return Text("odds.intercept.succeeds", {"hex": place_term(hex_id)})
        if steps == 0:
            return Text("odds.intercept.fails", {"hex": place_term(hex_id)})
        return Text("odds.intercept.approaches", {"hex": place_term(hex_id), "n": steps})

    return tell_odds(
        Text("odds.intercept", {"stacks": places, "hex": place_term(hex_id)}),
        "7.4",
        die(DIE).map(come),
        say,
        worst=lambda steps: (steps >= 0, -steps),
    )


# --- blockades ------------------------------------------------------------------------------


def of_run(view: View, action: Run) -> Iterator[Odds]:
    """Yield how many ships get through, then what the battle with those that do not costs.

    Without running no die is rolled before the battle.
    """
    table, viewer = view.table, view.viewer or ""
    frame, voyage = the_blockade(table), the_voyage(table)
    if not action.attempt:
        yield from _tell_coming([(_caught(table, frame.hex, voyage, voyage.ships), 1)], viewer)
        return
    excess = total(runners_dice(table)).map(partial(in_excess, voyage))
    ships = len(voyage.ships)
    yield tell_odds(
        Text("odds.run", {"n": ships, "hex": place_term(frame.hex)}),
        "7.6.blockade.run",
        excess,
        lambda n: Text("odds.run.through", {"n": ships - n, "total": ships}),
        worst=lambda n: n,
        expected=((Text("odds.run.expected"), excess.mean(lambda n: ships - n)),),
    )
    coming = [
        (_caught(table, frame.hex, voyage, _first_catch(table, voyage, n)), count)
        for n, count in excess.counts.items()
    ]
    yield from _tell_coming(coming, viewer, Text("odds.given.first_catch"))


def _first_catch(table: Table, voyage: Voyage, excess: int) -> tuple[str, ...]:
    return tuple(unit.id for unit in next(catches(table, voyage, excess), ()))


def _caught(table: Table, hex_id: str, voyage: Voyage, ships: tuple[str, ...]) -> _Coming:
    """Return the battle of the blockaders with the ships they catch."""
    force = tuple(unit.id for unit in blockade_of(table, voyage, hex_id))
    return _battle(table, hex_id, voyage.seat, ships, force)


def of_catch(view: View, action: Catch) -> Iterator[Odds]:
    """Yield what the battle with the ships caught costs both sides."""
    table = view.table
    ships = tuple(dict.fromkeys(action.ships))
    battle = _caught(table, the_blockade(table).hex, the_voyage(table), ships)
    yield from _tell_coming([(battle, 1)], view.viewer or "")
