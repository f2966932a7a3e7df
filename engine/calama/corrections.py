"""What of a position can be put right: pieces, attributes, and the figures of the tracks.

Rules:
    2.points, 4.1.4, 4.1.5, 4.1.7.three, 4.1.8, 4.1.9, 7.4.1.squares, 7.4.1.stack, 7.4.3, 7.5.once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from pydantic import Field

from engine.api import Correction, Option, Params, Refusal, Seat, Term, Text
from engine.calama import soundness
from engine.calama.actions import Reserves
from engine.calama.army import load_army
from engine.calama.board import load_board
from engine.calama.options import square_option
from engine.calama.play import Play, piece_term, square_term, type_term
from engine.calama.rules.pieces.attributes import value
from engine.calama.rules.setting_up.ranking import against_objectives
from engine.calama.rules.victory.objectives import ESCAPE, GUNS, KILL, ROADS, TOPATER
from engine.calama.rules.victory.points import CALAMA
from engine.calama.scenario import Scenario
from engine.calama.state import (
    ATTRIBUTES,
    DEAD,
    GONE,
    OFF_BOARD,
    OFFICER,
    RESERVE,
    SEATS,
    TAKEN,
    Phase,
    Piece,
    Secrets,
    Table,
)
from engine.calama.survey import scenario_of, waiting
from engine.data.grid.squares import distance, orthogonal
from engine.kit.correcting import SEAT, CorrectionRule, Corrector
from engine.kit.fields import Key, holds
from engine.kit.standing_orders import in_force, without
from engine.kit.wording import refuse, seat_term

OBJECTIVE = "objective_of_both"
"""What a field holds that names an objective of either side."""
OBJECTIVES = (ROADS, GUNS, TOPATER, KILL, ESCAPE)
"""What can be fulfilled in a battle under way: Bolivia's town counts with the 24th point."""
AWAY = "away"
"""What a field holds that says where a piece is that is off the board."""
LAST_ROUND = 200
_AWAY = (DEAD, TAKEN, GONE, RESERVE)

Known = Mapping[str, Any]


# -- what can be said --------------------------------------------------------------------------


class Put(Correction):
    """Put a piece on a square."""

    kind: ClassVar[str] = "put"

    piece: Key = Field(json_schema_extra=holds("piece"))
    to: Key = Field(json_schema_extra=holds("square"))


class Removed(Correction):
    """Take a piece off the board: eliminated, taken, left by an exit, or back to the reserve."""

    kind: ClassVar[str] = "removed"

    piece: Key = Field(json_schema_extra=holds("piece"))
    to: Key = Field(json_schema_extra=holds(AWAY))


class Marker(Correction):
    """Set an attribute of a side's type of piece (4.1.4)."""

    kind: ClassVar[str] = "marker"

    seat: Key = Field(json_schema_extra=holds(SEAT))
    type: Key = Field(json_schema_extra=holds("type"))
    attribute: Key = Field(json_schema_extra=holds("attribute"))
    n: int = Field(json_schema_extra=holds("count"))


class Moved(Correction):
    """Set how many squares a piece has moved in this round (7.4.1)."""

    kind: ClassVar[str] = "moved"

    piece: Key = Field(json_schema_extra=holds("piece"))
    squares: int = Field(ge=0, json_schema_extra=holds("count"))


class Fought(Correction):
    """Set whether a piece has had its combat of this round (7.5)."""

    kind: ClassVar[str] = "fought"

    piece: Key = Field(json_schema_extra=holds("piece"))
    done: bool = Field(json_schema_extra=holds("flag"))


class Points(Correction):
    """Set a side's victory points (2)."""

    kind: ClassVar[str] = "points"

    seat: Key = Field(json_schema_extra=holds(SEAT))
    n: int = Field(ge=0, json_schema_extra=holds("count"))


class OrdersLeft(Correction):
    """Set how many combat orders a side has left (4.1.7)."""

    kind: ClassVar[str] = "orders_left"

    seat: Key = Field(json_schema_extra=holds(SEAT))
    n: int = Field(json_schema_extra=holds("count"))


class Pool(Correction):
    """Set the movement points that the player has left (4.1.5)."""

    kind: ClassVar[str] = "pool"

    n: int = Field(json_schema_extra=holds("count"))


class Objective(Correction):
    """Set what an objective has given that is fulfilled, 0 where it is not (4.1.8)."""

    kind: ClassVar[str] = "objective"

    objective: Key = Field(json_schema_extra=holds(OBJECTIVE))
    worth: int = Field(ge=0, le=20, json_schema_extra=holds("count"))


