"""The fields of an action model, as the interface asks for them."""

from __future__ import annotations

import functools
import types
from dataclasses import dataclass
from typing import Any, Literal, Union, get_args, get_origin

from engine.api import Action
from engine.kit.parsing import is_compound

FieldType = Literal["text", "number", "flag", "choice"]


@dataclass(frozen=True, slots=True)
class Field:
    """One field.

    Attributes:
        name: As in the model.
        required: Whether an action needs it.
        many: Whether it takes a comma list.
        one: Whether each of its options is the whole list, so that a menu lets one be chosen.
        compound: Whether it is a list of items put together one by one: what the next may be hangs
            on those before it.
        type: How it is asked for.
        choices: The values of a ``Literal``.
        least, most: Bounds of a number, where the model has them.
    """

    name: str
    required: bool
    many: bool
    type: FieldType
    choices: tuple[str, ...] = ()
    one: bool = False
    compound: bool = False
    least: int | None = None
    most: int | None = None


@functools.cache
def fields_of(model: type[Action]) -> tuple[Field, ...]:
    """Return the fields in the order in which they are asked for: required ones first."""
    fields = [_field(name, info) for name, info in model.model_fields.items()]
    return tuple(sorted(fields, key=lambda field: not field.required))


def _field(name: str, info: Any) -> Field:
    kind = _without_none(info.annotation)
    required = info.is_required()
    origin = get_origin(kind)
    if origin in {tuple, frozenset, list}:
        extra = info.json_schema_extra
        one = isinstance(extra, dict) and extra.get("pick") == "one"
        compound = is_compound(info)
        return Field(name, required, many=True, type="text", one=one, compound=compound)
    if origin is Literal:
        return Field(name, required, many=False, type="choice", choices=get_args(kind))
    if kind is bool:
        return Field(name, required, many=False, type="flag")
    if kind is int:
        least = next((m.ge for m in info.metadata if getattr(m, "ge", None) is not None), None)
        most = next((m.le for m in info.metadata if getattr(m, "le", None) is not None), None)
        return Field(name, required, many=False, type="number", least=least, most=most)
    return Field(name, required, many=False, type="text")


def _without_none(annotation: Any) -> Any:
    if get_origin(annotation) in {Union, types.UnionType}:
        kept = [part for part in get_args(annotation) if part is not type(None)]
        if len(kept) == 1:
            return kept[0]
    return annotation


def as_typed(value: object) -> str:
    """Return a value as :meth:`engine.api.Game.parse` reads it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return ", ".join(as_typed(item) for item in value)
    return str(value)


def typed_fields(action: Action) -> dict[str, str]:
    """Return the fields of an action as they would be typed, but for those that are as usual."""
    model = type(action)
    return {
        name: as_typed(value)
        for name, info in model.model_fields.items()
        if (value := getattr(action, name)) is not None
        and (info.is_required() or value != info.default)
        and value not in ((), "")
    }


def items_of(text: str) -> list[str]:
    """Split a comma list as typed."""
    return [part.strip() for part in text.split(",") if part.strip()]
