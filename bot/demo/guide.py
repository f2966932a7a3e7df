"""What a newcomer is told first: three lines, in the terminal and pinned in the channel."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.demo.host import Addresses
    from bot.demo.world import World

SIT = "You play both sides: alice commands the Allies, bruno Chile; switch by 'Viewing as'."
TYPE = (
    "Press the button under the latest map, or type /wp and choose an action; type a letter into "
    "an empty box to see what is legal there."
)
LOOK = "/orders show, /map show, /log show and /help answer you alone; secrets come as messages."


def guide_for_terminal(addresses: "Addresses", database: str) -> str:
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
            f"1. {SIT}",
            f"2. {TYPE}",
            f"3. {LOOK}",
            "",
            f"The games are kept in {database}. Ctrl-C stops.",
        )
    )


def guide_for_channel(world: "World") -> str:
    """The guide as the host writes it into the channel."""
    alice, bruno = (player.name for player in world.players)
    return "\n".join(
        (
            "**How to play here**",
            f"1. {SIT.replace('alice', alice).replace('bruno', bruno)}",
            f"2. {TYPE}",
            f"3. {LOOK} The terminal names the addresses of both players' direct messages.",
        )
    )
