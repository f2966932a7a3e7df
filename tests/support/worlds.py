"""Worlds that are the same but for what one player does in secret, on the simulated Discord.

Alice and bruno play, carla looks on. In one world bruno keeps quiet, in the other bruno has
secrets at every occasion. What alice and carla can notice, and every call the bot makes for them,
is taken down to be compared; so is what the computer is asked with, for what it answers may be the
same all the same. A :class:`Scene` says what is played and what the others ask.
"""

from __future__ import annotations

import contextlib
import copy
import hashlib
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bot.clock import to_ms
from bot.moderator import Look
from bot.moderator.table.clocks import seat_clocks
from bot.moderator.turns.computer import player
from bot.text import words_for
from bot.ui.dialogue import talk
from bot.ui.planning import suggestions
from engine.api import Action, Decision
from engine.dice import Dice
from tests.support import pictures, postgres
from tests.support.loaded import Faces, loaded
from tests.support.matches import Captain, Match, game_of
from tests.support.people import Person, Reply
from tests.support.quick import bot_with_small_maps
from tests.support.table import Table

T = TypeVar("T")

NAMES = re.compile(
    r"""\d{15,}|(?<=:)[a-z0-9]{8}(?=[:'"\\])|(?<=:)[0-9a-f]{12}(?=['"\\])"""
    r"""|(?:(?<='value':\ ')|(?<=\\'value\\':\ \\'))(?=[a-z]*\d)[a-z0-9]{8}(?=['\\])"""
)
"""Discord's ids; the random names of campaigns and drafts in custom ids, and those of a plan's
entries, behind menus too; what a plan looked like when it was shown, which goes by these."""
TOKENS = re.compile(r"simcord_interaction_\d+")
"""The tokens of the simulator's interactions."""
SPARING = 10
"""At a glance one of so many questions is asked, where not all are: each comes up in a story."""
DICE = ((b"\1", 1), (b"\2", 2), (b"\3", 3))
"""Other dice, each with how sparing the glances are: with the first all is asked at each."""
PATIENCE = 120.0
"""Seconds for all that follows from one command, a computer's whole turn included."""


@dataclass(frozen=True)
class Scene:
    """What is played in a world.

    Attributes:
        alice: Their seat; "" when the computer plays it, and alice only looks on.
        bruno: Their seat.
        captains: Makes those who decide for the seats.
        asked: What others ask the bot; carla, who holds no seat, is told so.
        completed: Options for which others ask what is offered.
        doable: The start of commands that alice may give: those that do not just ask.
        settings: What the table chooses, as typed; *asks_all*, that nothing is answered by itself;
            *pace*, how fast it plays, and *time_out*, what follows when time runs out.
        loaded: What dice show that are thrown for some purposes, whatever the seed.
    """

    game: str
    alice: str
    bruno: str
    captains: Callable[[], Mapping[str, Captain]]
    asked: tuple[tuple[str, dict[str, Any]], ...]
    completed: tuple[tuple[str, str], ...]
    doable: tuple[str, ...]
    settings: str = ""
    asks_all: bool = False
    pace: str = ""
    time_out: str = "default"
    loaded: Faces = field(default_factory=dict)


class Shown(Exception):
    """What was looked for has shown: the rest of a story says nothing more of it."""


