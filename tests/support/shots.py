"""Screenshots of the local preview: `python -m tests.support.shots FILE [STEP ...]`.

Drives Debian's headless Chromium by its own protocol. Each step is done on the page before the
picture is taken: `press:LABEL` presses a button, `choose:LABEL` chooses from the last menu,
`type:TEXT` types into a dialogue's last field, `wait:TEXT` waits until the page says it, `bottom`
scrolls down, `top` to where the last message begins, `as:NAME` looks as another person,
`size:WIDTHxHEIGHT` makes the window another size, `js:CODE` runs something, `sleep:SECONDS` waits,
`shot:FILE` takes one picture more. The demo's database is used as it is.
"""

import argparse
import asyncio
import base64
import contextlib
import json
import shutil
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import aiohttp

from bot.app import Adjutant
from bot.demo.campaign import campaign_of, commanders
from bot.demo.guide import Addresses
from bot.demo.host import Stage, _create_bot, _keep_time, _prepare, show
from bot.demo.world import World, find_match
from bot.settings import load_settings
from tests.games import known
from tests.support.matches import first_legal, game_of
from tests.support.quick import counted_bytes

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-port=0",
)
PATIENCE = 30.0
STILL = 0.5
READY = 2.0
"""Seconds until a page that shows something also listens."""
SCROLL = (
    "[...document.querySelectorAll('*')].filter(e => e.scrollHeight > e.clientHeight + 50)"
    ".forEach(e => e.scrollTop = e.scrollHeight)"
)

BUTTON = "[...document.querySelectorAll('button')].filter(b => b.innerText.includes(LABEL)).at(-1)"
MENU = "[...document.querySelectorAll('.select-trigger')].at(-1)"
FIELD = "[...document.querySelectorAll('.modal-body textarea, .modal-body input')].at(-1)"
TOP = "[...document.querySelectorAll('.channel-message')].at(-1).scrollIntoView({block: 'start'})"
OPTION = (
    "[...document.querySelectorAll('.preview-select.is-open [role=option]')]"
    ".find(o => o.innerText.includes(LABEL))"
)
VIEWER = """(() => {
    const named = one => one.text === NAME;
    const menu = [...document.querySelectorAll('select')].find(s => [...s.options].some(named));
    menu.value = [...menu.options].find(named).value;
    menu.dispatchEvent(new Event('change', {bubbles: true}));
})()"""
READ = "window.simcordPreview && window.simcordPreview.ready"
"""The page has shown all that it was told, and listens."""
MIDDLE = """(() => {
    const found = ELEMENT;
    found.scrollIntoView({block: 'center'});
    const box = found.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
})()"""


