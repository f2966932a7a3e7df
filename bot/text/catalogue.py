"""The catalogues: gettext ``.po`` files whose msgids are codes.

``locale/<language>/bot.po`` holds the bot's own sentences, ``locale/<language>/<game>.po`` those of
a game system. Every language holds every code; tests/bot/text keeps it so.
"""

from __future__ import annotations

import functools
import re
import string
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from gettext import c2py
from pathlib import Path
from typing import Final

LANGUAGES = ("en", "es")
BOT = "bot"

_QUOTED: Final = re.compile(r'(?:[^"\\]|\\.)*')
_KEYWORDS: Final = frozenset(
    ("msgid", "msgid_plural", "msgstr", *(f"msgstr[{form}]" for form in range(6)))
)
_PLURAL: Final = re.compile(r"plural=\s*([^;]+)")
_ESCAPED: Final = re.compile(r"\\(.)")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}

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
    templates: dict[str, Template] = {}
    plural: re.Match[str] | None = None
    for code, forms in messages(path.read_text(encoding="utf-8"), path.name):
        if not code:
            plural = _PLURAL.search("".join(forms))
        elif forms and all(forms):
            where = f"{path.name}: {code}"
            templates[code] = Template(tuple(_parse(form, where) for form in forms))
    return Catalogue(language, domain, templates, c2py(plural[1] if plural else "n != 1"))


def messages(text: str, name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every msgid of a file's text with its msgstr, one a plural form; the header's is "".

    Each start reads ten files with thousands of them: this takes a quarter of what a library does
    that keeps comments and places too. What is marked as fuzzy is left out.

    Raises:
        MissingText: A line is none of such a file; *name* says in which.
    """
    code, forms, into, is_fuzzy, next_is_fuzzy = "", list[str](), "", False, False
    for number, line in enumerate(map(str.strip, text.split("\n")), 1):
        if line[:1] in {"", "#"}:
            next_is_fuzzy = next_is_fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        keyword, quote, rest = line.partition('"')
        keyword = keyword.rstrip()
        said = rest[:-1]
        if "\\" in said or '"' in said:
            said = _ESCAPED.sub(_unescaped, said) if _QUOTED.fullmatch(said) else ""
            quote = quote if said else ""
        is_twice = keyword == "msgstr" and bool(forms)
        if is_twice or not quote or rest[-1:] != '"' or (keyword or into) not in _KEYWORDS:
            raise MissingText(f"{name}:{number}: {line}")
        if keyword == "msgid":
            if into and not is_fuzzy:
                yield code, tuple(forms)
            code, forms, is_fuzzy, next_is_fuzzy = said, [], next_is_fuzzy, False
        elif keyword.startswith("msgstr"):
            forms.append(said)
        elif not keyword and into == "msgid":
            code += said
        elif not keyword and forms:
            forms[-1] += said
        into = keyword or into
    if into and not is_fuzzy:
        yield code, tuple(forms)


def _unescaped(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[1], found[1])


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