class Occupied(Correction):
    """Set whether Chile has ever stood on all of Calama, which loses Bolivia's objective there."""

    kind: ClassVar[str] = "occupied"

    done: bool = Field(json_schema_extra=holds("flag"))


class Round(Correction):
    """Set which round it is."""

    kind: ClassVar[str] = "round"

    n: int = Field(ge=1, le=LAST_ROUND, json_schema_extra=holds("count"))


# -- pieces ------------------------------------------------------------------------------------


def at_term(at: str) -> Term:
    """Return where a piece is, on the board or off it."""
    return Term(AWAY, at) if at in OFF_BOARD else square_term(at)


def _pieces(table: Table, *, on_board: bool = False) -> Iterator[Option]:
    pieces = sorted(table.pieces.values(), key=lambda piece: not piece.on_board)
    for piece in pieces:
        if piece.on_board or not on_board:
            said = {"piece": piece_term(piece), "place": at_term(piece.at)}
            yield Option(piece.id, Text("correct.piece", said))


def _piece(table: Table, known: Known) -> Piece | None:
    return table.pieces.get(str(known.get("piece", "")))


def _apply_put(play: Play, put: Put) -> None:
    play.change(put.piece, at=put.to)
    _part(play)


def _part(play: Play) -> None:
    """Call off the charges whose pieces no longer stand side by side (7.4.3)."""
    pieces = play.table.pieces
    for piece in list(pieces.values()):
        target = pieces.get(piece.charging)
        if target is None:
            continue
        beside = piece.on_board and target.on_board and orthogonal(piece.at, target.at)
        if not beside:
            play.change(piece.id, charging="")


