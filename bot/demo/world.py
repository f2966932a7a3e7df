"""The simulated server: its channels, its people, and today's date."""

import functools
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import discord
import simcord
from discord.ext import commands
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.games import GAMES
from bot.text import words_for
from bot.text.catalogue import LANGUAGES
from engine.strengths import STRENGTHS, strength_of

BEATING = 6 * 3600.0
"""Seconds between two looks at all clocks: SimCord waits for all that is to be done within
SETTLING, and would wait for ever. What runs out in between has a timer of its own."""
SETTLING = 60.0
"""Seconds that one action may take: a large map on a slow machine, not a hang."""
STARTING = 240.0
"""Seconds that each step of the start may take, on a machine that is busy with something else.

Not of what comes later: a page waits for whatever the bot means to do within its patience."""


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: which game system, and against whom."""

    game: str
    opponent: str = "people"
    """"people", "computer" (the strongest), or a weaker strength of the computer."""

    @property
    def room(self) -> str:
        """The name of its channel."""
        name = self.game.replace("_", "-")
        return name if self.opponent == "people" else f"{name}-{self.opponent}"


@dataclass(frozen=True, slots=True)
class World:
    """A server with a channel for every match, and the people in it.

    Attributes:
        match: The one that is shown.
        referee_role: The role that lets people referee; the host has it.
        language: In which the demo speaks.
        locales: In which each person reads, by their id: whoever types the name of a language in
            the channel reads in it from then on.
    """

    env: simcord.Env
    match: Match
    rooms: Mapping[Match, ChannelHandle]
    host: MemberActor
    alice: MemberActor
    bruno: MemberActor
    referee_role: int
    language: str = "en"
    locales: dict[int, str] = field(default_factory=dict)

    @property
    def channel(self) -> ChannelHandle:
        """The channel of the match that is shown."""
        return self.rooms[self.match]

    @property
    def players(self) -> tuple[MemberActor, MemberActor]:
        """Those who sit at the board."""
        return self.alice, self.bruno


def matches() -> tuple[Match, ...]:
    """Return every match that may be played, those of a newer game last.

    The computer's weaker strengths came after the two games there were then: a kept database
    finds its channels by this order.
    """
    usual = [Match(game, opponent) for game in GAMES for opponent in ("people", "computer")]
    weaker = [Match(game, strength) for game in GAMES for strength in STRENGTHS[:-1]]
    return (*usual, *weaker)


class UnknownMatchError(ValueError):
    """What is asked for cannot be played; the message says why."""


def find_match(game: str = "", opponent: str = "") -> Match:
    """Return the match that is meant; the first game by two people where nothing is said.

    Raises:
        UnknownMatchError: There is no such game, or nobody of that kind who plays it.
    """
    key = game.lower().replace("-", "_") or next(iter(GAMES))
    if key not in GAMES:
        known = ", ".join(one.replace("_", "-") for one in GAMES)
        raise UnknownMatchError(f"there is no game {game!r}; there are: {known}")
    players = ("people", "computer", *STRENGTHS)
    if opponent and opponent not in players:
        raise UnknownMatchError(f"an opponent is {', '.join(players)}, not {opponent!r}")
    if opponent in ("", "people"):
        return Match(key)
    there, title = GAMES[key].opponents, words_for("en", GAMES[key]).plain.label("game.title")
    if not there:
        raise UnknownMatchError(f"{title} has no computer player yet")
    if opponent != "computer" and opponent not in there:
        raise UnknownMatchError(
            f"{title} has no computer {opponent!r}; there are: {', '.join(there)}"
        )
    # The strongest has one channel, whatever it is called.
    return Match(key, "computer" if opponent == strength_of(GAMES[key]) else opponent)


def build_world(bot: commands.Bot, match: Match | None = None, language: str = "en") -> World:
    """Build the server around a bot that has not started, to show *match* or the first one.

    Everything is built before the clock moves, the channels of further matches last: ids are then
    the same at every start, so the campaigns in a kept database still find their channel and their
    players.
    """
    env = simcord.Env(bot, settle_timeout=STARTING, check_errors=False)
    _declare_idling(bot, env)
    _be_patient(env)
    env.backend.edit_bot_profile("Adjutant")
    owner = env.create_user("host", global_name="Host")
    guild = env.create_guild("Staff College", owner=owner)

    def room(match: Match) -> ChannelHandle:
        words = words_for(language, GAMES[match.game]).plain
        topic = words.bot("demo.topic", title=words.label("game.title"))
        return guild.create_text_channel(match.room, topic=topic)

    first, *others = matches()
    rooms = {first: room(first)}
    marshal = guild.create_role("Host", permissions=discord.Permissions(manage_messages=True))
    host = guild.add_member(owner, roles=[marshal])
    alice = guild.add_member(env.create_user("alice", global_name="Alice"))
    bruno = guild.add_member(env.create_user("bruno", global_name="Bruno"))
    # Their direct messages exist from the start too, for the same reason.
    for player in (alice, bruno):
        env.backend.get_dm_channel(player.id)
    rooms |= {other: room(other) for other in others}
    # The host may referee: whoever looks as them can see what that is.
    referee = guild.create_role("Referee")
    env.backend.get_member(guild.id, host.id).role_ids.append(referee.id)
    env.backend.advance_clock(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))
    world = World(env, match or first, rooms, host, alice, bruno, referee.id, language)
    world.locales.update(dict.fromkeys((host.id, alice.id, bruno.id), language))
    env.backend.subscribers.insert(0, functools.partial(_speak, world.locales))
    return world


def _speak(locales: dict[int, str], event: str, payload: Any) -> None:
    """Let everybody press and type in their own language, and choose it by its name.

    SimCord's people all speak English otherwise.
    """
    if event == "INTERACTION_CREATE":
        person = (payload.get("member") or payload)["user"]
        payload["locale"] = locales.get(int(person["id"]), "en")
    elif event == "MESSAGE_CREATE":
        named = {words_for(one).bot("demo.name").casefold(): one for one in LANGUAGES}
        chosen = named.get(str(payload.get("content", "")).strip().casefold())
        person = int(payload["author"]["id"])
        if chosen is not None and person in locales:
            locales[person] = chosen


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
    if hasattr(bot, "beating"):
        bot.beating = BEATING
    if hasattr(bot, "tidy_every"):
        bot.tidy_every = BEATING
    if hasattr(bot, "heeding"):
        bot.heeding = BEATING


def _be_patient(env: simcord.Env) -> None:
    """Give a start as much time as everything else; SimCord gives it five seconds.

    The bot draws the map as it starts, and a small machine may take longer over its first one.
    """
    settle = env._settle_internal

    async def settle_patiently(**options: Any) -> None:
        options.pop("timeout", None)
        await settle(**options)

    env._settle_internal = settle_patiently  # type: ignore[method-assign]
