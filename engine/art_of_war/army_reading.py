"""Reading a line of an army as a person typed it: codes or names, in either language.

The words behind the first may stand in any order, with blanks or slashes between: "b hi impact
elite x4", "b infantería pesada élite impacto 4".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from pydantic import ValidationError

from engine.api import Refusal
from engine.art_of_war.army_lines import ALLY, LETTERS, QUALITIES, Leader, Line
from engine.art_of_war.profiles import choices
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.troops import Troop, load_troops
from engine.art_of_war.weapons import load_weapons
from engine.data.play_data import per_data
from engine.kit.parsing import SHOWN, folded
from engine.kit.wording import refuse

LONGEST = 4
"""Words of the longest name."""

_NUMBER = re.compile(r"x?(\d{1,2})x?", re.ASCII)
_WITHIN = re.compile(rf"[{LETTERS}]\d{{1,2}}", re.ASCII)

_ALLIES = frozenset((ALLY, "allied", "aliado", "aliada"))
_AFOOT = frozenset(("or", "o"))
_IN = frozenset(("in", "en"))

Names = Mapping[str, str]
"""Keys by folded name."""


def read_line(text: str, problems: list[Refusal]) -> Line | None:
    """Return the units that a line names, or note why it is not understood."""
    words = _words(text)
    before = len(problems)
    found: dict[str, str | int] = {"group": words[0] if words else ""}
    if found["group"] not in {*LETTERS}:
        problems.append(refuse("read.no_group_letter", "1.groups", typed=text[:SHOWN]))
    troop, rest = _troop(words[1:])
    if troop is None:
        typed = " ".join(words[1:])[:SHOWN]
        problems.append(refuse("read.no_such_troop", "2.table", typed=typed))
        return None
    found["troop"] = troop.key
    known = _words_of(troop.key)
    bought = []
    while rest:
        kind, key, taken = _next(rest, known)
        if not taken:
            problems.append(refuse("read.no_such_option", "2.options", typed=rest[0][:SHOWN]))
        elif kind == "bought":
            bought.append(key)
        else:
            found[kind] = key
        rest = rest[max(1, taken) :]
    if len(problems) > before:
        return None
    return _made(text, {**found, "options": "/".join(_plain(troop, bought))}, problems)


def read_leader(text: str, problems: list[Refusal]) -> Leader | None:
    """Return the general that a line names, or note why it is not understood."""
    words = _words(text)
    rank = _ranks().get(words[0] if words else "", "")
    if not rank:
        problems.append(refuse("read.no_such_rank", "3.quality", typed=text[:SHOWN]))
        return None
    groups, ally, within = "", "", ""
    for word in words[1:]:
        if word in _ALLIES:
            ally = ALLY
        elif _WITHIN.fullmatch(word):
            within = word
        elif word not in _IN:
            groups += word
    letters = "".join(dict.fromkeys(groups))
    if not letters or {*letters} - {*LETTERS}:
        problems.append(refuse("read.no_group_letters", "1.generals", typed=text[:SHOWN]))
        return None
    return Leader.model_validate({"rank": rank, "groups": letters, "ally": ally, "within": within})


def _words(text: str) -> list[str]:
    return folded(text).split()


def _made(text: str, found: Mapping[str, str | int], problems: list[Refusal]) -> Line | None:
    try:
        return Line.model_validate(found)
    except ValidationError:
        problems.append(refuse("read.no_such_number", "1.groups.size", typed=text[:SHOWN]))
        return None


def _plain(troop: Troop, bought: Iterable[str]) -> list[str]:
    """Return what was bought, each once, options first, without a weapon that is had anyway."""
    words = list(dict.fromkeys(bought))
    options = [key for key in troop.options if key in words]
    weapons = [key for key in words if key not in troop.options]
    return options if tuple(weapons) == choices(troop, options)[:1] else options + weapons


def _troop(words: list[str]) -> tuple[Troop | None, list[str]]:
    """Return the kind of troop that words begin with, and what is left of them."""
    tables = load_troops()
    for taken in range(min(LONGEST, len(words)), 0, -1):
        key = _troop_names().get(" ".join(words[:taken]))
        if key is not None:
            return tables.troops[key], words[taken:]
    return None, words


def _next(words: list[str], known: Mapping[str, tuple[str, str]]) -> tuple[str, str, int]:
    """Return what the next words are, by field and value, and how many of them it took."""
    if number := _NUMBER.fullmatch(words[0]):
        return "number", number[1], 1
    if words[0] in _AFOOT:
        troop, rest = _troop(words[1:])
        return ("", "", 0) if troop is None else ("afoot", troop.key, len(words) - len(rest))
    for taken in range(min(LONGEST, len(words)), 0, -1):
        if (found := known.get(" ".join(words[:taken]))) is not None:
            return *found, taken
    return "", "", 0


@per_data()
def _troop_names() -> Names:
    found = {}
    for troop in load_troops().troops.values():
        for name in (troop.code, troop.key, *troop.name):
            found[folded(name)] = troop.key
    return found


@per_data()
def _ranks() -> Names:
    return {folded(name): one.key for one in load_ranks().values() for name in (one.key, *one.name)}


@per_data()
def _words_of(troop: str) -> Mapping[str, tuple[str, str]]:
    """Return what may stand in a line of one kind of troop, by folded name: field and value."""
    return {
        folded(name): entry
        for entry, names in _entries(load_troops().troops[troop])
        for name in names
    }


def _entries(troop: Troop) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
    """Yield what may stand in a line with its names; the last of a name counts."""
    tables = load_troops()
    for (key, _), weapon in load_weapons().items():
        yield ("bought", key), (key, *weapon.name)
    for other in tables.troops.values():
        for option in other.options.values():
            yield ("bought", option.key), (option.key, *option.name)
    for option in troop.options.values():
        yield ("bought", option.key), (option.key, *option.name)
    for key in QUALITIES:
        yield ("quality", key), (key, *tables.qualities[key].name)
