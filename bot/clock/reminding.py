"""When and how somebody wishes to be reminded of what awaits them."""

import json
from dataclasses import asdict, dataclass
from typing import Literal, get_args

Channel = Literal["dm", "channel", "never"]
"""By what: a direct message, the campaign's channel, or not at all."""

LONGEST = 7 * 24
"""Hours before the due time, and between further reminders, at most."""

MOST = 4
"""Reminders before one due time at most."""


@dataclass(frozen=True, slots=True)
class Reminders:
    """What a person wishes: *before* a due time, so many hours; then *every* so many hours.

    *before* is kept in order, the earliest first, none twice. With *every* somebody is reminded
    that often from when they are awaited; 0 is never. Where a table has no due time there are no
    reminders. Raises ``ValueError`` beyond the limits of this module.
    """

    before: tuple[int, ...] = (24, 3)
    every: int = 0
    by: Channel = "dm"

    def __post_init__(self) -> None:
        hours = tuple(sorted(set(self.before), reverse=True))
        object.__setattr__(self, "before", hours)
        if (
            self.by not in get_args(Channel)
            or len(hours) > MOST
            or not all(1 <= one <= LONGEST for one in hours)
            or not 0 <= self.every <= LONGEST
        ):
            raise ValueError(f"no reminders: {asdict(self)}")


USUAL = Reminders()
"""What holds for whoever has said nothing."""


def written(reminders: Reminders) -> str:
    """Return *reminders* as JSON, to be kept."""
    return json.dumps(asdict(reminders), separators=(",", ":"))


def read(text: str | None) -> Reminders:
    """Return what :func:`written` wrote; as usual for ``None``; else ``ValueError``."""
    if text is None:
        return USUAL
    try:
        return Reminders(**json.loads(text))
    except TypeError as wrong:
        raise ValueError(f"no reminders: {text!r}") from wrong
