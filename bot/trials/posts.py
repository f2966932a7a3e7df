"""How many posts a played game brings to its channel: with plans sent as one, and step by step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.trials.effort import Recorded, Sendings
from engine.api import AnyGame, Seat


@dataclass(frozen=True, slots=True)
class TurnPosts:
    """The posts of one turn of a game between people.

    Attributes:
        now: As they are ordered (``bot.moderator.table.bulletins``), of somebody who goes on within
            the time that a post which calls nobody waits (``Policy.gather_seconds``).
        before: A post for every new phase and whenever others are awaited, as it was once.
    """

    now: int
    before: int


def posts_of(game: AnyGame, played: Sequence[Recorded], sent: Sendings) -> Iterator[TurnPosts]:
    """Yield the posts of each turn, the set-up left out; *sent* is what people sent together."""
    now, before = defaultdict[int, int](int), defaultdict[int, int](int)
    ends = {place: group[-1] for group in sent for place in group}
    headings = [_heading(game, one) for one in played]
    happened = ended = owed = False
    calling: set[Seat] = set()
    for place, one in enumerate(played[:-1]):
        then = played[place + 1]
        is_new = headings[place] != headings[place + 1]
        before[one.turn] += is_new or one.awaited != then.awaited
        happened = happened or any(
            event.audience is None and event.code not in game.passing for event in one.events
        )
        if is_new and happened:
            ended, happened = True, False
        new = then.awaited - one.awaited
        calling = (calling & then.awaited) | new
        if ends.get(place, place) != place or one.by_itself:
            owed = True
            continue
        if then.seat == one.seat and not calling:
            # They go on: what they do next is told with it.
            owed = True
            continue
        worth = ended or calling or (happened and place not in ends)
        if worth and (owed or is_new or new or one.awaited != then.awaited):
            now[one.turn] += 1
            happened, calling = False, set()
            ended = False
        owed = False
    for turn in sorted(before):
        if turn > 0:
            yield TurnPosts(now[turn], before[turn])


def _heading(game: AnyGame, one: Recorded) -> tuple[int, str]:
    status = game.status(one.view)
    return status.turn, status.phase_key
