"""What a newcomer is told first: four lines, in the terminal and pinned in the channel.

Three of them, who plays what, what is done and what to do first, stand again at the channel's end:
a page opens there, and on a telephone the buttons of the game's latest message are just above.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.app import Adjutant
from bot.demo.campaign import campaign_of, commanders
from bot.text import words_for

if TYPE_CHECKING:
    from bot.demo.world import World

FIRST = "First: as {player}, press '{button}' under the game's latest message."
WAIT = "It is nobody's move at this table right now: press \"What's new?\" on the pinned panel."
MOST_DONE = 4
"""Deeds that are named; of a game that has been played for longer only how many they are."""
TYPED = "Or type /{command} and choose an action: a letter in an empty box shows what is legal. "
LOOK = (
    "/orders show, /map show, /log show, /odds, /rules and /help answer you alone; "
    "secrets come as messages."
)


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where to look. Whoever has an address may play, so they are not logged."""

    channel: str
    alice: str
    bruno: str


@dataclass(frozen=True, slots=True)
class Guide:
    """What a newcomer is told.

    Attributes:
        sit: Who plays what.
        done: What is done already.
        first: What to press first.
        look: What may be typed, and where to look.
    """

    sit: str
    done: str
    first: str
    look: str


async def guide_of(world: "World") -> Guide:
    """Return the guide to the campaign in the channel that is shown."""
    bot = world.env.bot
    if not isinstance(bot, Adjutant):
        return Guide("Nobody plays here.", "Nothing is done yet.", "There is nothing to do.", LOOK)
    typed = TYPED.format(command=bot.games[world.match.game].command)
    return Guide(await _sit(world), await _done(world, bot), await _first(world, bot), typed + LOOK)


async def _done(world: "World", bot: Adjutant) -> str:
    """Say what has been done for the players, or how far the game has come."""
    campaign = await campaign_of(world)
    if campaign is None:
        return "Nothing is done yet."
    words = words_for("en", bot.games[campaign.game]).plain
    found = await bot.moderator.reader.log(campaign.id, per_page=50)
    acted = [entry for entry in found.entries if not entry.kind.startswith("!")]
    if len(acted) > MOST_DONE:
        return f"The game has been going on for {found.total} steps: /log show tells them."
    deeds = [f"'{words.kind(one.kind)}' for {words.seat(one.seat or '')}" for one in acted]
    begun = ["the campaign is created, its sides are taken, and it has begun", *deeds]
    return f"Done already: {'; '.join(begun)}."


async def _first(world: "World", bot: Adjutant) -> str:
    """Say who is awaited, and what they press first."""
    campaign = await campaign_of(world)
    if campaign is None:
        return "First: type /game new."
    game = bot.games[campaign.game]
    words = words_for(campaign.language, game).plain
    look = await bot.moderator.reader.look(campaign.id)
    seated = commanders(world, campaign)
    for decision in look.decisions:
        if decision.seat in seated:
            label = words.say(decision.choices[0]) if decision.choices else words.bot("button.plan")
            player = seated[decision.seat].name
            return FIRST.format(player=player, button=label)
    return WAIT


async def _sit(world: "World") -> str:
    bot = world.env.bot
    assert isinstance(bot, Adjutant)
    campaign = await campaign_of(world)
    if campaign is None:
        return "Begin with /game new."
    words = words_for("en", bot.games[campaign.game]).plain
    seated = commanders(world, campaign)
    sides = [f"{player.name} plays {words.seat(side)}" for side, player in seated.items()]
    computer = ", ".join(words.seat(side) for side in campaign.seats if side not in seated)
    if computer:
        return f"{' and '.join(sides)}, the computer {computer}."
    return f"You play both sides: {', '.join(sides)}; switch by 'Viewing as'."


def guide_for_terminal(guide: Guide, addresses: Addresses, database: str) -> str:
    """The guide with the addresses, for the terminal."""
    return "\n".join(
        (
            "",
            "Adjutant is at the table, in a simulated Discord on this machine. Open in a browser:",
            "",
            f"  the campaign's channel     {addresses.channel}",
            f"  alice's direct messages    {addresses.alice}",
            f"  bruno's direct messages    {addresses.bruno}",
            "",
            *_numbered(guide),
            "",
            f"The games are kept in {database}. Ctrl-C stops.",
        )
    )


def guide_for_channel(guide: Guide) -> str:
    """The guide as the host writes it into the channel."""
    return "\n".join(
        (
            "**How to play here**",
            *_numbered(guide),
            "The terminal names the addresses of both players' direct messages.",
        )
    )


def note_for_channel(guide: Guide) -> str:
    """What the host says last: what is done, and what to do first."""
    return f"{guide.done}\n**{guide.first}** {guide.sit}"


def _numbered(guide: Guide) -> tuple[str, ...]:
    lines = (guide.sit, guide.done, guide.first, guide.look)
    return tuple(f"{number}. {line}" for number, line in enumerate(lines, 1))
