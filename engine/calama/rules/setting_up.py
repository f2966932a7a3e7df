"""Set-up (5, 4.1.3): objectives, armies and places, all in secret until both sides are ready."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import permutations

from engine.api import Option, Param, Params, Refusal, Term, Text
from engine.calama.actions import Dismiss, Enlist, Place, Prepare, Rank, Ready
from engine.calama.army import load_army
from engine.calama.board import load_board
from engine.calama.choosing import refuse, square_option
from engine.calama.play import Play, square_term, type_term
from engine.calama.scenario import load_scenario
from engine.calama.sequence import begin_round
from engine.calama.state import (
    ARTILLERY,
    CHILE,
    COMMANDER,
    INFANTRY,
    RESERVE,
    SEATS,
    Attributes,
    Phase,
    Piece,
    Placing,
    Secrets,
    State,
    Table,
    View,
)
from engine.calama.survey import printed, scenario_of
from engine.calama.switches import Settings
from engine.calama.verb import AnyVerb, Verb
from engine.dice import Dice
from engine.grid.squares import row_col
from engine.terms import seat_term

Plan = tuple[Placing, ...]


def first_state(settings: Settings, dice: Dice) -> Play:
    """Return the table before set-up: the markers on their orange figures (5.1), reserves ready."""
    scenario = load_scenario(settings.scenario)
    army = load_army()
    reserves = {
        piece.id: piece
        for seat in SEATS
        for type_key, count in scenario.reserves[seat].items()
        for piece in (
            Piece(f"{seat}-{type_key}-r{number}", seat, type_key, RESERVE)
            for number in range(1, count + 1)
        )
    }
    markers = {
        key: Attributes(kind.movement, kind.resistance, kind.strength)
        for key, kind in army.types.items()
    }
    table = Table(
        settings=settings,
        serial=0,
        round=0,
        phase=Phase.SETUP,
        player=CHILE,
        pieces=reserves,
        attributes={seat: dict(markers) for seat in SEATS},
        pool=0,
        orders_left=dict.fromkeys(SEATS, scenario.orders),
        points=dict.fromkeys(SEATS, 0),
    )
    play = Play(State(table, {seat: Secrets() for seat in SEATS}), dice)
    play.tell("setup.begins", "5", scenario=Term("scenario", settings.scenario))
    return play


# -- what makes a plan legal --------------------------------------------------------------------


def bought(table: Table) -> bool:
    """Say whether armies are bought (5.4) and not given (5.3)."""
    return scenario_of(table).budgets is not None


def price_of(plan: Plan) -> int:
    """Return what an army is worth in victory points, its Commander not counted (5.4)."""
    return sum(printed(one.type).points for one in plan)


def budget(table: Table, seat: str) -> int:
    """Return what a side may spend; 0 where armies are given."""
    budgets = scenario_of(table).budgets
    return 0 if budgets is None else budgets[seat]


def against_places(seat: str, plan: Plan) -> list[Refusal]:
    """Return what is wrong with the squares of a plan (4.1.3, 7.4.1)."""
    zone = load_board().zones[seat]
    found = [
        refuse("setup.outside", "4.1.3", type=type_term(one.type), square=square_term(one.at))
        for one in plan
        if one.at not in zone
    ]
    doubled = [at for at, n in Counter(one.at for one in plan).items() if n > 1]
    found += [refuse("setup.doubled", "7.4.1.stack", square=square_term(at)) for at in doubled]
    return found


def against_army(table: Table, seat: str, plan: Plan) -> list[Refusal]:
    """Return what is wrong with the pieces of a plan (5.3, 5.4, CAL-R28)."""
    have = Counter(one.type for one in plan)
    if not bought(table):
        wanted = scenario_of(table).start[seat]
        return [
            refuse("setup.count", "5.3.army", type=type_term(key), n=have[key], wanted=count)
            for key, count in wanted.items()
            if have[key] != count
        ]
    found = []
    if have[COMMANDER] != 1:
        found.append(refuse("setup.one_commander", "5.4.commander", n=have[COMMANDER]))
    if any(have[key] for key in ARTILLERY) and not have[INFANTRY]:
        found.append(refuse("setup.guns_need_infantry", "5.4.guns"))
    if price_of(plan) > budget(table, seat):
        found.append(
            refuse("setup.too_dear", "5.4", points=price_of(plan), budget=budget(table, seat))
        )
    return found


def _against_objectives(table: Table, seat: str, priorities: tuple[str, ...]) -> list[Refusal]:
    own = scenario_of(table).objectives[seat]
    if sorted(priorities) == sorted(own):
        return []
    shown = tuple(Term("objective", one) for one in own)
    return [refuse("setup.objectives", "5.3.objectives", objectives=shown)]


def placing(text: str) -> Placing:
    """Return a placing as actions keep it ("infantry 8-5")."""
    type_key, _, at = text.partition(" ")
    return Placing(type_key, at)


def _sorted(plan: Plan) -> Plan:
    order = list(load_army().types)
    return tuple(sorted(plan, key=lambda one: (order.index(one.type), row_col(one.at))))


# -- prepare ------------------------------------------------------------------------------------


def _check_prepare(view: View, action: Prepare) -> list[Refusal]:
    assert view.viewer is not None
    plan = tuple(map(placing, action.places))
    return [
        *_against_objectives(view.table, view.viewer, action.objectives),
        *against_army(view.table, view.viewer, plan),
        *against_places(view.viewer, plan),
    ]


def _apply_prepare(play: Play, seat: str, action: Prepare) -> None:
    plan = _sorted(tuple(map(placing, action.places)))
    play.keep(seat, priorities=action.objectives, plan=plan)
    play.tell("setup.prepared", "5", only=seat, n=len(plan))


def _options_prepare(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del filled
    seat = view.viewer
    assert seat is not None
    scenario = scenario_of(view.table)
    if field == "objectives":
        yield from _rankings(view)
    else:
        for formation in scenario.formations[seat].values():
            name = Term("formation", f"{scenario.key}.{seat}.{formation.key}")
            yield Option(formation.key, Text("formation", {"formation": name}))


def _rankings(view: View) -> Iterator[Option]:
    """Offer every order of the viewer's objectives."""
    assert view.viewer is not None
    scenario = scenario_of(view.table)
    for order in permutations(scenario.objectives[view.viewer]):
        params: dict[str, Param] = {}
        for n, (key, worth) in enumerate(zip(order, scenario.values, strict=True), 1):
            params |= {f"o{n}": Term("objective", key), f"n{n}": worth}
        yield Option(", ".join(order), Text("objectives", params))


