"""A newcomer's first hour: `python -m tests.support.first_hour GAME --folder F [--language es]`.

Set-up and first turn of a game against the computer, in the local preview, by Chromium on a page
as wide as a phone, pressed by :mod:`tests.support.newcomer` from what the page says alone. Told are
the taps of each stage, as `python -m bot effort` counts them, the seconds until each answer was
there, and the height of the tallest page in screens; the folder gets a picture of every answer.
It ends when the turn was ended and the next bulletin is there with its map. Seconds hang on what
else the machine does.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bot.app import Adjutant
from bot.demo.campaign import bring_under_way, campaign_of
from bot.demo.host import Stage, _create_bot, _keep_time, show
from bot.demo.world import World, find_match
from bot.settings import load_settings
from bot.text.catalogue import LANGUAGES
from bot.ui.planning.controls import SETTING_UP
from engine.registry import load_games
from tests.support.newcomer import BLUE, GREEN, GREY, ORDERS, RED, Newcomer, Part, Press, Shown
from tests.support.quick import counted_bytes
from tests.support.shots import READ, Page, browser

WIDTH, HEIGHT = 390, 844
"""Pixels of a phone."""
MOST_PRESSES: Final = 90
PATIENCE: Final = 300.0
"""Seconds until an answer, or what others do, is given up."""
COLOURS: Final = {"1": BLUE, "2": GREY, "3": GREEN, "4": RED}
PRESSABLE: Final = ".component-button, .select-trigger"
LOOK: Final = """[...document.querySelectorAll('.channel-message')].map(message => ({
    text: (copy => {
        copy.querySelectorAll('PRESSABLE').forEach(part => part.remove());
        return copy.textContent;
    })(message.cloneNode(true)),
    private: message.querySelector('.message-ephemeral-note') !== null,
    pictured: [...message.querySelectorAll('img')].some(one => one.clientWidth > 100),
    height: message.getBoundingClientRect().height,
    parts: [...message.querySelectorAll('PRESSABLE')].map(part => ({
        label: part.innerText.trim().split('\\n').at(-1),
        style: (part.className.match(/button-style-(\\d)/) || ['', '2'])[1],
        menu: part.classList.contains('select-trigger'),
        off: part.disabled,
    })),
}))""".replace("PRESSABLE", PRESSABLE)
ONE: Final = (
    "document.querySelectorAll('.channel-message')[{0}]?.querySelectorAll('" + PRESSABLE + "')[{1}]"
)
FIRST_LINE: Final = "document.querySelector('.preview-select.is-open [role=option]')"
BOX: Final = "document.querySelector('.modal-body')"
OWN: Final = "messages.filter(one => one.querySelector('.message-ephemeral-note')).at(-1)"
LAST: Final = "messages.at(-1)"
SCROLL_TO: Final = """(() => {{
    const messages = [...document.querySelectorAll('.channel-message')];
    const found = {} || messages.at(-1);
    found?.scrollIntoView({{block: '{}'}});
    return found?.getBoundingClientRect().height || 0;
}})()"""
SEEN: Final = 560
"""Pixels of a message that are seen at once, between the head of the preview and its foot."""
STAGES: Final = ("read", "set-up", "orders", "end", "bulletin")


class Stuck(Exception):
    """The page says nothing that leads on; the message is what was to be read."""


@dataclass
class Told:
    """What a stage cost.

    Attributes:
        taps: Touches.
        seconds: Until each answer was there.
        tallest: Pixels of the tallest private page.
    """

    taps: int = 0
    seconds: list[float] = field(default_factory=list)
    tallest: float = 0.0


class Hour:
    """One newcomer's first hour at one page."""

    def __init__(
        self, stage: Stage, page: Page, folder: Path, newcomer: Newcomer, orders: int
    ) -> None:
        self.told: dict[str, Told] = {name: Told() for name in STAGES}
        self._world = stage.world
        self._page = page
        self._folder = folder
        self._newcomer = newcomer
        self._orders = orders
        self._shots = 0

    async def go(self, address: str) -> None:
        """Open the channel, set up, give orders, end the turn, and wait for the next bulletin.

        Raises:
            Stuck: Nothing on the page leads on.
        """
        begun = time.monotonic()
        await self._page.go(address, WIDTH, HEIGHT)
        await self._page.until(READ)
        self.told["read"].seconds.append(time.monotonic() - begun)
        await self._shoot("read")
        turn, asked = None, ""
        for _ in range(MOST_PRESSES):
            phase, now, mine = await self._where()
            setting_up = now < 1 or phase == SETTING_UP
            turn = now if turn is None and not setting_up and mine else turn
            if turn is not None and (not mine or now != turn):
                await self._bulletin()
                return
            shown = await self._shown()
            if asked != phase:  # another heading, and something else to do
                asked = phase
                self._newcomer.begin(1 if setting_up else self._orders)
            press = self._newcomer.next(shown) if mine else None
            if press is None:
                await self._others(mine=mine, shown=shown)
                continue
            if self._newcomer.stuck:
                raise Stuck(f"{press.label!r} changes nothing")
            await self._press(press, "set-up" if setting_up else "end" if press.ends else "orders")
        raise Stuck(f"{MOST_PRESSES} presses, and the turn has not ended")

    async def _where(self) -> tuple[str, int, bool]:
        """Return the phase, the turn, and whether the newcomer is awaited: for the stages' names.

        What is pressed comes from the page alone.
        """
        bot = self._world.env.bot
        assert isinstance(bot, Adjutant)
        campaign = await campaign_of(self._world)
        assert campaign is not None
        look = await bot.moderator.reader.look(campaign.id, self._world.alice.id)
        assert look.status is not None
        return look.status.phase_key, look.status.turn, bool(look.mine)

    async def _shown(self) -> list[Shown]:
        await self._page.until(READ)
        return [
            Shown(
                one["text"],
                tuple(
                    Part(part["label"], COLOURS.get(part["style"], GREY), part["menu"])
                    for part in one["parts"]
                    if not part["off"]
                ),
                one["private"],
                one["pictured"],
            )
            for one in await self._page.run(LOOK)
        ]

    async def _press(self, press: Press, stage: str) -> None:
        """Touch what they press, wait for what answers, and take its picture."""
        await self._page.click(ONE.format(press.message, press.part))
        if press.taps > 1:
            await self._page.click(FIRST_LINE)
        begun = time.monotonic()
        await self._page.until(READ, PATIENCE)
        told = self.told[stage]
        told.taps += press.taps
        told.seconds.append(time.monotonic() - begun)
        heights = [one["height"] for one in await self._page.run(LOOK) if one["private"]]
        told.tallest = max(told.tallest, *heights, 0.0)
        tall = max(heights, default=0.0) / HEIGHT
        print(f"{stage:9} {told.seconds[-1]:6.1f} s {tall:4.1f}  {press.label}", flush=True)
        if await self._page.run(f"Boolean({BOX})"):
            raise Stuck(f"{press.label!r} opens a box")
        await self._shoot(re.sub(r"\W+", "-", press.label)[:40].strip("-"))

    async def _others(self, *, mine: bool, shown: Sequence[Shown]) -> None:
        """Wait for what others do; where the newcomer is awaited the page must lead on.

        Raises:
            Stuck: It does not.
        """
        before = list(shown)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5.0 if mine else PATIENCE):
                while await self._shown() == before and not (await self._where())[2]:  # noqa: ASYNC110
                    await asyncio.sleep(0.5)
                return
        raise Stuck(before[-1].text if before else "an empty page")

    async def _bulletin(self) -> None:
        """Wait for the public message that tells of the turn, with its map."""
        begun = time.monotonic()
        public = sum(not one.private for one in await self._shown())
        async with asyncio.timeout(PATIENCE):
            while not self._told_since(await self._shown(), public - 1):  # noqa: ASYNC110
                await asyncio.sleep(0.5)
        self.told["bulletin"].seconds.append(time.monotonic() - begun)
        await self._shoot("bulletin", LAST)

    @staticmethod
    def _told_since(shown: Sequence[Shown], first: int) -> bool:
        """Say whether one of the public messages from *first* on has a picture."""
        return any(one.pictured for one in [one for one in shown if not one.private][first:])

    async def _shoot(self, name: str, what: str = OWN) -> None:
        """Take a picture from where a message begins, and where it is longer, of its end too."""
        self._shots += 1
        for block in ("start", "end"):
            tall = await self._page.run(SCROLL_TO.format(what, block))
            await self._page.shoot(self._folder / f"{self._shots:02}-{name}-{block}.png")
            if tall < SEEN:
                return


