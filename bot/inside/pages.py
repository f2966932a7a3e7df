"""Three pages for the programs that watch the bot: ``/metrics``, ``/healthz`` and ``/readyz``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

_METRICS: Final = "text/plain; version=0.0.4; charset=utf-8"

LEAVING: Final = 1.0
"""Seconds that whoever is being answered gets when the bot stops."""

Metrics = Callable[[], Awaitable[bytes]]
"""Returns what is measured, as Prometheus reads it."""
Ready = Callable[[], Awaitable[str]]
"""Says in one line what does not work; "" where all does."""


class AddressTaken(Exception):
    """Nothing can be served at an address; the message is one line."""


class Pages:
    """Serves them, in the bot's own event loop: where that turns no more, nobody is answered.

    Attributes:
        port: Where, once they are open.
    """

    def __init__(self, metrics: Metrics, ready: Ready) -> None:
        self.port = 0
        self._metrics = metrics
        self._ready = ready
        self._runner: web.AppRunner | None = None

    async def open(self, host: str, port: int) -> None:
        """Begin to serve; port 0 is any that is free.

        Raises:
            AddressTaken: That address cannot be had.
        """
        app = web.Application()
        app.router.add_get("/metrics", self._tell_metrics)
        app.router.add_get("/healthz", self._tell_health)
        app.router.add_get("/readyz", self._tell_ready)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=LEAVING)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            await self.close()
            raise AddressTaken(f"nothing can be served there ({error.strerror})") from error
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Serve no more; whoever is being answered is."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _tell_metrics(self, _: web.Request) -> web.Response:
        page = await self._metrics()
        return web.Response(body=page, headers={"Content-Type": _METRICS})

    async def _tell_health(self, _: web.Request) -> web.Response:
        return web.Response(text="alive\n")

    async def _tell_ready(self, _: web.Request) -> web.Response:
        why = await self._ready()
        return web.Response(text=f"{why or 'ready'}\n", status=503 if why else 200)
