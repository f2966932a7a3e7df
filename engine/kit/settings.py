"""What a table's choices have in common in every game: switches that follow another choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic import BaseModel
from pydantic.fields import FieldInfo

_FOLLOWS = "follows"

NOT_IN_DATA: Final = "not_in_data"
"""The type of a model's error for a value that a host's own files of the game do not have."""


def leader_of(info: FieldInfo) -> str | None:
    """Return the name of the setting that this one follows unless a table says otherwise.

    A model marks it with ``json_schema_extra={"follows": ...}``; the name is then its default.
    """
    extra = info.json_schema_extra
    leader = extra.get(_FOLLOWS) if isinstance(extra, dict) else None
    return leader if isinstance(leader, str) else None


def opened(model: type[BaseModel], given: Mapping[str, object]) -> dict[str, object]:
    """Return what a new table chooses: *given*, and this house's defaults for what it left open.

    Settings that are read back from a campaign are never filled in so: it keeps what it began with.
    """
    return {**house_of(model, given), **given}


def house_of(model: type[BaseModel], given: Mapping[str, object]) -> Mapping[str, str]:
    """Return this house's defaults for a new table of *given* choices; none for most games.

    A model that has any names them by a class method ``house``.
    """
    house = getattr(model, "house", None)
    return {} if house is None else dict(house(given))
