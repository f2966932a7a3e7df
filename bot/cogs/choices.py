"""What a table chooses when it creates a campaign, as typed, offered and told."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Literal, get_args, get_origin

import discord
from discord import app_commands
from pydantic import BaseModel

from bot.cogs.actions import list_offers
from bot.cogs.matching import best, plain
from bot.moderator import Campaign, Complaint, OpponentChoice
from bot.text import Words, clean
from bot.ui.visit import Visit
from engine.api import Game, Option, Text
from engine.kit.settings import house_of, leader_of
from engine.strengths import STRENGTHS


def read_settings(model: type[BaseModel], typed: str) -> dict[str, object]:
    """Return "edition=es, switch=on" as the settings' model reads them; it judges the values.

    Raises:
        Complaint: A part has no "=".
    """
    given: dict[str, object] = {}
    for part in (piece.strip() for piece in typed.split(",")):
        if not part:
            continue
        name, sign, value = (bit.strip() for bit in part.partition("="))
        if not sign or not name:
            raise Complaint("new.setting_form", typed=part)
        given[name.lower()] = value
    if not given:
        return {}
    try:
        # As strings, since they were typed: "true" and "3" become what the model wants.
        read = model.model_validate_strings(given)
    except ValueError:
        return given
    return dict(json.loads(read.model_dump_json(exclude_unset=True)))


async def complete_settings(
    interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[Any]]:
    """Offer the settings that would change something, after those typed already."""
    visit = Visit(interaction)
    game = visit.moderator.games.get(str(getattr(interaction.namespace, "game", "")))
    if game is None:
        return []
    visit.game = game
    found = list_offers(setting_options(game, visit.words.plain, current), current)
    return [app_commands.Choice(name=label, value=value) for value, label in found]


def opponent_options(games: Iterable[Game[Any, Any]], words: Words) -> list[tuple[str, str]]:
    """Return who may play the sides that nobody takes, as (value, label): people, or a computer."""
    had = {name for game in games for name in game.opponents}
    offered = [(name, words.computer(name)) for name in STRENGTHS if name in had]
    return [("people", words.bot("opponent.people")), *offered]


async def complete_opponent(
    interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[Any]]:
    """Offer people and the computers of the game that stands in the command, or of any."""
    visit = Visit(interaction)
    games = visit.moderator.games
    chosen = games.get(str(getattr(interaction.namespace, "game", "")))
    offered = opponent_options([chosen] if chosen else games.values(), visit.words.plain)
    return [app_commands.Choice(name=n, value=v) for v, n in best(offered, current)]


def read_opponent(
    game: Game[Any, Any], typed: str, words: Words
) -> tuple[OpponentChoice, str | None]:
    """Return who plays the free sides, and how strong it is to be; people where nothing is typed.

    Besides what is offered, "computer" is the strongest there is, and a strength that the game
    lacks is handed on for the moderator to refuse.

    Raises:
        Complaint: It is nobody who could play.
    """
    wanted = plain(typed.strip())
    if wanted == "computer":
        return "computer", None
    offered = opponent_options([game], words)
    for value, label in [*offered, *((name, words.computer(name)) for name in STRENGTHS)]:
        if wanted in {value, plain(label)}:
            return ("people", None) if value == "people" else ("computer", value)
    if not wanted:
        return "people", None
    raise Complaint("new.opponent_form", typed=typed, offered=tuple(label for _, label in offered))


def setting_options(
    game: Game[Any, Any], words: Words, typed: str = ""
) -> list[tuple[Option, str]]:
    """Return the settings that can be listed, switches and choices, each with its other values.

    Left out are settings that stand in the comma list already typed, and the value that a setting
    has anyway: its default, this house's, or that of the setting it follows.
    """
    fields = game.settings_model.model_fields
    head, _, _ = typed.rpartition(",")
    given = dict(_named(part) for part in head.split(","))
    house = house_of(game.settings_model, given)
    found = []
    for name, info in fields.items():
        if name in given:
            continue
        leader, held = leader_of(info), {_typed(info.default)}
        if name in house:
            held = {house[name]} if leader is None else {*held, house[name]}
        elif leader is not None:
            held.add(given.get(leader, _typed(fields[leader].default)))
        for value in _values(info.annotation):
            if value not in held:
                label = f"{words.label(f'setting.{name}')}: {setting_value(words, name, value)}"
                found.append((Option(f"{name}={value}", Text("setting")), label))
    return found


def _named(part: str) -> tuple[str, str]:
    name, _, value = part.partition("=")
    return name.strip().lower(), value.strip().lower()


def _typed(value: object) -> str:
    """Return a value as a person types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def setting_value(words: Words, name: str, value: object) -> str:
    """Say the value of a setting."""
    code = f"setting.{name}.{value}"
    if words.has(code):
        return words.label(code)
    if isinstance(value, bool) or value in {"true", "false"}:
        return words.bot("value.yes" if value in {True, "true"} else "value.no")
    return clean(str(value))


def _values(annotation: Any) -> tuple[str, ...]:
    if annotation is bool:
        return ("true", "false")
    if get_origin(annotation) is Literal:
        return tuple(str(value) for value in get_args(annotation))
    return ()


def settings_text(campaign: Campaign, game: Game[Any, Any], words: Words) -> str:
    """Say which game a campaign is, and by which rules.

    Settings that follow another are told where they do not.
    """
    fields = game.settings_model.model_fields
    listed = [
        f"{words.label(f'setting.{name}')}: {setting_value(words, name, value)}"
        for name, value in campaign.settings.items()
        if isinstance(value, str | int | bool)
        and (name not in fields or value != leader_of(fields[name]))
    ]
    if campaign.asks_all:
        listed.append(words.label("new.asks_all"))
    if not campaign.suggests:
        listed.append(words.label("new.no_suggestions"))
    if campaign.undo != "agreed":
        listed.append(words.label(f"new.undo_{campaign.undo}"))
    if campaign.posts == "whole":
        listed.append(words.label("new.whole_maps"))
    return "-# " + " · ".join([words.label("game.title"), *listed])
