"""What the fields of actions are made of, the same in every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_serializer, model_validator

from engine.api import Action

Key = Annotated[str, Field(min_length=1, max_length=40)]
"""One id or word."""

Many = Annotated[tuple[str, ...], Field(min_length=1, max_length=60)]
"""Several of them, typed as a comma list."""


def holds(what: str, *, one: bool = False) -> dict[str, JsonValue]:
    """Return the note that says what a field holds, and if so that its options are whole lists."""
    return {"holds": what, "pick": "one"} if one else {"holds": what}


def by_kind(*models: type[Action]) -> Mapping[str, type[Action]]:
    """Return actions by kind, in the order in which a player is to meet them."""
    return {model.kind: model for model in models}


class Item(BaseModel):
    """One entry of an order made of several: a record whose fields are scalars ("who", "to").

    An action's field of the type ``tuple[SomeItem, ...]`` is a compound order. An item is written
    as one line: its values in the order of its fields, a blank between, without those at the end
    that are as by default ("chile-infantry-3 4-9"). That line is what stands in logs and what an
    option holds, so none of the values may have a blank in it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        # What is too much goes to the last field, which refuses it.
        names = tuple(cls.model_fields)
        return dict(zip(names, value.split(" ", len(names) - 1), strict=False))

    @model_serializer
    def written(self) -> str:
        """Return the item as one line."""
        values = [
            (str(getattr(self, name)), info) for name, info in type(self).model_fields.items()
        ]
        while (
            values
            and not values[-1][1].is_required()
            and values[-1][0] == str(values[-1][1].default)
        ):
            values.pop()
        return " ".join(value for value, _ in values)

    def __str__(self) -> str:
        return self.written()
