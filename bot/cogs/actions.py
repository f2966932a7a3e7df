"""A game's own slash commands, generated from its action models.

One subcommand a kind of action, one option a field. Discord allows 25 subcommands in a group and
groups in groups, so kinds that name a subgroup go there, and where a game still has too many the
last ones stand in a subgroup "more", for which a place is kept: whoever adds a kind behind the
others renames none of those that people type.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any, Optional

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.cogs.building import Commands, Handler, command, group
from bot.cogs.matching import best
from bot.moderator import Complaint, Look
from bot.store import StoreError
from bot.text import words_for
from bot.ui import acting
from bot.ui.dialogue.completing import usable
from bot.ui.dialogue.fields import Field, as_typed, fields_of, items_of
from bot.ui.playing import TYPED_LIMIT, ask_first, show_refused
from bot.ui.visit import Visit
from engine.api import Action, AnyGame, Option
from engine.errors import Refused

log = logging.getLogger(__name__)

GROUP_SIZE = 25
MORE = "more"
SCAN = 600
"""Options looked through for what was typed; more than a game offers for any field."""


def register(commands: Commands, games: Mapping[str, AnyGame]) -> None:
    """Add every game's group to the bot's commands."""
    for game in games.values():
        commands.add_command(game_group(game))


def game_group(game: AnyGame) -> app_commands.Group:
    """Return the group of a game's commands."""
    # The short name of a game is the same in every language.
    top = group(locale_str(game.command), "game.description", game.key)
    subgroups: dict[str, app_commands.Group] = {}
    homes = arrangement(game)
    for kind, model in game.actions.items():
        home = homes[kind]
        parent = top
        if home:
            if home not in subgroups:
                subgroups[home] = group(home, f"group.{home}", game.key, parent=top)
            parent = subgroups[home]
        action_command(game, model, parent)
    return top


def arrangement(game: AnyGame) -> dict[str, str]:
    """Return for every kind of action the subgroup that it belongs to; "" is the top.

    Raises:
        ValueError: There are more kinds than Discord has room for.
    """
    homes = {kind: model.group for kind, model in game.actions.items()}
    overfull = [name for name in set(homes.values()) - {""} if _count(homes, name) > GROUP_SIZE]
    if overfull:
        raise ValueError(f"{game.key}: over {GROUP_SIZE} actions in {', '.join(overfull)}")
    number = 1
    while _top_size(homes) > GROUP_SIZE - (number == 1):
        # The last kinds of the top move: the first ones are met first and typed most.
        more = MORE if number == 1 else f"{MORE}{number}"
        tops = [kind for kind, home in homes.items() if not home]
        moving = min(GROUP_SIZE, _top_size(homes) + 1 - GROUP_SIZE, len(tops))
        if moving == 0:
            raise ValueError(f"{game.key}: more actions than one slash command holds")
        for kind in tops[-moving:]:
            homes[kind] = more
        number += 1
    return homes


def places_left(game: AnyGame) -> int:
    """Return how many kinds can be added behind the others without another being renamed."""
    homes = arrangement(game)
    at_top = max(0, GROUP_SIZE - 1 - _top_size(homes)) if MORE not in homes.values() else 0
    return at_top + GROUP_SIZE - _count(homes, MORE)


def _count(homes: Mapping[str, str], name: str) -> int:
    return sum(1 for home in homes.values() if home == name)


def _top_size(homes: Mapping[str, str]) -> int:
    return _count(homes, "") + len(set(homes.values()) - {""})


# --------------------------------------------------------------------- one action


def action_command(
    game: AnyGame, model: type[Action], parent: app_commands.Group
) -> app_commands.Command[Any, ..., None]:
    """Return the slash command of one kind of action."""
    fields = fields_of(model)
    return command(
        _handler(model, fields),
        model.kind,
        f"action.{model.kind}",
        domain=game.key,
        option_code=f"field.{model.kind}",
        completers={
            field.name: _completer(model.kind, field)
            for field in fields
            if field.type in {"text", "number"}
        },
        parent=parent,
    )


def _handler(model: type[Action], fields: Iterable[Field]) -> Handler:
    async def handler(visit: Visit, **values: Any) -> None:
        await visit.hold()
        raw = {name: as_typed(value) for name, value in values.items() if value is not None}
        await do_typed(visit, model.kind, raw)

    asker = inspect.Parameter("visit", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Visit)
    options = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=_annotation(field),
            default=inspect.Parameter.empty if field.required else None,
        )
        for field in fields
    ]
    handler.__signature__ = inspect.Signature([asker, *options])  # type: ignore[attr-defined]
    return handler


