"""The bot in a simulated Discord on this machine: `python -m bot demo`.

Nothing of it runs in production, and the rest of the bot knows nothing of it: the demo builds the
same bot as `bot run` does and lets SimCord's preview show what Discord would.
"""

from bot.demo.guide import Addresses
from bot.demo.host import DEFAULT_PORT, run_demo

__all__ = ["DEFAULT_PORT", "Addresses", "run_demo"]