class World:
    """A table at which bruno may have secrets.

    Attributes:
        every: At a glance one of so many questions is asked, at the next the next ones.
        shows: A part of the places that are looked at; what is asked elsewhere is not asked.
        before: The glances of the other world, to end the story once *shows* is not the same.
        glances: What alice and carla saw, was told to them and offered to them, moment by moment.
    """

    def __init__(
        self,
        folder: Path,
        scene: Scene,
        *,
        secretive: bool,
        seed: bytes,
        every: int = 1,
        shows: str = "",
        before: Sequence[Mapping[str, str]] = (),
    ) -> None:
        folder.mkdir()
        self.scene = scene
        self.table = Table(folder, bot_with_small_maps, settle_timeout=PATIENCE)
        self.secretive = secretive
        self.every, self.shows, self.before = every, shows, before
        self.glances: list[dict[str, str]] = []
        self._names: dict[str, str] = {}
        self._plainly: dict[str, str] = {}
        people = {scene.alice: self.alice} if scene.alice else {}
        self.match = Match(
            self.table,
            scene.game,
            scene.captains(),
            {**people, scene.bruno: self.bruno},
            seed,
            scene.settings,
            opponent="people" if scene.alice else "computer",
            asks_all=scene.asks_all,
            pace=scene.pace,
            time_out=scene.time_out,
        )

    @property
    def alice(self) -> Person:
        """Who reads Spanish and has no secrets."""
        return self.table.people["alice"]

    @property
    def bruno(self) -> Person:
        """Who may have secrets."""
        return self.table.people["bruno"]

    async def look(self) -> Look:
        """Return what everybody may see."""
        return await self.match.look()

    async def board(self) -> Any:
        """Return what lies on the table."""
        return (await self.look()).view.table

    # -- playing -----------------------------------------------------------------------------

    async def begin(self) -> None:
        """Create the campaign, take the seats, start."""
        self.alice.speak("es-ES")
        await self.match.begin()

    async def play_until(self, wanted: Callable[[Any], bool], limit: int = 400) -> None:
        """Let the captains play until *wanted* holds of the board, with nothing left to answer."""
        for _ in range(limit):
            board = await self.board()
            if wanted(board) and not board.frames:
                return
            await self.step()
        raise AssertionError("it never comes to that")

    async def step(self) -> bool:
        """Do one thing for whoever is awaited; False when the game is over."""
        return await self.match.step()

    async def type(self, person: Person, action: Action) -> Reply:
        """Type an action as a slash command."""
        return await self.match.type(person, action)

    # -- secrets -----------------------------------------------------------------------------

    async def secretly(self, *doings: Callable[[Person], Any]) -> None:
        """Let bruno do things in the world where they have secrets; look round in both worlds.

        Everybody else looks after each, as a message that came in between would be gone again.
        """
        for doing in doings:
            if self.secretive:
                await doing(self.bruno)
            await self.table.settle()
            await self.glance()

    async def glance(self) -> None:
        """Take down all that alice and carla can notice, ask and be offered."""
        found: dict[str, object] = {}
        for name in ("alice", "carla"):
            person = self.table.people[name]
            for command, options in self._due(self.scene.asked):
                if self._matters(what := f"{name}: /{command} {options}"):
                    found[what] = await self.ask(person, command, options)
            for command, option in self._due(self.scene.completed):
                if self._matters(what := f"{name}: {option} of /{command}"):
                    offered = await person.offered(command, option)
                    found[what] = tuple(offered.items())
            for what, button in (("gives an order", "Give an order"), ("plans", "Plan my turn")):
                if self._matters(f"{name}: {what}"):
                    pressed = await person.press(self.table.panel, button)
                    papers = tuple(paper.fingerprint() for paper in pressed.papers)
                    found[f"{name}: {what}"] = papers
            found[f"{name}: notices"] = person.notices()
        found["clocks"] = await self.clocks()
        self.glances.append({what: self._plain(seen) for what, seen in found.items()})
        self._stop_where_it_shows()

    def _matters(self, what: str) -> bool:
        """Say whether a place is looked at, whatever it would show."""
        return self.shows in what

    def _stop_where_it_shows(self) -> None:
        """End the story where the last glance is another than in the world before.

        Raises:
            Shown: It is, in a place that is looked at.
        """
        place, mine = len(self.glances) - 1, self.glances[-1]
        theirs = self.before[place] if self.shows and place < len(self.before) else mine
        if any(self._matters(what) and theirs.get(what) != mine[what] for what in mine):
            raise Shown

    async def clocks(self) -> object:
        """Return the clocks of all seats as anybody may see them; they hang on nothing secret."""
        name = (await self.look()).campaign.id
        live = await self.match.moderator.desk.at_hand(name)
        return seat_clocks(live, to_ms(self.table.env.now()))

    async def look_ahead(self, line: str) -> None:
        """Let alice plan what they type, ask what if and for suggestions, and plan nothing again.

        It is taken down with the last glance.
        """
        said = words_for("es", game_of(self.scene.game)).plain.bot
        page = await self.alice.press(self.table.panel, "Plan my turn")
        page = await (await page.press(said("plan.type"))).fill(value=line)
        self.take_down("alice: plans ahead", page)
        for name, label in (("what if", "plan.if"), ("is suggested", "plan.suggest")):
            page = await self._with_more(page, label)
            page = await page.press(said(label))
            self.take_down(f"alice: {name}", page)
            page = await page.press(said("plan.back"))
        await (await self._with_more(page, "plan.clear")).press(said("plan.clear"))

    async def _with_more(self, page: Reply, code: str) -> Reply:
        """Show, and take down, what stands under More where a button does not stand on the page."""
        said = words_for("es", game_of(self.scene.game)).plain.bot
        if said(code) in page.buttons:
            return page
        more = await page.press(said("plan.more"))
        self.take_down("alice: plans with more", more)
        return more

    def take_down(self, name: str, reply: Reply) -> None:
        """Put an answer to the last glance, as it is now."""
        papers = tuple(paper.fingerprint() for paper in reply.papers)
        self.glances[-1][name] = self._plain(papers)
        self._stop_where_it_shows()

    def _due(self, questions: tuple[T, ...]) -> tuple[T, ...]:
        """Return those of all questions whose turn it is at this glance."""
        return questions[len(self.glances) % self.every :: self.every]

    async def ask(self, person: Person, command: str, options: dict[str, Any]) -> object:
        """Return all of an answer, without doing what alice may do."""
        if person is self.alice and command.startswith(self.scene.doable):
            return None
        reply = await person.slash(command, **options)
        return tuple(paper.fingerprint() for paper in reply.papers)

    def _plain(self, seen: object) -> str:
        """Return *seen* with ids and names of drafts numbered in the order of their first mention.

        Bruno's own messages and drafts use some up in between. On Discord, where an id is an
        instant and names of drafts are drawn by chance, that tells nothing.
        """
        parts = seen if isinstance(seen, tuple) else (seen,)
        return "\n".join(self._numbered(repr(part)) for part in parts)

    def _numbered(self, text: str) -> str:
        # Most of the messages that people see they saw at the glance before.
        if text not in self._plainly:
            self._plainly[text] = NAMES.sub(self._number, text)
        return self._plainly[text]

    def _number(self, name: re.Match[str]) -> str:
        return self._names.setdefault(name[0], f"id{len(self._names)}")

    # -- the wire ----------------------------------------------------------------------------

    def calls(self) -> list[str]:
        """Return every call of the bot that does not answer bruno, channel by channel, in order.

        Which of two channels is served first is a matter of how fast the machine is; in which order
        they are to be stands in the :meth:`outbox`. So it is whether an edit comes before or after
        the next message of its channel, as either waits for a picture of its own: edits are taken
        down by themselves.

        Discord's ids stand in it by the order of their first mention. Where the computer or a clock
        plays, edits are left out: how often the panel shows it half-way is a matter of
        how fast the machine is. What the panel says whenever somebody looks stays in the glances.
        """
        bruno = self.bruno
        interactions = self.table.env.backend.interactions
        own = {one.token for one in interactions.values() if one.user_id == bruno.id}
        own |= {str(bruno.actor.user.dm_channel.id)}
        found: dict[str, list[str]] = {}
        for call in self.table.wire.calls:
            if own.intersection(call.path.split("/")) or _opens_dms_of(call, bruno):
                continue
            if call.method == "PATCH" and (self.match.opponent == "computer" or self.scene.pace):
                continue
            text = f"{call.method} {call.path} {call.json!r} {call.files!r}"
            _, kind, name, *_ = call.path.split("/")
            lane = self._plain(f"{kind}/{name}" if kind == "channels" else kind)
            if call.method == "PATCH":
                lane += ", edits"
            found.setdefault(lane, []).append(TOKENS.sub("token", text))
        return [self._plain(text) for lane in sorted(found) for text in found[lane]]

    def outbox(self) -> list[tuple[object, ...]]:
        """Return every row of the outbox but bruno's, in order, without the log's inner numbers."""
        return postgres.rows(
            self.table.database,
            "SELECT o.campaign, o.kind, p.discord_id, o.body, o.nonce, o.status, o.attempts, "
            "o.due_at, o.created_at, o.error FROM outbox o LEFT JOIN people p ON p.id = o.person "
            f"WHERE coalesce(p.discord_id, 0) <> {self.bruno.id} ORDER BY o.id",
            "SELECT campaign, shown, attempts, due_at FROM panels ORDER BY campaign",
            "SELECT version, bulletin, status FROM campaigns ORDER BY id",
            "SELECT * FROM clocks ORDER BY campaign, seat",
        )


