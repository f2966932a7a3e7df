"""What a table may choose, as rows of a page: differences of the editions, and everything else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from bot.text import words_for
from tests.conformance.ledger import Ledger, usual_settings
from tests.conformance.marks import cell, link, linked

_FOLLOWS = "follows"
"""Marks a setting that takes a single rule from another edition."""


def edition_rows(ledger: Ledger) -> Iterator[str]:
    """Yield a row for each difference of the editions: what they say, and its setting."""
    for ruling in ledger.differences():
        setting = f"`{ruling.switch}`" if ruling.switch else "none"
        said = f"{cell(ruling.question)} | {linked(ruling.ruling, ledger.rulings)}"
        yield f"| {link(ruling.id)} | {said} | {setting} |"


def other_rows(ledger: Ledger) -> Iterator[str]:
    """Yield a row for each setting that is no switch of the editions."""
    words = words_for("en", ledger.game)
    for name, info in ledger.game.settings_model.model_fields.items():
        if not _follows(info):
            bearing = [one.id for one in ledger.rulings.values() if one.switch == name]
            yield " | ".join(
                (
                    f"| `{name}`",
                    linked(words.label(f"setting.{name}"), ledger.rulings),
                    "; ".join(_values(ledger, name, info)),
                    ", ".join(map(link, bearing)) + " |",
                )
            )


def _follows(info: FieldInfo) -> bool:
    extra = info.json_schema_extra
    return isinstance(extra, dict) and _FOLLOWS in extra


def _values(ledger: Ledger, name: str, info: FieldInfo) -> Iterator[str]:
    """Yield the values of a setting, with what they mean where they have a name."""
    words = words_for("en", ledger.game)
    annotation: Any = info.annotation
    default = _plain(usual_settings(ledger.game)[name])
    if annotation is bool:
        values: tuple[str, ...] = ("false", "true")
    elif get_origin(annotation) is Literal:
        values = tuple(map(str, get_args(annotation)))
    else:
        values = (default,)
    for value in values:
        code = f"setting.{name}.{value}"
        meaning = f" {cell(words.label(code))}" if words.has(code) else ""
        yield f"`{value}`{meaning}{' (default)' if value == default else ''}"


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
