"""3. A six lets the other side shout: an interruption that everybody knows all of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Choice, Decision, Option, Text
from engine.kit.verbs import Answer, FrameRules
from tests.support.toy_game.actions import Shout
from tests.support.toy_game.play import AnyFrameRules, AnyVerb, Play
from tests.support.toy_game.state import Shouting, Table, View


def _decisions(table: Table, frame: Shouting) -> tuple[Decision, ...]:
    choices = (
        Choice(Text("loud"), Shout(loud=True)),
        Choice(Text("silent"), Shout(loud=False), danger=True),
    )
    key = f"{table.serial}.shout"
    return (Decision(key, frame.seat, "shout", "3", {}, ("shout",), choices, interrupt=True),)


def _apply(play: Play, frame: Shouting, seat: str, action: Shout) -> None:
    del frame, seat
    play.pop()
    if not action.loud:
        play.tell("silence", "3")
        return
    mine, yours = play.roll("shouting")[0], play.roll("rowing on")[0]
    if mine > yours:
        play.set(afloat=0)
    play.tell("shouted", "3", mine=mine, yours=yours)


def _options(
    view: View, frame: Shouting, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    del view, frame, field, filled
    yield from loud_options()


def loud_options() -> Iterator[Option]:
    """Offer to shout, and to be silent."""
    yield Option("true", Text("loud"))
    yield Option("false", Text("silent"))


VERBS: tuple[AnyVerb, ...] = (Answer(model=Shout, frame=Shouting, apply=_apply, options=_options),)
FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=Shouting, decisions=_decisions),)
