"""Whether the bot in this container is well: 0, or 1 with a line. It asks the bot's own page.

Where `ADJUTANT_METRICS` names no address there is no such page, and nothing is asked.
"""

import os
import sys
import urllib.error
import urllib.request

PATIENCE = 5
"""Seconds that the bot has to answer."""


def main() -> int:
    """Ask, and say what is wrong."""
    address = os.environ.get("ADJUTANT_METRICS", "").strip()
    if not address:
        return 0
    host, _, port = address.rpartition(":")
    here = "127.0.0.1" if host in {"", "0.0.0.0", "[::]"} else host  # noqa: S104 - is compared only
    try:
        with urllib.request.urlopen(f"http://{here}:{port}/healthz", timeout=PATIENCE):
            return 0
    except (OSError, ValueError) as error:
        print(f"The bot is not well: {error}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
