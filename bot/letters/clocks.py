"""Time in words: how fast a table plays, until when a side may be awaited, what was used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from babel.units import format_unit

from bot.letters import naming, preferences
from bot.letters.buttons import act_button
from bot.letters.letter import Letter
from bot.letters.pages import lay_out
from bot.letters.parts import STYLES, Pressable, button, fit
from bot.letters.sentences import mention_channel
from bot.text import Words, words_for
from engine.api import Game, Seat

if TYPE_CHECKING:
    from bot.clock.paces import Pace
    from bot.moderator.api import Campaign, SeatClock
    from bot.moderator.time.reminding import Due

_UNITS: Final = (("day", 86_400), ("hour", 3600), ("minute", 60))
LIMIT: Final = 3000
BY_HOST: Final = frozenset({"host_paused", "host_resumed"})
"""What all tables are told at once, of the host."""


def span(time: timedelta, words: Words) -> str:
    """Return how long something is, by its two largest units ("2 days 3 hours")."""
    left, found = max(0, int(time.total_seconds())), list[str]()
    for unit, seconds in _UNITS:
        count, left = divmod(left, seconds)
        if count:
            found.append(str(format_unit(count, f"duration-{unit}", "long", locale=words.language)))
        elif found:
            break
    return " ".join(found[:2]) or words.bot("clock.moment")


def _seconds(seconds: int, words: Words) -> str:
    return span(timedelta(seconds=seconds), words)


def pace_short(pace: Pace | None, words: Words) -> str:
    """Say in a few words how fast a table plays."""
    if pace is None:
        return words.bot("pace.free")
    time = _seconds(pace.seconds, words)
    if pace.refill == "bank" and pace.increment:
        return words.bot("pace.bank_more", time=time, more=_seconds(pace.increment, words))
    return words.bot(f"pace.{pace.refill}", time=time)


def pace_line(pace: Pace | None, words: Words) -> str:
    """Say how fast a table plays, and what follows when a side's time runs out."""
    if pace is None:
        return words.bot("terms.pace.free")
    said = words.bot("terms.pace", pace=pace_short(pace, words))
    return f"{said} {words.bot(f'terms.time_out.{pace.time_out}')}"


def clock_lines(campaign: Campaign, clocks: Iterable[SeatClock], words: Words) -> list[str]:
    """Say until when each side that is awaited may be, or since when it has been."""
    if campaign.paused is not None:
        return [words.bot("clock.paused", at=naming.moment(campaign.paused))]
    return [_line(clock, words) for clock in clocks if clock.awaited is not None]


def _line(clock: SeatClock, words: Words) -> str:
    seat = words.seat(clock.seat)
    assert clock.awaited is not None
    if clock.grace is not None:
        if not clock.runs:
            return words.bot("clock.claimable", seat=seat)
        return words.bot("clock.grace", seat=seat, at=naming.moment(clock.grace))
    if clock.due is not None:
        return words.bot("clock.until", seat=seat, at=naming.moment(clock.due))
    if clock.left is not None:
        return words.bot("clock.still", seat=seat, left=span(clock.left, words))
    return words.bot("clock.since", seat=seat, at=naming.moment(clock.awaited))


def used_line(clocks: Sequence[SeatClock], words: Words) -> list[str]:
    """Say how long each side has been awaited in all; nothing where none has."""
    said = [
        words.bot("clock.used.one", seat=words.seat(one.seat), time=span(one.used, words))
        for one in clocks
        if one.used >= timedelta(minutes=1)
    ]
    return [words.bot("clock.used", what=words.join(said))] if said else []


# -- what a channel is told ----------------------------------------------------------------------


