"""What an event tells of a game that is looked back on: pieces lost, objectives, luck.

A piece is worth the points of its loss (2); the Commander, with whom all is lost, twice the most.
"""

from __future__ import annotations

from engine.api import Event, Term
from engine.calama.army import load_army
from engine.calama.lexicon import side_and_type
from engine.calama.state import other
from engine.kit.params import key_of, numbers_of, terms_of
from engine.tales import Loss, Tale, Throw

_FOUGHT = frozenset(("fire.hit", "fire.missed", "melee.won", "melee.lost", "melee.tied"))


def tale(event: Event) -> Tale[Term]:
    """Return what an event tells."""
    code, params = event.code, event.params
    if code in {"eliminated", "guns.taken"}:
        return Tale(losses=tuple(map(_loss, terms_of(params.get("piece", params.get("pieces"))))))
    if code == "objective.fulfilled":
        return Tale(weight=sum(numbers_of(params["n"])))
    if code in _FOUGHT:
        # The die of whoever attacked, and that of whoever was attacked (7.5).
        defender, _ = side_and_type(key_of(params["target"]))
        attack, defence = numbers_of(params["dice"])
        return Tale(throws=(Throw(other(defender), (attack,)), Throw(defender, (defence,))))
    return Tale()


def _loss(piece: Term) -> Loss[Term]:
    seat, kind = side_and_type(piece.key)
    types = load_army().types
    most = max(one.points for one in types.values())
    return Loss(seat, piece, 2 * most if types[kind].decides else max(1, types[kind].points))