def table_of(told: Mapping[str, Told]) -> str:
    """Return what is printed at the end: a line a stage, and their sum."""
    lines = [f"{'stage':10} {'taps':>5} {'seconds':>8} {'longest':>8} {'screens':>8}"]
    for name, one in told.items():
        lines.append(
            f"{name:10} {one.taps:5} {sum(one.seconds):8.1f} {max(one.seconds, default=0.0):8.1f}"
            f" {one.tallest / HEIGHT:8.1f}"
        )
    taps, seconds = (
        sum(one.taps for one in told.values()),
        sum(sum(one.seconds) for one in told.values()),
    )
    return "\n".join([*lines, f"{'in all':10} {taps:5} {seconds:8.1f}"])


async def first_hour(args: argparse.Namespace) -> Mapping[str, Told]:
    """Play it, and return what each stage cost."""
    args.folder.mkdir(parents=True, exist_ok=True)
    database = args.folder / "first_hour.sqlite3"
    for one in args.folder.glob("first_hour.sqlite3*"):
        one.unlink()
    settings = load_settings(
        {"token": "simulated", "database": str(database), "gather_minutes": 0}, env_file=None
    )

    async def prepare(world: World) -> None:
        bot: Any = world.env.bot
        bot.moderator.desk.token = counted_bytes(args.seed.encode())
        await bring_under_way(world)

    match = find_match(args.game, args.opponent)
    shown = show(settings, 0, _create_bot, prepare, match=match, language=args.language)
    async with shown as (stage, addresses), browser(WIDTH, HEIGHT) as page:
        stop = asyncio.Event()
        keeping = asyncio.create_task(_keep_time(stage, stop))
        hour = Hour(stage, page, args.folder, Newcomer(args.language), args.orders)
        try:
            await hour.go(addresses.channel)
        except TimeoutError as error:
            await page.shoot(args.folder / "stuck.png")
            raise SystemExit(f"nothing more comes; {args.folder / 'stuck.png'} shows it") from error
        except Stuck as stuck:
            await page.shoot(args.folder / "stuck.png")
            raise SystemExit(f"stuck ({args.folder / 'stuck.png'}): {stuck}") from stuck
        finally:
            stop.set()
            await keeping
            print(table_of(hour.told))
    return hour.told


def main(argv: Sequence[str] | None = None) -> None:
    """Read the command line and live through one first hour."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=sorted(load_games()))
    parser.add_argument("--folder", type=Path, required=True, help="for pictures and database")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--opponent", default="easy", help="a strength of the computer")
    parser.add_argument("--orders", type=int, default=ORDERS, help="given before they are sent")
    parser.add_argument("--seed", default="hour", help="of the dice, up to 7 letters")
    asyncio.run(first_hour(parser.parse_args(argv)))


if __name__ == "__main__":
    main()
