"""What the simulated Discord forgets between two starts: every message."""

from bot.games import GAMES
from bot.moderator.table.versions import build_of
from bot.settings import HostSettings
from bot.store import Database, outbox


async def note_lost_messages(settings: HostSettings) -> None:
    """Note that no campaign's panel exists any more, so that the bot posts them anew.

    On Discord a deleted panel is noticed when it is next edited. Here all are gone at every start,
    and a newcomer should not have to make a move before they see the board.

    Raises:
        StoreError: The database cannot be used.
    """
    database = await Database.open(settings.database_url, build=build_of(GAMES))
    try:
        async with database.write() as connection:
            await outbox.panels_lost(connection)
    finally:
        await database.close()
