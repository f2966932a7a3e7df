"""What is filled into the fields of an action: values joined, and the last one taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.ui.dialogue.fields import Field, items_of


def joined(values: Sequence[str]) -> str:
    """Return several chosen values as one comma list, each item once."""
    items = [item for value in values for item in items_of(value)]
    return ", ".join(dict.fromkeys(items)) if len(values) > 1 else "".join(values)


def added(field: Field, before: str, values: Sequence[str]) -> str:
    """Return a field's value with *values* chosen: of a compound order they are further items."""
    return joined([*items_of(before), *values]) if field.compound else joined(values)


def without_last(fields: Sequence[Field], filled: Mapping[str, str]) -> dict[str, str]:
    """Return what is filled in without the last field, or the last item of a compound order."""
    kept = dict(filled)
    for field in reversed(fields):
        if kept.get(field.name):
            items = items_of(kept[field.name]) if field.compound else []
            if len(items) > 1:
                kept[field.name] = ", ".join(items[:-1])
            else:
                del kept[field.name]
            break
    return kept
