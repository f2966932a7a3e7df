"""What the trials say of themselves, beside what is on file and on Discord."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Told:
    """What the trials say of themselves.

    Attributes:
        campaigns: All that were begun.
        accepted: What was acknowledged: campaign and request.
        accepted_by: How much of it was asked at the servers of each process.
        killed: How often what was killed.
        taken_over: Seconds from a death until all was taken over that was left.
        gaps: At each update of a process: seconds until it had ended, and until it was back.
        gaps_ahead: The same where the new one was begun before.
        waited: Seconds from each wish until its answer, all that is killed meanwhile included.
        said: Answers that neither took an order nor refused it: what failed, by its words.
        left: What waits at the end, while something does.
        broken: What is no fault of being killed.
    """

    campaigns: list[str] = field(default_factory=list)
    accepted: list[tuple[str, str]] = field(default_factory=list)
    accepted_by: Counter[int] = field(default_factory=Counter)
    killed: Counter[str] = field(default_factory=Counter)
    taken_over: list[float] = field(default_factory=list)
    gaps: list[tuple[float, float]] = field(default_factory=list)
    gaps_ahead: list[tuple[float, float]] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    said: Counter[str] = field(default_factory=Counter)
    left: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
