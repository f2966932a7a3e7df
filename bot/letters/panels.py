"""The pinned message of a campaign that shows the present, and its buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bot.letters import beginnings, referees
from bot.letters.buttons import act_button, key_button, odds_button, plan_button, question_items
from bot.letters.clocks import clock_lines, go_on_button, pace_line
from bot.letters.endings import reading_buttons
from bot.letters.images import images_of
from bot.letters.letter import Letter
from bot.letters.pages import lay_out
from bot.letters.parts import STYLES, Pressable, button
from bot.letters.rolls import terms
from bot.letters.sentences import awaited, deserted, goal, heading, outcome, seats
from bot.letters.substitutes import vacant, vacant_items
from bot.text import Raw, Words, words_for
from engine.api import Game

if TYPE_CHECKING:
    from bot.moderator.api import Campaign, Look, SeatClock
    from render.api import Picture


def panel(
    look: Look,
    *,
    game: Game[Any, Any],
    picture: Picture | None = None,
    clocks: Sequence[SeatClock] = (),
) -> Letter:
    """Return the pinned heading of a campaign: map, turn, phase, who is awaited, buttons.

    Args:
        look: The public look.
        game: The rules it is played by.
        picture: The map.
        clocks: Of its seats.
    """
    campaign = look.campaign
    words = words_for(campaign.language, game)
    drawn = images_of([picture] if picture else [], words)
    if look.status is None:
        if campaign.status == "over":
            return Letter(lay_out((), never_begun(look, words), []))
        head = [_open_head(campaign, game, words)]
        return Letter(lay_out((), head, _open_buttons(campaign, words)))
    head = [words.bot("panel.title", name=campaign.name), heading(look, words)]
    body = [seats(campaign, words), *deserted(campaign, words), *vacant(campaign, words)]
    body += referees.lines(campaign, words)
    items: list[Pressable] = []
    if look.outcome is not None:
        body.insert(0, outcome(look.outcome, words))
    elif look.decisions:
        body.insert(0, awaited(campaign, look.decisions, words))
        if campaign.pace is not None or campaign.paused is not None:
            body[1:1] = clock_lines(campaign, clocks, words)
        items = question_items(campaign, look.decisions, words)
        if campaign.paused is not None:
            items.insert(0, go_on_button(campaign, words))
    items += vacant_items(campaign, words)
    body.append(f"-# {words.bot('panel.archived') if campaign.archived else goal(words)}")
    view = lay_out(drawn, [*head, *body], [*items, *_standing_buttons(campaign, words)])
    return Letter(view, drawn)


def _standing_buttons(campaign: Campaign, words: Words) -> list[Pressable]:
    plain = words.plain
    if campaign.archived:
        return reading_buttons(campaign, words)
    items: list[Pressable] = []
    if campaign.status != "over":
        items += [plan_button(campaign, words), act_button(campaign, words)]
        items.append(button(plain.bot("button.orders"), "orders", campaign.id, emoji="📜"))
        items.append(odds_button(campaign, words))
    items.append(button(plain.bot("button.recap"), "recap", campaign.id, emoji="🔎"))
    items.append(button(plain.bot("button.map"), "map", campaign.id, emoji="🗺️"))
    items.append(key_button(campaign, words))
    items.append(button(plain.bot("button.look_up"), "lookbox", campaign.id, emoji="🔍"))
    items.append(button(plain.bot("button.log"), "log", campaign.id, emoji="📖"))
    items.append(button(plain.bot("button.rules"), "rulebook", campaign.id, emoji="📘"))
    items.append(button(plain.bot("button.help"), "help", emoji="❔"))
    return items


def never_begun(look: Look, words: Words) -> list[str]:
    """Say that a campaign ended before it began; nobody can join it any more."""
    ended = words.bot("panel.never_begun") if look.outcome is None else outcome(look.outcome, words)
    return [words.bot("panel.title", name=look.campaign.name), ended]


def _open_head(campaign: Campaign, game: Game[Any, Any], words: Words) -> str:
    computer = campaign.opponent == "computer"
    return "\n".join(
        (
            words.bot("panel.title", name=campaign.name),
            words.bot("panel.open", game=words.label("game.title")),
            goal(words),
            seats(campaign, words),
            *referees.lines(campaign, words),
            *deserted(campaign, words),
            *beginnings.lines(campaign, game, words),
            words.bot("panel.how_to_start_computer" if computer else "panel.how_to_start"),
            *([f"-# {pace_line(campaign.pace, words)}"] if campaign.pace else []),
            f"-# {words.bot(f'terms.{campaign.undo}')}",
            *terms(campaign, words),
            *([f"-# {words.bot('dice.seal', seal=Raw(campaign.seal))}"] if campaign.seal else []),
        )
    )


def join_buttons(campaign: Campaign, words: Words) -> list[Pressable]:
    """Return a button for every side."""
    plain = words.plain
    return [
        button(
            plain.bot("button.join", seat=plain.seat(seat)),
            "join",
            campaign.id,
            seat,
            style=STYLES.primary,
        )
        for seat in campaign.seats
    ]


def _open_buttons(campaign: Campaign, words: Words) -> list[Pressable]:
    plain = words.plain
    start = button(plain.bot("button.start"), "start", campaign.id, style=STYLES.success)
    return [
        *join_buttons(campaign, words),
        *beginnings.buttons(campaign, words),
        start,
        button(plain.bot("button.help"), "help", emoji="❔"),
    ]
