"""The event loop's pulse, felt from beside it."""

import asyncio
import time

from bot.inside.measures import Measures
from bot.watch import Pulse


class Felt(Measures):
    """Notes how long the loop let it wait."""

    def __init__(self) -> None:
        self.lags: list[float] = []
        self.again = asyncio.Event()

    def lagged(self, seconds: float) -> None:
        """Note one."""
        self.lags.append(seconds)
        self.again.set()


async def test_a_loop_that_is_held_is_felt() -> None:
    """As long as it was."""
    felt = Felt()
    pulse = Pulse(felt, asyncio.get_running_loop(), every=0.001)
    try:
        await felt.again.wait()
        felt.again.clear()
        begun = time.perf_counter()
        while time.perf_counter() - begun < 0.1:
            pass  # holds the loop: whatever it was given waits
        await felt.again.wait()
    finally:
        pulse.stop()

    assert max(felt.lags) >= 0.05
