"""What is felt and heard of from beside the bot: the event loop's pulse, requests to Discord."""

import asyncio
import time

import aiohttp
import pytest

from bot.inside.measures import Measures
from bot.inside.pages import Pages
from bot.watch import Pulse, requests


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


class Answers(Measures):
    """Notes how requests were answered."""

    def __init__(self) -> None:
        self.statuses: list[int | None] = []

    def requested(self, status: int | None, seconds: float) -> None:
        """Note one."""
        assert seconds > 0
        self.statuses.append(status)


async def test_every_request_is_heard_of() -> None:
    """By the status of its answer, and also where none comes."""

    async def nothing() -> bytes:
        return b""

    async def no_reason() -> str:
        return "not now"

    pages, answers = Pages(nothing, no_reason), Answers()
    await pages.open("127.0.0.1", 0)
    home = f"http://127.0.0.1:{pages.port}"
    async with aiohttp.ClientSession(trace_configs=[requests(answers)]) as session:
        for path in ("healthz", "readyz", "nowhere"):
            async with session.get(f"{home}/{path}"):
                pass
        await pages.close()
        with pytest.raises(aiohttp.ClientError):
            await session.get(f"{home}/healthz")

    assert answers.statuses == [200, 503, 404, None]
