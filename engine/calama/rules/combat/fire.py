"""Fire (7.5.2): a die and Strength against a die, Resistance and the square.

Rules:
    7.5.2.commander, 7.5.2.stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from engine.api import Option, Params, Refusal, Text
from engine.calama.actions import Fire
from engine.calama.army import PieceType
from engine.calama.board import load_board
from engine.calama.options import piece_option
from engine.calama.play import AnyVerb, Play, piece_term, square_term
from engine.calama.rules.pieces.attributes import resistance, strength
from engine.calama.rules.pieces.charges import is_pinned
from engine.calama.rules.pieces.command import in_command
from engine.calama.rules.pieces.weapons import covers, has_target, targets
from engine.calama.rules.victory.points import captured
from engine.calama.state import Fight, Phase, Piece, Table, View
from engine.calama.survey import army, named_piece, occupied, printed, scenario_of
from engine.data.grid.squares import distance, line
from engine.kit.verbs import Verb
from engine.kit.wording import refuse


def cover(square: str) -> int:
    """Return what a square adds to the Resistance of whoever stands on it (4.1.2)."""
    return load_board().squares[square].resistance


def worth(table: Table, piece: Piece, target: Piece) -> int:
    """Return the advantage of a shot before the dice: above 0 the shooter has it."""
    return strength(table, piece) - resistance(table, target) - cover(target.at)


def hits(table: Table, piece: Piece, target: Piece, attack: int, defence: int) -> bool:
    """Say whether a shot eliminates its target with these two dice (7.5.2)."""
    return attack + worth(table, piece, target) > defence


def can_fire(table: Table, piece: Piece) -> bool:
    """Say whether a piece may fire in this combat turn, at whomever."""
    return (
        table.phase is Phase.COMBAT
        and piece.side == table.player
        and piece.on_board
        and not piece.fought
        and not is_pinned(table, piece)
        and in_command(table, piece)
    )


def shooters(table: Table) -> tuple[Piece, ...]:
    """Return the player's pieces that can fire at somebody now, the best shots first."""
    able = []
    for piece in army(table, table.player):
        if can_fire(table, piece):
            found = targets(table, piece)
            if found:
                best = max(_prize(table, enemy) + worth(table, piece, enemy) for enemy in found)
                able.append((best, piece))
    able.sort(key=lambda item: -item[0])
    return tuple(piece for _, piece in able)


def anybody_fires(table: Table) -> bool:
    """Say whether any of the player's pieces can fire at somebody now."""
    mine = army(table, table.player)
    return any(can_fire(table, piece) and has_target(table, piece) for piece in mine)


def _prize(table: Table, enemy: Piece) -> int:
    kind = printed(enemy)
    return scenario_of(table).goal if kind.decides else kind.points


# -- checked ----------------------------------------------------------------------------------


def _check(view: View, action: Fire) -> list[Refusal]:
    table = view.table
    piece, target = table.pieces[action.piece], table.pieces[action.target]
    if piece.side != table.player or not piece.on_board:
        return [refuse("fire.not_yours", "7.5.2", piece=piece_term(piece))]
    if target.side == table.player or not target.on_board:
        return [refuse("fire.no_enemy", "7.5.2", piece=piece_term(target))]
    found = []
    if piece.fought:
        found.append(refuse("fire.fought", "7.5.once", piece=piece_term(piece)))
    elif is_pinned(table, piece):
        found.append(refuse("fire.pinned", "7.4.3.fire", piece=piece_term(piece)))
    if not in_command(table, piece):
        found.append(refuse("fire.no_command", "4.2.1.command", piece=piece_term(piece)))
    return found + _out_of_reach(table, piece, target)


def _clause_of(kind: PieceType) -> str:
    """Return the clause that says how far a type fires."""
    if kind.most == 1:
        return "7.5.2.adjacent"
    return "7.5.2.heavy" if kind.least > 1 else "7.5.2.light"


def _out_of_reach(table: Table, piece: Piece, target: Piece) -> list[Refusal]:
    kind = printed(piece)
    n = distance(piece.at, target.at)
    if n < kind.least:
        rule = _clause_of(kind)
        return [refuse("fire.too_near", rule, piece=piece_term(piece), n=n, least=kind.least)]
    if n > kind.most:
        return [
            refuse("fire.too_far", _clause_of(kind), piece=piece_term(piece), n=n, most=kind.most)
        ]
    if covers(piece, target.at, occupied(table)):
        return []
    between = line(piece.at, target.at)
    if between is None:
        return [
            refuse(
                "fire.no_line",
                "6.line",
                piece=piece_term(piece),
                square=square_term(target.at),
            )
        ]
    taken = occupied(table)
    blocker = next(taken[one] for one in between if one in taken)
    return [
        refuse(
            "fire.blocked",
            "6.line",
            piece=piece_term(piece),
            blocker=piece_term(blocker),
            square=square_term(blocker.at),
        )
    ]


# -- applied ----------------------------------------------------------------------------------


def _apply(play: Play, seat: str, action: Fire) -> None:
    del seat
    table = play.table
    piece, target = table.pieces[action.piece], table.pieces[action.target]
    play.change(piece.id, fought=True)  # before the dice: whoever plans sees it has had its shot
    (attack,) = play.roll("fire")
    (defence,) = play.roll("cover from fire")
    hit = hits(table, piece, target, attack, defence)
    result: Literal["won", "even"] = "won" if hit else "even"
    fight = Fight(piece.side, "fire", (piece.at,), target.at, result)
    play.set(fights=(*play.table.fights, fight), stirred=True)
    play.tell(
        "fire.hit" if hit else "fire.missed",
        "7.5.2.hit" if hit else "7.5.2.tie",
        piece=piece_term(piece),
        target=piece_term(target),
        square=square_term(target.at),
        dice=(attack, defence),
        strength=strength(table, piece),
        shot=attack + strength(table, piece),
        resistance=resistance(table, target),
        cover=cover(target.at),
        stand=defence + resistance(table, target) + cover(target.at),
    )
    if hit:
        captured(play, target.id, "7.5.2.hit")


# -- offered ----------------------------------------------------------------------------------


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    table = view.table
    if field == "piece":
        yield from map(piece_option, shooters(table))
        return
    piece = named_piece(table, filled.get("piece", ""))
    if piece is None or piece.side != table.player or not can_fire(table, piece):
        return
    found = targets(table, piece)
    for enemy in sorted(found, key=lambda one: -_prize(table, one) - worth(table, piece, one)):
        params: Params = {
            "piece": piece_term(enemy),
            "square": square_term(enemy.at),
            "strength": strength(table, piece),
            "n": resistance(table, enemy) + cover(enemy.at),
        }
        yield Option(enemy.at, Text("target", params))


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Fire,
        phases=(Phase.COMBAT,),
        check=_check,
        apply=_apply,
        options=_options,
        possible=lambda view: anybody_fires(view.table),
    ),
)
