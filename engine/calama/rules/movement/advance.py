"""The advance (7.4.1): how far a piece comes, and moving it there.

Rules:
    4.1.1.examples, 6.jump, 7.4.1.example, 7.4.1.jump.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from engine.api import Cost, Option, Params, Refusal, Text
from engine.calama.actions import Advance, Leg, March
from engine.calama.board import load_board
from engine.calama.options import piece_option
from engine.calama.play import AnyVerb, Play, piece_term, square_term
from engine.calama.rules.movement.movement_points import pool_left
from engine.calama.rules.pieces.attributes import movement, value
from engine.calama.rules.pieces.charges import is_pinned
from engine.calama.rules.victory.objectives import settle
from engine.calama.scenario import load_costs
from engine.calama.state import MOVEMENT, Phase, Piece, Table, View, other
from engine.calama.survey import army, named_piece, nearest, occupied, piece_at, printed
from engine.data.cache import cached, cached_per_data
from engine.data.grid.squares import distance
from engine.kit.records import changed
from engine.kit.verbs import Verb, filled_list
from engine.kit.wording import refuse


@dataclass(frozen=True, slots=True)
class Way:
    """How a piece comes to a square: *points* of the pool and *squares* of its Movement."""

    points: int
    squares: int


@cached
def reach(table: Table, piece: Piece) -> Mapping[str, Way]:
    """Return where a piece may move now and what it takes, the cheapest way to each square.

    A square costs its points and its terrain's extra (4.1.1) and one square of the piece's
    Movement; no way leads over other pieces, except that Cavalry jumps its own side's (6), paying
    for the square. Of ways of equal points the one with fewer squares counts.
    """
    left = movement(table, piece)
    if not piece.on_board or left == 0 or is_pinned(table, piece):
        return {}
    taken = occupied(table)
    jumps = printed(piece).jumps
    found: dict[str, Way] = {}
    edge = {piece.at: 0}
    seen = {piece.at: 0}
    for squares in range(1, left + 1):
        edge = _step(edge, taken, piece.side if jumps else "", table.pool)
        # A dearer way with more squares leads nowhere better.
        edge = {at: cost for at, cost in edge.items() if cost < seen.get(at, 99)}
        seen.update(edge)
        for at, cost in edge.items():
            if at not in taken:
                found[at] = _way(cost, squares)
    return found


@lru_cache(maxsize=512)
def _way(points: int, squares: int) -> Way:
    return Way(points, squares)


def _step(
    edge: Mapping[str, int], taken: Mapping[str, Piece], over: str, pool: int
) -> dict[str, int]:
    """Return what lies one square further, with the points spent until there."""
    steps = _steps()
    further: dict[str, int] = {}
    for at, spent in edge.items():
        for near, points in steps[at]:
            cost = spent + points
            if cost > pool or cost >= further.get(near, 99):
                continue
            there = taken.get(near)
            if there is None or there.side == over:
                further[near] = cost
    return further


@cached_per_data()
def _steps() -> Mapping[str, tuple[tuple[str, int], ...]]:
    """Return by square which lie beside it, each with the points that entering it takes."""
    board, square = load_board(), load_costs().square
    return {
        at: tuple((near, square + board.squares[near].cost) for near in board.neighbours(at))
        for at in board.squares
    }


def movers(table: Table) -> tuple[Piece, ...]:
    """Return the player's pieces that can move now, those nearest the enemy first."""
    enemies = [piece.at for piece in army(table, other(table.player))]
    able = [piece for piece in army(table, table.player) if _can_step(table, piece)]
    return tuple(sorted(able, key=lambda piece: nearest(iter(enemies), piece.at)))


def _can_step(table: Table, piece: Piece) -> bool:
    """Say whether :func:`reach` has anything, more quickly."""
    if not piece.on_board or movement(table, piece) == 0 or is_pinned(table, piece):
        return False
    taken, pool = occupied(table), table.pool
    for near, points in _steps()[piece.at]:
        if points <= pool and near not in taken:
            return True
    # Whoever jumps may come farther than where others stand.
    return printed(piece).jumps and bool(reach(table, piece))


def moved(table: Table, piece: Piece, to: str, way: Way) -> Table:
    """Return the table with a piece moved."""
    there = changed(piece, at=to, moved=piece.moved + way.squares)
    return changed(
        table,
        pieces={**table.pieces, piece.id: there},
        pool=table.pool - way.points,
        acted=True,
    )


def ranked(table: Table, piece: Piece) -> list[tuple[str, Way]]:
    """Return what a piece reaches, nearest the enemy first, then cheapest."""
    enemies = [enemy.at for enemy in army(table, other(piece.side))]
    ways = reach(table, piece)
    return sorted(
        ways.items(), key=lambda item: (nearest(iter(enemies), item[0]), item[1].points, item[0])
    )


def anything_to_move(view: View) -> bool:
    """Say whether the player can move any piece."""
    return any(_can_step(view.table, piece) for piece in army(view.table, view.table.player))


# -- checked ----------------------------------------------------------------------------------


