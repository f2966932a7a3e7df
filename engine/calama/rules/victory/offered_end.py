"""The end that is offered to both sides when nothing has happened for many rounds (CAL-R43)."""

from __future__ import annotations

from engine.api import Choice, Decision, Params, Text
from engine.calama.actions import Agree, PlayOn
from engine.calama.flow import Flow
from engine.calama.play import AnyFrameRules, AnyVerb, Play
from engine.calama.rules.victory.ending import ahead, stalled
from engine.calama.state import SEATS, Offer, Table
from engine.kit.verbs import Answer, FrameRules
from engine.kit.wording import seat_term


def _winner(seat: str) -> Params:
    return {"seat": seat_term(seat)} if seat else {}


# -- applied ----------------------------------------------------------------------------------


def _agree(play: Play, frame: Offer, seat: str, action: Agree) -> None:
    del action
    play.tell("offer.agreed", "2.offer", seat=seat_term(seat))
    agreed = (*frame.agreed, seat)
    play.retop(agreed=agreed)
    if {*agreed} == {*SEATS}:
        play.end(ahead(play.table), "offer", "2.offer")


def _play_on(play: Play, frame: Offer, seat: str, action: PlayOn) -> None:
    del frame, action
    play.tell("offer.refused", "2.offer", seat=seat_term(seat))
    play.pop()
    quiet = play.table.quiet
    play.set(quiet=0, refused=play.table.refused + 1)
    if stalled(play.table):
        play.tell("offer.last", "2.offer", refused=play.table.refused, n=quiet)
    play.ends(Flow.OFFER)


# -- decided ----------------------------------------------------------------------------------


def _decisions(table: Table, frame: Offer) -> tuple[Decision, ...]:
    best = ahead(table)
    return tuple(
        Decision(
            f"{frame.born}.offer.{seat}",
            seat,
            "offer",
            "2.offer",
            {
                "n": table.quiet,
                "seat": seat_term(seat),
                **{one: table.points[one] for one in SEATS},
            },
            ("agree", "play_on"),
            (
                Choice(Text("agree.ahead" if best else "agree.draw", _winner(best)), Agree()),
                Choice(Text("play_on"), PlayOn()),
            ),
            interrupt=seat != table.player,
        )
        for seat in SEATS
        if seat not in frame.agreed
    )


VERBS: tuple[AnyVerb, ...] = (
    Answer(
        model=Agree,
        frame=Offer,
        apply=_agree,
    ),
    Answer(
        model=PlayOn,
        frame=Offer,
        apply=_play_on,
    ),
)


FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=Offer, decisions=_decisions),)
