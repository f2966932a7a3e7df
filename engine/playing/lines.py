"""Orders typed as a line ("buin+2line march toward 3122; embark ..."), read by the actions' fields.

A line is orders separated by semicolons. In each one word is the kind; what stands before it is
who acts, what stands behind it are the other fields in their order. Where no word is a kind
("buin+2line 3122") it follows from who acts and where: the first that the rules allow. A list is
joined by "+" or a comma, "name=value" names its field, and little words that only please the ear
are passed over.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.api import Action, AnyGame, Correction, Option, Refusal
from engine.errors import IllegalAction, MalformedAction, Refused
from engine.kit.parsing import folded

MOST_WAYS: Final = 60
"""Ways of telling the words of an order off to its fields, at most: names may have blanks."""

_SPLIT = re.compile(r"[;\n]+")
_JOINED = re.compile(r"\s*[+,]\s*")
_RANGED = re.compile(r"(?<=\d)\s*[\N{EN DASH}\N{EM DASH}]\s*(?=\w)")
_NAMED = re.compile(r"(?P<field>\w+)=(?P<value>.+)")

Typed = tuple[str, dict[str, str]]
"""A kind, and its fields as typed."""


def orders_of(text: str) -> tuple[str, ...]:
    """Return the orders of a line, none of them empty."""
    return tuple(part.strip() for part in _SPLIT.split(text) if part.strip())


def read_order(
    game: AnyGame,
    view: Any,
    order: str,
    kinds: Mapping[str, str],
    passed_over: frozenset[str] = frozenset(),
    everything: frozenset[str] = frozenset(),
) -> Typed:
    """Return what an order means in a view.

    Where its words can be told off to the fields in several ways the first counts that the rules
    accept, or else the first that is understood.

    Args:
        game: The rules.
        view: What its side sees.
        order: One order.
        kinds: What the kinds are called, folded, and their keys.
        passed_over: Little words, folded.
        everything: Words for as much as a field may hold, folded.

    Raises:
        MalformedAction: There is no kind in it, or it cannot be read: the reasons.
    """
    words = _RANGED.sub("-", _JOINED.sub(",", order)).split()
    found = _kind_in(words, kinds)
    if found is None:
        return _without_kind(game, view, words, passed_over, everything)
    at, kind = found
    given = _ways_of_words(game.actions[kind], words, at, passed_over)
    return kind, _best(game, view, kind, given, everything)


def _without_kind(
    game: AnyGame,
    view: Any,
    words: Sequence[str],
    passed_over: frozenset[str],
    everything: frozenset[str],
) -> Typed:
    """Return the first kind, of those that are possible now, by which words are an order.

    Where the rules allow none, the first by which they are understood: its refusal says why not.

    Raises:
        MalformedAction: There is none.
    """
    understood: Typed | None = None
    for kind in game.kinds(view):
        model = game.actions[kind]
        if len(words) < 2 or len(model.model_fields) < 2:
            continue  # too little to tell it by
        given = _ways_of_words(model, words, -1, passed_over)
        read: list[dict[str, str]] = []
        try:
            return kind, _allowed(game, view, kind, given, everything, read)
        except Refused:
            if read and understood is None:
                understood = kind, read[0]
    if understood is not None:
        return understood
    raise MalformedAction(Refusal("plan.no_kind", "", {"typed": " ".join(words)[:80]}))


def _ways_of_words(
    model: type[Action], words: Sequence[str], at: int, passed_over: frozenset[str]
) -> Iterator[dict[str, str]]:
    """Yield the ways in which the words of an order can be told off, the kind at a place.

    Little words are passed over at first, and then kept: one may be a name ("grupo a").
    """
    yield from itertools.islice(_told_off(model, words, at, passed_over), MOST_WAYS)
    if any(folded(word) in passed_over for word in words):
        yield from itertools.islice(_told_off(model, words, at, frozenset()), MOST_WAYS)


def _told_off(
    model: type[Action], words: Sequence[str], at: int, passed_over: frozenset[str]
) -> Iterator[dict[str, str]]:
    named: dict[str, str] = {}
    before, behind = list[str](), list[str]()
    for place, word in enumerate(words):
        found = _NAMED.fullmatch(word)
        if found and found["field"] in model.model_fields:
            named[found["field"]] = found["value"]
        elif place != at and folded(word) not in passed_over:
            (before if place < at else behind).append(word)
    return _ways(model, before, behind, named)


def _kind_in(words: Sequence[str], kinds: Mapping[str, str]) -> tuple[int, str] | None:
    """Return which word is the kind, and the kind: in full, or else a beginning of only one."""
    for place, word in enumerate(words):
        if folded(word) in kinds:
            return place, kinds[folded(word)]
    for place, word in enumerate(words):
        begun = {key for name, key in kinds.items() if name.startswith(folded(word))}
        if len(word) >= 3 and len(begun) == 1:
            return place, begun.pop()
    return None


def _ways(
    model: type[Action], before: Sequence[str], behind: Sequence[str], named: Mapping[str, str]
) -> Iterator[dict[str, str]]:
    """Yield the ways in which words can be told off to fields, the plainest first."""
    infos = model.model_fields
    free = sorted(
        (name for name in infos if name not in named), key=lambda n: not _needed(model, n)
    )
    given = dict(named)
    if before and free:
        given[free.pop(0)] = " ".join(before)
    if not behind:
        yield given
        return
    for count in range(min(len(free), len(behind)), 0, -1):
        for cuts in itertools.combinations(range(1, len(behind)), count - 1):
            ends = (0, *cuts, len(behind))
            values = [" ".join(behind[a:b]) for a, b in itertools.pairwise(ends)]
            yield {**given, **dict(zip(free, values, strict=False))}
    if not free:
        yield {**given, next(iter(infos), ""): " ".join((*before, *behind))}


def _needed(model: type[Action], name: str) -> bool:
    return model.model_fields[name].is_required()


def _with_all(
    game: AnyGame, view: Any, kind: str, filled: dict[str, str], everything: frozenset[str]
) -> dict[str, str]:
    """Return fields with the fullest option of each that holds a word for everything."""
    found: dict[str, str] = {}
    for name, value in filled.items():
        offered: tuple[Option, ...] = ()
        if folded(value) in everything:
            offered = tuple(itertools.islice(game.options(view, kind, name, found), MOST_WAYS))
        best = max(offered, key=lambda option: option.value.count(","), default=None)
        found[name] = value if best is None else best.value
    return found


def _best(
    game: AnyGame,
    view: Any,
    kind: str,
    ways: Iterator[dict[str, str]],
    everything: frozenset[str],
) -> dict[str, str]:
    read: list[dict[str, str]] = []
    try:
        return _allowed(game, view, kind, ways, everything, read)
    except MalformedAction:
        if not read:
            raise
        return read[0]


def _allowed(
    game: AnyGame,
    view: Any,
    kind: str,
    ways: Iterator[dict[str, str]],
    everything: frozenset[str],
    read: list[dict[str, str]] | None = None,
) -> dict[str, str]:
    """Return the first way that the rules accept; those that are understood go into *read*.

    Raises:
        MalformedAction: There is none.
    """
    wrong: Refused | None = None
    for way in ways:
        filled = _with_all(game, view, kind, way, everything)
        try:
            action = game.parse(view, kind, filled)
        except MalformedAction as error:
            wrong = wrong or error
            continue
        if read is not None:
            read.append(filled)
        try:
            game.suppose(view, action)
        except IllegalAction:
            continue
        return filled
    raise wrong or MalformedAction(Refusal("plan.no_kind", "", {"typed": kind}))


def read_correction(
    game: AnyGame,
    view: Any,
    line: str,
    kinds: Mapping[str, str],
    passed_over: frozenset[str] = frozenset(),
) -> Correction:
    """Return what a line says is to be put right; the kind stands first, or behind what it is of.

    Where its words can be told off to the fields in several ways the first counts in which they
    name nothing that there is not.

    Args:
        game: The rules.
        view: What everybody sees.
        line: One correction.
        kinds: What the kinds are called, folded, and their keys.
        passed_over: Little words, folded.

    Raises:
        MalformedAction: There is no kind in it, or it cannot be read: the reasons.
    """
    words = _RANGED.sub("-", _JOINED.sub(",", line)).split()
    found = _kind_in(words, kinds)
    if found is None:
        raise MalformedAction(Refusal("correct.no_kind", "", {"typed": line[:80]}))
    at, kind = found
    wrong: Sequence[Refusal] = ()
    for way in _ways_of_words(game.corrections[kind], words, at, passed_over):
        try:
            one = game.parse_correction(view, kind, way)
        except MalformedAction as error:
            wrong = wrong or error.refusals
            continue
        unknown = game.unknown_in(view, one)
        if not unknown:
            return one
        wrong = wrong or unknown
    raise MalformedAction(*wrong)