def why_not(table: Table, piece: Piece, to: str) -> list[Refusal]:
    """Return every reason why the player may not move a piece to a square now."""
    if piece.side != table.player:
        return [refuse("advance.not_yours", "7.4.1", piece=piece_term(piece))]
    if not piece.on_board:
        return [refuse("advance.off_board", "7.4.1", piece=piece_term(piece))]
    if is_pinned(table, piece):
        return [refuse("advance.pinned", "7.4.3.pinned", piece=piece_term(piece))]
    found = []
    there = piece_at(table, to)
    if to == piece.at:
        found.append(refuse("advance.there_already", "7.4.1", piece=piece_term(piece)))
    elif there is not None:
        found.append(
            refuse("advance.occupied", "6.move", square=square_term(to), piece=piece_term(there))
        )
    ways = reach(table, piece)
    if not found and to not in ways:
        found.append(_too_far(table, piece, to))
    return found


def _too_far(table: Table, piece: Piece, to: str) -> Refusal:
    left, most = movement(table, piece), value(table, piece, MOVEMENT)
    if left == 0 or distance(piece.at, to) > left:
        return refuse(
            "advance.too_far",
            "7.4.1.squares",
            piece=piece_term(piece),
            square=square_term(to),
            n=distance(piece.at, to),
            left=left,
            movement=most,
        )
    free = changed(table, pool=99)
    way = reach(free, piece).get(to)
    if way is None:
        return refuse(
            "advance.no_way",
            "7.4.1.free",
            piece=piece_term(piece),
            square=square_term(to),
            left=left,
        )
    return refuse(
        "advance.no_points",
        "7.4.1.points",
        piece=piece_term(piece),
        square=square_term(to),
        points=way.points,
        pool=table.pool,
    )


def _check_advance(view: View, action: Advance) -> list[Refusal]:
    table = view.table
    return why_not(table, table.pieces[action.piece], action.to)


def _check_march(view: View, action: March) -> list[Refusal]:
    table = view.table
    for leg in action.moves:
        piece = table.pieces[leg.piece]
        found = why_not(table, piece, leg.to)
        if found:
            return found
        table = moved(table, piece, leg.to, reach(table, piece)[leg.to])
    return []


# -- applied ----------------------------------------------------------------------------------


def _apply_advance(play: Play, seat: str, action: Advance) -> None:
    del seat
    _move(play, action.piece, action.to)


def _apply_march(play: Play, seat: str, action: March) -> None:
    del seat
    for leg in action.moves:
        _move(play, leg.piece, leg.to)
        # Each move is a moment of its own: what it fulfils counts before the next one (CAL-R13).
        settle(play)
        if play.table.ending is not None:
            return


def _move(play: Play, piece_id: str, to: str) -> None:
    piece = play.table.pieces[piece_id]
    way = reach(play.table, piece)[to]
    play.table = moved(play.table, piece, to, way)
    play.tell(
        "advanced",
        "7.4.1",
        piece=piece_term(piece),
        origin=square_term(piece.at),
        square=square_term(to),
        points=way.points,
        pool=play.table.pool,
    )


# -- offered ----------------------------------------------------------------------------------


def _options_advance(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    table = view.table
    if field == "piece":
        yield from map(piece_option, movers(table))
    elif field == "to":
        piece = named_piece(table, filled.get("piece", ""))
        if piece is not None and piece.side == table.player:
            yield from _destinations(table, piece)


def _destinations(table: Table, piece: Piece) -> Iterator[Option]:
    for to, way in ranked(table, piece):
        params: Params = {"square": square_term(to), "points": way.points, "n": way.squares}
        yield Option(to, Text("destination", params), Cost(way.points))


def _options_march(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer the moves of the pieces that can go on once those of the line are made.

    The best of each piece comes first, then the second best of each, and so on.
    """
    table = _marched(view.table, filled_list(filled, field))
    if table is None:
        return
    goals = {piece: [to for to, _ in ranked(table, piece)] for piece in movers(table)}
    for rank in count():
        able = [(piece, squares[rank]) for piece, squares in goals.items() if rank < len(squares)]
        if not able:
            return
        for piece, to in able:
            yield Option(
                f"{piece.at} {to}",
                Text("move", {"piece": piece_term(piece), "square": square_term(to)}),
            )


def _marched(table: Table, legs: Sequence[str]) -> Table | None:
    """Return the table once the legs of a line are made, as far as it can be made."""
    for typed in legs:
        leg = Leg.model_validate(typed)
        piece = named_piece(table, leg.piece)
        way = None if piece is None else reach(table, piece).get(leg.to)
        if piece is None or way is None:
            return None
        table = moved(table, piece, leg.to, way)
    return table


def _left_advance(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield the points of the pool that are left once the piece is where it is sent (4.1.5)."""
    piece, to = named_piece(view.table, filled.get("piece", "")), filled.get("to", "")
    way = None if piece is None else reach(view.table, piece).get(to)
    return pool_left(view.table, 0 if way is None else way.points)


def _left_march(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield the points of the pool that are left once the moves of the line are made (4.1.5)."""
    after = _marched(view.table, filled_list(filled, "moves"))
    return iter(()) if after is None else pool_left(after)


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Advance,
        phases=(Phase.MOVEMENT,),
        check=_check_advance,
        apply=_apply_advance,
        options=_options_advance,
        left=_left_advance,
        possible=anything_to_move,
    ),
    Verb(
        model=March,
        phases=(Phase.MOVEMENT,),
        check=_check_march,
        apply=_apply_march,
        options=_options_march,
        left=_left_march,
        possible=anything_to_move,
    ),
)
