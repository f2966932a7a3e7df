"""The served Discord from its start to its end, and processes of the bot that know it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Final

from aiohttp import web

from tests.served import gateway
from tests.served.gateway import Gateway
from tests.served.rest import LARGEST, Requests
from tests.served.world import World

TOKEN: Final = "MTAw.simulated.token"
"""By which processes of the bot are let in."""
PROGRAM: Final = Path(__file__).with_name("program.py")
HERE: Final = Path(__file__).parents[2]
UP: Final = 60.0
"""Seconds in which a process is there that was started."""
KEPT: Final = HERE / "build" / "served"
"""Where printed maps stay from run to run: to draw them all takes a minute."""
ENDING: Final = 30.0
"""Seconds that a process gets to end that is told to."""


class Served:
    """A world that is reached at an address.

    Attributes:
        world: What stands there.
        gateway: Its connections.
        address: What processes of the bot are told.
        processes: Those that know it; whichever still lives at its end is killed.
    """

    def __init__(self, shards: int) -> None:
        self.world = World(shards)
        self.gateway = Gateway(self.world, TOKEN)
        self.address = ""
        self.processes: list[Process] = []

    async def until_connected(self, shard: int, process: Process) -> None:
        """Wait until a process that was started has a shard's connection.

        Raises:
            RuntimeError: It has ended; its last line says why.
        """
        async with asyncio.timeout(UP):
            while not self.gateway.connected(shard):
                if process.pid is None:
                    raise RuntimeError(process.last_words())
                await asyncio.sleep(0.05)

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Serve it on a free port of this machine's own."""
        app = web.Application(client_max_size=LARGEST)
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            port = listening.getsockname()[1]
            connections = f"ws://127.0.0.1:{port}"
            self.gateway.add_to(app, connections + gateway.PATH)
            Requests(self.world, TOKEN).add_to(app, connections + gateway.PATH)
            runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
            await runner.setup()
            await web.SockSite(runner, listening).start()
            self.address = f"http://127.0.0.1:{port}"
            try:
                yield
            finally:
                for one in self.processes:
                    if one.pid is not None:
                        await one.kill()
                await runner.cleanup()


class Process:
    """One process of the bot, begun anew as often as it dies.

    Args:
        served: The Discord that it knows.
        log: The file to which it says what happens.
        settings: Its environment, beside what every one needs.
        folder: Where its program lies: another build's, if it is to be that.
    """

    def __init__(
        self, served: Served, log: Path, settings: Mapping[str, str], folder: Path = HERE
    ) -> None:
        self._served, self._log, self._folder = served, log, folder
        own = {"ADJUTANT_TOKEN": TOKEN, "ADJUTANT_BACKUP_FOLDER": str(KEPT / "backups")}
        self._settings = {**own, **settings}
        database = settings["ADJUTANT_DATABASE"]
        if "://" not in database:
            _share_maps(Path(f"{database}.drawn"))
        served.processes.append(self)
        self._running: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        """The process's number, if it lives."""
        one = self._running
        return None if one is None or one.returncode is not None else one.pid

    def last_words(self) -> str:
        """Return the last line that it has said."""
        lines = self._log.read_text("utf-8", "replace").split("\n") if self._log.exists() else []
        return next((one for one in reversed(lines) if one.strip()), "it has said nothing")

    async def start(self) -> None:
        """Begin it."""
        assert self.pid is None, "it runs"
        kept = {key: value for key, value in os.environ.items() if not key.startswith("ADJUTANT_")}
        with self._log.open("ab") as told:
            self._running = await asyncio.create_subprocess_exec(
                sys.executable,
                str(PROGRAM),
                self._served.address,
                "run",
                cwd=self._folder,
                env={**kept, "PYTHONPATH": str(self._folder), **self._settings},
                stdout=told,
                stderr=told,
                start_new_session=True,
            )

    async def end(self) -> int:
        """Tell it to end, and return its exit code."""
        assert self._running is not None
        with contextlib.suppress(ProcessLookupError):
            self._running.terminate()
        async with asyncio.timeout(ENDING):
            return await self._running.wait()

    async def kill(self) -> None:
        """Let it die at once; what it had beside it ends by itself."""
        assert self._running is not None
        with contextlib.suppress(ProcessLookupError):
            self._running.kill()
        await self._running.wait()

    def stall(self, *, still: bool) -> None:
        """Let it stand still, or go on."""
        if self.pid is not None:
            os.kill(self.pid, signal.SIGSTOP if still else signal.SIGCONT)


def _share_maps(folder: Path) -> None:
    """Let what is drawn for a file stay where it stays for a server."""
    kept = KEPT / "adjutant.drawn"
    kept.mkdir(parents=True, exist_ok=True)
    if not folder.exists():
        folder.symlink_to(kept, target_is_directory=True)
