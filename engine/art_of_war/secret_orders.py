"""What a side has ordered in secret: its muster, its battle plan, ambushes and flank marches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.api import Params, Term, Text, Written
from engine.art_of_war.actions import (
    NOBODY,
    OWN,
    Hide,
    Hiding,
    Muster,
    Placing,
    Plan,
    Write,
    parted,
)
from engine.art_of_war.armies import price
from engine.art_of_war.ids import short_of
from engine.art_of_war.play import general_term, unit_terms
from engine.art_of_war.points import plain, spot_word
from engine.art_of_war.rules.setting_up.ambush import marker_term
from engine.art_of_war.rules.setting_up.own_army import army_of, standing
from engine.art_of_war.standing_orders import giving
from engine.art_of_war.state import Mustered, Phase, Place, View

_PLANNING = frozenset((Phase.PLAN, Phase.DEPLOYMENT))


def orders(view: View) -> tuple[Text, ...]:
    """Return everything the viewer has ordered in secret, a line each; nothing for the public."""
    return (*planned(view), *giving.lines(view))


def planned(view: View) -> Iterator[Text]:
    """Yield what the viewer has planned and the other side has not seen yet, a line each."""
    own, table = view.own, view.table
    if own is None or view.viewer is None:
        return
    if table.phase is Phase.MUSTER:
        yield from _mustered(own.muster, table.settings.points)
    if table.phase in _PLANNING:
        for corps, post in enumerate(own.posts, start=1):
            yield Text("orders.post", {"n": corps, "post": Term("post", post)})
    for one in own.written:
        for place in one.places:
            yield Text("orders.write", {"n": one.corps, "place": Term("placing", place)})
        if one.afoot:
            afoot: Params = {"corps": one.corps, "who": unit_terms(one.afoot)}
            yield Text("orders.afoot", {**afoot, "n": len(one.afoot)})
    for key in own.ambushes:
        yield from _ambush(view, key)
    yield from _marches(view)


def _mustered(muster: Mustered, points: int) -> Iterator[Text]:
    """Yield the army that is mustered, line by line where it is one's own (1.army)."""
    if not muster.army:
        return
    told: Params = {"army": Term("army", muster.army), "n": price(army_of(muster))}
    yield Text("orders.muster", told)
    if muster.army != OWN:
        return
    for line in muster.lines:
        yield Text("orders.muster.line", {"line": Term("lines", line)})
    for leader in muster.leaders:
        yield Text("orders.muster.leader", {"leader": Term("leaders", leader)})
    if muster.fortified:
        yield Text("orders.muster.camp")
    if muster.works:
        yield Text("orders.muster.works", {"n": muster.works})
    for word, _, values in standing(army_of(muster), points):
        yield Text(f"muster.{word}", values)


def rewritten(view: View) -> Iterator[Written]:
    """Yield the viewer's army, battle plan, deployments and ambushes, as what writes each anew."""
    own = view.own
    if own is None:
        return
    if own.muster.army:
        told: Params = {"army": Term("army", own.muster.army), "n": price(army_of(own.muster))}
        yield Written(Text("orders.muster", told), _mustering(own.muster))
    if own.posts:
        posts = tuple(Term("post", one) for one in own.posts)
        yield Written(Text("written.plan", {"posts": posts}), Plan(posts=own.posts))
    for one in own.written:
        places = tuple(Placing.model_validate(place) for place in one.places)
        anew = Write(corps=one.corps, places=places, afoot=one.afoot)
        yield Written(Text("written.corps", {"corps": one.corps}), anew)
    if own.ambushes:
        markers = tuple(
            Hiding(who=short_of(who) if who else NOBODY, at=at) for at, who in own.ambushes.items()
        )
        yield Written(Text("written.ambushes", {"n": len(markers)}), Hide(markers=markers))


def _mustering(muster: Mustered) -> Muster:
    """Return what musters an army as it is; one's own stays as far as it is put together."""
    camp: Literal["plain", "fortified"] = "fortified" if muster.fortified else "plain"
    return Muster(army=muster.army, camp=camp, works=muster.works)


def beneath(view: View, marker: str) -> Iterator[Text]:
    """Yield who is beneath a marker of ambush, where the viewer knows (11.ambush)."""
    if view.own is not None and marker in view.own.ambushes:
        yield from _ambush(view, marker)


def _ambush(view: View, key: str) -> Iterator[Text]:
    """Yield who is beneath a marker, by its id; or is to be, by where it is to lie."""
    assert view.own is not None, "it is the viewer's"
    who = unit_terms(parted(view.own.ambushes[key]))
    marker = view.table.markers.get(key)
    if marker is None:
        told: Params = {"at": key, "who": who, "n": len(who)}
        yield Text("orders.hide" if who else "orders.hide.nobody", told)
        return
    at = spot_word(marker.pose.x, marker.pose.y)
    told = {"marker": marker_term(key), "at": at, "who": who, "n": len(who)}
    yield Text("orders.ambush" if who else "orders.ambush.nobody", told)


def _marches(view: View) -> Iterator[Text]:
    """Yield which corps of the viewer is on a flank march, and where it comes on (11.flank)."""
    assert view.own is not None, "it is the viewer's"
    table = view.table
    for general in table.generals.values():
        if general.side != view.viewer or general.place is not Place.MARCH:
            continue
        units = [
            one
            for one in table.units.values()
            if (one.side, one.corps, one.place) == (general.side, general.corps, Place.MARCH)
        ]
        told: Params = {
            "general": general_term(general),
            "post": Term("post", view.own.posts[general.corps - 1]),
            "n": len(units),
        }
        yield Text("orders.march", told)
        if general.id in table.coming:
            at = plain(table.coming[general.id])
            yield Text("orders.march.coming", {"general": general_term(general), "at": at})
