"""People who press whatever there is, while the others play on: the real bot, no pictures.

Each has one private page at a time, or opens one at the panel. What they press, choose and type is
drawn from a seed. Between their presses somebody who is awaited does something legal, so that what
stands on a page is of another moment than the press that comes next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from discord.ext import commands

from bot.app import Adjutant, create_bot
from bot.letters.keys import decode
from bot.settings import HostSettings
from bot.thinking import Here
from bot.trials.random_play import Temper, choose
from engine.dice import SeededDice
from tests.support.people import Person, Reply
from tests.support.positions import GAMES
from tests.support.quick import counted_bytes
from tests.support.table import Table

OPENING = ("plan", "act", "plan", "odds", "orders")
"""Verbs of public buttons by which a page is opened: most often the plan."""
LEFT_ALONE = ("resign", "leave", "cancel", "planclear", "do", "pick", "sure", "rest", "restnow")
"""Verbs that end what is looked at, or answer: pressed seldom, or by whoever plays on."""
SELDOM = 12
TYPED = ("x", "1", "a b; c d", "99-99", "advance 1; x", "🎲", "nobody march nowhere")
WRONG = ("Something went wrong", "Algo salió mal", "Discord did not take", "Discord no ha aceptado")
SELECT, TEXT = 3, 4


def without_pictures(settings: HostSettings) -> commands.Bot:
    """The real bot, in which nobody draws."""

    def nobody(*_: Any) -> Any:
        raise KeyError("nobody draws")

    bot = create_bot(settings, painter_of=nobody, thinkers=Here(copied=True))
    bot.oddsmaker.patience = bot.handing_over = 60
    return bot


class Wandering:
    """A game, its table, and people who press: the same in every run of a seed.

    Attributes:
        seed: Of all dice, the campaign's too.
        pressed: Verbs pressed so far.
        wrong: What was answered that should not be.
    """

    def __init__(self, folder: Path, key: str, seed: str, settings: str = "") -> None:
        self.key = key
        self.game = GAMES[key]
        self.settings = settings
        self.seed = seed
        self.table = Table(folder, without_pictures, names=self.game.seats, settle_timeout=120.0)
        self.dice = SeededDice(f"wandering {seed}".encode())
        self.pressed: Counter[str] = Counter()
        self.wrong: list[str] = []
        self._pages: dict[str, Reply | None] = {}
        self._tempers = {seat: Temper(self.dice) for seat in self.game.seats}

    async def begin(self) -> None:
        """Create the campaign; each side has its player, one in each language."""
        bot, people = self.table.bot, self.table.people
        assert isinstance(bot, Adjutant)
        bot.moderator.desk.token = counted_bytes(self.seed.encode())
        first = people[self.game.seats[0]]
        people[self.game.seats[1]].speak("es-ES")
        options: dict[str, Any] = {"settings": self.settings} if self.settings else {}
        await first.slash("game new", game=self.key, name="A table", opponent="people", **options)
        for seat, person in people.items():
            await person.slash("game join", side=seat)
        if not (await self._live()).position:
            await first.slash("game start")

    async def _live(self) -> Any:
        bot = self.table.bot
        assert isinstance(bot, Adjutant)
        reader = bot.moderator.reader
        campaign = await reader.campaign_in(self.table.guild.id, self.table.channel.id)
        assert campaign is not None
        return await bot.moderator.desk.at_hand(campaign.id)

    def pick(self, among: Sequence[Any]) -> Any:
        """One of them, by the seed."""
        return among[self.dice.roll("pick", 1, len(among))[0] - 1] if len(among) > 1 else among[0]

    async def go(self, presses: int) -> None:
        """Let people press so often, and play on between."""
        for _ in range(presses):
            if not self.pick(range(4)):
                if not await self.play_on():
                    return
                continue
            await self.press(self.pick(list(self.table.people.values())))

    async def play_on(self) -> bool:
        """Let somebody who is awaited do something; say whether the game goes on."""
        live = await self._live()
        state, bot = live.position.state, self.table.bot
        owed = self.game.awaiting(state)
        if not owed:
            return False
        assert isinstance(bot, Adjutant)
        decision = self.pick(owed)
        seat = decision.seat
        action = choose(self.game, state, decision, self.dice, self._tempers[seat])
        person = self.table.people[seat].id
        request = f"wandering {sum(self.pressed.values())}"
        self.pressed["(played on)"] += 1
        await bot.moderator.play.act(live.row.id, person, action, request=request)
        await self.table.settle()
        return True

    async def press(self, person: Person) -> None:
        """Press or choose something on a person's page, or open one."""
        shown = self._pages.get(person.name)
        if shown is not None and shown.modal is not None:
            self._seen(person, "(a box)", await self._fill(shown))
            return
        found = [] if shown is None or not self.pick(range(8)) else self._pressable(shown)
        if not found or shown is None:
            await self._open(person)
            return
        verb, paper, part = self.pick(found)
        custom_id = part["custom_id"]
        if part["type"] == SELECT:
            values = [one["value"] for one in part["options"]]
            most = min(part.get("max_values", 1), len(values))
            least = part.get("min_values", 1)
            count = self.pick(range(least, most + 1))
            first = self.pick(range(len(values) - count + 1))
            chosen = values[first : first + count]
            reply = await person.choose(paper, *chosen, custom_id=custom_id)
        else:
            reply = await person.press(paper, custom_id=custom_id)
        self._seen(person, verb, reply)

    def _pressable(self, shown: Reply) -> list[tuple[str, Any, dict[str, Any]]]:
        """What can be pressed on a page: its verb, message and component."""
        found = []
        for paper in shown.papers:
            if not paper.exists:
                continue
            for part in paper.components:
                key = decode(str(part.get("custom_id", "")))
                if key is None or part.get("disabled"):
                    continue
                if key.verb in LEFT_ALONE and self.pick(range(SELDOM)):
                    continue
                found.append((key.verb, paper, part))
        return found

    async def _open(self, person: Person) -> None:
        """Open a page at the newest public message that has a button for it."""
        wanted = self.pick(OPENING)
        for paper in reversed(self.table.public()):
            for part in paper.components:
                key = decode(str(part.get("custom_id", "")))
                if key is not None and key.verb == wanted:
                    reply = await person.press(paper, custom_id=part["custom_id"])
                    self._seen(person, wanted, reply)
                    return

    async def _fill(self, shown: Reply) -> Reply:
        """Fill a box with something, and send it."""
        values: dict[str, Any] = {}
        waiting = [shown.modal or {}]
        while waiting:
            part = waiting.pop()
            waiting += part.get("components") or ()
            waiting += [part["component"]] if isinstance(part.get("component"), dict) else []
            if part.get("type") == TEXT:
                values[part["custom_id"]] = self.pick(TYPED)[: part.get("max_length", 100)]
            elif part.get("type") == SELECT:
                values[part["custom_id"]] = [self.pick(part["options"])["value"]]
        return await shown.fill(**values)

    def _seen(self, person: Person, verb: str, reply: Reply) -> None:
        """Note what came of a press; what is answered in private is the person's page now."""
        self.pressed[verb] += 1
        if not reply.acknowledged:
            self.wrong.append(f"{verb}: no answer")
        if reply.modal is not None:
            self._pages[person.name] = reply
            return
        said = reply.text
        if any(one in said for one in WRONG):
            self.wrong.append(f"{verb}: {said[:200]}")
        self._pages[person.name] = reply if reply.papers and reply.is_private else None
