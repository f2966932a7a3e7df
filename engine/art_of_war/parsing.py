"""Reading what people type for El Arte de la Guerra: units by short names, lengths in UD.

Rules:
    1.groups; ADG-R22.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from engine.api import Refusal, Text
from engine.art_of_war import parsing_setup
from engine.art_of_war.actions import NOBODY, joined
from engine.art_of_war.ids import short_of, side_of
from engine.art_of_war.manoeuvre_words import read_parts
from engine.art_of_war.points import point_of, spot_word
from engine.art_of_war.rules.movement.grouping import named
from engine.art_of_war.rules.setting_up.naming import now_called
from engine.art_of_war.state import View
from engine.kit.parsing import SHOWN, Reader, each_of, folded, fraction, number, several
from engine.kit.standing_orders import kind_reader
from engine.kit.wording import refuse

_SEVERAL = re.compile(r"\s*[+,]\s*|\s+(?:and|y)\s+|\s+")

_OF_CORPS = re.compile(r"\b(?:corps|cuerpo(?: de ejercito)?|ce)\s+([123])\b")

_LITTLE = re.compile(r"\b(?:groups?|grupos?|units?|unidad(?:es)?|of|de|del|the|el|la)\b")
"""Words before a name that only please the ear."""


def readers(view: View) -> Mapping[str, Reader]:
    """Return how what a field holds is read."""

    def unit(text: str, problems: list[Refusal]) -> str:
        return _named(view.table.units, view, text, "read.unknown_unit", problems)

    def general(text: str, problems: list[Refusal]) -> str:
        return _named(view.table.generals, view, text, "read.unknown_general", problems)

    def group(text: str, problems: list[Refusal]) -> str:
        return joined(_group(view, text, problems))

    def target(text: str, problems: list[Refusal]) -> str:
        known = (*view.table.units, *view.table.camps)
        return _named(known, view, text, "read.unknown_unit", problems, enemy=True)

    def spot(text: str, problems: list[Refusal]) -> str:
        point = point_of(text)
        return unit(text, problems) if point is None else spot_word(*point)

    def marker(text: str, problems: list[Refusal]) -> str:
        return _named(view.table.markers, view, text, "read.unknown_marker", problems)

    many = several(unit)
    return {
        **parsing_setup.readers(view),
        "unit": unit,
        "riders": many,
        "group": group,
        "target": target,
        "general": general,
        "generals": several(general),
        "spot": spot,
        "marker": marker,
        "evaders": many,
        "pursuers": many,
        "dodgers": many,
        "chasers": many,
        "shooters": many,
        "amount": fraction,
        "parts": read_parts,
        "calm": _calm,
        "back": fraction,
        "along": fraction,
        "corps": number,
        "resting": number,
        "standing": kind_reader,
    }


_ACCEPTS: Mapping[tuple[str, str], Text] = {
    ("muster", "lines"): Text("accepts.lines"),
    ("muster", "leaders"): Text("accepts.leaders"),
    ("move", "parts"): Text("accepts.parts"),
    ("lead", "to"): Text("accepts.spot"),
    ("breakoff", "back"): Text("accepts.back"),
    ("enter", "at"): Text("accepts.along"),
    ("write", "places"): Text("accepts.places"),
    ("deploy", "places"): Text("accepts.places"),
}


def accepts(view: View, kind: str, field: str, filled: Mapping[str, str]) -> Text | None:
    """Return what a field takes besides what is offered for it, or ``None``."""
    del view, filled
    return _ACCEPTS.get((kind, field))


def _group(view: View, text: str, problems: list[Refusal]) -> tuple[str, ...]:
    """Return the units that are named: by name, or all of a group that stand together (ADG-R33).

    "a", "group A", "corps 1 group A", "b2", "a1+a2".
    """
    said = _plain(text)
    corps = _OF_CORPS.search(said)
    bare = _LITTLE.sub(" ", _OF_CORPS.sub(" ", said))
    found: list[str] = []

    def unit(name: str, wrong: list[Refusal]) -> str:
        return _named(view.table.units, view, name, "read.unknown_unit", wrong)

    for word in filter(None, _SEVERAL.split(bare.strip())):
        if len(word) == 1 and word.isalpha():
            keys = named(view.table, view.viewer or "", word)
            if not keys:
                problems.append(refuse("read.unknown_group", "1.groups", typed=word))
            found += keys
        else:
            found += each_of(unit, word, problems)
    if corps is not None and any(_corps(view, key) != int(corps[1]) for key in found if key):
        problems.append(refuse("read.other_corps", "1.groups.corps", typed=text[:SHOWN]))
    return tuple(dict.fromkeys(found))


def _corps(view: View, key: str) -> int:
    return view.table.units[key].corps


def _calm(text: str, problems: list[Refusal]) -> str:
    """Read what is to be done about what is difficult, in either language."""
    word = folded(text)
    for key, words in _CALM.items():
        if word == key or word in words:
            return key
    problems.append(refuse("read.not_calm", "5.difficult", typed=text[:SHOWN]))
    return ""


_CALM: Mapping[str, tuple[str, ...]] = {
    "calm": ("no", "tranquilo", "con calma"),
    "pay": ("paid", "points", "pagar", "paga", "puntos"),
    "disorder": ("disordered", "desorden", "desordenar", "desordenada"),
}


def _named(
    known: Mapping[str, object] | tuple[str, ...],
    view: View,
    text: str,
    code: str,
    problems: list[Refusal],
    *,
    enemy: bool = False,
) -> str:
    """Return the id of what is typed whole or without its side: one's own, or the enemy's."""
    wanted = text.strip().casefold()
    if wanted in known or wanted == NOBODY:
        return wanted
    for key in known:
        if short_of(key) == wanted and (side_of(key) == view.viewer) is not enemy:
            return key
    called = "" if enemy else now_called(view, wanted)
    if called in known:
        return called
    problems.append(refuse(code, "", typed=text[:SHOWN]))
    return ""


def _plain(text: str) -> str:
    """Return a text without case and accents; signs stay."""
    bare = unicodedata.normalize("NFD", text.casefold())
    return "".join(one for one in bare if not unicodedata.combining(one))
