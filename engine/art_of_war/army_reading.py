"""Reading a line of an army as a person typed it: codes or names, in either language.

The words behind the first may stand in any order, with blanks or slashes between: "b hi impact
elite x4", "b infantería pesada élite impacto 4". Lines are parted by commas, semicolons or new
lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from pydantic import ValidationError

from engine.api import Params, Refusal, Term
from engine.art_of_war.army_lines import ALLY, BETWEEN, LETTERS, QUALITIES, Leader, Line
from engine.art_of_war.profiles import choices
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.troops import Troop, load_troops
from engine.art_of_war.weapons import load_weapons
from engine.data.cache import cached_per_data
from engine.kit.parsing import SHOWN, Reader, folded, named, several
from engine.kit.wording import refuse

LONGEST = 4
"""Words of the longest name."""

ALIKE = 3
"""Letters by which a word may be meant that is typed wrong."""

_PARTED = re.compile(r"[,;\r\n]+")
"""What parts the lines of an army."""

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
        problems.append(_no_troop(words[1:]))
        return None
    found["troop"] = troop.key
    known = _words_of(troop.key)
    bought = []
    while rest:
        kind, key, taken = _next(rest, known)
        if not taken:
            problems.append(_no_option(troop, rest[0]))
        elif kind == "bought":
            bought.append(key)
        else:
            found[kind] = key
        rest = rest[max(1, taken) :]
    if len(problems) > before:
        return None
    options = BETWEEN.join(bought_plainly(troop, bought))
    return _made(text, {**found, "options": options}, problems)


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


def lines_reader(reader: Callable[[str, list[Refusal]], object]) -> Reader:
    """Return the reader of several lines of an army, however they are parted."""
    one_by_one = several(reader, ranges=False)
    return lambda text, problems: one_by_one(_PARTED.sub(",", text), problems)


# --- word by word ---------------------------------------------------------------------------


def read_troop(text: str, problems: list[Refusal]) -> str:
    """Return the key of the kind of troop that a text names, or note why there is none."""
    known: dict[str, set[str]] = {}
    for name, key in _troop_names().items():
        known.setdefault(name, set()).add(key)
    tried: list[Refusal] = []
    found = named(text, known, tried, "read.no_such_troop", "troop")
    if tried:
        ambiguous = tried[0].code != "read.no_such_troop"
        problems.append(tried[0] if ambiguous else _no_troop(_words(text)))
    return found


def read_letter(text: str, problems: list[Refusal]) -> str:
    """Return the letter of the group that a text names, or note why there is none."""
    word = folded(text).removeprefix("group ").removeprefix("grupo ")
    if word not in {*LETTERS}:
        problems.append(refuse("read.no_group_letter", "1.groups", typed=text[:SHOWN]))
        return ""
    return word


def read_letters(text: str, problems: list[Refusal]) -> tuple[str, ...]:
    """Return the letters of the groups that a text names: "abc", "a, b, c", "A B C"."""
    letters = tuple(dict.fromkeys("".join(_words(text))))
    if not letters or {*letters} - {*LETTERS}:
        problems.append(refuse("read.no_group_letters", "1.generals", typed=text[:SHOWN]))
        return ()
    return letters


def read_rank(text: str, problems: list[Refusal]) -> str:
    """Return the key of the quality of a general that a text names, or note why there is none."""
    rank = _ranks().get(folded(text), "")
    if not rank:
        problems.append(refuse("read.no_such_rank", "3.quality", typed=text[:SHOWN]))
    return rank


def read_quality(text: str, problems: list[Refusal]) -> str:
    """Return the key of the quality of units that a text names, or note why there is none."""
    found = load_troops().qualities
    for key in QUALITIES:
        if folded(text) in map(folded, (key, *found[key].name)):
            return key
    qualities = tuple(Term("quality", key) for key in QUALITIES)
    problems.append(refuse("read.no_such_quality", "2.quality", typed=text[:SHOWN], all=qualities))
    return ""


def read_option(text: str, problems: list[Refusal]) -> str:
    """Return the key of what can be bought of any troops, or note that there is no such thing."""
    word = folded(text)
    for troop in load_troops().troops.values():
        kind, key = _words_of(troop.key).get(word, ("", ""))
        if kind == "bought":
            return key
    problems.append(refuse("read.nothing_sold", "2.options", typed=text[:SHOWN]))
    return ""


def read_within(text: str, problems: list[Refusal]) -> str:
    """Return the unit, by its group and number, that a text names; or note why there is none."""
    word = " ".join(one for one in _words(text) if one not in _IN)
    if not _WITHIN.fullmatch(word):
        problems.append(refuse("read.no_such_unit", "3.included", typed=text[:SHOWN]))
        return ""
    return word


def read_entry(text: str, problems: list[Refusal]) -> str:
    """Return a line of an army as it is written, units or a general, or note why it is none."""
    general = next(iter(_words(text)), "") in _ranks()
    one = read_leader(text, problems) if general else read_line(text, problems)
    return "" if one is None else str(one)


# --- inside ---------------------------------------------------------------------------------


def _no_troop(words: list[str]) -> Refusal:
    """Say that words begin with no kind of troop, and which they may mean."""
    typed = " ".join(words)
    tables = load_troops().troops.values()
    meant = {one.key: _alike(words, one) for one in tables}
    most = max(meant.values())
    near = [key for key, alike in meant.items() if alike == most]
    troops = tuple(Term("troop", key) for key in near)
    code = "read.near_troop" if most else "read.no_such_troop"
    return refuse(code, "2.table", typed=typed[:SHOWN], troops=troops)


def _alike(words: Iterable[str], troop: Troop) -> int:
    """Return how many words begin like one of a troop's name, in the language that has more."""
    typed = {word[:ALIKE] for word in words if len(word) >= ALIKE}
    return max(len(typed & {word[:ALIKE] for word in folded(name).split()}) for name in troop.name)


def _no_option(troop: Troop, word: str) -> Refusal:
    """Say that a word is nothing that troops of a kind can have, and what they can."""
    keys = dict.fromkeys((*troop.options, *choices(troop, ())))
    sold = tuple(Term("option", key) for key in keys)
    qualities = tuple(Term("quality", key) for key in troop.qualities)
    told: Params = {
        "typed": word[:SHOWN],
        "troop": Term("troop", troop.key),
        "qualities": qualities,
    }
    if not sold:
        return refuse("read.no_option", "2.options", **told)
    return refuse("read.no_such_option", "2.options", **told, options=sold)


def _words(text: str) -> list[str]:
    return folded(text).split()


def _made(text: str, found: Mapping[str, str | int], problems: list[Refusal]) -> Line | None:
    try:
        return Line.model_validate(found)
    except ValidationError:
        problems.append(refuse("read.no_such_number", "1.groups.size", typed=text[:SHOWN]))
        return None


def bought_plainly(troop: Troop, bought: Iterable[str]) -> list[str]:
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


@cached_per_data()
def _troop_names() -> Names:
    found = {}
    for troop in load_troops().troops.values():
        for name in (troop.code, troop.key, *troop.name):
            found[folded(name)] = troop.key
    return found


@cached_per_data()
def _ranks() -> Names:
    return {folded(name): one.key for one in load_ranks().values() for name in (one.key, *one.name)}


@cached_per_data()
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