def _check_rank(view: View, action: Rank) -> list[Refusal]:
    assert view.viewer is not None
    return _against_objectives(view.table, view.viewer, action.objectives)


def _apply_rank(play: Play, seat: str, action: Rank) -> None:
    play.keep(seat, priorities=action.objectives)
    terms = tuple(Term("objective", key) for key in action.objectives)
    play.tell("setup.ranked", "5.3.objectives", only=seat, objectives=terms)


# -- single pieces -------------------------------------------------------------------------------


def _planned(view: View, at: str) -> Placing | None:
    assert view.own is not None
    return next((one for one in view.own.plan if one.at == at), None)


def _check_place(view: View, action: Place) -> list[Refusal]:
    one = _planned(view, action.piece)
    if one is None:
        return [refuse("setup.nobody", "4.1.3", square=square_term(action.piece))]
    assert view.viewer is not None
    return against_places(view.viewer, (replace(one, at=action.to),))


def _apply_place(play: Play, seat: str, action: Place) -> None:
    change = {action.piece: action.to, action.to: action.piece}
    plan = tuple(replace(one, at=change.get(one.at, one.at)) for one in play.secrets[seat].plan)
    one = next(one for one in plan if one.at == action.to)
    play.keep(seat, plan=_sorted(plan))
    play.tell(
        "setup.placed", "4.1.3", only=seat, type=type_term(one.type), square=square_term(action.to)
    )


def _free(view: View) -> list[str]:
    """Return the squares of the viewer's zone on which his plan has nobody."""
    assert view.viewer is not None
    assert view.own is not None
    taken = {one.at for one in view.own.plan}
    zone = load_board().zones[view.viewer]
    return sorted((at for at in zone if at not in taken), key=row_col)


def _planned_option(one: Placing) -> Option:
    params: Params = {"type": type_term(one.type), "square": square_term(one.at)}
    return Option(one.at, Text("planned", params))


