"""What is measured while the bot runs: one method each, which its places in the program call.

The one here keeps nothing, and costs a call. ``bot.inside.registry`` keeps them, where the host
wants to know. No measure names a person, a campaign, or what was ordered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Answer = Literal["post", "answer"]
"""What Discord refused: a message of the courier's, or the answer to a command or press."""
Work = Literal["picture", "choice", "film", "asked", "deep"]
"""What is worked on beside the bot: three kinds of pictures; of thoughts, those that somebody waits
for, and those that may take long."""
Query = Literal["read", "write"]
"""What a database is wanted for. To write one waits for one's turn too, which counts."""

THOUGHTS: Final[frozenset[Work]] = frozenset({"asked", "deep"})
"""The kinds of work that are thinking; all others are drawing."""


@dataclass(frozen=True, slots=True)
class Census:
    """What the database holds just now that is worth knowing.

    Attributes:
        waiting: Messages that wait to be posted or sent.
        oldest: When the oldest of them was ordered, in milliseconds; ``None`` where none waits.
        panels: Panels that do not show the present yet.
        campaigns: Of those that are not over how many there are, by game and state.
    """

    waiting: int
    oldest: int | None
    panels: int
    campaigns: Mapping[tuple[str, str], int]


class Measures:
    """What is measured. All durations are in seconds.

    Attributes:
        is_on: Whether any of it is kept.
    """

    is_on: bool = False

    def answered(self, command: str, game: str, acknowledged: float | None, whole: float) -> None:
        """Count a command or a press that was answered.

        Args:
            command: Its name, or the verb of the press.
            game: Key of the game of the campaign that it was about; "" where it was about none.
            acknowledged: After how long Discord was told that it had arrived; ``None``: never.
            whole: After how long nothing was left to do.
        """

    def refused(self, number: int, what: Answer) -> None:
        """Count a refusal of Discord's, by its number, or by the status where it gives none."""

    def requested(self, status: int | None, seconds: float) -> None:
        """Count a request to Discord, by the status of its answer; ``None`` where none came."""

    def begun(self, work: Work) -> None:
        """Count work that is begun or waits to be."""

    def done(self, work: Work, game: str, seconds: float) -> None:
        """Count work that is done or has failed, so long after it was asked for."""

    def queried(self, query: Query, seconds: float) -> None:
        """Count a use of the database."""

    def lagged(self, seconds: float) -> None:
        """Count for how long the event loop let something wait that it could have done at once."""

    def failed(self, fault: str) -> None:
        """Count an incident, by what was raised and where; it may come from any thread."""

    def disconnected(self) -> None:
        """Count a connection to Discord that was lost."""


NOT_MEASURED: Final = Measures()
"""For whatever is nobody's to watch."""
