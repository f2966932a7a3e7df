"""3 and 3.1. A six lets the other side shout: an interruption that everybody knows all of.

Where a table plays with hoarse ferrymen one shouts once in a game. After that nothing is left but
to be silent, as everybody can tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Choice, Decision, Option, Refusal, Text
from engine.kit.verbs import Answer, FrameRules
from engine.kit.wording import refuse
from tests.support.toy_game.actions import Shout
from tests.support.toy_game.play import AnyFrameRules, AnyVerb, Play
from tests.support.toy_game.state import Shouting, Table, View


def _decisions(table: Table, frame: Shouting) -> tuple[Decision, ...]:
    silent = Choice(Text("silent"), Shout(loud=False), danger=True)
    loud = Choice(Text("loud"), Shout(loud=True))
    choices = (loud, silent) if can_shout(table, frame.seat) else (silent,)
    key = f"{table.serial}.shout"
    return (Decision(key, frame.seat, "shout", "3", {}, ("shout",), choices, interrupt=True),)


def can_shout(table: Table, seat: str) -> bool:
    """Say whether a side still has its voice."""
    return seat not in table.hoarse


def _check(view: View, frame: Shouting, action: Shout) -> list[Refusal]:
    if action.loud and not can_shout(view.table, frame.seat):
        return [refuse("shout.hoarse", "3.1")]
    return []


def _apply(play: Play, frame: Shouting, seat: str, action: Shout) -> None:
    del frame
    play.pop()
    if not action.loud:
        play.tell("silence", "3")
        return
    if play.table.settings.hoarse:
        play.set(hoarse=(*play.table.hoarse, seat))
    mine, yours = play.roll("shouting")[0], play.roll("rowing on")[0]
    if mine > yours:
        play.set(afloat=0)
    play.tell("shouted", "3", mine=mine, yours=yours)


def _options(
    view: View, frame: Shouting, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    del field, filled
    yield from (
        one for one in loud_options() if one.value == "false" or can_shout(view.table, frame.seat)
    )


def loud_options() -> Iterator[Option]:
    """Offer to shout, and to be silent."""
    yield Option("true", Text("loud"))
    yield Option("false", Text("silent"))


VERBS: tuple[AnyVerb, ...] = (
    Answer(model=Shout, frame=Shouting, check=_check, apply=_apply, options=_options),
)
FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=Shouting, decisions=_decisions),)
