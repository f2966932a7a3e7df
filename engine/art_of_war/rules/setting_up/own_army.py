"""An army of one's own as far as it is put together: what it has left, and what it lacks.

Rules:
    1.army, 1.army.cost, 1.generals, 3.allies; ADG-R45, ADG-R57.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Event, Params, Seat
from engine.art_of_war.actions import OWN
from engine.art_of_war.armies import Army, load_armies, price
from engine.art_of_war.army_lines import Leader, Line
from engine.art_of_war.mustering import missing, unled, wrong
from engine.art_of_war.play import Play
from engine.art_of_war.state import Mustered, View


def army_of(mustered: Mustered) -> Army:
    """Return the army that was written."""
    if mustered.army != OWN:
        return load_armies()[mustered.army].army
    return Army(
        lines=tuple(Line.model_validate(one) for one in mustered.lines),
        leaders=tuple(Leader.model_validate(one) for one in mustered.leaders),
        fortified=mustered.fortified,
        works=mustered.works,
    )


def written_of(army: Army) -> Mustered:
    """Return an army of one's own as it is written."""
    return Mustered(
        army=OWN,
        lines=tuple(map(str, army.lines)),
        leaders=tuple(map(str, army.leaders)),
        fortified=army.fortified,
        works=army.works,
    )


def is_begun(view: View) -> bool:
    """Say whether the viewer puts an army of their own together."""
    return view.own is not None and view.own.muster.army == OWN


def so_far(view: View) -> Army:
    """Return the viewer's own army as far as it is put together."""
    assert view.own is not None
    return army_of(view.own.muster)


def standing(army: Army, points: int) -> Iterator[tuple[str, str, Params]]:
    """Yield what an own army has left and lacks: a word, its clause, the values of its sentence."""
    left = points - price(army)
    if left >= 0:
        yield "left", "1.army.cost", {"n": left, "points": points}
    else:
        yield "over", "1.army.cost", {"n": -left, "points": points}
    if not army.lines:
        yield "lacks.units", "1.army", {}
    groups = tuple(letter.upper() for letter in unled(army))
    if groups:
        yield "lacks.general", "1.generals", {"groups": groups, "n": len(groups)}
    if army.leaders and army.leaders[0].ally:
        yield "lacks.chief", "3.allies", {}
    if not missing(army) and not wrong(army, points):
        yield "whole", "1.army", {}


def tell_standing(play: Play, seat: Seat, army: Army) -> None:
    """Tell a side what its own army has left and lacks."""
    for word, rule, values in standing(army, play.table.settings.points):
        play.events.append(Event(f"muster.{word}", rule, values, frozenset((seat,))))