def _opens_dms_of(call: Any, person: Person) -> bool:
    return bool(call.path.endswith("/users/@me/channels")) and str(person.id) in repr(call.json)


@contextlib.contextmanager
def overheard() -> Iterator[list[str]]:
    """Take down with what the computer is asked: its view, the question, and its next dice.

    What it answers is too little to compare: a computer that seldom throws a die answers alike with
    other dice, and would hide a leak through them.
    """
    choose, questions = player.choose, list[str]()

    def listening(
        game: Any, view: Any, strength: str | None, decision: Decision, dice: Dice
    ) -> object:
        seen = hashlib.sha256(repr(view).encode()).hexdigest()
        thrown = copy.copy(dice).roll("overheard", 8)
        questions.append(f"{decision.key} {thrown} {seen}")
        return choose(game, view, strength, decision, dice)

    player.choose = listening
    try:
        yield questions
    finally:
        player.choose = choose


@contextlib.contextmanager
def unhurried() -> Iterator[None]:
    """Let suggestions and boxes wait for what they show, however busy the machine is.

    Neither whether it comes must hang on that, nor SimCord's clock, which a patience that ends in
    earnest takes along.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suggestions, "SUGGESTING_SECONDS", 60)
        patch.setattr(talk, "SOON", 60)
        yield


Story = Callable[[World], Awaitable[None]]


async def noticed(
    folder: Path,
    scene: Scene,
    story: Story,
    seed: bytes = b"world",
    every: int = 1,
    shows: str = "",
) -> list[str]:
    """Live a story in both worlds; return what others notice of bruno's secrets.

    Args:
        folder: Where the databases go.
        scene: What is played.
        story: What happens.
        seed: Of the dice.
        every: At a glance one of so many questions is asked; 1 asks all.
        shows: A part of the place where something is looked for that was planted: what is asked
            elsewhere is not asked then, and the story ends when it is found. "" looks everywhere.
    """
    taken: list[tuple[list[dict[str, str]], dict[str, object]]] = []
    stopped = False
    for secretive in (False, True):
        one = World(
            folder / str(secretive),
            scene,
            secretive=secretive,
            seed=seed,
            every=every,
            shows=shows,
            before=taken[0][0] if taken else (),
        )
        # What both would only read, of a picture drawn once, could not differ.
        drawing = pictures.none_kept() if secretive else contextlib.nullcontext()
        async with one.table:
            with unhurried(), loaded(scene.loaded), overheard() as questions, drawing:
                await one.begin()
                try:
                    await story(one)
                except Shown:
                    stopped = True
            records = {"calls": one.calls(), "outbox": one.outbox(), "the computer": questions}
            taken.append((one.glances, records))
    (glances, records), (others, other_records) = taken
    found = [
        f"glance {number}: {what}"
        for number, (left, right) in enumerate(zip(glances, others, strict=not stopped))
        for what in {**left, **right}
        if left.get(what) != right.get(what)
    ]
    if stopped:  # of what is taken down to the end there is only half
        return found
    return [*found, *(what for what in records if records[what] != other_records[what])]
