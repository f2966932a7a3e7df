"""What a side keeps secret put right: battle plan, written deployments, ambushes, flank marches.

While armies are mustered nothing is put right: a side that is ready has nothing on the table yet.
Standing orders their side changes whenever it likes.

Rules:
    10.hidden, 11.ambush, 11.flank, 11.plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from pydantic import Field

from engine.api import Correction, Option, Params, Refusal, Seat, Term, Text
from engine.art_of_war import soundness
from engine.art_of_war.actions import Post
from engine.art_of_war.ground import features_at, kind_of
from engine.art_of_war.pieces import base_of_marker
from engine.art_of_war.play import Play, side_term, unit_term
from engine.art_of_war.rules.command.riding import join
from engine.art_of_war.rules.setting_up.ambush import marker_term, may_hide
from engine.art_of_war.rules.setting_up.battle_plan import against_posts
from engine.art_of_war.rules.setting_up.posts import (
    FLANKS,
    ORDER,
    marches,
    planned_posts,
    posts_of,
)
from engine.art_of_war.state import Phase, Place, Secrets, Table, Unit, View, commander_of
from engine.kit.fields import Key, holds
from engine.kit.own_correcting import OwnCorrector, OwnRule
from engine.kit.wording import refuse

_WRITING = frozenset((Phase.PLAN, Phase.DEPLOYMENT))
"""While deployments may be written that are not laid yet."""

Known = Mapping[str, Any]


class Posted(Correction):
    """Give a corps another post in the battle plan, or let it come past the other flank (11)."""

    kind: ClassVar[str] = "posted"

    corps: int = Field(json_schema_extra=holds("corps"))
    post: Post = Field(json_schema_extra=holds("post"))


class Unwritten(Correction):
    """Strike how a corps is to be deployed: its side lays it by hand (11.plan)."""

    kind: ClassVar[str] = "unwritten"

    corps: int = Field(json_schema_extra=holds("corps"))


class Beneath(Correction):
    """Let a unit in ambush lie beneath another marker; who lay there lies beneath its own (11)."""

    kind: ClassVar[str] = "beneath"

    unit: Key = Field(json_schema_extra=holds("unit"))
    marker: Key = Field(json_schema_extra=holds("marker"))


# -- the battle plan ---------------------------------------------------------------------------


def _planned(posts: Sequence[Post], one: Posted) -> tuple[Post, ...]:
    """Return a battle plan as it would be."""
    return (*posts[: one.corps - 1], one.post, *posts[one.corps :])


def _check_posted(view: View, one: Posted) -> list[Refusal]:
    assert view.viewer is not None
    posts = posts_of(view)
    if not 1 <= one.corps <= len(posts):
        return [refuse("correct.no_corps", "11.plan", n=len(posts))]
    if view.table.phase is Phase.PLAN:
        return against_posts(view, _planned(posts, one))
    general = commander_of(view.table, view.viewer, one.corps)
    away = general is not None and general.place is Place.MARCH
    announced = general is not None and general.id in view.table.coming
    if not away or announced or one.post not in FLANKS:
        return [refuse("correct.posted", "11.flank", n=one.corps)]
    return []


def _apply_posted(play: Play, seat: Seat, one: Posted) -> None:
    posts = _planned(planned_posts(play.table, seat, play.secrets[seat].posts), one)
    written = tuple(w for w in play.secrets[seat].written if not marches(posts, w.corps))
    play.keep(seat, posts=posts, written=written)


def _options_posted(view: View, field: str, known: Known) -> Iterator[Option]:
    if view.table.phase in (Phase.MUSTER, Phase.TERRAIN):
        return
    if field == "corps":
        for corps, post in enumerate(posts_of(view), start=1):
            told: Params = {"n": corps, "post": Term("post", post)}
            yield Option(str(corps), Text("orders.post", told))
        return
    for post in (*ORDER, *FLANKS):
        yield Option(post, Text("correct.post", {"post": Term("post", post)}))


def _told_posted(view: View, one: Posted) -> Params:
    before = posts_of(view)[one.corps - 1]
    return {"n": one.corps, "post": Term("post", one.post), "before": Term("post", before)}


# -- written deployments -----------------------------------------------------------------------


def _check_unwritten(view: View, one: Unwritten) -> list[Refusal]:
    assert view.own is not None
    if any(each.corps == one.corps for each in view.own.written):
        return []
    return [refuse("correct.unwritten", "11.plan", n=one.corps)]


def _apply_unwritten(play: Play, seat: Seat, one: Unwritten) -> None:
    own = play.secrets[seat].written
    play.keep(seat, written=tuple(each for each in own if each.corps != one.corps))


def _options_unwritten(view: View, field: str, known: Known) -> Iterator[Option]:
    assert view.own is not None
    if view.table.phase in _WRITING:
        for one in view.own.written:
            yield Option(str(one.corps), Text("corps", {"n": one.corps}))


# -- ambushes ----------------------------------------------------------------------------------


def _in_ambush(view: View) -> Iterator[Unit]:
    for one in view.table.units.values():
        if one.side == view.viewer and one.place is Place.AMBUSH:
            yield one


def _check_beneath(view: View, one: Beneath) -> list[Refusal]:
    assert view.own is not None
    unit, markers = view.table.units[one.unit], view.table.markers
    if unit.side != view.viewer or unit.place is not Place.AMBUSH:
        return [refuse("correct.no_ambush", "11.ambush", unit=unit_term(unit))]
    if markers[one.marker].side != view.viewer:
        return [refuse("reveal.whose", "11.ambush.reveal", typed=one.marker)]
    found = _against_hiding(view.table, unit, one.marker)
    there = view.own.ambushes.get(one.marker, "")
    if there:
        found += _against_hiding(view.table, view.table.units[there], unit.marker)
    return found


def _against_hiding(table: Table, unit: Unit, marker: str) -> list[Refusal]:
    kinds = [kind_of(one) for one in features_at(table, base_of_marker(table.markers[marker]))]
    if any(may_hide(unit, one) for one in kinds):
        return []
    return [refuse("hide.cannot", "10.hidden", who=unit_term(unit))]


def _apply_beneath(play: Play, seat: Seat, one: Beneath) -> None:
    ambushes = dict(play.secrets[seat].ambushes)
    before, there = play.unit(one.unit).marker, ambushes.get(one.marker, "")
    ambushes[before], ambushes[one.marker] = there, one.unit
    play.keep(seat, ambushes=ambushes)
    for who, marker in ((one.unit, one.marker), (there, before)):
        if who:
            play.change(who, marker=marker, pose=play.table.markers[marker].pose)
            for general in tuple(play.table.generals.values()):
                if general.unit == who and general.place is Place.AMBUSH:
                    join(play, general.id, who)


def _options_beneath(view: View, field: str, known: Known) -> Iterator[Option]:
    if field == "unit":
        for unit in _in_ambush(view):
            told: Params = {"unit": unit_term(unit), "marker": marker_term(unit.marker)}
            yield Option(unit.id, Text("correct.in_ambush", told))
        return
    for marker in view.table.markers.values():
        if marker.side == view.viewer:
            yield Option(marker.id, Text("marker", {"who": marker_term(marker.id)}))


def _told_beneath(view: View, one: Beneath) -> Params:
    before = marker_term(view.table.units[one.unit].marker)
    return {"unit": unit_term(one.unit), "marker": marker_term(one.marker), "before": before}


# -- all of it ---------------------------------------------------------------------------------


def waits(table: Table) -> Refusal | None:
    """Wait for declared charges to be carried out, and for armies to be mustered."""
    if table.phase is Phase.MUSTER:
        return refuse("correct.mustering", "11")
    if table.declared:
        return refuse("correct.declared", "5.charge", seat=side_term(table.player))
    return None


OWN_CORRECTOR: OwnCorrector[Table, Secrets] = OwnCorrector(
    rules=(
        OwnRule(
            model=Posted,
            check=_check_posted,
            apply=_apply_posted,
            options=_options_posted,
            told=_told_posted,
        ),
        OwnRule(
            model=Unwritten,
            check=_check_unwritten,
            apply=_apply_unwritten,
            options=_options_unwritten,
            told=lambda view, one: {"n": one.corps},
        ),
        OwnRule(
            model=Beneath,
            check=_check_beneath,
            apply=_apply_beneath,
            options=_options_beneath,
            told=_told_beneath,
        ),
    ),
    unsound=lambda before, after: soundness.unsound(after.table),
    waits=waits,
)
