"""The demo's campaign, brought under way as players would: by the bot's own commands.

It goes step by step from whatever the database holds, so a demo that was stopped half-way goes on
where it stopped, and one that has been played is left alone. Of the game it knows what the contract
tells: its sides, and what they owe.
"""

from typing import Any

from simcord.actors import MemberActor

from bot.app import Adjutant
from bot.demo.world import World
from bot.moderator import Campaign, Look
from bot.ui.planning.controls import SETTING_UP
from engine.api import Decision

MOST_STEPS = 20
"""More than any way from nothing to the first plan takes: a bug must not go round for ever."""


class CannotPrepare(Exception):
    """The bot did not do what the demo asked; the message is what it answered."""


async def bring_under_way(world: World) -> None:
    """Create a campaign, seat whoever plays, and set up until each of them has something to do.

    Do nothing if that is done.

    Raises:
        CannotPrepare: The bot refused a step.
    """
    await _choose_referees(world)
    for _ in range(MOST_STEPS):
        if not await _take_a_step(world):
            _clear_away(world)
            return
    raise CannotPrepare("the set-up never ends")


async def _choose_referees(world: World) -> None:
    """Let the server have a role of referees, unless somebody has chosen one, or none, already."""
    servers, guild_id = _bot(world).moderator.servers, world.alice.guild.id
    if await campaign_of(world) is None:
        await servers.choose_referees(guild_id, world.referee_role)


async def campaign_of(world: World) -> Campaign | None:
    """Return the campaign in the channel that is shown, if there is one."""
    bot = _bot(world)
    return await bot.moderator.reader.campaign_in(world.alice.guild.id, world.channel.id)


def commanders(world: World, campaign: Campaign) -> dict[str, MemberActor]:
    """Return who plays which side: whoever holds it, and of free ones those who shall."""
    people = world.players if campaign.opponent == "people" else world.players[:1]
    found = dict(zip(campaign.seats, people, strict=False))
    for side, ids in campaign.seats.items():
        for player in people:
            if player.id in ids:
                found[side] = player
    return found


async def _take_a_step(world: World) -> bool:
    """Do the next thing that is missing; say whether there was one."""
    campaign = await campaign_of(world)
    if campaign is None:
        match = world.match
        said = {"game": match.game, "opponent": match.opponent, "language": world.language}
        await _type(world, world.alice, "game new", **said)
        return True
    if campaign.status == "open":
        await _seat_somebody_or_start(world, campaign)
        return True
    look = await _bot(world).moderator.reader.look(campaign.id)
    if look.status is None or look.status.phase_key != SETTING_UP:
        return False
    return await _set_up(world, look)


async def _seat_somebody_or_start(world: World, campaign: Campaign) -> None:
    for side, player in commanders(world, campaign).items():
        if not campaign.seats[side]:
            await _type(world, player, "game join", side=side)
            return
    await _type(world, world.alice, "game start")


async def _set_up(world: World, look: Look) -> bool:
    """Do for a side what needs no choice, while another one must wait for it."""
    players = commanders(world, look.campaign)
    awaited = {decision.seat for decision in look.decisions}
    if not look.decisions or awaited >= players.keys():
        return False
    decision = look.decisions[0]
    kind = await _ready_made(world, players[decision.seat], decision)
    if kind is None:
        return False
    command = _bot(world).games[world.match.game].command
    await _type(world, players[decision.seat], f"{command} {kind}")
    return True


async def _ready_made(world: World, player: MemberActor, decision: Decision) -> str | None:
    """Return what settles a decision without more words: the last such kind that is possible."""
    bot = _bot(world)
    game = bot.games[world.match.game]
    campaign = await campaign_of(world)
    assert campaign is not None
    look = await bot.moderator.reader.look(campaign.id, player.id)
    possible = game.kinds(look.view)
    for kind in reversed(decision.kinds):
        fields = game.actions[kind].model_fields.values()
        if kind in possible and not any(field.is_required() for field in fields):
            return kind
    return None


def _bot(world: World) -> Adjutant:
    bot = world.env.bot
    assert isinstance(bot, Adjutant)
    return bot


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
