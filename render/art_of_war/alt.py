"""A picture's words: everything that it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.api import Params, Term, Text
from engine.art_of_war.state import SEATS, Table, View
from engine.kit.wording import seat_term
from render.art_of_war.changes import Changes
from render.art_of_war.heading import seat_of, toll
from render.art_of_war.listing import tell_ground, tell_leaders, tell_troops
from render.art_of_war.muster import Leading
from render.art_of_war.news import Shown, tell_melee, tell_news, tell_under_way
from render.choosing import SELECTION_CODES
from render.phase_picture import AWAITED

ALT_CODES: Final = (
    "picture.key",
    "picture.heading",
    "picture.phase",
    "picture.over",
    "picture.winner",
    "picture.losses",
    "picture.shot",
    "picture.shot_lost",
    "picture.routed",
    "picture.left",
    "picture.fallen",
    "picture.lost",
    "picture.rallied",
    "picture.met",
    "picture.taken",
    "picture.vanished",
    "picture.moved",
    "picture.turned",
    "picture.rode",
    "picture.appeared",
    "picture.declared",
    "picture.declared_edge",
    "picture.evading",
    "picture.pursuit",
    "picture.melee",
    "picture.melee_fresh",
    "picture.line",
    "picture.unit",
    "picture.planned",
    "picture.kind",
    "picture.cohesion",
    "picture.impetuous",
    "picture.held",
    "picture.missiles",
    "picture.hidden",
    "picture.gone",
    "picture.general",
    "picture.general_joined",
    "picture.general_lost",
    "picture.points",
    "picture.chief",
    "picture.hesitating",
    "picture.camp",
    "picture.camp_fortified",
    "picture.camp_taken",
    "picture.works",
    "picture.ambushes",
    "picture.terrain",
    "picture.river",
    "picture.sectors",
    "picture.deployment",
    "picture.ambush_planned",
    "picture.ambush_empty",
    "picture.deploying",
    "picture.placing",
    "picture.command",
    "picture.command_light",
    "picture.control",
    "picture.range",
    "picture.reach",
    "picture.ghost",
    "picture.flight",
    "picture.aim",
    AWAITED,
    *SELECTION_CODES,
)
"""Codes of all sentences that are said of pictures."""


def describe_picture(
    view: View,
    shown: Shown,
    leaders: Sequence[Leading],
    changed: Changes,
    passed: Table | None = None,
) -> tuple[Text, ...]:
    """Return the picture in words, most important first.

    Args:
        view: Whose picture it is.
        shown: The units that are on it, by id.
        leaders: The generals that are on it.
        changed: What has changed.
        passed: The table of the phase that its heading names, where that is not the one at hand.
    """
    return (
        *_tell_heading(view.table, passed or view.table),
        *tell_news(changed),
        *tell_under_way(view.table, shown),
        *tell_melee(view.table, shown),
        *tell_troops(view, shown),
        *tell_leaders(view.table, leaders),
        *tell_ground(view),
    )


def _tell_heading(table: Table, named: Table) -> Iterator[Text]:
    if table.ending is not None:
        yield Text("picture.over", {"n": table.turn})
        if table.ending.winner:
            yield Text("picture.winner", {"seat": seat_term(table.ending.winner)})
    else:
        phase = Term("phase", named.phase.value)
        seat = seat_of(named)
        if named.turn and seat is not None:
            told: Params = {"n": named.turn, "phase": phase, "seat": seat_term(seat)}
            yield Text("picture.heading", told)
        else:
            yield Text("picture.phase", {"phase": phase})
    for side in SEATS:
        lost, cohesion = toll(table, side)
        if cohesion:
            yield Text("picture.losses", {"seat": seat_term(side), "n": lost, "most": cohesion})
