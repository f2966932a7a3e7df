"""What a newcomer is told first: three lines, in the terminal and pinned in the channel."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.app import Adjutant
from bot.demo.campaign import campaign_of, commanders
from bot.text import words_for

if TYPE_CHECKING:
    from bot.demo.world import World

TYPE = (
    "Press the button under the latest map, or type /{command} and choose an action; type a letter "
    "into an empty box to see what is legal there."
)
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


async def lines_for(world: "World") -> tuple[str, str, str]:
    """Return who plays what, how to act, and where to look."""
    bot = world.env.bot
    if not isinstance(bot, Adjutant):
        return "Nobody plays here.", "", LOOK
    game = bot.games[world.match.game]
    return await _sit(world), TYPE.format(command=game.command), LOOK


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


def guide_for_terminal(lines: tuple[str, str, str], addresses: Addresses, database: str) -> str:
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
            *(f"{number}. {line}" for number, line in enumerate(lines, 1)),
            "",
            f"The games are kept in {database}. Ctrl-C stops.",
        )
    )


def guide_for_channel(lines: tuple[str, str, str]) -> str:
    """The guide as the host writes it into the channel."""
    return "\n".join(
        (
            "**How to play here**",
            *(f"{number}. {line}" for number, line in enumerate(lines, 1)),
            "The terminal names the addresses of both players' direct messages.",
        )
    )
