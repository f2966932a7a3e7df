"""What a table's choices have in common in every game: switches that follow another choice."""

from __future__ import annotations

from pydantic.fields import FieldInfo

_FOLLOWS = "follows"


def leader_of(info: FieldInfo) -> str | None:
    """Return the name of the setting that this one follows unless a table says otherwise.

    A model marks it with ``json_schema_extra={"follows": ...}``; the name is then its default.
    """
    extra = info.json_schema_extra
    leader = extra.get(_FOLLOWS) if isinstance(extra, dict) else None
    return leader if isinstance(leader, str) else None
