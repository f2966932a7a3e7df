"""The shooting phase (7): both sides shoot as it found them, the active one first.

Rules:
    3.allies.attacked, 4.shooting, 7, 7.both, 7.first, 7.answer, 7.roll, 7.loss; ADG-R30, ADG-R34.
"""

from __future__ import annotations

from engine.api import Seat
from engine.art_of_war.actions import Withhold
from engine.art_of_war.play import Play, unit_term, unit_terms
from engine.art_of_war.rules.command.allies import attacked
from engine.art_of_war.rules.melee.adding import in_words
from engine.art_of_war.rules.rout.routing import Loss, lose_all
from engine.art_of_war.rules.shooting.volleys import Volley, qualities, strikes, volleys
from engine.art_of_war.state import Secrets, other
from engine.kit.standing_orders import in_force, lasting


def shoot(play: Play) -> None:
    """Let both sides shoot; what is lost is taken when the last has shot (7.answer)."""
    table = play.table
    sides = (table.player, other(table.player))
    every = [one for side in sides for one in volleys(table, side, idle_of(play, side))]
    losses = [Loss(one.target, 1, "shooting", one.shooter) for one in every if _throw(play, one)]
    play.change_all((key for one in every for key in one.who), shot=True)
    for one in every:
        attacked(play, one.target)
    lose_all(play, losses)


def idle_of(play: Play, side: Seat) -> frozenset[str]:
    """Return whom a side has told not to shoot."""
    return withheld(play.secrets[side], play.table.turn)


def withheld(secrets: Secrets, turn: int) -> frozenset[str]:
    """Return who is told not to shoot, by a side's standing orders."""
    order = in_force(lasting(secrets.standing, turn), Withhold)
    return frozenset(() if order is None else order.units)


def _throw(play: Play, volley: Volley) -> bool:
    """Throw for a volley and say whether it has struck."""
    die, against = play.roll("shooting", 2)
    mine, theirs = qualities(volley, die, against)
    struck = strikes(volley, die, against)
    play.tell(
        "shooting.hits" if struck else "shooting.misses",
        "7.loss" if struck else "7.roll",
        who=unit_terms(volley.who),
        backers=unit_terms(volley.backers),
        target=unit_term(volley.target),
        dice=(die, against),
        first=die + volley.total + mine,
        second=against + volley.protection + theirs,
        added=in_words(volley.added, quality=mine),
        against=in_words((), protection=volley.protection, quality=theirs),
        n=int(struck),
    )
    return struck