class Page:
    """One page of a browser, by the browser's own protocol."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0

    async def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Call one method of the protocol and return what it answers."""
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": params})
        while True:
            answer: dict[str, Any] = await self._socket.receive_json(timeout=PATIENCE)
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                result: dict[str, Any] = answer["result"]
                return result

    async def run(self, code: str) -> Any:
        """Run JavaScript on the page and return its value."""
        answer = await self.ask(
            "Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    async def until(self, code: str, patience: float = PATIENCE) -> None:
        """Wait until an expression is true on the page, at most so many seconds."""
        async with asyncio.timeout(patience):
            while not await self.run(f"Boolean({code})"):  # noqa: ASYNC110
                await asyncio.sleep(0.1)

    async def resize(self, width: int, height: int) -> None:
        """Make the window so large, in pixels."""
        await self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    async def go(self, address: str, width: int, height: int) -> None:
        """Open an address in a window of that size, and wait until it says something."""
        await self.resize(width, height)
        await self.ask("Emulation.setFocusEmulationEnabled", enabled=True)
        await self.ask("Page.enable")
        await self.ask("Page.navigate", url=address)
        await self.until("document.body && document.body.innerText.length > 50")
        await asyncio.sleep(READY)

    async def click(self, element: str) -> None:
        """Click on an element with the mouse, as soon as it is there and the page listens."""
        await self.until(READ)
        await self.until(element)
        before, now = None, await self.run(MIDDLE.replace("ELEMENT", element))
        while now != before:  # pictures that come late push everything down
            await asyncio.sleep(STILL)
            before, now = now, await self.run(MIDDLE.replace("ELEMENT", element))
        x, y = now
        for kind in ("mousePressed", "mouseReleased"):
            await self.ask(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1
            )

    async def step(self, step: str) -> None:
        """Do one step, as the module's docstring names them."""
        kind, _, what = step.partition(":")
        quoted = json.dumps(what)
        if kind == "press":
            await self.click(BUTTON.replace("LABEL", quoted))
        elif kind == "choose":
            await self.click(MENU)
            await self.click(OPTION.replace("LABEL", quoted))
        elif kind == "type":
            await self.click(FIELD)
            await self.ask("Input.insertText", text=what)
        elif kind == "top":
            await self.run(TOP)
        elif kind == "wait":
            await self.until(f"document.body.innerText.includes({quoted})")
        elif kind == "as":
            await self.run(VIEWER.replace("NAME", quoted))
            await asyncio.sleep(READY)
        elif kind == "size":
            width, _, height = what.partition("x")
            await self.resize(int(width), int(height))
            await asyncio.sleep(READY)
        elif kind == "js":
            await self.run(what)
        elif kind == "shot":
            await self.shoot(Path(what))
        elif kind == "bottom":
            await self.run(SCROLL)
        elif kind == "sleep":
            await asyncio.sleep(float(what))
        else:
            raise SystemExit(f"unknown step: {step}")

    async def shoot(self, file: Path) -> None:
        """Save what the page looks like, as the file's suffix says: PNG or WebP."""
        await asyncio.sleep(1.0)
        kind = file.suffix.removeprefix(".")
        quality = {"quality": 85} if kind == "webp" else {}
        picture = await self.ask("Page.captureScreenshot", format=kind, **quality)
        file.write_bytes(base64.b64decode(picture["data"]))  # noqa: ASYNC240


@contextlib.asynccontextmanager
async def browser(width: int, height: int) -> AsyncIterator[Page]:
    """Start Chromium with one empty page."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        raise SystemExit("Chromium is missing: install it (on Debian: apt-get install chromium).")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = await asyncio.create_subprocess_exec(
            program,
            *FLAGS,
            f"--user-data-dir={profile}",
            f"--window-size={width},{height}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            async with aiohttp.ClientSession() as session:
                address = await _page_address(session, Path(profile))
                async with session.ws_connect(address, max_msg_size=0) as socket:
                    yield Page(socket)
        finally:
            process.terminate()
            await process.wait()


async def _page_address(session: aiohttp.ClientSession, profile: Path) -> str:
    told = profile / "DevToolsActivePort"
    async with asyncio.timeout(PATIENCE):
        while not (told.exists() and told.read_text().strip()):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        port = told.read_text().split()[0]
        while True:
            async with session.get(f"http://127.0.0.1:{port}/json") as got:
                for target in await got.json():
                    if target["type"] == "page":
                        return str(target["webSocketDebuggerUrl"])
            await asyncio.sleep(0.1)


async def shoot(
    stage: Stage, address: str, file: Path, steps: Sequence[str], width: int, height: int
) -> None:
    """Open an address of a stage, do the steps, and save a picture."""
    stop = asyncio.Event()
    keeping = asyncio.create_task(_keep_time(stage, stop))
    try:
        async with browser(width, height) as page:
            await page.go(address, width, height)
            for step in steps:
                try:
                    await page.step(step)
                except TimeoutError:
                    await page.shoot(file)
                    raise SystemExit(f"{step} does not come; {file} shows why") from None
            await page.shoot(file)
    finally:
        stop.set()
        await keeping


async def play_until(world: World, turn: int, actions: int, until: str = "") -> None:
    """Let the captains of the tests play the demo's campaign until a turn begins, and then on.

    Args:
        world: Whose campaign it is.
        turn: The turn; 0 leaves the campaign alone.
        actions: How many actions of people there are afterwards.
        until: "SEAT KIND": and then on until that seat is asked and can do something of that kind.
    """
    bot = world.env.bot
    assert isinstance(bot, Adjutant)
    campaign = await campaign_of(world)
    assert campaign is not None
    people = {side: player.id for side, player in commanders(world, campaign).items()}
    captain = known(campaign.game).captain
    assert captain is not None
    captains = {side: captain(side, "shots") for side in people}
    for number in range(100_000):
        public = await bot.moderator.reader.look(campaign.id)
        if not public.decisions or not turn:
            break
        begun = public.status is not None and public.status.turn >= turn
        if begun and not actions and not until:
            break
        decision = public.decisions[0]
        if decision.seat not in people:
            await asyncio.sleep(0.01)  # the computer's
            continue
        look = await bot.moderator.reader.look(campaign.id, people[decision.seat])
        seat, _, kind = until.partition(" ")
        can = game_of(campaign.game).kinds(look.view) if decision.seat == seat else ()
        if begun and not actions and kind in can:
            break
        actions -= bool(begun and actions)
        action = first_legal(campaign.game, look.view, captains[decision.seat](look.view, decision))
        request = f"shot {public.version} {number}"
        with world.env._bot_scope():
            await bot.moderator.play.act(
                campaign.id, people[decision.seat], action, request=request
            )
    await world.env.advance_time(60.0)


async def _enter_lesson(world: World) -> None:
    """Let the first player begin a lesson of the game that is shown, and show its thread."""
    begun = await world.players[0].slash(world.channel, "learn", game=world.match.game)
    assert begun.acknowledged
    await world.env.advance_time(10.0)
    thread = world.channel.threads[-1]
    # A page is opened for both players: the other looks on here.
    world.env.backend.add_thread_member(thread.id, world.players[1].id)
    assert isinstance(world.rooms, dict)
    world.rooms[world.match] = thread


async def _main(args: argparse.Namespace) -> None:
    settings = load_settings({"token": "simulated", "database": args.database}, env_file=None)

    async def prepare(world: World) -> None:
        if args.seed:
            bot: Any = world.env.bot
            bot.moderator.desk.token = counted_bytes(args.seed.encode())
        await _prepare(world)
        await play_until(world, args.turn, args.actions, args.until)
        for typed in args.slash:
            who, _, command = typed.rpartition(": ")
            command, _, rest = command.partition(" | ")
            options = dict(one.split("=", 1) for one in rest.split("; ") if one)
            person = world.host if who == "host" else world.players[who == "bruno"]
            await person.slash(world.channel, command, **options)
        if args.page == "lesson":
            await _enter_lesson(world)

    match = find_match(args.game, args.opponent)
    shown = show(settings, 0, _create_bot, prepare, match=match, language=args.language)
    async with shown as (stage, addresses):
        # Of a lesson its thread is shown in the channel's place.
        address = getattr(addresses, "channel" if args.page == "lesson" else args.page)
        await shoot(stage, address, args.file, args.steps, args.width, args.height)


def main(argv: Sequence[str] | None = None) -> None:
    """Read the command line and take one picture."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("steps", nargs="*")
    pages = (*Addresses.__dataclass_fields__, "lesson")
    parser.add_argument("--page", choices=pages, default="channel")
    parser.add_argument("--database", default="demo.sqlite3")
    parser.add_argument("--game", default="", help="which one; the first otherwise")
    parser.add_argument("--opponent", default="people", help="people or computer")
    parser.add_argument("--turn", type=int, default=0, help="play on until this turn first")
    parser.add_argument("--actions", type=int, default=0, help="and then so many actions on")
    parser.add_argument("--until", default="", help="and then until 'SEAT KIND' is possible")
    parser.add_argument("--seed", default="", help="of the dice, up to 7 letters; else any")
    parser.add_argument(
        "--slash",
        action="append",
        default=[],
        help="then typed by the first player: 'rules | find=7.4', options parted by '; '",
    )
    parser.add_argument("--language", default="en", help="in which everybody reads")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=1400)
    asyncio.run(_main(parser.parse_intermixed_args(argv)))


if __name__ == "__main__":
    main()
