"""Each side musters an army of its own in secret, for as many points as the table plays (11).

Rules:
    1.army, 1.army.cost, 11; ADG-R45.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Seat, Term, Text
from engine.art_of_war.actions import OWN, Muster
from engine.art_of_war.armies import Army, load_armies, price
from engine.art_of_war.army_lines import Leader, Line
from engine.art_of_war.mustering import against
from engine.art_of_war.play import Against, AnyVerb, Play
from engine.art_of_war.rules.setting_up.beginning import after_muster
from engine.art_of_war.rules.setting_up.enrolling import enrol
from engine.art_of_war.state import SEATS, Mustered, Phase, View
from engine.kit.verbs import Verb
from engine.kit.wording import refuse


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


def _written(action: Muster) -> Mustered:
    return Mustered(
        army=action.army,
        lines=tuple(map(str, action.lines)),
        leaders=tuple(map(str, action.leaders)),
        fortified=action.camp == "fortified",
        works=action.works,
    )


def _check_muster(view: View, action: Muster) -> Against:
    armies = load_armies()
    if action.army != OWN and action.army not in armies:
        return [refuse("muster.unknown", "1.army", typed=action.army)]
    if action.army == OWN and not (action.lines and action.leaders):
        return [refuse("muster.nobody", "1.army")]
    if action.army != OWN and (action.lines or action.leaders):
        return [refuse("muster.both", "1.army")]
    limits = None if action.army == OWN else armies[action.army].limits
    return against(army_of(_written(action)), view.table.settings.points, limits)


def _options_muster(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del filled
    if field == "army":
        for key, one in load_armies().items():
            if not _check_muster(view, Muster(army=key)):
                cost = price(one.army)
                yield Option(key, Text("muster.army", {"army": Term("army", key), "n": cost}))


def _apply_muster(play: Play, seat: Seat, action: Muster) -> None:
    written = _written(action)
    play.keep(seat, muster=written)
    play.tell("muster.written", "1.army", only=seat, n=price(army_of(written)))


def unfinished(view: View) -> Against:
    """Return what keeps the viewer from closing their muster."""
    assert view.own is not None
    return [] if view.own.muster.army else [refuse("muster.none", "1.army")]


def begin(play: Play) -> None:
    """Bring both armies to the table, and go on to the field (11.field)."""
    for seat in SEATS:
        written = play.secrets[seat].muster
        key = "" if written.army == OWN else written.army
        enrol(play, seat, key, army_of(written))
        play.keep(seat, muster=Mustered())
    play.set(ready=())
    after_muster(play)


MUSTER: AnyVerb = Verb(
    model=Muster,
    phases=(Phase.MUSTER,),
    check=_check_muster,
    apply=_apply_muster,
    options=_options_muster,
)
VERBS = (MUSTER,)
