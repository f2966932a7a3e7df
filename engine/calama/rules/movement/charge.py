"""The charge (7.4.3): declared while moving, fought out in the combat phase (7.5.1).

Rules:
    7.4.3.late, 7.4.3.several.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from engine.api import Option, Refusal, Text
from engine.calama.actions import Charge
from engine.calama.options import piece_option, pieces_option
from engine.calama.play import AnyVerb, Play, piece_term, square_term
from engine.calama.rules.movement.movement_points import pool_left
from engine.calama.rules.pieces.attributes import movement, strength
from engine.calama.rules.pieces.charges import beside, is_pinned
from engine.calama.rules.pieces.command import in_command
from engine.calama.scenario import load_costs
from engine.calama.state import Phase, Piece, Table, View, other
from engine.calama.survey import army, named_piece
from engine.data.grid.squares import orthogonal
from engine.kit.records import changed
from engine.kit.verbs import Verb, filled_list
from engine.kit.wording import refuse


def possible_chargers(table: Table, target: Piece) -> tuple[Piece, ...]:
    """Return the player's pieces that may declare a charge on a piece now, strongest first."""
    if table.pool < load_costs().charge or not target.on_board:
        return ()
    able = [piece for piece in beside(table, target) if not any(_against(table, piece))]
    return tuple(sorted(able, key=lambda piece: -strength(table, piece)))


def chargeable(table: Table) -> tuple[Piece, ...]:
    """Return the enemies on whom the player may declare a charge now."""
    return tuple(
        enemy for enemy in army(table, other(table.player)) if possible_chargers(table, enemy)
    )


def anything_to_charge(view: View) -> bool:
    """Say whether the player can declare any charge."""
    table = view.table
    return any(possible_chargers(table, enemy) for enemy in army(table, other(table.player)))


# -- checked ----------------------------------------------------------------------------------


def _against(table: Table, piece: Piece) -> Iterator[Refusal]:
    """Yield why a piece may charge nobody now."""
    if is_pinned(table, piece):
        yield refuse("charge.pinned", "7.4.3.pinned", piece=piece_term(piece))
    if movement(table, piece) < load_costs().charge:
        yield refuse("charge.no_movement", "7.4.3.cost", piece=piece_term(piece))
    if not in_command(table, piece):
        yield refuse("charge.no_command", "4.2.1.command", piece=piece_term(piece))


def _check(view: View, action: Charge) -> list[Refusal]:
    table = view.table
    target = table.pieces[action.target]
    if target.side == table.player or not target.on_board:
        return [refuse("charge.no_enemy", "7.4.3", piece=piece_term(target))]
    found: list[Refusal] = []
    for piece_id in action.pieces:
        piece = table.pieces[piece_id]
        if piece.side != table.player or not piece.on_board:
            found.append(refuse("charge.not_yours", "7.4.3", piece=piece_term(piece)))
        elif not orthogonal(piece.at, target.at):
            found.append(
                refuse(
                    "charge.not_adjacent",
                    "7.4.3.side",
                    piece=piece_term(piece),
                    target=piece_term(target),
                    square=square_term(target.at),
                )
            )
        else:
            found += _against(table, piece)
    cost = load_costs().charge * len(action.pieces)
    if not found and cost > table.pool:
        found.append(refuse("charge.no_points", "7.4.3.cost", points=cost, pool=table.pool))
    return found


# -- applied ----------------------------------------------------------------------------------


def _apply(play: Play, seat: str, action: Charge) -> None:
    del seat
    pieces, cost = dict(play.table.pieces), load_costs().charge
    for piece_id in action.pieces:
        piece = pieces[piece_id]
        pieces[piece_id] = changed(piece, charging=action.target, moved=piece.moved + cost)
    pool = play.table.pool - cost * len(action.pieces)
    play.set(pieces=pieces, pool=pool, acted=True, stirred=True)
    play.tell(
        "charge.declared",
        "7.4.3",
        pieces=tuple(piece_term(piece_id) for piece_id in action.pieces),
        target=piece_term(action.target),
        square=square_term(pieces[action.target].at),
        pool=play.table.pool,
    )


# -- offered ----------------------------------------------------------------------------------


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    table = view.table
    if field == "target":
        yield from map(piece_option, chargeable(table))
        return
    target = named_piece(table, filled.get("target", ""))
    if target is None or target.side == table.player:
        return
    able = possible_chargers(table, target)
    # All together first: their Strength adds up (CAL-R10).
    cost = load_costs().charge
    for size in range(len(able), 0, -1):
        if cost * size > table.pool:
            continue
        for group in combinations(able, size):
            yield pieces_option(group)


def _left(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield the points of the pool that are left once those chosen charge (7.4.3)."""
    return pool_left(view.table, load_costs().charge * len(filled_list(filled, "pieces")))


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Charge,
        phases=(Phase.MOVEMENT,),
        check=_check,
        apply=_apply,
        options=_options,
        left=_left,
        possible=anything_to_charge,
    ),
)
