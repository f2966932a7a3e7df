"""A match: one whole game played by people with commands and buttons only.

Captains decide (``tests.support.captains``, ``calama_captains``, ``barricadas_captains``), people
type and press. In between the bot may be killed: at a quiet moment, at the very call to Discord
that would have posted what was just committed, or in good order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any

from bot.letters.keys import decode
from bot.moderator import Look, Moderator
from bot.moderator.table.replay import verify
from bot.ui.dialogue.fields import as_typed
from engine.api import Action, Decision, Game
from engine.kit.filling import NothingOffered, first_offered
from tests.support.people import Person, Reply
from tests.support.quick import counted_bytes, warm
from tests.support.reading import Paper
from tests.support.table import Table

Captain = Callable[[Any, Decision], Iterator[Action]]
"""Looks at a seat's view and a decision it owes, and proposes actions, best first."""

TRIED = 400
CONFIRM = ("Confirm", "Confirmar")


@cache
def game_of(key: str) -> Game[Any, Any]:
    """Return a game system, registered or not."""
    game: Game[Any, Any] = import_module(f"engine.{key}.game").GAME
    return game


def first_legal(key: str, view: Any, proposals: Iterable[Action]) -> Action:
    """Return the first proposal that the rules of a game accept."""
    gate = import_module(f"engine.{key}.gate").GATE
    for action in islice(proposals, TRIED):
        if not gate.check(view, action):
            return action
    raise AssertionError(f"nothing to do in {view.table.phase} with {view.table.frames[-1:]}")


def offered(key: str, view: Any, decision: Decision, *kinds: str) -> Iterator[Action]:
    """Propose what the options offer, field by field, first options first."""
    game = game_of(key)
    for kind in kinds or game.kinds(view):
        if kind not in decision.kinds or kind not in game.kinds(view):
            continue
        try:
            yield first_offered(game, view, kind)
        except NothingOffered:
            continue


def typed(game: Game[Any, Any], action: Action) -> tuple[str, dict[str, Any]]:
    """Return an action as a slash command with its options."""
    options: dict[str, Any] = {}
    for name, info in type(action).model_fields.items():
        value = getattr(action, name)
        if info.is_required() or value != info.default:
            plain = value is None or isinstance(value, bool | int)
            options[name] = value if plain else as_typed(value)
    group = f" {action.group}" if action.group else ""
    return f"{game.command}{group} {action.kind}", options


@dataclass
class Match:
    """One game at one table, from the first command to the outcome.

    Attributes:
        captains: Who decides for each seat. Who plays a seat is told by *people*.
        settings: What the table chooses, as typed; *asks_all*, that nothing is answered by itself;
            *pace*, how fast it plays, and *time_out*, what follows when time runs out.
        done: Actions so far, and *kinds* of them; *pressed* were buttons.
    """

    table: Table
    game: str
    captains: Mapping[str, Captain]
    people: Mapping[str, Person]
    seed: bytes
    settings: str = ""
    opponent: str = "people"
    asks_all: bool = False
    pace: str = ""
    time_out: str = "default"
    begun: bool = False
    done: int = 0
    pressed: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def moderator(self) -> Moderator:
        """The present bot's moderator, for looking only."""
        bot: Any = self.table.bot
        moderator: Moderator = bot.moderator
        return moderator

    async def begin(self) -> None:
        """Create the campaign, take all seats, start."""
        self.begun = True
        warm(self.game)
        first = next(iter(self.people.values()))
        self.moderator.desk.token = counted_bytes(self.seed)
        options: dict[str, Any] = {"game": self.game, "opponent": self.opponent}
        options["name"] = "Campaña 1879"
        if self.settings:
            options["settings"] = self.settings
        if self.asks_all:
            options["ask_all"] = True
        if self.pace:
            options |= {"pace": self.pace, "time_out": self.time_out}
        await first.slash("game new", **options)
        for seat, person in self.people.items():
            await person.slash("game join", side=seat)
        if not (await self.look()).decisions:
            await first.slash("game start")

    async def look(self, seat: str | None = None) -> Look:
        """Return what the seat's player may see, or the public."""
        person = None if seat is None else self.people[seat].id
        campaign = await self.moderator.reader.campaign_in(
            self.table.guild.id, self.table.channel.id
        )
        assert campaign is not None
        return await self.moderator.reader.look(campaign.id, person)

    async def step(self) -> bool:
        """Do one thing for whoever is awaited; False when the game is over."""
        public = await self.look()
        if not public.decisions:
            return False
        decision = public.decisions[0]
        look = await self.look(decision.seat)
        proposals = self.captains[decision.seat](look.view, decision)
        action = first_legal(self.game, look.view, proposals)
        reply = await self._do(decision, action)
        assert reply.acknowledged, action
        self.done += 1
        self.kinds[action.kind] += 1
        return True

    async def _do(self, decision: Decision, action: Action) -> Reply:
        person = self.people[decision.seat]
        for index, choice in enumerate(decision.choices):
            if choice.action == action:
                paper = self._prompt(decision, index)
                if paper is not None:
                    self.pressed += 1
                    return await person.press(paper[0], custom_id=paper[1])
        return await self.type(person, action)

    def _prompt(self, decision: Decision, index: int) -> tuple[Paper, str] | None:
        """Return the newest public message with the button of this choice, and its id."""
        for paper in reversed(self.table.public()):
            for button in paper.buttons.values():
                custom_id = str(button.get("custom_id", ""))
                key = decode(custom_id)
                if key is not None and decision.key in key.parts and str(index) in key.parts:
                    return paper, custom_id
        return None

    async def type(self, person: Person, action: Action) -> Reply:
        """Type an action as a slash command, and mean it where that is asked."""
        command, options = typed(game_of(self.game), action)
        reply = await person.slash(command, **options)
        meant = next((label for label in CONFIRM if label in reply.buttons), None)
        return reply if meant is None else await reply.press(meant)

    async def play(self, kills: Mapping[int, str], limit: int = 1500) -> None:
        """Play to the end; *kills* says how the bot dies after so many actions.

        A match that has not begun is begun.
        """
        if not self.begun:
            await self.begin()
        left = dict(kills)
        while True:
            await self.suffer(left.pop(self.done, ""))
            if not await self.step():
                break
            assert self.done < limit
        assert not left, f"the game ended before the bot died: {left}"

    async def suffer(self, how: str) -> None:
        """Let the bot die in that way, and start it again."""
        table = self.table
        match how:
            case "before delivery" | "after delivery":
                # The commit is done, the message that tells of it is not out yet, or just is.
                path = f"/channels/{table.channel.id}/messages"
                wire = table.die_at("POST", path, after=how == "after delivery")
                while not wire.sprung:
                    await self._try()
                await table.kill()
                await table.start()
            case "quiet":
                await table.kill()
                await table.start()
            case "restart":
                await table.restart()

    async def _try(self) -> None:
        """Take a step in which the bot may die."""
        try:
            await self.step()
        except AssertionError:
            if not self.table.wire.is_cut:
                raise

    async def is_sound(self) -> bool:
        """Say whether the log played again leads to the stored states, with all that was done."""
        campaign = (await self.look()).campaign
        desk = self.moderator.desk
        report = await verify(desk.database, self.moderator.games, campaign.id)
        return report.actions >= self.done

    def nothing_twice(self) -> None:
        """Fail if a bulletin was posted twice."""
        texts = [paper.text for paper in self.table.public() if paper.text and not paper.is_pinned]
        twice = [text for text, count in Counter(texts).items() if count > 1]
        assert not twice
