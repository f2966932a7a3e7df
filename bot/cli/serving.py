"""`python -m bot run`: starts the bot and stops it cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.cli.exits import Exit
from bot.inside.lines import Lines
from bot.memory import loading
from bot.settings import HostSettings, SettingsError, load_settings, unknown
from bot.store import StoreError

if TYPE_CHECKING:
    from bot.app import Adjutant

log = logging.getLogger("bot")

CHATTY = ("discord.gateway", "discord.http", "discord.webhook", "aiosqlite", "asyncio")
"""At DEBUG these log every packet, statement and coroutine, with all that is in it."""


def set_up_logging(settings: HostSettings) -> None:
    """Log to standard error, as much as the operator wants and in the format that they want."""
    handler = logging.StreamHandler(sys.stderr)
    token = settings.token.get_secret_value()
    # What the store raises is one line, meant for the operator.
    handler.setFormatter(Lines(token, settings.log_format, said=(StoreError,)))
    logging.basicConfig(level=settings.log_level_number, handlers=[handler], force=True)
    for chatty in CHATTY:
        logging.getLogger(chatty).setLevel(max(settings.log_level_number, logging.INFO))


def run() -> int:
    """Run the bot until SIGINT or SIGTERM; return the exit code of the process.

    What keeps it from starting is said in one line.
    """
    try:
        settings = load_settings()
    except SettingsError as error:
        return fail(str(error), Exit.WRONG)
    set_up_logging(settings)
    for name in unknown():
        log.warning("%s is no setting of Adjutant (.env.example lists them all)", name)
    # After the settings: their mistakes should show at once.
    with loading():
        from bot import drawing, thinking
        from bot.app import JOBS, StartsSpent, create_bot

    try:
        bot = create_bot(
            settings,
            studio=drawing.Apart(settings.drawn_folder),
            thinkers=thinking.Apart(settings.thinkers, loads=JOBS),
            sharded=True,
        )
        asyncio.run(serve(bot, settings.token.get_secret_value()))
    except KeyboardInterrupt:
        pass
    except SettingsError as error:
        return fail(str(error), Exit.WRONG)
    except StoreError as error:
        return fail(str(error))
    except discord.LoginFailure:
        return fail(
            "Discord refuses the token: copy it anew from the page Bot of the developer portal "
            "into ADJUTANT_TOKEN."
        )
    except StartsSpent as error:
        return fail(str(error))
    except discord.ConnectionClosed as error:
        return fail(closed(error.code))
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound, TimeoutError) as error:
        return fail(f"Discord cannot be reached ({type(error).__name__}): is there a connection?")
    except discord.HTTPException as error:
        return fail(f"Discord refuses to let the bot in: {error.status} {error.text}.")
    return Exit.FINE


def closed(code: int) -> str:
    """Return what the operator can do about a connection that Discord has closed for good."""
    if code in {4010, 4011}:
        return (
            "Discord wants another number of gateway shards: leave ADJUTANT_SHARDS empty, and its "
            "own recommendation is taken."
        )
    return f"Discord has closed the connection for good (code {code})."


async def serve(bot: Adjutant, token: str) -> None:
    """Run *bot* until a signal comes or it ends by itself, then close everything it holds.

    Raises:
        StoreError: The database cannot be used; Discord is not bothered then.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers; there Ctrl-C arrives as KeyboardInterrupt.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, stop.set)
    async with bot:
        await bot.open()
        running = asyncio.create_task(bot.start(token))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if stopping.done() and not running.done():
            log.info("Stopping")
            await bot.close()
        stopping.cancel()
        await running
    log.info("Stopped")


def fail(line: str, code: Exit = Exit.SHORT) -> Exit:
    """Say in one line what is wrong, and return the exit code for it."""
    print(line, file=sys.stderr)
    return code
