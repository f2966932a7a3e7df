"""What a ferryman keeps to themself and may have put right: the lantern, and what is aboard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from pydantic import Field

from engine.api import Correction, Option, Params, Refusal, Seat, Term, Text
from engine.kit.fields import holds
from engine.kit.own_correcting import OwnCorrector, OwnRule
from engine.kit.wording import refuse
from tests.support.toy_game.play import Play
from tests.support.toy_game.rules.crates import CRATES, put_aboard
from tests.support.toy_game.rules.lanterns import bank_options
from tests.support.toy_game.state import Secrets, Table, View, lantern_of


class Lantern(Correction):
    """Where the lantern of one's own side stands (1.1)."""

    kind: ClassVar[str] = "lantern"

    bank: str = Field(json_schema_extra=holds("bank"))


class Aboard(Correction):
    """What is in a crate of one's own ferry, counted from the bow (4.1)."""

    kind: ClassVar[str] = "aboard"

    place: int = Field(json_schema_extra=holds("count"))
    crate: str = Field(json_schema_extra=holds("crate"))


def _aboard(view: View) -> tuple[str, ...]:
    assert view.viewer is not None
    return view.table.ferries[view.viewer]


def _check_aboard(view: View, one: Aboard) -> list[Refusal]:
    number = len(_aboard(view))
    if 1 <= one.place <= number:
        return []
    return [refuse("correct.no_crate", "4.1", n=number)]


def _apply_aboard(play: Play, seat: Seat, one: Aboard) -> None:
    crates = list(play.table.ferries[seat])
    crates[one.place - 1] = one.crate
    put_aboard(play, seat, tuple(crates))


def _options_aboard(view: View, field: str, known: Mapping[str, Any]) -> Iterator[Option]:
    del known
    if field == "place":
        for n, crate in enumerate(_aboard(view), start=1):
            yield Option(str(n), Text("correct.crate", {"n": n, "crate": Term("crate", crate)}))
        return
    for crate in CRATES:
        yield Option(crate, Text("crate", {"crate": Term("crate", crate)}))


def _told_aboard(view: View, one: Aboard) -> Params:
    before = Term("crate", _aboard(view)[one.place - 1])
    return {"n": one.place, "crate": Term("crate", one.crate), "before": before}


def _options_lantern(view: View, field: str, known: Mapping[str, Any]) -> Iterator[Option]:
    del field, known
    for option in bank_options():
        if option.value != lantern_of(view):
            yield option


OWN_CORRECTOR: OwnCorrector[Table, Secrets] = OwnCorrector(
    rules=(
        OwnRule(
            model=Lantern,
            apply=lambda play, seat, one: play.keep(seat, lantern=one.bank),
            options=_options_lantern,
        ),
        OwnRule(
            model=Aboard,
            check=_check_aboard,
            apply=_apply_aboard,
            options=_options_aboard,
            told=_told_aboard,
        ),
    ),
    terms={"bank": "bank", "crate": "crate"},
)
