"""Labels of buttons and menus as a phone shows them: names go first, never verb, place or number.

A list of names is said by its first ones and how many more there are, and of a name that is too
long its words are abbreviated. Of labels that would read alike the names come first that fewest of
them have.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.text import Words, abbreviated, cut, told_apart
from bot.ui.dialogue.fields import fields_of, items_of
from engine.api import Actor, AnyGame, Option, Text

MOST_NAMES: Final = (None, 2, 1, 0)
"""So many names of a list are said, all of them first, until a label fits."""
SHORTEST: Final = 9
"""Letters of a name that tell who it is."""
MOST_PASSES: Final = 2
"""Times that labels are told apart by names."""
MOST_VERBS: Final = 2
"""Of what somebody can do so much is said of them."""
_DETAIL: Final = re.compile(r" \([^()\d]*\)")
"""What stands in brackets and has no number: it says what is known by its name."""
_PLACE: Final = re.compile(r" (?:\([^()]*\d\)|[A-Z]\d+)$")
"""Where it is, at the end of a label: that stays when what is before it is cut."""
_MORE: Final = re.compile(r" \+\d+$")
"""How many more there are, which is never cut."""


@dataclass(frozen=True, slots=True)
class Label:
    """What a button says.

    Attributes:
        names: Whom it lists, each once.
        say: Says it, the names in some order; at length, or in short.
    """

    names: tuple[Any, ...]
    say: Callable[[Words, tuple[Any, ...], bool], str]


def of_order(game: AnyGame, kind: str, who: str, there: dict[str, str]) -> Label:
    """Return the label of a whole order."""
    model = game.actions[kind]
    field = fields_of(model)[0].name
    return Label(
        tuple(items_of(who)),
        lambda words, names, _: words.order(model, {field: ",".join(names), **there}),
    )


def of_actor(actor: Actor) -> Label:
    """Return the label of somebody who can do several things: what, and who."""
    kinds = tuple(dict.fromkeys(act.kind for act in actor.acts))[:MOST_VERBS]

    def say(words: Words, names: tuple[Any, ...], short: bool) -> str:
        verbs = [words.kind(kind) for kind in kinds]
        able = ", ".join([verbs[0], *(verb.lower() for verb in verbs[1:])])
        return words.bot("plan.able", able=able, who=_who(actor.who, words, names, short=short))

    return Label(_names(actor.who), say)


def of_who(actor: Actor) -> Label:
    """Return the label of somebody alone."""
    return Label(
        _names(actor.who),
        lambda words, names, short: _who(actor.who, words, names, short=short),
    )


def of_text(text: Text) -> Label:
    """Return the label of a sentence that may list names."""
    names = _listed(text)

    def say(words: Words, named: tuple[Any, ...], short: bool) -> str:
        del short
        params = {key: named if one is names else one for key, one in text.params.items()}
        return str(words.say(replace(text, params=params)))

    return Label(names, say)


def labels(found: Sequence[Label], words: Words, limit: int) -> list[str]:
    """Say labels within *limit* characters, no two alike unless they say the same in full."""
    shown = [_fitted(one, one.names, words, limit) for one in found]
    common = Counter(name for one in found for name in one.names)
    # Those that are told apart from some by their rarest name may be like others then.
    for _ in range(MOST_PASSES):
        for place in [place for alike in _alike(shown) for place in alike]:
            own = tuple(sorted(found[place].names, key=common.__getitem__))
            shown[place] = _fitted(found[place], own, words, limit, least=1)
    if len(set(shown)) < len(shown):
        whole = [one.say(words, one.names, True) for one in found]
        twice = Counter(shown)
        apart = told_apart(whole, limit)
        shown = [b if twice[a] > 1 else a for a, b in zip(shown, apart, strict=True)]
    return shown


def _alike(shown: Sequence[str]) -> Iterator[list[int]]:
    """Yield the places of labels that read the same, by label."""
    for text, n in Counter(shown).items():
        if n > 1:
            yield [place for place, one in enumerate(shown) if one == text]


def _fitted(
    label: Label, names: tuple[Any, ...], words: Words, limit: int, *, least: int = 0
) -> str:
    """Say a label, in full where it fits, else in short with so many names as fit."""
    text = label.say(words, names, False)
    for most in MOST_NAMES:
        if len(text) <= limit:
            return text
        if most is None or most >= least:
            named, text = text, label.say(words.listing(most), names, True)
            if most == 0:
                # Most of one name says more than how many there are.
                return _cut(named, limit) or _shortest(text, limit)
    return _cut(text, limit) or _shortest(text, limit)


def _shortest(text: str, limit: int) -> str:
    """Leave out what is in brackets, abbreviate words, and only then cut before the place."""
    plain = _DETAIL.sub("", text)
    for one in (plain, abbreviated(plain, limit)):
        if len(one) <= limit:
            return one
    place = _PLACE.search(plain)
    end = plain[place.start() :] if place else ""
    return cut(plain.removesuffix(end), limit - len(end)) + end


def _cut(text: str, limit: int) -> str:
    """Cut what ends with how many more there are before that; "" where little is left of a name."""
    more = _MORE.search(text)
    if (
        more is None
        or len(text) - limit > more.start() - text.rfind(":", 0, more.start()) - SHORTEST
    ):
        return ""
    return cut(text[: more.start()], limit - len(more[0])) + more[0]


def _who(option: Option, words: Words, names: tuple[Any, ...], *, short: bool) -> str:
    """Say an option that is somebody, the names of its list in some order.

    In short, a game may have another sentence for it: ``option.<code>.short``.
    """
    label = option.label
    listed = _names(option)
    params = {key: names if value is listed else value for key, value in label.params.items()}
    code = f"option.{label.code}.short"
    text = replace(label, params=params)
    if short and words.has(code):
        return str(words.say(replace(text, code=code)))
    return str(words.say(replace(option, label=text)))


def _names(option: Option) -> tuple[Any, ...]:
    """Return the names that an option's label lists."""
    return _listed(option.label)


def _listed(text: Text) -> tuple[Any, ...]:
    lists: Iterable[Any] = text.params.values()
    return next((one for one in lists if isinstance(one, tuple)), ())
