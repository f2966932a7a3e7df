"""When people rest, and how long a clock has run that stops while all of its people do."""

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from bot.clock.hours import Hours, next_quiet
from bot.clock.spans import Span, union


@dataclass(frozen=True, slots=True)
class Rest:
    """When one member rests: their quiet hours, and when they are away, in order and apart."""

    hours: Hours | None = None
    away: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "away", union(self.away))


def written(rests: Sequence[Rest]) -> str:
    """Return *rests* as JSON, to be kept: a clock goes on by what it began with."""
    return json.dumps(
        [
            {
                "hours": [one.hours.zone, one.hours.start, one.hours.end] if one.hours else None,
                "away": [[span.start, span.end] for span in one.away],
            }
            for one in rests
        ],
        separators=(",", ":"),
    )


def read(text: str) -> tuple[Rest, ...]:
    """Return what :func:`written` wrote; raises ``ValueError`` for anything else."""
    try:
        return tuple(
            Rest(
                Hours(*one["hours"]) if one["hours"] else None,
                tuple(Span(*span) for span in one["away"]),
            )
            for one in json.loads(text)
        )
    except (KeyError, TypeError) as wrong:
        raise ValueError(f"no rests: {text!r}") from wrong


def stopped(rests: Sequence[Rest], since: int, until: int) -> tuple[Span, ...]:
    """Return when all members rest, between two instants; nobody is no reason to stop."""
    found: list[Span] = []
    at = since
    while (span := _all_rest(rests, at, until)) is not None:
        found.append(Span(span.start, min(span.end, until)))
        at = span.end
    return tuple(found)


def ran(rests: Sequence[Rest], since: int, until: int) -> int:
    """Return for how many milliseconds a clock ran between two instants, 0 if they are reversed."""
    if until <= since:
        return 0
    return until - since - sum(span.end - span.start for span in stopped(rests, since, until))


def due(rests: Sequence[Rest], since: int, left: int) -> int:
    """Return the first instant by which a clock has run for *left* milliseconds since *since*."""
    at, left = since, max(left, 0)
    while (span := _all_rest(rests, at, at + left)) is not None:
        left -= span.start - at
        at = span.end
    return at + left


def may_write(rest: Rest, at: int) -> int:
    """Return the first instant from *at* on at which a member neither rests nor is away."""
    resting = _next_rest(rest, at)
    return at if resting is None or resting.start > at else resting.end


def _all_rest(rests: Sequence[Rest], at: int, until: int) -> Span | None:
    """Return the first span in which all rest, from *at* on, if it begins before *until*.

    It goes from the end of one rest to the beginning of the next, so that somebody who is away for
    years takes one step.
    """
    while rests and at < until:
        resting = [_next_rest(one, at) for one in rests]
        known = [span for span in resting if span is not None]
        if len(known) < len(resting):
            return None
        start = max(at, *(span.start for span in known))
        end = min(span.end for span in known)
        if start < min(end, until):
            return Span(start, end)
        at = start
    return None


def _next_rest(rest: Rest, at: int) -> Span | None:
    """Return the first whole rest that ends after *at*: hours and aways that touch are one."""
    quiet = next_quiet(rest.hours, at) if rest.hours else None
    away = _next_away(rest.away, at)
    if quiet is None or away is None:
        return quiet or away
    start, end = min(quiet, away).start, min(quiet, away).end
    while True:
        following = (_next_away(rest.away, end), rest.hours and next_quiet(rest.hours, end))
        touching = [span.end for span in following if span and span.start <= end]
        if not touching:
            return Span(start, end)
        end = max(touching)


def _next_away(away: tuple[Span, ...], at: int) -> Span | None:
    """Return the first that ends after *at*."""
    index = bisect_right(away, at, key=lambda span: span.end)
    return away[index] if index < len(away) else None
