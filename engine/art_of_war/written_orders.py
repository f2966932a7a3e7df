"""Items of orders in words: placings, ambushes, lines of an army.

What is typed stays recognisable: "A 8/3.5, 3 in front".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from pydantic import ValidationError

from engine.art_of_war.actions import NOBODY, Hiding, Placing
from engine.art_of_war.army_lines import ORDINARY, Leader, Line
from engine.art_of_war.points import decimal
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.troops import load_troops
from engine.art_of_war.weapons import load_weapons

_IN_FRONT: Final = ("{n} in front", "{n} de frente")
_NOBODY: Final = ("nobody", "nadie")
_ALLY: Final = ("ally", "aliado")
_WITHIN: Final = ("in {unit}", "en {unit}")


def written_name(kind: str, key: str, language: str) -> str | None:
    """Return an item of an order in words, as it stands in the order; ``None`` of anything else."""
    try:
        return WRITTEN[kind](key, language)
    except (ValidationError, KeyError):
        return None


def _placing(key: str, language: str) -> str:
    placing = Placing.model_validate(key)
    which = int(language.startswith("es"))
    words = [f"{placing.who.upper()} {_spot(placing.x, placing.y)}"]
    words += [_IN_FRONT[which].format(n=placing.files)] if placing.files else []
    words += [f"{decimal(placing.facing, language)}°"] if placing.facing else []
    return ", ".join(words)


def _spot(x: Fraction, y: Fraction) -> str:
    # Points are told as they are typed, with a point in either language.
    return f"{decimal(x, '')}/{decimal(y, '')}"


def _hiding(key: str, language: str) -> str:
    hiding = Hiding.model_validate(key)
    nobody = _NOBODY[int(language.startswith("es"))]
    return f"{nobody if hiding.who == NOBODY else hiding.who.upper()} {hiding.at}"


def _line(key: str, language: str) -> str:
    line = Line.model_validate(key)
    which = int(language.startswith("es"))
    tables = load_troops()
    troop = tables.troops[line.troop]
    weapons = {word: one.name for (word, _), one in load_weapons().items()}
    bought = {**weapons, **{word: one.name for word, one in troop.options.items()}}
    words = [bought[word][which] for word in line.bought]
    words += [tables.qualities[line.quality].name[which]] if line.quality != ORDINARY else []
    words += [f"/ {tables.troops[line.afoot].name[which]}"] if line.afoot else []
    return ", ".join((f"{line.group.upper()}: {line.number} × {troop.name[which]}", *words))


def _leader(key: str, language: str) -> str:
    leader = Leader.model_validate(key)
    which = int(language.startswith("es"))
    words = [f"{load_ranks()[leader.rank].name[which]} {leader.groups.upper()}"]
    words += [_ALLY[which]] if leader.ally else []
    words += [_WITHIN[which].format(unit=leader.within.upper())] if leader.within else []
    return ", ".join(words)


def _entry(key: str, language: str) -> str:
    general = key.split(" ", maxsplit=1)[0] in load_ranks()
    return _leader(key, language) if general else _line(key, language)


def _short(key: str, language: str) -> str:
    del language
    return key.upper()


WRITTEN: Final[Mapping[str, Callable[[str, str], str]]] = MappingProxyType(
    {
        "placing": _placing,
        "hiding": _hiding,
        "lines": _line,
        "leaders": _leader,
        "entry": _entry,
        "letter": _short,
        "within": _short,
    }
)
"""What reads an item, by what the field holds that it stands in, or by one of them."""
