"""Where on the sheet something is that people type or events name."""

from __future__ import annotations

from engine.art_of_war.ids import feature_of, short_of, side_of
from engine.art_of_war.points import point_of
from engine.art_of_war.rules.setting_up.naming import now_called
from engine.art_of_war.state import View
from engine.art_of_war.survey import base_at, camp_base
from render.art_of_war.muster import leading, pose_of
from render.art_of_war.sheet import around, laid, middle, spot_of
from render.linework import Point


def key_of(view: View, typed: str) -> str:
    """Return the key of who is named ("b2", "south-b2", "g1"), the viewer's own first; or ""."""
    word = typed.strip().casefold()
    table = view.table
    pieces = (table.units, table.generals, table.camps, table.markers, table.works)
    if any(word in one for one in pieces):
        return word
    keys = [key for one in pieces for key in one]
    feature = feature_of(word, table.features, keys)
    if feature:
        return feature
    called = now_called(view, word)
    if called:
        return called
    known = [key for key in keys if word and short_of(key) == word]
    return min(known, key=lambda key: side_of(key) != view.viewer, default="")


def point_at(view: View, typed: str) -> Point | None:
    """Return the point of the sheet where something is: "12.5/4", "b2", "g1", "south-camp"."""
    point = point_of(typed[:20])
    if point is not None:
        return laid(*point)
    key, table = key_of(view, typed[:40]), view.table
    if key in table.units:
        unit = table.units[key]
        pose = pose_of(view, unit)
        return None if pose is None else middle(base_at(unit, pose))
    if key in table.generals:
        return next((one.spot for one in leading(view) if one.general.id == key), None)
    if key in table.camps:
        return middle(camp_base(table.camps[key].pose))
    for pieces in (table.markers, table.works):
        if key in pieces:
            return spot_of(pieces[key].pose)
    if key in table.features:
        left, top, right, bottom = around([laid(*one) for one in table.features[key].corners])
        return (left + right) / 2, (top + bottom) / 2
    return None