def told(
    campaign: Campaign,
    said: str,
    seat: Seat,
    *,
    game: Game[Any, Any],
    seats: Sequence[Seat] = (),
    until: datetime | None = None,
    pings: Sequence[int] = (),
    reason: str = "",
) -> Letter:
    """Return a word to a table about its time.

    Args:
        campaign: Where.
        said: What: "gone_on" after a pause, "nudge", "grace"; "host_paused", "host_resumed".
        seat: Whose doing it is, or whose time has run out.
        game: The rules it is played by.
        seats: The sides that are called.
        until: When the last grace is over.
        pings: The people to notify.
        reason: What the host says about it, in their words.
    """
    words = words_for(campaign.language, game)
    if said in BY_HOST:
        said_by_host = [words.bot(f"time.{said}")]
        if reason:
            said_by_host.append(words.bot("time.host_says", words=reason))
        return Letter(lay_out((), said_by_host, []), (), ())
    items = [] if said == "gone_on" else [act_button(campaign, words)]
    texts: list[str] = [sentence(said, seat, seats, until, words)]
    if pings:
        texts.append(" ".join(naming.mention(one) for one in pings))
    return Letter(lay_out((), texts, items), (), tuple(pings))


def sentence(
    said: str, seat: Seat, seats: Sequence[Seat], until: datetime | None, words: Words
) -> str:
    """Say what a table is told about its time; fields as for :func:`told`."""
    named = {"seat": words.seat(seat)}
    if said == "nudge":
        waiting = words.join([words.seat(one) for one in seats])
        return words.bot("time.nudge", seats=waiting, **named)
    if said == "grace":
        assert until is not None
        return words.bot("time.grace", at=naming.moment(until), **named)
    return words.bot("time.gone_on", **named)


# -- reminders -----------------------------------------------------------------------------------


def reminder(
    found: Sequence[tuple[Campaign, Due, datetime, Game[Any, Any]]], language: str
) -> Letter:
    """Return a reminder of all tables at which somebody is awaited, what is due first before."""
    words = words_for(language, None)
    lines = [words.bot("reminder.title", n=len(found))]
    items: list[Pressable] = []
    for campaign, due, at, game in found:
        lines.append(
            words.bot(
                "reminder.line",
                name=campaign.name,
                channel=mention_channel(campaign.channel_id),
                seat=words_for(language, game).seat(due.seat),
                at=naming.moment(at),
            )
        )
    for campaign, _, _, _ in found[:3]:
        label = words.plain.bot("inbox.act", name=campaign.name)
        items.append(button(label, "myturn", campaign.id, style=STYLES.primary))
        ask = words.plain.bot("button.more_time", name=campaign.name)
        items.append(button(ask, "moretime", campaign.id))
    items.append(button(words.plain.bot("button.remind_later"), "remindlater"))
    items.append(button(words.plain.bot("button.go_away"), preferences.VERB, "away"))
    return Letter(lay_out((), [fit(lines, LIMIT)], items))


def reminder_here(
    campaign: Campaign, seat: Seat, at: datetime, person: int, *, game: Game[Any, Any]
) -> Letter:
    """Return a reminder in the channel, to somebody who takes no direct messages."""
    words = words_for(campaign.language, game)
    said = words.bot(
        "reminder.here", who=naming.mention(person), seat=words.seat(seat), at=naming.moment(at)
    )
    return Letter(lay_out((), [said], [act_button(campaign, words)]), (), (person,))


# -- buttons -------------------------------------------------------------------------------------


def nudge_button(campaign: Campaign, words: Words) -> Pressable:
    """Return the button that calls whoever is awaited."""
    return button(words.plain.bot("button.nudge"), "nudge", campaign.id, emoji="🔔")


def go_on_button(campaign: Campaign, words: Words) -> Pressable:
    """Return the button that lets the clocks run again after a pause."""
    return button(words.plain.bot("button.go_on"), "goon", campaign.id, emoji="▶️")


def claim_buttons(campaign: Campaign, words: Words) -> list[Pressable]:
    """Return the buttons by which a game is claimed that another side does not play on."""
    plain = words.plain
    return [
        button(plain.bot("button.claim_win"), "claim", campaign.id, "win", style=STYLES.primary),
        button(plain.bot("button.claim_draw"), "claim", campaign.id, "draw"),
        button(plain.bot("button.claim_adjourn"), "claim", campaign.id, "adjourn"),
    ]
