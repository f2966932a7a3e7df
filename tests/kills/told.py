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
        accepted_by: How much of it each process has acknowledged.
        killed: How often what was killed.
        taken_over: Seconds from a death until all was taken over that was left.
        waited: Seconds from each question until its answer, all that is killed meanwhile included.
        broken: What is no fault of being killed.
    """

    campaigns: list[str] = field(default_factory=list)
    accepted: list[tuple[str, str]] = field(default_factory=list)
    accepted_by: Counter[int] = field(default_factory=Counter)
    killed: Counter[str] = field(default_factory=Counter)
    taken_over: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
