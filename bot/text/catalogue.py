"""The catalogues: gettext ``.po`` files whose msgids are codes.

``locale/<language>/bot.po`` holds the bot's own sentences, ``locale/<language>/<game>.po`` those of
a game system. Every language holds every code; tests/bot/text keeps it so.
"""

from __future__ import annotations

import functools
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from gettext import c2py
from io import BytesIO
from pathlib import Path
from typing import Any

from bot.text import compiled

LANGUAGES = ("en", "es")
BOT = "bot"

_FOLDERS = [Path(__file__).resolve().parent / "locale"]


class MissingText(Exception):
    """No catalogue holds this code: our bug."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a template: *before* as it stands, then the value of *field* (if any)."""

    before: str
    field: str | None
    spec: str


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with placeholders, in each plural form of its language."""

    forms: tuple[tuple[Part, ...], ...]

    @property
    def fields(self) -> frozenset[str]:
        """The names of all placeholders, of all plural forms together."""
        return frozenset(p.field for form in self.forms for p in form if p.field is not None)


@dataclass(frozen=True)
class Catalogue:
    """One file in memory."""

    language: str
    domain: str
    templates: Mapping[str, Template]
    plural: Callable[[int], int]


def language_of(locale: str) -> str:
    """Return the language of the catalogues that serves a Discord *locale* ("es-419")."""
    short = locale.partition("-")[0].lower()
    return short if short in LANGUAGES else "en"


def add_folder(folder: Path) -> None:
    """Let catalogues also be read from *folder* (a game that does not ship with the bot)."""
    if folder not in _FOLDERS:
        _FOLDERS.append(folder)
        load.cache_clear()


@functools.cache
def load(language: str, domain: str) -> Catalogue:
    """Return a catalogue, read once.

    Raises:
        MissingText: There is no such file, or a placeholder in it is malformed.
    """
    for folder in _FOLDERS:
        path = folder / language / f"{domain}.po"
        if path.is_file():
            return _read(path, language, domain)
    raise MissingText(f"no catalogue {language}/{domain}.po")


class _Templates(Mapping[str, Template]):
    """Sentences by code, each taken apart when it is first said: a start says few of them."""

    def __init__(self, forms: Mapping[str, Sequence[str]], file: str) -> None:
        self._forms = forms
        self._file = file
        self._made: dict[str, Template] = {}

    def __getitem__(self, code: str) -> Template:
        found: Template | None = self.get(code)
        if found is None:
            raise KeyError(code)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._forms)

    def __len__(self) -> int:
        return len(self._forms)

    def get(self, code: str, default: Any = None) -> Any:
        """Return a sentence; asked for again and again, mostly where there is none."""
        if code not in self._forms:
            return default
        found = self._made.get(code)
        if found is None:
            where = f"{self._file}: {code}"
            forms = tuple(_parse(form, where) for form in self._forms[code])
            found = self._made[code] = Template(forms)
        return found


def _read(path: Path, language: str, domain: str) -> Catalogue:
    content = path.read_bytes()
    place = compiled.place_of(path, content)
    found = None if place is None else compiled.find(place)
    if found is None:
        plural, forms = _parsed(content, language, domain)
        templates = _Templates(forms, path.name)
        for code in templates:  # what is put by is sound
            templates[code]
        if place is not None:
            compiled.put_by(place, (plural, forms))
    else:
        plural, forms = found
        templates = _Templates(forms, path.name)
    return Catalogue(language, domain, templates, c2py(plural))


def _parsed(content: bytes, language: str, domain: str) -> tuple[str, dict[str, Sequence[str]]]:
    """Return how a file's language counts, and the forms of each code."""
    from babel.messages.pofile import read_po  # what was put by needs none of it

    catalog = read_po(BytesIO(content), locale=language, domain=domain, abort_invalid=True)
    found: dict[str, Sequence[str]] = {}
    for message in catalog:
        if not message.id or message.fuzzy:
            continue
        code = message.id if isinstance(message.id, str) else message.id[0]
        string = message.string or ()
        forms = (string,) if isinstance(string, str) else tuple(string)
        if forms and all(forms):
            found[code] = forms
    return catalog.plural_expr, found


def _parse(text: str, where: str) -> tuple[Part, ...]:
    if "{" not in text and "}" not in text:
        return (Part(text, None, ""),)
    try:
        parsed = tuple(string.Formatter().parse(text))
    except ValueError as error:
        raise MissingText(f"{where}: {error}") from error
    parts = []
    for before, field, spec, conversion in parsed:
        if conversion or (field is not None and not field.isidentifier()):
            raise MissingText(f"{where}: placeholder {field!r}")
        parts.append(Part(before, field, spec or ""))
    return tuple(parts)
