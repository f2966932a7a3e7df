"""The catalogues: gettext ``.po`` files whose msgids are codes.

``locale/<language>/bot.po`` holds the bot's own sentences, ``locale/<language>/<game>.po`` those of
a game system. Every language holds every code; tests/bot/text keeps it so.
"""

from __future__ import annotations

import functools
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from gettext import c2py
from pathlib import Path

from babel.messages.pofile import read_po

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


def _read(path: Path, language: str, domain: str) -> Catalogue:
    with path.open("rb") as file:
        catalog = read_po(file, locale=language, domain=domain, abort_invalid=True)
    templates = {}
    for message in catalog:
        if not message.id or message.fuzzy:
            continue
        code = message.id if isinstance(message.id, str) else message.id[0]
        string = message.string or ()
        forms = (string,) if isinstance(string, str) else tuple(string)
        if forms and all(forms):
            templates[code] = Template(
                tuple(_parse(form, f"{path.name}: {code}") for form in forms)
            )
    return Catalogue(language, domain, templates, c2py(catalog.plural_expr))


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
