"""What the simulated Discord forgets between two starts: every message."""

import logging

from bot.games import GAMES
from bot.moderator.table.versions import build_of
from bot.settings import HostSettings
from bot.store import Database, outbox


async def note_lost_messages(settings: HostSettings) -> None:
    """Note that no campaign's panel exists any more, so that the bot posts them anew.

    On Discord a deleted panel is noticed when it is next edited. Here all are gone at every start,
    and a newcomer should not have to make a move before they see the board.

    Raises:
        StoreError: The database cannot be used, or a bot is using it.
    """
    said = logging.root.manager.disable
    logging.disable()  # that it is new tells a host something, a newcomer nothing
    try:
        # Alone: whoever names the database of a bot at work shall not lose its panels.
        database = await Database.open(settings.database_url, build=build_of(GAMES), alone=True)
    finally:
        logging.disable(said)
    try:
        async with database.write() as connection:
            await outbox.panels_lost(connection)
    finally:
        await database.close()
