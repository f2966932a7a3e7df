"""What a side of El Arte de la Guerra may do in secret, and the table looks the same.

It musters another army, of which the same is seen; it hides somebody, or nobody; sends a corps
round a flank, or has none; buys fortifications that it never lays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from engine.api import Action, Seat
from engine.art_of_war.actions import Hide, Hiding, Muster, Placing, Plan, Ready, Write
from engine.art_of_war.game import GAME, ArtOfWar
from engine.art_of_war.ids import side_of
from engine.art_of_war.rules.setting_up import deployment, laying, naming
from engine.art_of_war.rules.setting_up.layout import seen_by
from engine.art_of_war.state import SOUTH, Phase, Place, Table, Unit, projected
from engine.art_of_war.survey import profile_of
from engine.art_of_war.troops import UD
from tests.support.forward import Fork, Planted

OWN: Mapping[str, Any] = {"armies": "own", "terrain": "random", "turns": 2}
"""What tables choose on which each musters an army of its own."""


@dataclass(frozen=True)
class Side:
    """A way of the south: an army, a plan, and where everybody stands.

    Attributes:
        lines: Its units, as they are typed; none of a ready-made army.
        leaders: Its generals.
        ready: Key of a ready-made army.
        posts: Its battle plan.
        hidden: Whom it hides at the first place where light foot can hide; "" for no marker.
        places: How each corps stands.
        fortified: Whether its camp is.
        works: Pieces of fortification that it buys.
    """

    lines: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    ready: str = ""
    posts: tuple[Any, ...] = ()
    hidden: str = ""
    places: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    fortified: bool = False
    works: int = 0

    def __call__(self, view: Any) -> Action | None:
        """Return what it does next before the battle; nothing later."""
        if view.viewer in view.table.ready or view.table.phase not in (Phase.MUSTER, Phase.PLAN):
            return None
        return self._mustered(view) if view.table.phase is Phase.MUSTER else self._planned(view)

    def _mustered(self, view: Any) -> Action:
        if view.own.muster.army:
            return Ready()
        if self.ready:
            return Muster(army=self.ready)
        told = {
            "army": "own",
            "lines": self.lines,
            "leaders": self.leaders,
            "camp": "fortified" if self.fortified else "plain",
            "works": self.works,
        }
        return Muster.model_validate(told)

    def _planned(self, view: Any) -> Action:
        if self.posts and not view.own.posts:
            return Plan(posts=self.posts)
        if self.hidden and not view.own.ambushes:
            return Hide(markers=(Hiding(who=self.hidden, at=_hideout(view)),))
        written = {one.corps for one in view.own.written}
        for corps, places in self.places.items():
            if corps not in written:
                placings = tuple(Placing.model_validate(one) for one in places)
                return Write(corps=corps, places=placings)
        return Ready()


def _hideout(view: Any) -> str:
    """Return the first place where some light foot may hide, and so a marker may lie."""
    for option in GAME.options(view, "hide", "markers", {}):
        hiding = Hiding.model_validate(option.value)
        x, y = (float(one) for one in hiding.at.split("/"))
        along, _ = seen_by(view.viewer, round(x * UD), round(y * UD))
        if hiding.who.startswith("b") and along:
            return hiding.at
    raise AssertionError("nobody can hide on this field: take another seed")


def is_shown(before: Any, after: Any) -> bool:
    """Say whether who was hidden comes out: found out, announced, or counted as the battle ends."""
    then, now = before.table, after.table
    if now.phase in (Phase.MUSTER, Phase.TERRAIN, Phase.PLAN, Phase.DEPLOYMENT):
        return False
    laid = then.phase in (Phase.PLAN, Phase.DEPLOYMENT)
    if now.ending or (not laid and _of_south(then.markers) != _of_south(now.markers)):
        return True
    return _of_south(now.coming) != _of_south(then.coming)


def _of_south(those: Mapping[str, Any]) -> dict[str, Any]:
    return {key: one for key, one in those.items() if side_of(key) == SOUTH}


def is_deployed(before: Any, after: Any) -> bool:
    """Say whether a corps has been laid."""
    del before
    return any(one.place is not Place.WAITING for one in after.table.units.values())


_FOOT = "a heavy_infantry x4"
_LINE = ("a1 13 3", "a2 14 3", "a3 15 3", "a4 16 3")
_HORSE = ("c 20 3",)

_ONE_HIDES = Side(
    lines=(_FOOT, "b light_infantry x4", "c light_cavalry x2"),
    leaders=("competent ab", "ordinary c"),
    posts=("centre", "right"),
    hidden="b1",
    places={1: (*_LINE, "b1 9 4", "b2 10 4", "b3 11 4", "b4 12 4"), 2: _HORSE},
)
_NOBODY_HIDES = Side(
    lines=(_FOOT, "b light_infantry x3", "c light_cavalry x2"),
    leaders=("competent ab", "ordinary c"),
    posts=("centre", "right"),
    hidden="-",
    places={1: (*_LINE, "b1 10 4", "b2 11 4", "b3 12 4"), 2: _HORSE},
)
_A_GROUP_HIDES = Side(
    lines=(_FOOT, "b light_infantry x1", "c light_infantry x3", "d light_cavalry x2"),
    leaders=("competent abc", "ordinary d"),
    posts=("centre", "right"),
    hidden="b1",
    places={1: (*_LINE, "b1 9 4", "c1 10 4", "c2 11 4", "c3 12 4"), 2: ("d 20 3",)},
)
_ROUND_A_FLANK = Side(
    lines=(_FOOT, "d heavy_cavalry x2", "c light_cavalry x2"),
    leaders=("competent a", "ordinary d", "ordinary c"),
    posts=("centre", "flank_right", "right"),
    places={1: _LINE, 3: _HORSE},
)
_NO_FLANK = Side(
    lines=(_FOOT, "c light_cavalry x2"),
    leaders=("competent a", "ordinary c"),
    posts=("centre", "right"),
    places={1: _LINE, 2: _HORSE},
)
_OTHER_LETTERS = Side(
    lines=("k heavy_infantry x4", "p light_cavalry x2"),
    leaders=("competent k", "ordinary p"),
    posts=("centre", "right"),
    places={1: tuple(one.replace("a", "k") for one in _LINE), 2: ("p 20 3",)},
)
_WITH_WORKS = Side(
    lines=(_FOOT, "c light_cavalry x2"),
    leaders=("competent a", "ordinary c"),
    posts=("centre", "right"),
    places={1: _LINE, 2: _HORSE},
    works=4,
)
_DUG_IN = Side(
    lines=(_FOOT, "b light_infantry x4", "c light_cavalry x2"),
    leaders=("competent ab", "ordinary c"),
    posts=("right", "left"),
    fortified=True,
    works=6,
)
_ROMANS = Side(ready="rome")

_FORKS = (
    Fork(
        "somebody hides, or was never there",
        SOUTH,
        _ONE_HIDES,
        _NOBODY_HIDES,
        OWN,
        comes_out=is_shown,
    ),
    Fork(
        "a whole group hides, or was never there",
        SOUTH,
        _A_GROUP_HIDES,
        _NOBODY_HIDES,
        OWN,
        comes_out=is_shown,
    ),
    Fork(
        "a corps is on its way round a flank, or there is none",
        SOUTH,
        _ROUND_A_FLANK,
        _NO_FLANK,
        OWN,
        comes_out=is_shown,
    ),
    Fork("groups have other letters", SOUTH, _NO_FLANK, _OTHER_LETTERS, OWN, comes_out=is_shown),
    Fork("works that nobody lays", SOUTH, _WITH_WORKS, _NO_FLANK, OWN, comes_out=is_shown),
    Fork(
        "a fortified camp, until it is laid", SOUTH, _DUG_IN, _NO_FLANK, OWN, comes_out=is_deployed
    ),
    Fork("another army, until it is laid", SOUTH, _ROMANS, _NO_FLANK, OWN, comes_out=is_deployed),
)
"""Of the south; the north plays at random."""

FORKS = tuple(
    replace(one, steps=14, least=8, words=6, maps=12, seeds=("fork 3", "fork 4")) for one in _FORKS
)
"""As far as the battle's first orders: armies are laid on the way."""


