"""Reading what people type before a battle: armies, terrain, battle plans, deployments.

A deployment is named by its number among those that are ready-made, or written group by group.

Rules:
    1.army, 11; ADG-R22.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.api import Refusal, Term
from engine.art_of_war.actions import NOBODY, OWN, Placing
from engine.art_of_war.armies import load_armies
from engine.art_of_war.army_reading import (
    lines_reader,
    read_entry,
    read_leader,
    read_letter,
    read_letters,
    read_line,
    read_option,
    read_quality,
    read_rank,
    read_troop,
    read_within,
)
from engine.art_of_war.ground import load_kinds
from engine.art_of_war.points import point_of, spot_word
from engine.art_of_war.rules.setting_up.deployment import ready_places
from engine.art_of_war.rules.setting_up.layout import corps_of
from engine.art_of_war.state import Phase, View
from engine.kit.parsing import (
    SHOWN,
    Reader,
    flag,
    folded,
    fraction,
    item_reader,
    named,
    number,
    several,
)
from engine.kit.wording import refuse

_POSTS: Mapping[str, set[str]] = {
    "left": {"left"},
    "izquierda": {"left"},
    "centre": {"centre"},
    "center": {"centre"},
    "centro": {"centre"},
    "right": {"right"},
    "derecha": {"right"},
    "flank_left": {"flank_left"},
    "flanco izquierdo": {"flank_left"},
    "flank_right": {"flank_right"},
    "flanco derecho": {"flank_right"},
}


_OWN: frozenset[str] = frozenset((OWN, "propio", "un ejercito propio", "an army of one s own"))


def readers(view: View) -> Mapping[str, Reader]:
    """Return how what a field of an order before the battle holds is read."""
    found: dict[str, Reader] = {
        "army": _army,
        "lines": lines_reader(read_line),
        "leaders": lines_reader(read_leader),
        "troop": read_troop,
        "letter": read_letter,
        "letters": read_letters,
        "rank": read_rank,
        "quality": read_quality,
        "option": several(read_option, ranges=False),
        "within": read_within,
        "entry": read_entry,
        "flag": flag,
        "count": number,
        "sector": number,
        "files": number,
        "terrain": _terrain,
        "posts": several(_post, ranges=False),
        "deployed": _plain_word,
        "hidden": _plain_word,
        "point": _point,
        "across": fraction,
        "along": fraction,
        "angle": fraction,
    }
    one_by_one = several(item_reader(Placing, found), ranges=False)

    def placings(text: str, problems: list[Refusal]) -> tuple[Placing, ...]:
        wanted = text.strip()
        if view.viewer is not None and view.own is not None and wanted.isdecimal():
            for corps in _corps(view):
                for place, places in enumerate(ready_places(view, corps), start=1):
                    if f"{corps}{place}" == wanted:
                        return places
        placed: tuple[Placing, ...] = one_by_one(text, problems)
        return placed

    found["placings"] = placings
    return found


def _corps(view: View) -> tuple[int, ...]:
    assert view.viewer is not None
    laying = view.table.phase in (Phase.PLAN, Phase.DEPLOYMENT)
    return corps_of(view.table, view.viewer) if laying else ()


def _plain_word(text: str, problems: list[Refusal]) -> str:
    del problems
    return text.strip().casefold()


def _post(text: str, problems: list[Refusal]) -> str:
    return named(text.replace("_", " "), _folded(_POSTS), problems, "read.unknown_post", "post")


def _terrain(text: str, problems: list[Refusal]) -> str:
    names: dict[str, set[str]] = {}
    for key, kind in load_kinds().items():
        for name in (key.replace("_", " "), kind.name, kind.name_es):
            names.setdefault(folded(name), set()).add(key)
    tried: list[Refusal] = []
    found = named(text.replace("_", " "), names, tried, "read.unknown_terrain", "terrain")
    if tried and tried[0].code == "read.unknown_terrain":
        kinds = tuple(Term("terrain", key) for key in load_kinds())
        tried = [refuse("read.unknown_terrain", "", typed=text[:SHOWN], kinds=kinds)]
    problems += tried
    return found


def _folded(names: Mapping[str, set[str]]) -> Mapping[str, set[str]]:
    return {folded(name.replace("_", " ")): keys for name, keys in names.items()}


def _point(text: str, problems: list[Refusal]) -> str:
    point = point_of(text)
    if point is None:
        problems.append(refuse("read.not_a_point", "", typed=text[:SHOWN]))
        return NOBODY
    return spot_word(*point)


def _army(text: str, problems: list[Refusal]) -> str:
    """Read an army by its key or its name, with or without its year; what is none stays as it is.

    Whether there is such an army the rules say.
    """
    del problems
    word = folded(text)
    if word in _OWN:
        return OWN
    for one in load_armies().values():
        names = (one.key, *one.name, *(name.partition(",")[0] for name in one.name))
        if word in map(folded, names):
            return one.key
    return text