def _annotation(field: Field) -> Any:
    kind: Any
    if field.type == "number":
        # Discord itself holds a number to its bounds, and one as long as a novel out.
        least = field.least if field.least is not None else -(2**53) + 1
        most = field.most if field.most is not None else 2**53 - 1
        kind = app_commands.Range[int, least, most]
    elif field.type == "flag":
        kind = bool
    elif field.type == "choice":
        from typing import Literal

        kind = Literal[field.choices]
    else:
        kind = app_commands.Range[str, 1, TYPED_LIMIT]
    return kind if field.required else Optional[kind]  # noqa: UP045 - a Range has no "|"


def typed(game: AnyGame, look: Look, kind: str, raw: Mapping[str, str]) -> Action | None:
    """Return what was typed; nothing where it warns, and must be asked about once more.

    Raises:
        Refused: It was not understood.
    """
    action = acting.read(game, look, kind, raw)
    return None if game.preview(look.view, action).warnings else action


async def do_typed(visit: Visit, kind: str, raw: dict[str, str]) -> None:
    """Do what was typed in this channel's campaign, or say why not and what would be legal.

    Raises:
        Complaint: There is no campaign here, or the person is not of it.
    """
    campaign = await visit.campaign()
    look = await visit.look(campaign)
    acting.require_seat(campaign, look)
    game = visit.moderator.game(campaign)
    if kind not in game.actions:
        raise Complaint("visit.other_game", game=visit.words.label("game.title"))
    try:
        action = await visit.ask(typed, campaign, look, kind, raw)
        if action is None:
            await ask_first(visit, campaign, look, kind, raw)
            return
        page = await acting.act(visit, campaign, action)
    except Refused as refused:
        await show_refused(visit, campaign, look, kind, raw, refused)
        return
    await visit.show(page)


# ------------------------------------------------------------------- autocomplete


def _completer(kind: str, field: Field) -> Callable[..., Any]:
    async def complete(
        interaction: discord.Interaction[Any], current: Any
    ) -> list[app_commands.Choice[Any]]:
        typed = "" if current is None else str(current)
        filled = {
            name: as_typed(value)
            for name, value in interaction.namespace
            if name != field.name and value not in {None, ""}
        }
        try:
            return await offers(Visit(interaction), kind, field, typed[:TYPED_LIMIT], filled)
        except (Complaint, StoreError) as error:
            log.info("No autocomplete: %s", error)
        except Exception:
            # An empty list costs the person some typing; an error costs them the command.
            log.exception("Autocomplete of %s %s failed", kind, field.name)
        return []

    return complete


async def offers(
    visit: Visit, kind: str, field: Field, typed: str, filled: Mapping[str, str]
) -> list[app_commands.Choice[Any]]:
    """Return what to offer for a field, best first, at most 25.

    Works from the person's own view only; a spectator is offered nothing.
    """
    campaign = await visit.campaign()
    look = await visit.look(campaign)
    if look.seat is None or look.view is None or campaign.status != "playing":
        return []
    game = visit.moderator.game(campaign)
    if kind not in game.actions:
        return []
    if field.compound:
        head, _, _ = typed.rpartition(",")
        filled = {**filled, field.name: head}
    where = look.view, visit.language, kind, field
    found = await visit.ask(offered, campaign, *where, typed, filled)
    if field.type == "number":
        return [app_commands.Choice(name=n, value=int(v)) for v, n in found if _is_number(v)]
    return [app_commands.Choice(name=label, value=value) for value, label in found]


def offered(
    game: AnyGame,
    view: Any,
    language: str,
    kind: str,
    field: Field,
    typed: str,
    filled: Mapping[str, str],
) -> list[tuple[str, str]]:
    """Return what a field may hold that fits what is typed: values and labels, best first."""
    plain = words_for(language, game).plain
    options = islice(usable(game.options(view, kind, field.name, filled)), SCAN)
    return matching(field, ((option, plain.say(option)) for option in options), typed)


def matching(
    field: Field, options: Iterable[tuple[Option, str]], typed: str
) -> list[tuple[str, str]]:
    """Return what a field may hold that fits what is typed: values and labels, best first."""
    if field.many and not field.one:
        return list_offers(options, typed)
    return best([(option.value, str(label)) for option, label in options], typed)


def list_offers(options: Iterable[tuple[Option, str]], typed: str) -> list[tuple[str, str]]:
    """Return offers for a comma list: what is typed stays, the last item is completed."""
    head, comma, last = typed.rpartition(",")
    kept = items_of(head)
    if not comma:
        return best([(option.value, str(label)) for option, label in options], typed)
    known = {item.casefold() for item in kept}
    prefix = ", ".join(kept)
    entries = []
    for option, label in options:
        fresh = [item for item in items_of(option.value) if item.casefold() not in known]
        if fresh:
            entries.append((", ".join((prefix, *fresh)), f"{prefix}, {label}"))
    found = best(entries, last, shown_from=len(prefix) + 2)
    if not last.strip() and len(prefix) <= 100:
        found = [(prefix, prefix), *found][:GROUP_SIZE]
    return found


def _is_number(value: str) -> bool:
    digits = value.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= 15
