"""Reading what a person typed, the same in every game: forgiving of case, accents and blanks.

A field's schema note ``holds`` says what stands in it; a game gives a reader for each such word
and :func:`read` does the rest.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from engine.api import Action, Refusal, Term
from engine.errors import MalformedAction
from engine.terms import refuse

SHOWN = 40
"""How much of a wrong word is repeated to its writer."""
MOST_PARTS = 80
"""Items read of a comma list."""

_YES = frozenset(("true", "yes", "y", "1", "si", "on"))
_NO = frozenset(("false", "no", "n", "0", "off", ""))

Reader = Callable[[str, list[Refusal]], Any]
"""Reads a text, or appends why not."""


def plain(text: str) -> str:
    """Return *text* without case, accents and punctuation, for comparison."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return " ".join("".join(c if c.isalnum() else " " for c in bare).split())


def held_by(info: Any) -> str:
    """Return the note of a model's field that says what it holds, "" where there is none."""
    extra = info.json_schema_extra
    return str(extra.get("holds", "")) if isinstance(extra, dict) else ""


def read(model: type[Action], raw: Mapping[str, str], readers: Mapping[str, Reader]) -> Action:
    """Return the action that *raw* describes.

    Args:
        model: What kind of action.
        raw: Values as typed, by field.
        readers: How to read what a field holds, by its note; a field without reader is text.

    Raises:
        MalformedAction: with a refusal for every field that was not understood.
    """
    problems: list[Refusal] = []
    values: dict[str, Any] = {}
    for name in raw:
        if name not in model.model_fields:
            problems.append(refuse("read.no_such_field", "", field=name[:SHOWN]))
    for name, info in model.model_fields.items():
        text = raw.get(name, "").strip()
        if text:
            reader = readers.get(held_by(info))
            values[name] = text if reader is None else reader(text, problems)
        elif info.is_required():
            problems.append(refuse("read.missing", "", field=Term("field", name)))
    if problems:
        raise MalformedAction(*problems)
    try:
        return model(**values)
    except ValidationError as error:
        fields = {str(one["loc"][0]) for one in error.errors() if one["loc"]}
        raise MalformedAction(
            *(
                refuse(
                    "read.out_of_range",
                    "",
                    field=Term("field", field),
                    typed=str(raw.get(field, ""))[:SHOWN],
                )
                for field in sorted(fields)
            )
        ) from None


def parts(text: str) -> list[str]:
    """Return the items of a comma list."""
    return [part.strip() for part in text.split(",") if part.strip()][:MOST_PARTS]


def several(reader: Reader) -> Reader:
    """Return the reader of a comma list of what *reader* reads."""
    return lambda text, problems: tuple(reader(part, problems) for part in parts(text))


def number(text: str, problems: list[Refusal]) -> int:
    """Read a number."""
    digits = text.removeprefix("-").removeprefix("+")
    if digits.isascii() and digits.isdigit() and len(digits) <= 6:
        return int(text)
    problems.append(refuse("read.not_a_number", "", typed=text[:SHOWN]))
    return 0


def flag(text: str, problems: list[Refusal]) -> bool:
    """Read yes or no, in either language."""
    word = plain(text)
    if word not in _YES and word not in _NO:
        problems.append(refuse("read.not_yes_or_no", "", typed=text[:SHOWN]))
    return word in _YES


def named(
    typed: str,
    names: Mapping[str, set[str]],
    problems: list[Refusal],
    code: str,
    kind: str,
) -> str:
    """Return the one key that *typed* names fully or in part; else note a problem.

    Args:
        typed: As typed.
        names: Keys by plain name.
        problems: Where a problem is noted.
        code: Refusal when nothing bears the name.
        kind: What kind of :class:`~engine.api.Term` the keys are, for naming candidates.
    """
    word = plain(typed)
    found = set(names.get(word, ()))
    if not found and word:
        found = _union(keys for name, keys in names.items() if name.startswith(word))
    if not found and len(word) >= 3:
        found = _union(keys for name, keys in names.items() if word in name)
    if len(found) == 1:
        return found.pop()
    if found:
        candidates = tuple(Term(kind, key) for key in sorted(found)[:8])
        problems.append(refuse("read.ambiguous", "", typed=typed[:SHOWN], candidates=candidates))
    else:
        problems.append(refuse(code, "", typed=typed[:SHOWN]))
    return ""


def _union(sets: Iterable[set[str]]) -> set[str]:
    return set().union(*sets)
