"""What an action comes to before it is done: who goes where, at whom they fire, with how much.

Rules:
    2.3, 3.3 (passing), 3.4 (who is told nothing prepares; ALB-R67), 5, 8.1.4.2 (ALB-R72), 8.2, 9.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.api import Action, Params, Preview, Supposition, Text, Warned, Way
from engine.barricadas.actions import Activate, Landing, Pass, React, Ready, Together, parted
from engine.barricadas.frames import (
    ASSAULTING,
    FIRING,
    MISSIONS,
    OFF_BOARD,
    ON_BOARD,
    RIDES,
    Deed,
    Doing,
)
from engine.barricadas.play import counter_term, counter_terms, hex_term
from engine.barricadas.rules.artillery.guns import aim_of_guns
from engine.barricadas.rules.artillery.missions import falls_of, is_wanted, landings, load_of
from engine.barricadas.rules.attack.aiming import Salvo, aim_of
from engine.barricadas.rules.attack.effect import Aim
from engine.barricadas.rules.movement.costs import HALF, way_cost
from engine.barricadas.rules.movement.moves import points_of
from engine.barricadas.rules.obstacles.crossing import crossing_of
from engine.barricadas.rules.transport.lorries import changed_by
from engine.barricadas.rules.turn import tasks
from engine.barricadas.rules.turn.activation import activatable, activated_with
from engine.barricadas.state import (
    USED,
    Counter,
    Phase,
    Reaction,
    Table,
    View,
    counters_in,
    hex_of,
)
from engine.barricadas.survey import battlefield_of, gait_of, scenario_of
from engine.kit.standing_orders import own_orders


def foreseen(view: View, action: Action, ahead: Supposition[View]) -> Preview:
    """Return what an action that is allowed comes to, as far as its side can tell."""
    table = view.table
    match action:
        case Activate() | Together():
            named = [action.leader, *([action.second] if isinstance(action, Together) else [])]
            leaders = [table.counters[key] for key in named]
            doings, _ = tasks.read(table, leaders, action.tasks)
            return Preview(
                ways=tuple(_ways(table, doings)),
                costs=tuple(_costs(table, doings)),
                notes=(
                    *_notes(table, doings),
                    *_left_of(table, doings),
                    *_idle(table, leaders, action),
                ),
                warnings=tuple(_close(view, doings)),
            )
        case React():
            return Preview(
                ways=tuple(
                    Way((who,), (_at(table, who), one.at))
                    for one in action.shots
                    for who in parted(one.who)
                )
            )
        case Pass():
            return Preview(warnings=tuple(_unprepared(view)))
        case Ready():
            return Preview(final=(Text("final.setup"),), warnings=tuple(_unused(view)))
    return Preview()


def _at(table: Table, key: str) -> str:
    return hex_of(table, table.counters[key])


def _ways(table: Table, doings: Sequence[Doing]) -> Iterator[Way]:
    """Yield the way of each part; who fires or assaults acts at the hex that they name."""
    for one in doings:
        if one.deed in FIRING | MISSIONS:
            for key in one.who[1:] if one.deed in ON_BOARD else one.who:
                yield Way((key,), (_at(table, key), one.target))
        elif one.deed in ASSAULTING:
            yield Way(one.who, (*one.way, one.target))
        elif len(one.way) > 1:
            yield Way(one.who, one.way)


def _costs(table: Table, doings: Sequence[Doing]) -> Iterator[Text]:
    """Yield the points of each move, of who has fewest of those that go together (5.1, 5.5).

    Where somebody mounts or gets off on their way each part is told by itself.
    """
    for one in doings:
        if len(one.way) > 1:
            slowest = min(
                (table.counters[key] for key in one.who),
                key=lambda each: points_of(table, each, one.deed),
            )
            spent = way_cost(
                battlefield_of(table), one.way, gait_of(slowest), crossing_of(table, slowest)
            )
            if spent is not None:
                points = points_of(table, slowest, one.deed)
                yield _cost("cost.points", one.who, spent, points)
        elif one.deed in RIDES:
            yield from _fares(table, one)
        table = tasks.after(table, one)


def _fares(table: Table, doing: Doing) -> Iterator[Text]:
    """Yield what getting on or off takes of the lorry and of the others (5.5.mount)."""
    group = [table.counters[key] for key in doing.who]
    changed = changed_by(table, group, doing.deed)
    for one in group:
        points = points_of(table, one, Deed.MOVE)
        after = changed[one.id]
        if after.at == USED:
            yield Text("note.gone", {"lorry": counter_term(one)})
        elif after.spent > one.spent:
            yield _cost("cost.ride", (one.id,), after.spent - one.spent, points)


def _cost(code: str, who: Sequence[str], halves: int, of: int) -> Text:
    told: Params = {"who": counter_terms(who), "n": len(who)}
    return Text(code, {**told, "points": Fraction(halves, HALF), "of": Fraction(of, HALF)})


def _notes(table: Table, doings: Sequence[Doing]) -> Iterator[Text]:
    """Yield factors, column and modifier of each attack by fire (8.2)."""
    for one in doings:
        if one.deed in FIRING:
            salvo = Salvo(one.who, tasks.MUNITIONS[one.deed], one.target)
            yield _aimed(one.who, one.target, aim_of(battlefield_of(table), table, salvo))
        elif one.deed in ON_BOARD:
            yield _aimed(one.who[1:], one.target, aim_of_guns(table, (one,)))


def _aimed(who: Sequence[str], target: str, aim: Aim) -> Text:
    told: Params = {"who": counter_terms(who), "n": len(who), "hex": hex_term(target)}
    figures: Params = {"factors": aim.factors, "modifier": aim.modifier}
    if aim.column is None:
        return Text("note.too_weak", {**told, **figures})
    ground: Params = {"column": aim.column, "divisor": aim.divisor}
    return Text("note.fire", {**told, **figures, **ground})


def _left_of(table: Table, doings: Sequence[Doing]) -> Iterator[Text]:
    """Yield how many missions are left of batteries and aircraft, after each of them (8.1.4)."""
    directed = [one for one in doings if one.deed in OFF_BOARD]
    seat = table.counters[directed[0].who[0]].side if directed else ""
    spent: dict[str, int] = {}
    for number, one in enumerate(directed):
        load = load_of(table, seat, one, number)
        spent[load.key] = spent.get(load.key, 0) + 1
        left = table.missions.get(load.key, 0) - spent[load.key]
        yield Text("note.mission", {"hex": hex_term(one.target), "n": left})


def _idle(table: Table, leaders: Sequence[Counter], action: Activate | Together) -> Iterator[Text]:
    """Yield who is activated too and told nothing: they prepare for reaction (ALB-R67)."""
    told = {key for one in action.tasks for key in parted(one.who)}
    left = [
        one.id
        for leader in leaders
        for one in activated_with(table, leader)
        if one.id not in told and one.printed is not None
    ]
    if left:
        yield Text("note.prepare", {"who": counter_terms(left), "n": len(left)})


def _close(view: View, doings: Sequence[Doing]) -> Iterator[Warned]:
    """Yield missions that are called off on target for friends, and those that can strike them.

    Landings that its officer sees and does not want are called off (8.1.4.2, ALB-R72).
    """
    table, falls = view.table, falls_of(own_orders(view))
    for doing in doings:
        if doing.deed not in OFF_BOARD:
            continue
        leader, struck = table.counters[doing.who[0]], Fraction(0)
        hit: dict[str, None] = {}
        for one in landings(table, leader, doing):
            own = _own_in(table, leader.side, one.area)
            wanted = not one.seen or is_wanted(table, leader.side, one.area, falls)
            params: Params = {"hex": hex_term(doing.target), "who": counter_terms(own)}
            if own and not wanted and one.place == doing.target:
                mends = (("falls", "friends"),)
                yield Warned(Text("warn.called_off", params), Landing.kind, mends)
            elif own and wanted:
                struck += one.chance
                hit.update(dict.fromkeys(own))
        if hit:
            percent = round(100 * struck)
            params = {"hex": hex_term(doing.target), "who": counter_terms(hit), "percent": percent}
            yield Warned(Text("warn.close", params))


def _own_in(table: Table, seat: str, area: Sequence[str]) -> tuple[str, ...]:
    return tuple(one.id for place in area for one in counters_in(table, place, seat))


def _unprepared(view: View) -> Iterator[Warned]:
    """Yield who could still be activated and is not even prepared, where the turn ends (3.3, 3.4).

    Whoever bears a marker of reaction of a turn before loses nothing.
    """
    if not view.table.passed:
        return
    able = [one for one in activatable(view.table, view.viewer or "") if _waits(view.table, one)]
    if able:
        who = counter_terms(one.id for one in able)
        text = Text("warn.turn_ends", {"who": who, "n": len(who)})
        yield Warned(text, "activate", (("leader", able[0].id),))


def _waits(table: Table, leader: Counter) -> bool:
    """Say whether anybody who would act with somebody has arms and no marker of reaction."""
    return any(
        one.printed is not None and one.printed.weapons and one.reaction is Reaction.NONE
        for one in activated_with(table, leader)
    )


def _unused(view: View) -> Iterator[Warned]:
    """Yield what the scenario gives to a side that has used none of it (2.3, 3.4).

    Whoever has used some knows of the others.
    """
    own = view.own
    if own is None or view.table.phase is not Phase.SETUP:
        return
    army = scenario_of(view.table).of(view.viewer or "")
    if army.positions and not own.works:
        yield Warned(Text("warn.works", {"n": army.positions}), "fortify")
    if army.reactions and not own.alert:
        yield Warned(Text("warn.alert", {"n": army.reactions}), "alert")
