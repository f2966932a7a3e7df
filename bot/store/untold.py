"""What happened in a campaign since its last bulletin, of which the next one will tell."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Final

from bot.store.codec import dumps
from engine.api import Seat

MOST_FRAMES: Final = 9
"""Phases of one bulletin that have a picture each; a message holds ten with the whole map."""


@dataclass(frozen=True, slots=True)
class Untold:
    """What the next bulletin has to tell. Of public steps alone.

    Attributes:
        frames: Each phase that is past and in which something happened, by the public version that
            its last step led to: a seq would count what was done in secret.
        happened: Something has happened since in the phase under way.
        turned: A turn has begun.
        owed: Something of this had been told by now, did not more of it follow at once.
        planned: It follows from a plan that is being sent.
        calling: The seats to be called.
        due: Nobody has to be called, and it waits for more of the same: told by then, in
            milliseconds since 1970.
    """

    frames: tuple[int, ...] = ()
    happened: bool = False
    turned: bool = False
    owed: bool = False
    planned: bool = False
    calling: tuple[Seat, ...] = ()
    due: int | None = None


NOTHING: Final = Untold()


def written(untold: Untold) -> str | None:
    """Return it as text; ``None`` where there is nothing."""
    return None if untold == NOTHING else dumps(asdict(untold))


def read(text: str | None) -> Untold:
    """Return what was written."""
    if text is None:
        return NOTHING
    found = json.loads(text)
    return Untold(
        frames=tuple(found["frames"]),
        happened=found["happened"],
        turned=found["turned"],
        owed=found["owed"],
        planned=found["planned"],
        calling=tuple(found["calling"]),
        due=found.get("due"),
    )
