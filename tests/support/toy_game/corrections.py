"""What of a crossing may be put right: strokes, who crosses, the bow, a voice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from pydantic import Field

from engine.api import Correction, Option, Refusal, Seat, Term, Text
from engine.kit.correcting import CorrectionRule, Corrector
from engine.kit.fields import holds
from engine.kit.standing_orders import in_force, without
from engine.kit.wording import inside, refuse, seat_term
from tests.support.toy_game.actions import Reply
from tests.support.toy_game.play import Play
from tests.support.toy_game.rules.shouting import can_shout
from tests.support.toy_game.state import SEATS, Phase, Secrets, Table

ROUND = 360
NEAR = 3
"""So far from what stands there numbers are offered."""


class Score(Correction):
    """The strokes that a side has landed (2.2)."""

    kind: ClassVar[str] = "score"

    seat: str = Field(json_schema_extra=holds("seat"))
    strokes: int = Field(ge=0, le=999, json_schema_extra=holds("count"))


class Afloat(Correction):
    """The strokes rowed in this crossing (2.1)."""

    kind: ClassVar[str] = "afloat"

    strokes: int = Field(ge=0, le=999, json_schema_extra=holds("count"))


class Crosser(Correction):
    """Who crosses, and which crossing it is (2)."""

    kind: ClassVar[str] = "crosser"

    seat: str = Field(json_schema_extra=holds("seat"))
    crossing: int = Field(json_schema_extra=holds("count"))


class Bow(Correction):
    """Where the bow points, in degrees from north (5.3)."""

    kind: ClassVar[str] = "bow"

    heading: Fraction = Field(json_schema_extra=holds("angle"))


class Voice(Correction):
    """Whether a side still has its voice, where that is played (3.1)."""

    kind: ClassVar[str] = "voice"

    seat: str = Field(json_schema_extra=holds("seat"))
    hoarse: bool = Field(json_schema_extra=holds("flag"))


def _strokes(table: Table, field: str, known: Mapping[str, Any]) -> Iterator[Option]:
    """Offer sides, then numbers near what stands there."""
    if field == "seat":
        yield from _sides(table, field, known)
        return
    now = table.score.get(known["seat"], 0) if "seat" in known else table.afloat
    for n in range(max(0, now - NEAR), now + NEAR + 1):
        yield Option(str(n), Text("strokes", {"n": n}))


def _sides(table: Table, field: str, known: Mapping[str, Any]) -> Iterator[Option]:
    del table, field, known
    for seat in SEATS:
        yield Option(seat, Text("side", {"seat": seat_term(seat)}))


def _turns(table: Table, field: str, known: Mapping[str, Any]) -> Iterator[Option]:
    if field == "seat":
        yield from _sides(table, field, known)
        return
    for n in range(1, table.settings.turns + 1):
        yield Option(str(n), Text("standing.turn", {"n": n}))


def _voices(table: Table, field: str, known: Mapping[str, Any]) -> Iterator[Option]:
    if field == "seat":
        yield from _sides(table, field, known)
        return
    yield Option("true", Text("voice", {"voice": Term("voice", "hoarse")}))
    yield Option("false", Text("voice", {"voice": Term("voice", "loud")}))


def _headings(table: Table, field: str, known: Mapping[str, Any]) -> Iterator[Option]:
    del table, field, known
    for n in range(0, ROUND, 45):
        yield Option(str(n), Text("degrees", {"n": n}))


def _give_voice(play: Play, voice: Voice) -> None:
    hoarse = tuple(one for one in play.table.hoarse if one != voice.seat)
    play.set(hoarse=(*hoarse, voice.seat) if voice.hoarse else hoarse)


def _with_bows(table: Table, bow: Bow) -> list[Refusal]:
    del bow
    return [] if table.settings.smuggling else [refuse("correct.no_bow", "5.3")]


def _with_voices(table: Table, voice: Voice) -> list[Refusal]:
    del voice
    return [] if table.settings.hoarse else [refuse("correct.no_voice", "3.1")]


def unsound(table: Table) -> Iterator[Refusal]:
    """Yield what cannot be on a river."""
    for seat, far in table.score.items():
        if far < 0:
            yield refuse("fault.score", "2.2", seat=seat_term(seat), n=far)
    if table.afloat < 0:
        yield refuse("fault.afloat", "2.1", n=table.afloat)
    if not 0 <= table.heading < ROUND:
        yield refuse("fault.heading", "5.3", n=table.heading)
    if table.ending is None and not 1 <= table.turn <= table.settings.turns:
        yield refuse("fault.crossing", "4", n=table.turn, most=table.settings.turns)
    if (table.phase is Phase.OVER) is not (table.ending is not None):
        yield inside(f"the phase is {table.phase} and the ending {table.ending}")


def waits(table: Table) -> Refusal | None:
    """Wait for the loading: nothing lies on the river before it is over."""
    return refuse("correct.loading", "5") if table.phase is Phase.LOADING else None


def strike(before: Table, after: Table, seat: Seat, own: Secrets) -> Secrets:
    """Strike the order to shout of a side that has lost its voice by it."""
    reply = in_force(own.standing, Reply)
    lost = can_shout(before, seat) and not can_shout(after, seat)
    if reply is None or not reply.loud or not lost:
        return own
    return replace(own, standing=without(own.standing, Reply.kind))


def _turned(play: Play, bow: Bow) -> None:
    play.set(heading=bow.heading)


def _crossed(play: Play, crosser: Crosser) -> None:
    turned = play.table.turned and crosser.seat == play.table.player
    play.set(player=crosser.seat, turn=crosser.crossing, turned=turned)


CORRECTOR: Corrector[Table, Secrets] = Corrector(
    rules=(
        CorrectionRule(
            model=Score,
            apply=lambda play, one: play.set(score={**play.table.score, one.seat: one.strokes}),
            options=_strokes,
            accepts=lambda table, field, known: Text("accepts.far") if field == "strokes" else None,
            told=lambda table, one: {
                "seat": seat_term(one.seat),
                "before": table.score[one.seat],
                "n": one.strokes,
            },
        ),
        CorrectionRule(
            model=Afloat,
            apply=lambda play, one: play.set(afloat=one.strokes),
            options=_strokes,
            accepts=lambda table, field, known: Text("accepts.far"),
        ),
        CorrectionRule(model=Crosser, apply=_crossed, options=_turns),
        CorrectionRule(model=Bow, check=_with_bows, apply=_turned, options=_headings),
        CorrectionRule(
            model=Voice,
            check=_with_voices,
            apply=_give_voice,
            options=_voices,
            told=lambda table, one: {
                "seat": seat_term(one.seat),
                "voice": Term("voice", "hoarse" if one.hoarse else "loud"),
            },
        ),
    ),
    terms={"seat": "seat"},
    unsound=unsound,
    waits=waits,
    strike=strike,
)
