"""Hand to hand (7.5.1, CAL-R10): a declared charge is fought out.

The chargers' die and the sum of their Strength against the charged piece's die and Strength; the
land does not count.

Rules:
    7.5.1.several, 7.5.1.terrain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from engine.api import Choice, Decision, Option, Refusal, Text
from engine.calama.actions import Lose, Melee
from engine.calama.options import piece_option
from engine.calama.play import AnyFrameRules, AnyVerb, Play, piece_term, square_term
from engine.calama.rules.pieces.attributes import strength
from engine.calama.rules.pieces.charges import chargers, charges_of
from engine.calama.rules.victory.points import captured
from engine.calama.state import Fight, Loss, Phase, Piece, Table, View
from engine.kit.records import changed
from engine.kit.verbs import Answer, FrameRules, Verb
from engine.kit.wording import refuse, seat_term

Result = Literal["won", "lost", "even"]

_CODES = {"won": "melee.won", "even": "melee.tied", "lost": "melee.lost"}


def charging_strength(table: Table, attackers: Iterable[Piece]) -> int:
    """Return what chargers add to their die together (CAL-R10)."""
    return sum(strength(table, piece) for piece in attackers)


def result_of(charge: int, stand: int) -> Result:
    """Return how a melee ends for the chargers by the totals of both sides (7.5.1)."""
    if charge == stand:
        return "even"
    return "won" if charge > stand else "lost"


# -- checked ----------------------------------------------------------------------------------


def _check(view: View, action: Melee) -> list[Refusal]:
    table = view.table
    if any(piece.side == table.player for piece in chargers(table, action.target)):
        return []
    declared = tuple(piece_term(piece) for piece in charges_of(table, table.player))
    target = piece_term(action.target)
    if not declared:
        return [refuse("melee.none_declared", "7.5.1", target=target)]
    return [refuse("melee.not_charged", "7.5.1", target=target, declared=declared)]


def _check_lose(view: View, frame: Loss, action: Lose) -> list[Refusal]:
    del view
    if action.piece in frame.pieces:
        return []
    return [
        refuse(
            "lose.not_in_charge",
            "7.5.1.choice",
            piece=piece_term(action.piece),
            pieces=tuple(piece_term(one) for one in frame.pieces),
        )
    ]


# -- applied ----------------------------------------------------------------------------------


def _apply(play: Play, seat: str, action: Melee) -> None:
    table = play.table
    target = table.pieces[action.target]
    attackers = chargers(table, target.id)
    force = charging_strength(table, attackers)
    # All have had their combat of the round (CAL-R15), whatever comes of it: before the dice, so
    # that whoever plans sees it.
    pieces = dict(table.pieces)
    for piece in attackers:
        pieces[piece.id] = changed(piece, charging="", fought=True)
    pieces[target.id] = changed(target, fought=True)
    play.set(pieces=pieces)
    (attack,) = play.roll("charge")
    (defence,) = play.roll("defence against a charge")
    total, stand = attack + force, defence + strength(table, target)
    result = result_of(total, stand)
    fight = Fight(seat, "melee", tuple(piece.at for piece in attackers), target.at, result)
    play.set(fights=(*table.fights, fight))
    play.tell(
        _CODES[result],
        "7.5.1.tie" if result == "even" else "7.5.1",
        pieces=tuple(piece_term(piece) for piece in attackers),
        target=piece_term(target),
        square=square_term(target.at),
        dice=(attack, defence),
        strength=force,
        charge=total,
        resistance=strength(table, target),
        stand=stand,
    )
    if result == "won":
        captured(play, target.id, "7.5.1.lost")
    elif result == "lost":
        _beaten_off(play, seat, tuple(piece.id for piece in attackers), target.id)


def _beaten_off(play: Play, seat: str, attackers: tuple[str, ...], target: str) -> None:
    if len(attackers) == 1:
        captured(play, attackers[0], "7.5.1.lost")
    else:
        play.push(Loss(play.table.serial, seat, attackers, target))


def _apply_lose(play: Play, frame: Loss, seat: str, action: Lose) -> None:
    del frame, seat
    play.pop()
    captured(play, action.piece, "7.5.1.choice")


# -- offered ----------------------------------------------------------------------------------


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del field, filled
    return map(piece_option, charges_of(view.table, view.table.player))


def _options_lose(
    view: View, frame: Loss, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    del field, filled
    return (piece_option(view.table.pieces[one]) for one in frame.pieces)


# -- decided: which charger the loser of several gives up -------------------------------------


def _decisions(table: Table, frame: Loss) -> tuple[Decision, ...]:
    choices = tuple(
        Choice(
            Text("lose", {"piece": piece_term(one), "square": square_term(table.pieces[one].at)}),
            Lose(piece=one),
        )
        for one in frame.pieces
    )
    return (
        Decision(
            f"{frame.born}.loss.{frame.seat}",
            frame.seat,
            "loss",
            "7.5.1.choice",
            {"target": piece_term(frame.target), "seat": seat_term(frame.seat)},
            ("lose",),
            choices,
        ),
    )


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Melee,
        phases=(Phase.COMBAT,),
        check=_check,
        apply=_apply,
        options=_options,
        possible=lambda view: bool(charges_of(view.table, view.table.player)),
    ),
    Answer(
        model=Lose,
        frame=Loss,
        check=_check_lose,
        apply=_apply_lose,
        options=_options_lose,
    ),
)


FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=Loss, decisions=_decisions),)
