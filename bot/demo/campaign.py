"""The demo's campaign, brought under way as players would: by the bot's own commands.

It goes step by step from whatever the database holds, so a demo that was stopped half-way goes on
where it stopped, and one that has been played is left alone.
"""

from typing import Any

from simcord.actors import MemberActor

from bot.app import Adjutant
from bot.demo.world import World
from bot.moderator import Campaign

GAME = "war_of_the_pacific"
NAME = "The Nitrate War"
SIDES = {"allies": "alice", "chile": "bruno"}
SETTING_UP = "setup"
MOST_STEPS = 20
"""More than any way from nothing to the first plan takes: a bug must not go round for ever."""


class CannotPrepare(Exception):
    """The bot did not do what the demo asked; the message is what it answered."""


async def bring_under_way(world: World) -> None:
    """Create a campaign, seat both players, and set the board up; do nothing if that is done.

    Raises:
        CannotPrepare: The bot refused a step.
    """
    for _ in range(MOST_STEPS):
        if not await _take_a_step(world):
            _clear_away(world)
            return
    raise CannotPrepare("the set-up never ends")


async def _take_a_step(world: World) -> bool:
    """Do the next thing that is missing; say whether there was one."""
    bot = world.env.bot
    assert isinstance(bot, Adjutant)
    campaign = await bot.moderator.campaign_in(world.alice.guild.id, world.channel.id)
    if campaign is None:
        await _type(world, world.alice, "game new", game=GAME, name=NAME)
        return True
    if campaign.status == "open":
        await _seat_somebody_or_start(world, campaign)
        return True
    look = await bot.moderator.look(campaign.id)
    if look.status is None or look.status.phase_key != SETTING_UP or not look.decisions:
        return False
    player = _player(world, look.decisions[0].seat)
    await _type(world, player, "wp standard")
    await _type(world, player, "wp done")
    return True


async def _seat_somebody_or_start(world: World, campaign: Campaign) -> None:
    for side, people in campaign.seats.items():
        if not people:
            await _type(world, _player(world, side), "game join", side=side)
            return
    await _type(world, world.alice, "game start")


def _player(world: World, side: str) -> MemberActor:
    return next(player for player in world.players if player.name == SIDES[side])


def _clear_away(world: World) -> None:
    """Dismiss the private answers to all this: a newcomer would wonder whose they are."""
    kept = world.env.backend.messages[world.channel.id]
    for message in [message for message in kept.values() if message.is_ephemeral]:
        del kept[message.id]


async def _type(world: World, player: MemberActor, command: str, /, **options: Any) -> None:
    """Let a player type a command, and hold the bot to it."""
    cursor = world.env.error_cursor
    result = await player.slash(world.channel, command, **options)
    failed = world.env.errors_since(cursor)
    if not result.acknowledged or failed:
        raise CannotPrepare(f"/{command} failed: {failed or 'no answer'}")
