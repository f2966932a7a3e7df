"""Sentences that several messages share: who is awaited, what happened, how a game ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.letters import naming
from bot.letters.joining import joined
from bot.letters.parts import fit
from bot.text import Raw, Words, cut
from bot.text.rulebook import cite, rulebook_of
from engine.api import Decision, Event, Outcome, Preview, Text

if TYPE_CHECKING:
    from bot.moderator.api import Campaign, Look

EVENTS_LIMIT = 2400
"""Characters of what happened in one message."""
AWAITED_LIMIT = 1000
HEAD_LIMIT = 500
NEVER_BEGUN = "campaign.outcome.unbegun"
"""Why a game ended that has no result, not even a draw."""


def cost_lines(preview: Preview, words: Words) -> list[str]:
    """Say what an action was to take when it was given, a line each; dice may have cut it short."""
    return [words.bot("done.cost", cost=words.say(one)) for one in preview.costs]


def nearest(look: Look, words: Words) -> list[str]:
    """Say that this is not the position of the step told of, where it is not."""
    return [] if look.exact else [words.bot("bulletin.nearest")]


def heading(look: Look, words: Words, level: str = "##") -> str:
    """Say turn, phase and whose they are."""
    status = look.status
    if status is None:
        return words.bot("status.open")
    turn, phase = words.say(status.turn_name), words.say(status.phase)
    if status.player is None or look.outcome is not None:
        text = words.bot("status.heading", turn=turn, phase=phase)
    else:
        player = words.seat(status.player)
        text = words.bot("status.heading_player", turn=turn, phase=phase, seat=player)
    return cut(f"{level} {text}", HEAD_LIMIT)


def event_lines(events: Iterable[Event], words: Words, *, whole: bool = False) -> list[str]:
    """Say what happened, a line each, dice marked, and the clause of the first of them named.

    Of long lists the first names are said, and how many more there are, and who did the same stands
    together; *whole*, all of them are said, each act by itself.
    """
    lines, cited = [], False
    said = words if whole else words.brief
    for event in events if whole else joined(events, words):
        rolled = "dice" in event.params
        clause = cite(event.rule, words) if rolled and not cited else ""
        cited = cited or rolled
        lines.append(f"{'🎲' if rolled else '•'} {said.say(event)}{clause}")
    return lines


def question(decision: Decision, words: Words) -> str:
    """Say what is asked, with its clause."""
    return f"{words.say(decision)}{cite(decision.rule, words)}"


def awaited(
    campaign: Campaign, decisions: Sequence[Decision], words: Words, notified: Sequence[int] = ()
) -> str:
    """Say who is awaited for what; those whom the letter has *notified* are mentioned."""
    lines = []
    for decision in decisions:
        people = naming.seated(campaign, decision.seat, words, notified)
        if decision.seat in campaign.computer:
            people = words.bot("seat.computer")
        seat = words.seat(decision.seat)
        lines.append(
            words.bot(
                "awaited.line",
                seat=seat,
                people=Raw(people),
                question=Raw(question(decision, words)),
            )
        )
    return fit(lines, AWAITED_LIMIT, words.bot("awaited.more"))


def outcome(ended: Outcome, words: Words) -> str:
    """Say how a game ended."""
    reason: Text = ended.reason
    rule = reason.params.get("rule")
    if isinstance(rule, str) and words.game is not None:
        printed = rulebook_of(words.game.key).printed(rule, words.language)
        reason = replace(reason, params={**reason.params, "rule": printed})
    if reason.code == NEVER_BEGUN:
        return f"🏁 {words.say(reason)}"
    if ended.winner is None:
        return words.bot("outcome.draw", reason=words.say(reason))
    return words.bot("outcome.won", seat=words.seat(ended.winner), reason=words.say(reason))


def mention_channel(channel_id: int) -> Raw:
    """Return the link to a channel."""
    return Raw(f"<#{channel_id}>")


def goal(words: Words) -> Raw:
    """Say what a game is about: how one wins, and what a turn is."""
    title, said = words.label("game.title"), words.label("game.goal")
    return words.bot("panel.goal", game=title, goal=said)


def seats(campaign: Campaign, words: Words) -> str:
    """Say who holds which side, people or the computer."""
    lines = []
    for seat, people in campaign.seats.items():
        nobody = words.bot("seat.free")
        if seat in campaign.computer:
            code = "seat.free_computer" if campaign.status == "open" else "seat.computer_strength"
            nobody = words.bot(code, computer=words.computer(campaign.strength))
        held = (naming.seated(campaign, seat, words) if people else "") or nobody
        if people and seat in campaign.stand_ins:
            computer = words.computer(campaign.strength)
            held = words.bot("seat.stand_in", computer=computer, people=Raw(held))
        lines.append(words.bot("seat.line", seat=words.seat(seat), people=Raw(held)))
    return fit(lines, AWAITED_LIMIT)


def deserted(campaign: Campaign, words: Words) -> list[str]:
    """Say, for each side of which everybody has left the server, what may be done about it."""
    code = "seat.deserted_open" if campaign.status == "open" else "seat.deserted"
    if campaign.status == "over":
        return []
    return [
        words.bot(code, seat=words.seat(seat))
        for seat in campaign.seats
        if campaign.deserted(seat) is not None
    ]
