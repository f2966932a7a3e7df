"""What a side keeps secret put right: its counters that nobody recognises, and its deployment.

Others see that somebody stands in a hex, not who nor how many: so those who stand under markers may
change places, be stronger or weaker, and have other markers. Standing orders their side changes
whenever it likes.

Rules:
    2.3, 3.4, 3.5, 3.5.seen, 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from pydantic import Field

from engine.api import Correction, Option, Params, Refusal, Seat, Text
from engine.barricadas import soundness
from engine.barricadas.corrections import counters
from engine.barricadas.corrections.models import Marked, Put, Strength
from engine.barricadas.play import Play, counter_term, hex_term
from engine.barricadas.rules.setting_up.deployment import against_plan
from engine.barricadas.rules.turn.recognition import recognised
from engine.barricadas.state import Counter, Phase, Placing, Secrets, Table, View, hex_of
from engine.barricadas.survey import battlefield_of, scenario_of
from engine.kit.fields import Key, holds
from engine.kit.own_correcting import OwnCorrector, OwnRule, hidden
from engine.kit.wording import refuse

Known = Mapping[str, Any]


class HiddenPut(Put):
    """Put a counter that is not recognised in a hex where others of its side are hidden (3.5)."""

    kind: ClassVar[str] = "hidden_put"


class Swapped(Correction):
    """Let two counters that are not recognised change places, with those aboard (3.5)."""

    kind: ClassVar[str] = "swapped"

    counter: Key = Field(json_schema_extra=holds("counter"))
    other: Key = Field(json_schema_extra=holds("counter"))


class HiddenStrength(Strength):
    """Set the steps that a counter has left which is not recognised (2.2.1.steps)."""

    kind: ClassVar[str] = "hidden_strength"


class HiddenMark(Marked):
    """Put a marker on a counter that is not recognised, or take it off (2.2.2)."""

    kind: ClassVar[str] = "hidden_mark"


class Deployed(Correction):
    """Put a counter of a deployment in another hex (2.3)."""

    kind: ClassVar[str] = "deployed"

    counter: Key = Field(json_schema_extra=holds("counter"))
    hex: Key = Field(json_schema_extra=holds("hex"))


# -- under markers -----------------------------------------------------------------------------


def _is_concealed(view: View, one: Counter) -> bool:
    return one.side == view.viewer and one.unseen


def _concealed(view: View, *keys: str) -> list[Refusal]:
    return [
        refuse("correct.not_hidden", "3.5", who=counter_term(key))
        for key in dict.fromkeys(keys)
        if not _is_concealed(view, view.table.counters[key])
    ]


def _check_swapped(view: View, one: Swapped) -> list[Refusal]:
    found = _concealed(view, one.counter, one.other)
    if found:
        return found
    pair = (view.table.counters[one.counter], view.table.counters[one.other])
    return [
        refuse("correct.aboard", "5.5", who=counter_term(each))
        for each in pair
        if not each.on_ground
    ]


def _apply_swapped(play: Play, seat: Seat, one: Swapped) -> None:
    at, to = play.counter(one.counter).at, play.counter(one.other).at
    play.change(one.counter, at=to)
    play.change(one.other, at=at)


def _options_swapped(view: View, field: str, known: Known) -> Iterator[Option]:
    table, first = view.table, str(known.get("counter", ""))
    for one in table.counters.values():
        if _is_concealed(view, one) and one.on_ground and one.id != first:
            told = {"who": counter_term(one), "place": counters.at_term(table, one)}
            yield Option(one.id, Text("correct.counter", told))


def _told_swapped(view: View, one: Swapped) -> Params:
    table = view.table
    who, other = table.counters[one.counter], table.counters[one.other]
    return {
        "who": counter_term(who),
        "other": counter_term(other),
        "hex": hex_term(hex_of(table, other)),
        "before": hex_term(hex_of(table, who)),
    }


# -- the deployment ----------------------------------------------------------------------------


def _plan_with(own: Secrets, one: Deployed) -> tuple[Placing, ...]:
    return tuple(replace(p, at=one.hex) if p.counter == one.counter else p for p in own.plan)


def _check_deployed(view: View, one: Deployed) -> list[Refusal]:
    assert view.viewer is not None
    assert view.own is not None
    if view.table.phase is not Phase.SETUP:
        return [refuse("correct.deployed", "2.3")]
    if not any(each.counter == one.counter for each in view.own.plan):
        return [refuse("deploy.not_placed", "2.3", who=counter_term(one.counter))]
    return list(against_plan(view.table, view.viewer, _plan_with(view.own, one)))


def _apply_deployed(play: Play, seat: Seat, one: Deployed) -> None:
    play.keep(seat, plan=_plan_with(play.secrets[seat], one))


def _options_deployed(view: View, field: str, known: Known) -> Iterator[Option]:
    assert view.viewer is not None
    assert view.own is not None
    if view.table.phase is not Phase.SETUP:
        return
    if field == "counter":
        for one in view.own.plan:
            told = {"who": counter_term(one.counter), "hex": hex_term(one.at)}
            yield Option(one.counter, Text("placed", told))
        return
    for place in scenario_of(view.table).of(view.viewer).deploy:
        yield Option(place, Text("hex", {"hex": hex_term(place)}))


def _told_deployed(view: View, one: Deployed) -> Params:
    assert view.own is not None
    before = next(each.at for each in view.own.plan if each.counter == one.counter)
    who, place = counter_term(one.counter), hex_term(one.hex)
    return {"who": who, "hex": place, "before": hex_term(before)}


# -- all of it ---------------------------------------------------------------------------------


def _unsound(before: View, after: View) -> Iterator[Refusal]:
    """Yield what cannot be on the map, and who would be recognised where they are now."""
    yield from soundness.unsound(after.table)
    battlefield = battlefield_of(after.table)
    seen = set(recognised(battlefield, before.table))
    for key in recognised(battlefield, after.table):
        if key not in seen and after.table.counters[key].side == after.viewer:
            yield refuse("correct.would_show", "3.5.seen", who=counter_term(key))


_PUBLIC = {rule.model: rule for rule in counters.rules()}

OWN_CORRECTOR: OwnCorrector[Table, Secrets] = OwnCorrector(
    rules=(
        OwnRule(
            model=Swapped,
            check=_check_swapped,
            apply=_apply_swapped,
            options=_options_swapped,
            told=_told_swapped,
        ),
        hidden(_PUBLIC[Put], HiddenPut, lambda view, one: _concealed(view, one.counter)),
        hidden(_PUBLIC[Strength], HiddenStrength, lambda view, one: _concealed(view, one.counter)),
        hidden(_PUBLIC[Marked], HiddenMark, lambda view, one: _concealed(view, one.counter)),
        OwnRule(
            model=Deployed,
            check=_check_deployed,
            apply=_apply_deployed,
            options=_options_deployed,
            told=_told_deployed,
        ),
    ),
    unsound=_unsound,
)
