"""Playing the opening of a game for both sides at once, before anybody is there to read of it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Final

from bot.moderator.api import Complaint
from bot.moderator.table.bulletins import opened
from bot.moderator.table.live import Counts, Live
from bot.moderator.table.steps import Steps, Taken
from bot.moderator.turns.computer.player import thoughts
from bot.store import campaigns, chain
from bot.store.batch import Write
from bot.store.campaigns import CampaignRow, MemberRow
from bot.store.log import ActionRow
from bot.store.outbox import NewRow
from bot.store.untold import NOTHING
from engine.api import Action, AnyGame, Seat
from engine.lessons import Lesson
from engine.strengths import opponent_of

MOST_ACTIONS: Final = 100
"""More than any opening has."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What an opening leads to, not saved yet.

    Attributes:
        live: The campaign as the opening leaves it.
        last: The last entry of its log.
        writes: All that it changes on file, after the campaign and its members are there.
        posts: What its channel is told of it: one bulletin.
    """

    live: Live
    last: ActionRow
    writes: tuple[Write, ...]
    posts: tuple[NewRow, ...]


class Opening:
    """Plays openings. Every action goes through the rules, and has its entry in the log."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    def played(self, row: CampaignRow, member: MemberRow, game: AnyGame, lesson: Lesson) -> Opened:
        """Work out the opening of a lesson: the set-up, and the phases that are played before it.

        Takes a moment: not for the event loop.

        Raises:
            Complaint: campaign.fault, when the game system fails.
        """
        live = Live(
            row=row,
            people=(member,),
            game=game,
            position=None,
            thrown=0,
            ruleset=game.ruleset,
            counts=Counts(),
            requests=set(),
            link=chain.origin(row.id),
        )
        writes: list[Write] = []
        taken = self._steps.set_up(live, member.discord_id, f"lesson/{row.id}")
        for number in range(MOST_ACTIONS):
            taken = dataclasses.replace(taken, posts=(), bulletin=0, told=0)
            writes += self._steps.writes(live, taken)
            live.counts.add(taken.action.seat, secret=taken.action.secret)
            live = self._steps.after(live, taken)
            if not _goes_on(live, lesson):
                break
            taken = self._next(live, member, number)
        told = dataclasses.replace(live.row, bulletin=1, told=live.row.head, untold=NOTHING)
        writes.append(campaigns.change(live.row, told))
        posts = (opened(live),)
        return Opened(dataclasses.replace(live, row=told), taken.action, tuple(writes), posts)

    def _next(self, live: Live, member: MemberRow, number: int) -> Taken:
        assert live.position is not None
        seat = live.position.decisions[0].seat
        action = proposal(live, seat, live.row.strength if seat in live.computer else None)
        if seat == member.seat:
            return self._steps.take(
                live, seat, member.person, action, f"lesson/{live.row.id}/{number}"
            )
        request = f"computer/{live.row.id}/{seat}/{live.counts.read_by(seat) + 1}"
        return self._steps.take(live, seat, None, action, request)


def proposal(live: Live, seat: Seat, strength: str | None = None) -> Action:
    """Return what a computer would do for a seat that is awaited; the strongest by itself.

    The same for the same position.

    Raises:
        Complaint: campaign.fault: The game has no computer player.
    """
    assert live.position is not None
    decision = next(one for one in live.position.asked(seat))
    opponent = opponent_of(live.game, strength)
    if opponent is None:
        raise Complaint("campaign.fault")
    dice = thoughts(live.row.seeds.computer, seat, live.counts.read_by(seat) + 1)
    return opponent.choose(live.position.view(seat), decision, dice)


def _goes_on(live: Live, lesson: Lesson) -> bool:
    assert live.position is not None
    return bool(live.position.decisions) and live.position.status.phase_key in lesson.before