# -- leaks that were there ----------------------------------------------------------------------


def _own_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody read the names that a side gave its own."""
    monkeypatch.setattr(naming, "_to_name", lambda play, seat: [])
    monkeypatch.setattr(naming, "_corps_shown", lambda play, seat: 0)


def _own_corps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let corps and their generals keep the numbers that their side gave them."""
    monkeypatch.setattr(naming, "_number", lambda play, seat, corps: corps)


def _seen(*names: str) -> Callable[[pytest.MonkeyPatch], None]:
    """Return what lets everybody see some of the table's fields whole."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        def leaky(this: ArtOfWar, table: Table, viewer: Seat | None) -> Table:
            shown = {name: getattr(table, name) for name in names}
            return replace(projected(table, viewer), **shown)

        monkeypatch.setattr(ArtOfWar, "projected", leaky)

    return plant


def _bought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let works count that are bought, against which troops may be dismounted."""
    afoot_as, view = laying.afoot_as, ArtOfWar.view
    bought: dict[Seat, int] = {}

    def looking(this: ArtOfWar, state: Any, viewer: Seat | None) -> Any:
        bought.update(state.table.pieces)
        return view(this, state, viewer)

    def leaky(table: Table, unit: Unit) -> str:
        dug_in = any(n for seat, n in bought.items() if seat != unit.side)
        found = next(iter(profile_of(unit).troop.dismounts), "") if dug_in else ""
        return afoot_as(table, unit) or found

    monkeypatch.setattr(ArtOfWar, "view", looking)
    for module in (laying, deployment):
        monkeypatch.setattr(module, "afoot_as", leaky)


PLANTED = (
    Planted(
        "gaps in the names of units",
        "somebody hides, or was never there",
        _own_names,
        ("raw view", "described"),
    ),
    Planted(
        "gaps in the letters of groups",
        "a whole group hides, or was never there",
        _own_names,
        ("raw view", "described"),
    ),
    Planted(
        "the letters that a side chose", "groups have other letters", _own_names, ("described",)
    ),
    Planted(
        "gaps in the numbers of corps and generals",
        "a corps is on its way round a flank, or there is none",
        _own_corps,
        ("raw view", "described", "events"),
    ),
    Planted(
        "works that are bought, by what is offered", "works that nobody lays", _bought, ("menus",)
    ),
    Planted("works, raw in a view", "works that nobody lays", _seen("pieces"), ("raw view",)),
    Planted(
        "a fortified camp",
        "a fortified camp, until it is laid",
        _seen("camps"),
        ("raw view", "described"),
    ),
    Planted(
        "which army it is",
        "another army, until it is laid",
        _seen("armies"),
        ("raw view", "described"),
    ),
)
"""What the trials of this game found, each by the fork that finds it."""
