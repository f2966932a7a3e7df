"""What a seat wants: an action, one class a verb of the rulebook."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Action(BaseModel):
    """Base of every game's actions. Fields are scalars, or tuples of scalars or of items.

    Fields are asked for in their order, required ones first; ``json_schema_extra`` may carry notes:

    *holds*  what stands in the field ("unit", "place", "count"): a word of the game's own, by
             which it reads what was typed and its painter knows what to show.
    *pick*   "one": every option of this tuple is a complete value by itself (a whole set-up), so
             that a menu lets one be chosen, not several to be joined. Typed it is a comma list.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    kind: ClassVar[str]
    """The verb as typed: lower case, at most 32 letters, unique in its game ("march")."""
    group: ClassVar[str] = ""
    """Subgroup of the slash command ("answer"), or "" for the top: Discord allows 25 names each."""
    secret: ClassVar[bool] = False
    """True when that it was done at all is known to its seat alone."""
    told_as: ClassVar[str] = ""
    """What others read as its kind until the game is over, where it must look alike; or ""."""
    closes: ClassVar[bool] = False
    """True for what ends one's part of a phase; a plan does it before what is of a later one."""
    goes_on: ClassVar[bool] = False
    """True for what is often done once more just as it was: a march that another roll leads on."""
    standing: ClassVar[bool] = False
    """True for a standing order (then *secret* too): it can be given until a game is over, whoever
    is awaited, replaces one of its kind, and answers decisions through :meth:`Game.standing`."""
