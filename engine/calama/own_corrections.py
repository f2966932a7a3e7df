"""What a side keeps secret put right: the values of its objectives, and its deployment.

Standing orders their side changes whenever it likes: they need no correcting.

Rules:
    4.1.3, 4.1.8, 5.3, 5.3.secret, 7.4.1.stack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from pydantic import Field

from engine.api import Correction, Option, Params, Refusal, Seat, Term, Text
from engine.calama.board import load_board
from engine.calama.options import square_option
from engine.calama.play import Play, square_term, type_term
from engine.calama.rules.setting_up.deployment import (
    against_places,
    in_order,
    planned,
    planned_option,
)
from engine.calama.state import Phase, Secrets, Table, View
from engine.calama.survey import scenario_of
from engine.data.grid.squares import row_col
from engine.kit.fields import Key, holds
from engine.kit.own_correcting import OwnCorrector, OwnRule
from engine.kit.wording import refuse

OBJECTIVE = "objective"
"""What a field holds that names an objective."""

Known = Mapping[str, Any]


class Worth(Correction):
    """Give an objective one of the three values; the one that had it gets the other's (5.3)."""

    kind: ClassVar[str] = "worth"

    objective: Key = Field(json_schema_extra=holds(OBJECTIVE))
    n: int = Field(json_schema_extra=holds("count"))


class Deployed(Correction):
    """Put a piece of a deployment on another square; who is planned there changes places (5)."""

    kind: ClassVar[str] = "deployed"

    at: Key = Field(json_schema_extra=holds("square"))
    to: Key = Field(json_schema_extra=holds("square"))


# -- objectives --------------------------------------------------------------------------------


def _check_worth(view: View, one: Worth) -> list[Refusal]:
    assert view.own is not None
    ranked, values = view.own.priorities, scenario_of(view.table).values
    if one.objective not in ranked:
        shown = tuple(Term("objective", key) for key in ranked)
        return [refuse("correct.no_objective", "5.3", typed=one.objective[:40], known=shown)]
    if one.n not in values:
        return [refuse("correct.no_value", "5.3", n=one.n, values=tuple(values))]
    other = ranked[values.index(one.n)]
    scored = [key for key in dict.fromkeys((one.objective, other)) if key in view.table.scored]
    return [refuse("correct.scored", "4.1.8", objective=Term("objective", key)) for key in scored]


def _apply_worth(play: Play, seat: Seat, one: Worth) -> None:
    ranked = list(play.secrets[seat].priorities)
    old, new = ranked.index(one.objective), scenario_of(play.table).values.index(one.n)
    ranked[old], ranked[new] = ranked[new], ranked[old]
    play.keep(seat, priorities=tuple(ranked))


def _options_worth(view: View, field: str, known: Known) -> Iterator[Option]:
    assert view.own is not None
    values = scenario_of(view.table).values
    if field == "objective":
        for key, n in zip(view.own.priorities, values, strict=False):
            yield Option(
                key, Text("correct.own_objective", {"objective": Term("objective", key), "n": n})
            )
        return
    for n in values:
        yield Option(str(n), Text("correct.count", {"n": n}))


def _told_worth(view: View, one: Worth) -> Params:
    assert view.own is not None
    before = scenario_of(view.table).values[view.own.priorities.index(one.objective)]
    return {"objective": Term("objective", one.objective), "n": one.n, "before": before}


# -- the deployment ----------------------------------------------------------------------------


def _check_deployed(view: View, one: Deployed) -> list[Refusal]:
    assert view.viewer is not None
    assert view.own is not None
    if view.table.phase is not Phase.SETUP:
        return [refuse("correct.deployed", "4.1.3")]
    piece = planned(view, one.at)
    if piece is None:
        return [refuse("setup.nobody", "4.1.3", square=square_term(one.at))]
    return against_places(view.viewer, (replace(piece, at=one.to),))


def _apply_deployed(play: Play, seat: Seat, one: Deployed) -> None:
    change = {one.at: one.to, one.to: one.at}
    plan = tuple(replace(each, at=change.get(each.at, each.at)) for each in play.secrets[seat].plan)
    play.keep(seat, plan=in_order(plan))


def _options_deployed(view: View, field: str, known: Known) -> Iterator[Option]:
    assert view.own is not None
    assert view.viewer is not None
    if view.table.phase is not Phase.SETUP:
        return
    if field == "at":
        yield from map(planned_option, view.own.plan)
        return
    taken = {one.at for one in view.own.plan}
    zone = sorted(load_board().zones[view.viewer], key=row_col)
    yield from (square_option(at) for at in zone if at not in taken)
    yield from (planned_option(one) for one in view.own.plan if one.at != known.get("at"))


def _told_deployed(view: View, one: Deployed) -> Params:
    piece = planned(view, one.at)
    assert piece is not None
    kind = type_term(piece.type)
    return {"type": kind, "square": square_term(one.to), "before": square_term(one.at)}


OWN_CORRECTOR: OwnCorrector[Table, Secrets] = OwnCorrector(
    rules=(
        OwnRule(
            model=Worth,
            check=_check_worth,
            apply=_apply_worth,
            options=_options_worth,
            told=_told_worth,
        ),
        OwnRule(
            model=Deployed,
            check=_check_deployed,
            apply=_apply_deployed,
            options=_options_deployed,
            told=_told_deployed,
        ),
    ),
)