def _options_place(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    assert view.own is not None
    if field == "piece":
        yield from map(_planned_option, view.own.plan)
        return
    yield from map(square_option, _free(view))
    for one in view.own.plan:
        if one.at != filled.get("piece"):
            yield _planned_option(one)


def _check_enlist(view: View, action: Enlist) -> list[Refusal]:
    assert view.viewer is not None
    assert view.own is not None
    if not bought(view.table):
        return [refuse("setup.given", "5.3.army")]
    found = against_places(view.viewer, (*view.own.plan, Placing(action.type, action.at)))
    if action.type == COMMANDER and any(one.type == COMMANDER for one in view.own.plan):
        found.append(refuse("setup.one_commander", "5.4.commander", n=2))
    points = price_of(view.own.plan) + printed(action.type).points
    if points > budget(view.table, view.viewer):
        found.append(
            refuse("setup.too_dear", "5.4", points=points, budget=budget(view.table, view.viewer))
        )
    return found


def _apply_enlist(play: Play, seat: str, action: Enlist) -> None:
    plan = (*play.secrets[seat].plan, Placing(action.type, action.at))
    play.keep(seat, plan=_sorted(plan))
    play.tell(
        "setup.enlisted",
        "5.4",
        only=seat,
        type=type_term(action.type),
        square=square_term(action.at),
        points=price_of(plan),
        budget=budget(play.table, seat),
    )


def _affordable(view: View) -> list[str]:
    assert view.viewer is not None
    assert view.own is not None
    if not bought(view.table) or not _free(view):
        return []
    left = budget(view.table, view.viewer) - price_of(view.own.plan)
    led = any(one.type == COMMANDER for one in view.own.plan)
    return [
        key
        for key, kind in load_army().types.items()
        if kind.points <= left and not (led and key == COMMANDER)
    ]


def _options_enlist(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del filled
    if field == "type":
        for key in _affordable(view):
            params: Params = {"type": type_term(key), "n": printed(key).points}
            yield Option(key, Text("price", params))
    else:
        yield from map(square_option, _free(view))


def _check_dismiss(view: View, action: Dismiss) -> list[Refusal]:
    if not bought(view.table):
        return [refuse("setup.given", "5.3.army")]
    if _planned(view, action.piece) is None:
        return [refuse("setup.nobody", "4.1.3", square=square_term(action.piece))]
    return []


def _apply_dismiss(play: Play, seat: str, action: Dismiss) -> None:
    plan = play.secrets[seat].plan
    gone = next(one for one in plan if one.at == action.piece)
    left = tuple(one for one in plan if one is not gone)
    play.keep(seat, plan=left)
    play.tell(
        "setup.dismissed",
        "5.4",
        only=seat,
        type=type_term(gone.type),
        square=square_term(gone.at),
        points=price_of(left),
        budget=budget(play.table, seat),
    )


def _options_dismiss(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del field, filled
    assert view.own is not None
    return map(_planned_option, view.own.plan if bought(view.table) else ())


# -- ready ----------------------------------------------------------------------------------------


def unfinished(view: View) -> list[Refusal]:
    """Return what keeps the viewer from closing his set-up."""
    assert view.viewer is not None
    assert view.own is not None
    if not view.own.plan and not view.own.priorities:
        return [refuse("setup.nothing", "5")]
    return [
        *_against_objectives(view.table, view.viewer, view.own.priorities),
        *against_army(view.table, view.viewer, view.own.plan),
        *against_places(view.viewer, view.own.plan),
    ]


def _apply_ready(play: Play, seat: str, action: Ready) -> None:
    del action
    play.tell("setup.ready", "5", seat=seat_term(seat))
    play.set(ready=(*play.table.ready, seat))
    if len(play.table.ready) == len(SEATS):
        reveal(play)


def reveal(play: Play) -> None:
    """Put both armies on the board, where everybody sees them, and begin the first round."""
    pieces = dict(play.table.pieces)
    for seat in SEATS:
        numbers: Counter[str] = Counter()
        for one in play.secrets[seat].plan:
            numbers[one.type] += 1
            piece_id = f"{seat}-{one.type}-{numbers[one.type]}"
            pieces[piece_id] = Piece(piece_id, seat, one.type, one.at)
        play.keep(seat, plan=())
    play.set(pieces=pieces)
    for seat in SEATS:
        for key in load_army().types:
            squares = tuple(
                square_term(piece.at)
                for piece in pieces.values()
                if piece.side == seat and piece.type == key and piece.on_board
            )
            if squares:
                play.tell(
                    "setup.revealed",
                    "4.1.3.secret",
                    seat=seat_term(seat),
                    type=type_term(key),
                    squares=squares,
                    n=len(squares),
                )
    begin_round(play)


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Prepare,
        phases=(Phase.SETUP,),
        check=_check_prepare,
        apply=_apply_prepare,
        options=_options_prepare,
    ),
    Verb(
        model=Rank,
        phases=(Phase.SETUP,),
        check=_check_rank,
        apply=_apply_rank,
        options=lambda view, field, filled: _rankings(view),
    ),
    Verb(
        model=Place,
        phases=(Phase.SETUP,),
        check=_check_place,
        apply=_apply_place,
        options=_options_place,
        possible=lambda view: bool(view.own and view.own.plan),
    ),
    Verb(
        model=Enlist,
        phases=(Phase.SETUP,),
        check=_check_enlist,
        apply=_apply_enlist,
        options=_options_enlist,
        possible=lambda view: bool(_affordable(view)),
        named=lambda table, seat: bought(table),
    ),
    Verb(
        model=Dismiss,
        phases=(Phase.SETUP,),
        check=_check_dismiss,
        apply=_apply_dismiss,
        options=_options_dismiss,
        possible=lambda view: bool(view.own and view.own.plan and bought(view.table)),
        named=lambda table, seat: bought(table),
    ),
)
READY: AnyVerb = Verb(
    model=Ready,
    phases=(Phase.SETUP,),
    check=lambda view, action: unfinished(view),
    apply=_apply_ready,
    possible=lambda view: not unfinished(view),
)
