"""Odds of fire (7.5.2) and of charges (7.5.1)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.api import Odds, Params, Text
from engine.calama.actions import Charge, Fire, Melee
from engine.calama.play import piece_term
from engine.calama.rules.combat.fire import hits
from engine.calama.rules.combat.melee import Result, charging_strength, result_of
from engine.calama.rules.pieces.attributes import strength
from engine.calama.rules.pieces.charges import chargers
from engine.calama.state import Piece, Table, View, other
from engine.calama.survey import printed
from engine.chances.odds import tell_odds
from engine.chances.probability import Distribution, die
from engine.kit.wording import seat_term


def of_fire(view: View, action: Fire) -> Iterator[Odds]:
    """Yield whether the shot eliminates its target."""
    table = view.table
    piece, target = table.pieces[action.piece], table.pieces[action.target]
    hit = die().with_(die(), lambda attack, defence: hits(table, piece, target, attack, defence))
    yield tell_odds(
        Text("odds.fire", {"piece": piece_term(piece), "target": piece_term(target)}),
        "7.5.2",
        hit,
        lambda one: _eliminated(target) if one else Text("odds.fire.missed"),
        worst=lambda one: not one,
        expected=_points(target, hit.chance(True)),
    )


def _eliminated(target: Piece) -> Text:
    """Return in words what becomes of a piece that is beaten; with a Commander all is over."""
    params: Params = {"target": piece_term(target), "n": printed(target).points}
    if printed(target).decides:
        return Text("odds.eliminated.decides", {"target": piece_term(target)})
    return Text("odds.eliminated", params)


def _points(target: Piece, chance: Fraction) -> tuple[tuple[Text, Fraction], ...]:
    """Return the victory points that the enemy of a piece can count on, where it brings any."""
    points = printed(target).points
    if not points:
        return ()
    seat = seat_term(other(target.side))
    return ((Text("odds.points_expected", {"seat": seat}), chance * points),)


def of_melee(view: View, action: Melee) -> Iterator[Odds]:
    """Yield how the declared charge ends."""
    table = view.table
    yield _melee(table, chargers(table, action.target), action.target, ())


def of_charge(view: View, action: Charge) -> Iterator[Odds]:
    """Yield how the charge ends if it is fought out as things stand, whoever joined before."""
    table = view.table
    joined = chargers(table, action.target)
    new = tuple(table.pieces[one] for one in action.pieces)
    together = (*joined, *(piece for piece in new if piece not in joined))
    yield _melee(table, together, action.target, (Text("odds.given.as_it_stands"),))


def _melee(
    table: Table, attackers: tuple[Piece, ...], target_id: str, assumed: tuple[Text, ...]
) -> Odds:
    target = table.pieces[target_id]
    force, stand = charging_strength(table, attackers), strength(table, target)
    results: Distribution[Result] = die().with_(
        die(), lambda attack, defence: result_of(attack + force, defence + stand)
    )
    pieces = tuple(map(piece_term, attackers))

    def say(result: Result) -> Text:
        match result:
            case "won":
                return _eliminated(target)
            case "even":
                return Text("odds.melee.even")
            case "lost" if len(attackers) == 1:
                return _eliminated(attackers[0])
            case "lost":
                return Text("odds.melee.lost", {"pieces": pieces})

    return tell_odds(
        Text("odds.melee", {"pieces": pieces, "target": piece_term(target)}),
        "7.5.1",
        results,
        say,
        worst=("won", "even", "lost").index,
        expected=(
            *_points(target, results.chance("won")),
            # Of several chargers their owner gives up which they like.
            *(_points(attackers[0], results.chance("lost")) if len(attackers) == 1 else ()),
        ),
        assumed=assumed,
    )
