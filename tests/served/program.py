"""``python -m bot ...`` against the served Discord: the same program, told another address.

Nothing of ours is changed or replaced; it needs nothing but discord.py, so any build can be run so
(``python program.py ADDRESS run`` in its folder).
"""

import sys

import discord.gateway
import discord.http
import yarl


def main() -> None:
    """Do what the bot's own command line does."""
    address = sys.argv.pop(1)
    discord.http.Route.BASE = f"{address}/api/v10"
    here = yarl.URL(address).with_scheme("ws") / "gateway"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = here
    from bot.__main__ import main as run

    run()


if __name__ == "__main__":
    main()
