"""Each side musters an army in secret, for as many points as the table plays (11).

A ready-made one, or its own: written at once, or begun here and put together step by step
(:mod:`engine.art_of_war.rules.setting_up.recruiting`).

Rules:
    1.army, 1.army.cost, 11; ADG-R45.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Params, Seat, Term, Text
from engine.art_of_war.actions import OWN, Muster
from engine.art_of_war.armies import load_armies, load_muster, price
from engine.art_of_war.mustering import against, wrong
from engine.art_of_war.play import Against, AnyVerb, Play
from engine.art_of_war.rules.setting_up.beginning import after_muster
from engine.art_of_war.rules.setting_up.enrolling import enrol
from engine.art_of_war.rules.setting_up.own_army import army_of, is_begun, so_far, tell_standing
from engine.art_of_war.state import SEATS, Mustered, Phase, View
from engine.kit.supposing import SecretAsked
from engine.kit.verbs import Verb
from engine.kit.wording import refuse


def _written(action: Muster, before: Mustered) -> Mustered:
    """Return what an action writes; one's own without lines has those of before."""
    kept = before if goes_on(action) and before.army == OWN else Mustered()
    return Mustered(
        army=action.army,
        lines=tuple(map(str, action.lines)) or kept.lines,
        leaders=tuple(map(str, action.leaders)) or kept.leaders,
        fortified=action.camp == "fortified",
        works=action.works,
    )


def goes_on(action: Muster) -> bool:
    """Say whether an army of one's own is begun, or stays as far as it is put together."""
    return action.army == OWN and not (action.lines or action.leaders)


def _check_muster(view: View, action: Muster) -> Against:
    armies = load_armies()
    if action.army != OWN and action.army not in armies:
        return [refuse("muster.unknown", "1.army", typed=action.army)]
    assert view.own is not None
    written, points = _written(action, view.own.muster), view.table.settings.points
    if goes_on(action):
        return wrong(army_of(written), points)
    if action.army == OWN and not (action.lines and action.leaders):
        return [refuse("muster.nobody", "1.army")]
    if action.army != OWN and (action.lines or action.leaders):
        return [refuse("muster.both", "1.army")]
    limits = None if action.army == OWN else armies[action.army].limits
    return against(army_of(written), points, limits)


def _options_muster(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    match field:
        case "army":
            yield from _armies(view)
        case "camp" if filled.get("army") == OWN:
            if not _check_muster(view, Muster(army=OWN, camp="fortified")):
                told: Params = {
                    "camp": Term("camp", "fortified"),
                    "n": load_muster().prices["camp"],
                }
                yield Option("fortified", Text("muster.camp", told))
        case "works" if filled.get("army") == OWN:
            for number in range(1, load_muster().limits.works + 1):
                if not _check_muster(view, Muster(army=OWN, works=number)):
                    cost = number * load_muster().prices["work"]
                    told = {"number": number, "n": cost}
                    yield Option(str(number), Text("muster.works", told))


def _armies(view: View) -> Iterator[Option]:
    """Yield the ready-made armies that can be paid for, then that one puts one together."""
    for key, one in load_armies().items():
        if not _check_muster(view, Muster(army=key)):
            told: Params = {"army": Term("army", key), "n": price(one.army)}
            yield Option(key, Text("muster.army", told))
    if not _check_muster(view, Muster(army=OWN)):
        points = view.table.settings.points
        left = max(0, points - price(so_far(view))) if is_begun(view) else points
        yield Option(OWN, Text("muster.go_on" if is_begun(view) else "muster.own", {"n": left}))


def _apply_muster(play: Play, seat: Seat, action: Muster) -> None:
    written = _written(action, play.secrets[seat].muster)
    play.keep(seat, muster=written)
    army = army_of(written)
    if goes_on(action):
        play.tell("muster.own", "1.army", only=seat)
        tell_standing(play, seat, army)
    else:
        play.tell("muster.written", "1.army", only=seat, n=price(army))


def unfinished(view: View) -> Against:
    """Return what keeps the viewer from closing their muster."""
    assert view.own is not None
    if not view.own.muster.army:
        return [refuse("muster.none", "1.army")]
    return against(so_far(view), view.table.settings.points) if is_begun(view) else []


def begin(play: Play) -> None:
    """Bring both armies to the table, and go on to the field (11.field).

    Whoever is ready has written one; where none is known, somebody supposes without knowing it.
    """
    if not all(play.secrets[seat].muster.army for seat in SEATS):
        raise SecretAsked("muster")
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
    possible=lambda view: next(_armies(view), None) is not None,
)
VERBS = (MUSTER,)