def _options_put(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "piece":
        yield from _pieces(table)
        return
    piece = _piece(table, known)
    squares = list(load_board().squares)
    if piece is not None and piece.on_board:
        at = piece.at
        squares.sort(key=lambda square: distance(at, square))
    yield from map(square_option, squares)


def _told_put(table: Table, put: Put) -> Params:
    before = at_term(table.pieces[put.piece].at)
    return {"piece": piece_term(put.piece), "square": square_term(put.to), "before": before}


def _check_removed(table: Table, one: Removed) -> list[Refusal]:
    piece = table.pieces[one.piece]
    if one.to == RESERVE and "-r" not in piece.id:
        return [refuse("correct.no_reserve", "4.1.9", piece=piece_term(piece))]
    if one.to == GONE and piece.type != OFFICER:
        return [refuse("correct.no_officer", "4.1.8.escape", piece=piece_term(piece))]
    return []


def _apply_removed(play: Play, one: Removed) -> None:
    play.change(one.piece, at=one.to, moved=0, fought=False, charging="")
    _part(play)


def _options_removed(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "piece":
        yield from _pieces(table)
        return
    for at in _AWAY:
        yield Option(at, Text("correct.away", {"place": Term(AWAY, at)}))


def _told_removed(table: Table, one: Removed) -> Params:
    before = at_term(table.pieces[one.piece].at)
    return {"piece": piece_term(one.piece), "place": Term(AWAY, one.to), "before": before}


def _on_board(table: Table, piece: str) -> list[Refusal]:
    at = table.pieces[piece].at
    if at in OFF_BOARD:
        return [refuse("correct.off_board", "7", piece=piece_term(piece), place=Term(AWAY, at))]
    return []


def _apply_moved(play: Play, one: Moved) -> None:
    play.change(one.piece, moved=one.squares)


def _options_moved(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "piece":
        yield from _pieces(table, on_board=True)
        return
    piece = _piece(table, known)
    most = 0 if piece is None else value(table, piece, "movement")
    yield from _counts(range(most + 1))


def _told_moved(table: Table, one: Moved) -> Params:
    before = table.pieces[one.piece].moved
    return {"piece": piece_term(one.piece), "n": one.squares, "before": before}


def _apply_fought(play: Play, one: Fought) -> None:
    play.change(one.piece, fought=one.done)


def _options_fought(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "piece":
        yield from _pieces(table, on_board=True)
        return
    yield Option("true", Text("correct.fought", {"fought": Term("fought", "yes")}))
    yield Option("false", Text("correct.fought", {"fought": Term("fought", "no")}))


def _told_fought(table: Table, one: Fought) -> Params:
    word = Term("fought", "yes" if one.done else "no")
    return {"piece": piece_term(one.piece), "fought": word}


# -- attributes and tracks ---------------------------------------------------------------------


def _counts(numbers: range) -> Iterator[Option]:
    for n in numbers:
        yield Option(str(n), Text("correct.count", {"n": n}))


def _sides() -> Iterator[Option]:
    for seat in SEATS:
        yield Option(seat, Text("correct.side", {"seat": seat_term(seat)}))


def _check_marker(table: Table, one: Marker) -> list[Refusal]:
    if one.type in table.attributes[one.seat]:
        return []
    return [refuse("correct.no_type", "4.2", type=type_term(one.type), seat=seat_term(one.seat))]


def _apply_marker(play: Play, one: Marker) -> None:
    attributes = play.table.attributes
    markers = replace(attributes[one.seat][one.type], **{one.attribute: one.n})
    play.set(attributes={**attributes, one.seat: {**attributes[one.seat], one.type: markers}})


def _options_marker(table: Table, field: str, known: Known) -> Iterator[Option]:
    match field:
        case "seat":
            yield from _sides()
        case "type":
            for key in table.attributes.get(str(known.get("seat", "")), {}):
                yield Option(key, Text("correct.type", {"type": type_term(key)}))
        case "attribute":
            for one in ATTRIBUTES:
                yield Option(one, Text("correct.attribute", {"attribute": Term("attribute", one)}))
        case _:
            limits = load_army()
            yield from _counts(range(limits.lowest, limits.highest + 1))


def _told_marker(table: Table, one: Marker) -> Params:
    return {
        "seat": seat_term(one.seat),
        "type": type_term(one.type),
        "attribute": Term("attribute", one.attribute),
        "n": one.n,
        "before": table.attributes[one.seat][one.type].value(one.attribute),
    }


def _of_side(figures: str, most: str) -> Any:
    """Return what offers sides, then the numbers that one of their figures can be."""

    def offered(table: Table, field: str, known: Known) -> Iterator[Option]:
        if field == "seat":
            yield from _sides()
            return
        scenario: Scenario = scenario_of(table)
        now = getattr(table, figures).get(str(known.get("seat", "")), 0)
        numbers = range(getattr(scenario, most) + 1)
        yield from _near(numbers, now)

    return offered


def _near(numbers: range, now: int) -> Iterator[Option]:
    for n in sorted(numbers, key=lambda n: abs(n - now)):
        yield Option(str(n), Text("correct.count", {"n": n}))


def _told_figure(figures: str) -> Any:
    def told(table: Table, one: Any) -> Params:
        before = getattr(table, figures)[one.seat]
        return {"seat": seat_term(one.seat), "n": one.n, "before": before}

    return told


def _apply_points(play: Play, one: Points) -> None:
    play.set(points={**play.table.points, one.seat: one.n})


def _apply_orders_left(play: Play, one: OrdersLeft) -> None:
    play.set(orders_left={**play.table.orders_left, one.seat: one.n})


def _check_pool(table: Table, one: Pool) -> list[Refusal]:
    return [] if table.phase is Phase.MOVEMENT else [refuse("correct.no_pool", "4.1.5")]


def _apply_pool(play: Play, one: Pool) -> None:
    play.set(pool=one.n)


def _options_pool(table: Table, field: str, known: Known) -> Iterator[Option]:
    if table.phase is Phase.MOVEMENT:
        yield from _counts(range(max(scenario_of(table).pools.values()) + 1))


def _told_pool(table: Table, one: Pool) -> Params:
    return {"seat": seat_term(table.player), "n": one.n, "before": table.pool}


def _check_objective(table: Table, one: Objective) -> list[Refusal]:
    """Refuse it once anybody's order of objectives counts: what is hidden decides then."""
    if table.phase is not Phase.RANKING or table.ready:
        return [refuse("correct.ranked", "5.3.secret")]
    values = scenario_of(table).values
    if one.worth and one.worth not in values:
        return [refuse("correct.no_value", "5.3.objectives", n=one.worth, values=values)]
    return []


def _apply_objective(play: Play, one: Objective) -> None:
    others = {key: n for key, n in play.table.scored.items() if key != one.objective}
    play.set(scored={**others, one.objective: one.worth} if one.worth else others)


def _options_objective(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "objective":
        for key in OBJECTIVES:
            yield Option(key, Text("correct.objective", {"objective": Term("objective", key)}))
    else:
        for n in (*scenario_of(table).values, 0):
            yield Option(str(n), Text("correct.count", {"n": n}))


def _told_objective(table: Table, one: Objective) -> Params:
    before = table.scored.get(one.objective, 0)
    return {"objective": Term("objective", one.objective), "n": one.worth, "before": before}


def _apply_occupied(play: Play, one: Occupied) -> None:
    lost = tuple(key for key in play.table.lost if key != CALAMA)
    play.set(lost=(*lost, CALAMA) if one.done else lost)


def _options_occupied(table: Table, field: str, known: Known) -> Iterator[Option]:
    yield Option("true", Text("correct.occupied", {"state": Term("occupied", "yes")}))
    yield Option("false", Text("correct.occupied", {"state": Term("occupied", "no")}))


def _told_occupied(table: Table, one: Occupied) -> Params:
    return {"state": Term("occupied", "yes" if one.done else "no")}


def _check_round(table: Table, one: Round) -> list[Refusal]:
    if table.phase is Phase.RANKING:
        return [refuse("correct.start", "7")]
    last = table.settings.last_round
    if last and one.n > last:
        return [refuse("correct.last_round", "2.last", most=last)]
    return []


def _apply_round(play: Play, one: Round) -> None:
    play.set(round=one.n)


def _options_round(table: Table, field: str, known: Known) -> Iterator[Option]:
    last = table.settings.last_round or LAST_ROUND
    yield from _near(range(max(1, table.round - 5), min(last, table.round + 5) + 1), table.round)


def _told_round(table: Table, one: Round) -> Params:
    return {"n": one.n, "before": table.round}


# -- all of it ---------------------------------------------------------------------------------


def waits(table: Table) -> Refusal | None:
    """Wait for both sides to be set up: nothing stands on the board before that."""
    return refuse("correct.set_up", "5") if table.phase is Phase.SETUP else None


def strike(before: Table, after: Table, seat: Seat, own: Secrets) -> Secrets:
    """Strike the order to bring in a reserve of which there is none any more (7.4.2).

    So is an order of objectives by which one fulfilled before would have given something else.
    """
    ranking = after.phase is Phase.RANKING and own.priorities
    if ranking and against_objectives(after, seat, own.priorities):
        own = replace(own, priorities=())
    order = in_force(own.standing, Reserves)
    if order is None or not waiting(before, seat, RESERVE, order.type):
        return own
    if waiting(after, seat, RESERVE, order.type):
        return own
    return replace(own, standing=without(own.standing, Reserves.kind))


CORRECTOR: Corrector[Table, Secrets] = Corrector(
    rules=(
        CorrectionRule(model=Put, apply=_apply_put, options=_options_put, told=_told_put),
        CorrectionRule(
            model=Removed,
            check=_check_removed,
            apply=_apply_removed,
            options=_options_removed,
            told=_told_removed,
        ),
        CorrectionRule(
            model=Marker,
            check=_check_marker,
            apply=_apply_marker,
            options=_options_marker,
            told=_told_marker,
        ),
        CorrectionRule(
            model=Moved,
            check=lambda table, one: _on_board(table, one.piece),
            apply=_apply_moved,
            options=_options_moved,
            told=_told_moved,
        ),
        CorrectionRule(
            model=Fought,
            check=lambda table, one: _on_board(table, one.piece),
            apply=_apply_fought,
            options=_options_fought,
            told=_told_fought,
        ),
        CorrectionRule(
            model=Points,
            apply=_apply_points,
            options=_of_side("points", "goal"),
            told=_told_figure("points"),
        ),
        CorrectionRule(
            model=OrdersLeft,
            apply=_apply_orders_left,
            options=_of_side("orders_left", "orders"),
            told=_told_figure("orders_left"),
        ),
        CorrectionRule(
            model=Pool,
            check=_check_pool,
            apply=_apply_pool,
            options=_options_pool,
            told=_told_pool,
        ),
        CorrectionRule(
            model=Objective,
            check=_check_objective,
            apply=_apply_objective,
            options=_options_objective,
            told=_told_objective,
        ),
        CorrectionRule(
            model=Occupied,
            apply=_apply_occupied,
            options=_options_occupied,
            told=_told_occupied,
        ),
        CorrectionRule(
            model=Round,
            check=_check_round,
            apply=_apply_round,
            options=_options_round,
            told=_told_round,
        ),
    ),
    words={AWAY: _AWAY, OBJECTIVE: OBJECTIVES},
    terms={SEAT: "seat", "piece": "piece", "square": "square", OBJECTIVE: "objective"},
    unsound=soundness.unsound,
    waits=waits,
    strike=strike,
)
