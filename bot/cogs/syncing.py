"""Telling Discord which commands there are: only when they have changed.

Discord allows 200 newly created commands a day and server, and every change makes people's pickers
blink, so a start compares first and writes only where there is a difference.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.http import Route

log = logging.getLogger(__name__)

_KEPT = (
    "name",
    "description",
    "type",
    "autocomplete",
    "required",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
    "value",
    "nsfw",
)
_EMPTY: tuple[Any, ...] = (None, False, {}, [], ())


async def sync(
    tree: app_commands.CommandTree[Any], application_id: int, guild_id: int | None = None
) -> bool:
    """Bring Discord's list of commands up to date; say whether that took a change.

    Args:
        tree: The commands.
        application_id: Whose they are.
        guild_id: A server whose own list is meant, for development; else the global one.
    """
    guild = None if guild_id is None else discord.Object(guild_id)
    if guild is not None:
        tree.copy_global_to(guild=guild)
    known = await _known(tree, application_id, guild_id)
    wanted = await payload(tree, guild)
    if fingerprint(known) == fingerprint(wanted):
        log.info("The commands are up to date")
        return False
    # Not tree.sync(): that has everything translated a second time.
    http: Any = tree.client.http
    if guild_id is None:
        await http.bulk_upsert_global_commands(application_id, payload=wanted)
    else:
        await http.bulk_upsert_guild_commands(application_id, guild_id, payload=wanted)
    log.info("%d commands written", len(wanted))
    return True


async def clear(http: Any, application_id: int, guild_id: int) -> bool:
    """Take back a server's own list of commands; say whether it is gone."""
    try:
        await http.bulk_upsert_guild_commands(application_id, guild_id, [])
    except (discord.Forbidden, discord.NotFound):
        log.info("Server %d keeps no commands of ours: the bot is not there", guild_id)
    except discord.HTTPException as error:
        log.warning("The commands of server %d could not be taken back: %s", guild_id, error)
        return False
    return True


async def payload(
    tree: app_commands.CommandTree[Any], guild: discord.Object | None = None
) -> list[Mapping[str, Any]]:
    """Return the commands as they are sent, every language included."""
    translator = tree.translator
    commands = tree.get_commands(guild=guild)
    if translator is None:
        return [command.to_dict(tree) for command in commands]
    return [await command.get_translated_payload(tree, translator) for command in commands]


def fingerprint(commands: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Return what counts of a list of commands; Discord adds ids and leaves out defaults."""
    return sorted((_normal(command) for command in commands), key=lambda command: command["name"])


async def _known(
    tree: app_commands.CommandTree[Any], application_id: int, guild_id: int | None
) -> list[Mapping[str, Any]]:
    home = f"/applications/{application_id}"
    if guild_id is not None:
        home += f"/guilds/{guild_id}"
    # Not tree.fetch_commands(): that leaves the localisations out.
    http: Any = tree.client.http
    found: list[Mapping[str, Any]] = await http.request(
        Route("GET", f"{home}/commands"), params={"with_localizations": "true"}
    )
    return found


def _normal(thing: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: thing[name] for name in _KEPT if thing.get(name) not in _EMPTY}
    kept.setdefault("type", 1)
    for name in ("name_localizations", "description_localizations"):
        if thing.get(name):
            kept[name] = dict(thing[name])
    for name in ("contexts", "integration_types"):
        if thing.get(name) is not None:
            kept[name] = sorted(thing[name])
    for name in ("options", "choices"):
        if thing.get(name):
            kept[name] = [_normal(inner) for inner in thing[name]]
    return kept
