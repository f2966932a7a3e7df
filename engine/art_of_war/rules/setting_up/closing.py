"""Each side closes its muster and its battle plan; when both have, play goes on (11).

Rules:
    1.army, 11.plan.
"""

from __future__ import annotations

from engine.api import Seat
from engine.art_of_war.actions import Ready
from engine.art_of_war.play import Against, AnyVerb, Play, side_term
from engine.art_of_war.rules.setting_up import battle_plan, muster
from engine.art_of_war.state import SEATS, Phase, View
from engine.kit.readying import ready_verb


def _unfinished(view: View) -> Against:
    return (
        muster.unfinished(view)
        if view.table.phase is Phase.MUSTER
        else battle_plan.unfinished(view)
    )


def _begin(play: Play) -> None:
    if play.table.phase is Phase.MUSTER:
        muster.begin(play)
    else:
        battle_plan.begin_deploying(play)


def _tell(play: Play, seat: Seat) -> None:
    if play.table.phase is Phase.MUSTER:
        play.tell("muster.ready", "1.army", seat=side_term(seat))
    else:
        play.tell("plan.ready", "11.plan", seat=side_term(seat))


READY: AnyVerb = ready_verb(
    Ready,
    (Phase.MUSTER, Phase.PLAN),
    SEATS,
    unfinished=_unfinished,
    tell=_tell,
    begin=_begin,
)
VERBS = (READY,)
