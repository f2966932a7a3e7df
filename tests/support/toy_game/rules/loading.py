"""5 to 5.2 and 5.5. Loading: each side plans unseen, and says when it is ready."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.api import Option, Refusal, Term, Text
from engine.kit.readying import ready_verb
from engine.kit.verbs import Verb, filled_list
from engine.kit.wording import refuse, seat_term
from tests.support.toy_game.actions import Load, Mark, Ready, Stow, Watch
from tests.support.toy_game.play import AnyVerb, Play
from tests.support.toy_game.rules.crates import CRATES, put_aboard
from tests.support.toy_game.state import BANKS, SEATS, Phase, Shoal, View

SPOTS = ("bow", "stern")
ACROSS, ALONG = 4, 4
"""The river in fathoms."""
FARTHEST = Fraction(3, 2)
"""How far a shoal can reach."""
LOADING = (Phase.LOADING,)


# -- stow: a compound order ----------------------------------------------------------------------


def _check_stow(view: View, action: Stow) -> list[Refusal]:
    del view
    for name in ("crate", "spot"):
        values = [getattr(load, name) for load in action.loads]
        if len(set(values)) < len(values):
            return [refuse("stow.twice", "5.1")]
    return []


def _apply_stow(play: Play, seat: str, action: Stow) -> None:
    play.keep(seat, loads=action.loads)
    play.tell("stowed", "5.1", only=seat, n=len(action.loads))


def _options_stow(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer the next load: crates and spots that those before it have left, dearest first."""
    del view
    before = [Load.model_validate(one) for one in filled_list(filled, field)]
    for spot in SPOTS:
        for crate in reversed(CRATES):
            if all(crate != one.crate and spot != one.spot for one in before):
                said = {"crate": Term("crate", crate), "spot": Term("spot", spot)}
                yield Option(f"{crate} {spot}", Text("load", said))


def _left_stow(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield how many spots are left beside the loads that are chosen."""
    del view
    yield Text("left.spots", {"n": len(SPOTS) - len(filled_list(filled, "loads"))})


def dearest() -> tuple[Load, ...]:
    """Return the dearest crates, one in each spot."""
    crates = zip(reversed(CRATES), SPOTS, strict=False)
    return tuple(Load(crate=crate, spot=spot) for crate, spot in crates)


# -- mark: a point and a distance ----------------------------------------------------------------


def _check_mark(view: View, action: Mark) -> list[Refusal]:
    del view
    found = []
    if not (0 <= action.at.x <= ACROSS and 0 <= action.at.y <= ALONG):
        found.append(refuse("mark.ashore", "1", across=ACROSS, along=ALONG))
    if not 0 < action.reach <= FARTHEST:
        found.append(refuse("mark.reach", "5.2", most=FARTHEST))
    return found


def _apply_mark(play: Play, seat: str, action: Mark) -> None:
    shoal = Shoal(action.at.x, action.at.y, action.reach)
    play.set(shoals={**play.table.shoals, seat: shoal})
    play.tell("marked", "5.2", only=seat, x=shoal.x, y=shoal.y, reach=shoal.reach)


def _options_mark(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del view, filled
    if field == "at":
        for at in ("2 2", "1/2 7/2", "7/2 1/2"):
            x, y = map(Fraction, at.split())
            yield Option(at, Text("point", {"x": x, "y": y}))
    else:
        for reach in (Fraction(1), Fraction(1, 2), FARTHEST):
            yield Option(str(reach), Text("fathoms", {"n": reach}))


# -- watch: an order that stands from the loading ------------------------------------------------


def _check_watch(view: View, action: Watch) -> list[Refusal]:
    del view
    return [refuse("watch.negative", "5.5")] if action.least < 0 else []


def _apply_watch(play: Play, seat: str, action: Watch) -> None:
    play.keep(seat, watch=action.bank, least=action.least)
    play.tell("watch.set", "5.5", only=seat, bank=Term("bank", action.bank), n=action.least)


def _options_watch(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del view, filled
    if field == "bank":
        for bank in BANKS:
            yield Option(bank, Text("bank", {"bank": Term("bank", bank)}))
    else:
        for least in (0, 4, 8):
            yield Option(str(least), Text("strokes", {"n": least}))


# -- ready ---------------------------------------------------------------------------------------


def _unfinished(view: View) -> list[Refusal]:
    return [] if view.own is not None and view.own.loads else [refuse("stow.nothing", "5.1")]


def _tell(play: Play, seat: str) -> None:
    play.tell("ready", "5", seat=seat_term(seat))


def _begin(play: Play) -> None:
    """Put aboard what was stowed, bow first, and cross."""
    for seat in SEATS:
        loads = sorted(play.secrets[seat].loads, key=lambda load: SPOTS.index(load.spot))
        aboard = tuple(load.crate for load in loads)
        put_aboard(play, seat, (*aboard, *play.table.ferries[seat]))
        play.keep(seat, loads=())
    play.set(phase=Phase.CROSSING)
    play.tell("crossing.begins", "5")


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Stow,
        phases=LOADING,
        check=_check_stow,
        apply=_apply_stow,
        options=_options_stow,
        left=_left_stow,
    ),
    Verb(
        model=Mark,
        phases=LOADING,
        check=_check_mark,
        apply=_apply_mark,
        options=_options_mark,
    ),
    Verb(
        model=Watch,
        phases=LOADING,
        check=_check_watch,
        apply=_apply_watch,
        options=_options_watch,
    ),
    ready_verb(Ready, LOADING, SEATS, unfinished=_unfinished, tell=_tell, begin=_begin),
)
