"""What the fields of actions are made of, the same in every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, JsonValue

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
