"""Reading what a person typed, the same in every game: forgiving of case, accents and blanks.

A field's schema note ``holds`` says what stands in it; a game gives a reader for each such word
and :func:`read` does the rest.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, get_args, get_origin

from pydantic import ValidationError

from engine.api import Action, Refusal, Term
from engine.errors import MalformedAction
from engine.kit.fields import Item
from engine.kit.wording import refuse

SHOWN = 40
"""How much of a wrong word is repeated to its writer."""
MOST_PARTS = 80
"""Items read of a comma list."""
MOST_MISSING = 3
"""Names of a range that are refused one by one."""

LEAST_BARE = 3
"""Digits of numbers that are names by themselves, as those of hexes are."""

_RANGE = re.compile(
    r"(?P<begin>.*?)(?P<first>\d{1,4})\s*[-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}]"
    r"\s*(?P<again>.*?)(?P<last>\d{1,4})",
    re.ASCII | re.DOTALL,
)

_YES = frozenset(("true", "yes", "y", "1", "si", "on"))
_NO = frozenset(("false", "no", "n", "0", "off", ""))

_BETWEEN = re.compile(r"\s*(?:->|=>|[>→:=@])\s*|\s+(?:to|at|a|en)\s+|\s+")
"""What may stand between the values of an item."""

_VULGAR = {"¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4)}
_FRACTION = re.compile(
    r"([+-]?)(?=[\d¼½¾])(\d{1,6}(?![\d/]))?(?:[.,](\d{1,6}))?\s*(?:(\d{1,6})/([1-9]\d{0,5}))?([¼½¾])?\s*°?",
    re.ASCII,
)

Reader = Callable[[str, list[Refusal]], Any]
"""Reads a text, or appends why not."""


def folded(text: str) -> str:
    """Return *text* without case, accents and punctuation, for comparison."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return " ".join("".join(c if c.isalnum() else " " for c in bare).split())


def held_by(info: Any) -> str:
    """Return the note of a model's field that says what it holds, "" where there is none."""
    extra = info.json_schema_extra
    return str(extra.get("holds", "")) if isinstance(extra, dict) else ""


@cache
def held_in(model: type[Action | Item]) -> tuple[tuple[str, str], ...]:
    """Return every field of a model with its note of what it holds."""
    return tuple((name, held_by(info)) for name, info in model.model_fields.items())


def values_of(item: Any) -> Iterator[tuple[str, Any]]:
    """Yield the values of an item with what each holds; nothing of what is no item."""
    if isinstance(item, Item):
        for name, holds in held_in(type(item)):
            yield holds, getattr(item, name)


def item_of(info: Any) -> type[Item] | None:
    """Return what the items of a compound field are, ``None`` for any other field."""
    inner = get_args(info.annotation)[:1] if get_origin(info.annotation) is tuple else ()
    return inner[0] if inner and isinstance(inner[0], type) and issubclass(inner[0], Item) else None


def is_compound(info: Any) -> bool:
    """Say whether a field is put together item by item; not one whose options are whole lists."""
    extra = info.json_schema_extra
    whole = isinstance(extra, dict) and extra.get("pick") == "one"
    return item_of(info) is not None and not whole


def item_reader(model: type[Item], readers: Mapping[str, Reader]) -> Reader:
    """Return the reader of one item: its values in order, with arrows or blanks between them.

    Where a name has blanks in it ("infantry 3 to 4-9") the words too many are the first value's.
    """
    names = tuple(model.model_fields)

    def read_item(text: str, problems: list[Refusal]) -> Item | None:
        words = [word for word in _BETWEEN.split(text.strip()) if word]
        extra = max(0, len(words) - len(names))
        words[: extra + 1] = [" ".join(words[: extra + 1])]
        before = len(problems)
        values: dict[str, Any] = {}
        for name, word in zip(names, words, strict=False):
            reader = readers.get(held_by(model.model_fields[name]))
            values[name] = word if reader is None else reader(word, problems)
        if len(problems) > before:
            return None
        try:
            return model(**values)
        except ValidationError:
            fields = tuple(Term("field", name) for name in names)
            problems.append(refuse("read.item_form", "", typed=text[:SHOWN], fields=fields))
            return None

    return read_item


def read_items(info: Any, text: str, readers: Mapping[str, Reader]) -> tuple[Item, ...] | None:
    """Return the items of a compound order as far as they are typed, ``None`` if one is no item."""
    problems: list[Refusal] = []
    reader = _reader_of(info, readers)
    found: tuple[Item, ...] = () if reader is None else reader(text, problems)
    return None if problems else found


