"""``/odds``: what dice can bring, exactly, from what the asker's seat knows; always private."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Optional

import discord
from discord import app_commands

from bot.cogs.building import Commands, command
from bot.cogs.matching import best
from bot.letters import questions, sentences
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import MENU_SIZE, STYLES, MenuLine, Pressable, button, fit, menu
from bot.moderator import Campaign, Complaint, Look
from bot.text import Words, cut
from bot.text.chances import nearest
from bot.ui import acting, faults, odds, playing
from bot.ui.dialogue.fields import fields_of
from bot.ui.presses import Presses, chosen
from bot.ui.visit import Visit
from engine.api import AnyGame, Decision, Game

log = logging.getLogger(__name__)

Kind = app_commands.Range[str, 1, 40]

MOST_QUESTIONS = 2
"""Decisions whose answers are listed with their odds."""
PATIENCE = 8.0
"""Seconds for counting everything: the person has asked for nothing else."""
LIMIT = 2800
BACK = "back"


def register(commands: Commands, presses: Presses) -> None:
    """Add the command and the verbs of its buttons."""
    commands.add_command(
        command(show_odds, "odds", "command.odds", completers={"action": complete_kind})
    )
    on = presses.on
    on("odds")(press_odds)
    on("oddsof")(pick_answer)
    on("oddsplan")(pick_kind)


async def show_odds(visit: Visit, action: Optional[Kind] = None) -> None:  # noqa: UP045
    """Show the odds of what the person owes, or begin to put an order together for its odds."""
    await visit.hold()
    campaign = await visit.campaign()
    if action is None:
        await visit.answer(await _overview(visit, campaign))
    else:
        await _plan(visit, campaign, action.strip().lower())


async def press_odds(visit: Visit, key: Key) -> None:
    """The same by button; in a message of its own unless one comes back to it."""
    await visit.hold()
    page = await _overview(visit, await visit.campaign_named(key.part(0)))
    await (visit.show(page) if key.part(1) == BACK else visit.answer(page))


async def _overview(visit: Visit, campaign: Campaign) -> Page:
    look = await visit.look(campaign)
    acting.require_seat(campaign, look)
    game, words = visit.moderator.game(campaign), visit.words
    texts: list[str] = [words.bot("odds.title")]
    items: list[Pressable] = []
    for decision in look.mine[:MOST_QUESTIONS]:
        found = await odds.answers(visit.bot.oddsmaker, game, look, decision, PATIENCE)
        if found:
            texts.append(sentences.question(decision, words))
            texts.append(fit(odds.answer_lines(found, words), LIMIT // MOST_QUESTIONS))
            items.append(_answer_menu(campaign, decision, found, words))
    if not items:
        texts.append(words.bot("odds.nothing_owed"))
    kinds = await _worth_asking(visit, game, look)
    if kinds:
        texts.append(words.bot("odds.plan.ask"))
        items.append(_kind_menu(campaign, kinds, words))
    return Page(texts, items)


def _answer_menu(
    campaign: Campaign, decision: Decision, found: Sequence[odds.Answer], words: Words
) -> Pressable:
    plain = words.plain
    entries = [
        MenuLine(
            str(one.place), cut(plain.say(one.choice), 80), "; ".join(nearest(one.odds, plain))
        )
        for one in found
    ]
    hint = plain.bot("odds.details")
    return menu(entries, "oddsof", campaign.id, questions.name_of(campaign, decision), hint=hint)


def _kind_menu(campaign: Campaign, kinds: Sequence[str], words: Words) -> Pressable:
    plain = words.plain
    entries = [MenuLine(kind, plain.kind(kind), plain.label(f"action.{kind}")) for kind in kinds]
    return menu(entries[:MENU_SIZE], "oddsplan", campaign.id, hint=plain.bot("odds.plan.hint"))


def rolling(game: AnyGame, look: Look) -> tuple[str, ...]:
    """Return the kinds of action that are possible now and may roll dice: none that is secret."""
    return tuple(kind for kind in game.kinds(look.view) if not game.actions[kind].secret)


async def _worth_asking(visit: Visit, game: Game[Any, Any], look: Look) -> tuple[str, ...]:
    """Return the kinds that roll dice first; of the others, those that may with other values."""
    kinds = await visit.ask(rolling, look.campaign, look)
    sure = await visit.bot.oddsmaker.rolls(game, look, kinds, PATIENCE)
    return (*sure, *(kind for kind in kinds if kind not in sure and fields_of(game.actions[kind])))


async def pick_answer(visit: Visit, key: Key) -> None:
    """Show all odds of one answer to a decision, and offer to give it."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    look = await visit.look(campaign)
    acting.require_seat(campaign, look)
    decision = questions.find(campaign, look.mine, key.part(1))
    values = chosen(visit)
    place = int(values[0]) if values and values[0].isdigit() and len(values[0]) < 6 else -1
    if decision is None or not 0 <= place < len(decision.choices):
        raise Complaint("campaign.stale")
    words, plain = visit.words, visit.words.plain
    choice = decision.choices[place]
    label = button(
        plain.say(choice),
        "do",
        campaign.id,
        questions.name_of(campaign, decision),
        place,
        style=STYLES.danger if choice.danger else STYLES.primary,
    )
    back = button(plain.bot("button.odds_all"), "odds", campaign.id, BACK)
    await visit.show_on_map(
        look,
        Page(
            [sentences.question(decision, words), f"**{words.say(choice)}**"],
            [label, back],
            gamble=choice.action,
            no_odds=words.bot("odds.none"),
        ),
    )


async def pick_kind(visit: Visit, key: Key) -> None:
    """Begin to put together the order that was chosen, for its odds."""
    await visit.hold()
    values = chosen(visit)
    await _plan(visit, await visit.campaign_named(key.part(0)), values[0] if values else "")


async def _plan(visit: Visit, campaign: Campaign, kind: str) -> None:
    look = await visit.look(campaign)
    acting.require_seat(campaign, look)
    game = visit.moderator.game(campaign)
    if kind not in game.actions:
        raise Complaint("campaign.unknown_action", kind=kind)
    if kind not in await visit.ask(rolling, campaign, look):
        raise Complaint("odds.not_now", kind=visit.words.kind(kind))
    await playing.plan(visit, campaign, look, kind)


async def complete_kind(
    interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[str]]:
    """Offer the kinds of action that the person can make now."""
    visit = Visit(interaction)
    try:
        campaign = await visit.campaign()
        look = await visit.look(campaign)
    except faults.EXPECTED as error:
        log.info("No autocomplete: %s", error)
        return []
    if look.seat is None or look.view is None or campaign.status != "playing":
        return []
    plain = visit.words.plain
    kinds = await visit.ask(rolling, campaign, look)
    named = [(kind, str(plain.kind(kind))) for kind in kinds]
    return [app_commands.Choice(name=n, value=v) for v, n in best(named, current)]
