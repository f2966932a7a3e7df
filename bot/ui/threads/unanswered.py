"""What is raised where Discord gives no answer to what the bot asks by itself."""

from __future__ import annotations

from typing import Final

import aiohttp
import discord

NO_ANSWER: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Nobody waits for it: it is asked another time."""
