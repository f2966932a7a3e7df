"""Ending one's orders, or one's rallies: all charges are carried out, or the battle goes on (4)."""

from __future__ import annotations

from engine.art_of_war.actions import Done
from engine.art_of_war.flow import Flow
from engine.art_of_war.play import AnyVerb, Play
from engine.art_of_war.rules.charge.carrying_out import declare_all
from engine.art_of_war.state import Phase
from engine.kit.verbs import Verb


def _apply(play: Play, seat: str, action: Done) -> None:
    if play.table.phase is Phase.RALLY:
        play.ends(Flow.RALLY)
    else:
        declare_all(play)


DONE: AnyVerb = Verb(model=Done, phases=(Phase.MOVEMENT, Phase.RALLY), apply=_apply)

VERBS: tuple[AnyVerb, ...] = (DONE,)
