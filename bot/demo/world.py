"""The simulated server: its channel, its people, and today's date."""

from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import discord
import simcord
from discord.ext import commands
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

SETTLING = 60.0
"""Seconds that one action may take: a large map on a slow machine, not a hang."""


@dataclass(frozen=True, slots=True)
class World:
    """A server with one channel and the people in it."""

    env: simcord.Env
    channel: ChannelHandle
    host: MemberActor
    alice: MemberActor
    bruno: MemberActor

    @property
    def players(self) -> tuple[MemberActor, MemberActor]:
        """Those who sit at the board."""
        return self.alice, self.bruno


def build_world(bot: commands.Bot) -> World:
    """Build the server around a bot that has not started.

    Everything is built before the clock moves: ids are then the same at every start, so the
    campaigns in a kept database still find their channel and their players.
    """
    env = simcord.Env(bot, settle_timeout=SETTLING, check_errors=False)
    _declare_idling(bot, env)
    _be_patient(env)
    env.backend.edit_bot_profile("Adjutant")
    owner = env.create_user("host", global_name="Host")
    guild = env.create_guild("Staff College", owner=owner)
    channel = guild.create_text_channel(
        "war-of-the-pacific", topic="A campaign of War of the Pacific, moderated by Adjutant"
    )
    marshal = guild.create_role("Host", permissions=discord.Permissions(manage_messages=True))
    host = guild.add_member(owner, roles=[marshal])
    alice = guild.add_member(env.create_user("alice", global_name="Alice"))
    bruno = guild.add_member(env.create_user("bruno", global_name="Bruno"))
    # Their direct messages exist from the start too, for the same reason.
    for player in (alice, bruno):
        env.backend.get_dm_channel(player.id)
    env.backend.advance_clock(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))
    return World(env, channel, host, alice, bruno)


def _declare_idling(bot: commands.Bot, env: simcord.Env) -> None:
    """Let SimCord know a courier without work from one that hangs.

    Nor shall the pages stand still while the computer thinks: its moves come when they come.
    """

    async def idle(awaitable: Awaitable[Any]) -> Any:
        return await env.external_wait(awaitable, reason="the courier waits for work")

    async def ponder(awaitable: Awaitable[Any]) -> Any:
        return await env.external_wait(awaitable, reason="the computer thinks")

    if hasattr(bot, "idle"):
        bot.idle = idle
    if hasattr(bot, "ponder"):
        bot.ponder = ponder


def _be_patient(env: simcord.Env) -> None:
    """Give a start as much time as everything else; SimCord gives it five seconds.

    The bot draws the map as it starts, and a small machine may take longer over its first one.
    """
    settle = env._settle_internal

    async def settle_patiently(**options: Any) -> None:
        options.pop("timeout", None)
        await settle(**options)

    env._settle_internal = settle_patiently  # type: ignore[method-assign]