def values(
    model: type[Action], raw: Mapping[str, str], readers: Mapping[str, Reader]
) -> dict[str, Any]:
    """Return what each field of an action that is being put together means, in their order.

    What is not understood is left out: an item of a list, or the field.
    """
    found: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        text = raw.get(name, "").strip()
        if text:
            reader = _reader_of(info, readers)
            problems: list[Refusal] = []
            value = text if reader is None else reader(text, problems)
            if problems and isinstance(value, tuple):
                value = tuple(item for item in value if _is_whole(item))
            if value or not problems:
                found[name] = value
    return found


def _is_whole(item: Any) -> bool:
    """Say whether something was understood of an item, and of all its values if it has several."""
    return bool(item) and all(value != "" for _, value in values_of(item))


def _reader_of(info: Any, readers: Mapping[str, Reader]) -> Reader | None:
    """Return what reads a field: by its note, or by its items' notes; ``None`` for plain text."""
    reader, item = readers.get(held_by(info)), item_of(info)
    if reader is not None or item is None:
        return reader
    return several(item_reader(item, readers), ranges=False)


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
            reader = _reader_of(info, readers)
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


def several(reader: Reader, *, ranges: bool = True) -> Reader:
    """Return the reader of a comma list of what *reader* reads.

    Args:
        reader: Reads one of them.
        ranges: Whether they are names, of which "H1-H3" means three.
    """

    def read_several(text: str, problems: list[Refusal]) -> tuple[Any, ...]:
        if not ranges:
            return tuple(reader(part, problems) for part in parts(text))
        found = [one for part in parts(text) for one in each_of(reader, part, problems)]
        return tuple(found[:MOST_PARTS])

    return read_several


def each_of(reader: Reader, text: str, problems: list[Refusal]) -> list[Any]:
    """Return what a name stands for; of a range ("H1-H3") what each of its names does.

    A name may have a dash in it: it is a range only where nothing bears it as it is typed. Of a
    range of which nothing is known the whole is refused, else what of it is not known.
    """
    wrong: list[Refusal] = []
    whole = reader(text, wrong)
    names = ranged(text) if wrong else []
    if names:
        missing: list[Refusal] = []
        values = [one for name in names if (one := reader(name, missing)) or not missing]
        if len(missing) < len(names):
            problems += missing[:MOST_MISSING]
            return values
    problems += wrong
    return [whole]


def ranged(text: str) -> list[str]:
    """Return the names of a range, "H1-H3" or "H1-3": H1, H2, H3; none where it is no range."""
    found = _RANGE.fullmatch(text.strip())
    if found is None or (found["again"] and folded(found["again"]) != folded(found["begin"])):
        return []
    if not found["begin"].strip() and len(found["first"]) < LEAST_BARE:
        return []  # a square ("4-9"), or what is left of a name
    first, last = int(found["first"]), int(found["last"])
    if not 0 < last - first < MOST_PARTS:
        return []
    return [f"{found['begin']}{n:0{len(found['first'])}}" for n in range(first, last + 1)]


def number(text: str, problems: list[Refusal]) -> int:
    """Read a number."""
    digits = text.removeprefix("-").removeprefix("+")
    if digits.isascii() and digits.isdigit() and len(digits) <= 6:
        return int(text)
    problems.append(refuse("read.not_a_number", "", typed=text[:SHOWN]))
    return 0


def fraction(text: str, problems: list[Refusal]) -> Fraction:
    """Read a number that may have parts: "2.5", "2,5", "5/2", "2 1/2", "2½"; or degrees, "20°"."""
    found = _FRACTION.fullmatch(text.strip().replace("\N{MINUS SIGN}", "-"))
    if found is None:
        problems.append(refuse("read.not_a_number", "", typed=text[:SHOWN]))
        return Fraction(0)
    sign, whole, decimals, over, under, sign_of_part = found.groups()
    value = Fraction(f"{whole or 0}.{decimals or 0}")
    if over:
        value += Fraction(int(over), int(under))
    value += _VULGAR.get(sign_of_part or "", Fraction(0))
    return -value if sign == "-" else value


def point(model: type[Item]) -> Reader:
    """Return the reader of a point of a plane: two numbers, with a blank or a semicolon between."""
    x, y = model.model_fields

    def read_point(text: str, problems: list[Refusal]) -> Item | None:
        halves = [half for half in re.split(r"\s*;\s*|\s*/\s+|,?\s+", text.strip()) if half]
        before = len(problems)
        if len(halves) != 2:
            problems.append(refuse("read.not_a_point", "", typed=text[:SHOWN]))
            return None
        values = [fraction(half, problems) for half in halves]
        return None if len(problems) > before else model(**{x: values[0], y: values[1]})

    return read_point


def flag(text: str, problems: list[Refusal]) -> bool:
    """Read yes or no, in either language."""
    word = folded(text)
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
        names: Keys by folded name.
        problems: Where a problem is noted.
        code: Refusal when nothing bears the name.
        kind: What kind of :class:`~engine.api.Term` the keys are, for naming candidates.
    """
    word = folded(typed)
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
