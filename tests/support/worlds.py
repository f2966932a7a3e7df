"""Worlds that are the same but for what one player does in secret, on the simulated Discord.

Alice (Chile) and bruno (the Allies) play War of the Pacific, carla looks on. In one world bruno
keeps quiet; in the other he writes, changes and takes back orders at every occasion. What alice
and carla can notice, and every call the bot makes for them, is taken down to be compared.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bot.moderator import Look, Moderator
from engine.api import Action, Decision
from engine.war_of_the_pacific.actions import MODELS
from engine.war_of_the_pacific.state import ALLIES, CHILE, Phase
from engine.war_of_the_pacific.state import Table as Board
from tests.support.captains import GAME, VICTORY, Chile, wait
from tests.support.matches import first_legal
from tests.support.people import Person, Reply
from tests.support.quick import bot_with_small_maps, counted_bytes
from tests.support.table import Table

NAMES = re.compile(r"\d{15,}|(?<=:)[a-z0-9]{8}(?=[:'\"])")
"""Discord's ids, and the random names of campaigns and drafts in custom ids."""
ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("game status", {}),
    ("log show", {}),
    ("log show", {"kind": "order"}),
    ("log show", {"turn": 1, "phase": "administrative"}),
    ("map show", {}),
    ("map show", {"zone": "III"}),
    ("map text", {}),
    ("wp sail", {"ships": "huascar", "to": "3024"}),
    ("wp order", {"ships": "huascar", "area": "III"}),
    ("wp cancel", {"number": 1}),
    ("wp answer intercept", {"stacks": "2007"}),
)
"""What others ask the bot; carla, who holds no seat, is told so."""
COMPLETED: tuple[tuple[str, str], ...] = (
    ("wp order", "ships"),
    ("wp order", "area"),
    ("wp cancel", "number"),
    ("wp sail", "ships"),
    ("wp march", "units"),
    ("wp answer intercept", "stacks"),
    ("log show", "kind"),
    ("log show", "phase"),
    ("log show", "turn"),
    ("map show", "zone"),
)


class World:
    """A table at which bruno may have secrets.

    Attributes:
        glances: What alice and carla saw, was told to them and offered to them, moment by moment.
    """

    def __init__(self, folder: Path, *, secretive: bool, seed: bytes) -> None:
        folder.mkdir()
        self.seed = seed
        self.table = Table(folder, bot_with_small_maps)
        self.secretive = secretive
        self.glances: list[dict[str, str]] = []
        self._names: dict[str, str] = {}
        self.chile = Chile(VICTORY)

    def person(self, seat: str) -> Person:
        """Return who holds a seat."""
        return self.table.people["alice" if seat == CHILE else "bruno"]

    @property
    def moderator(self) -> Moderator:
        """The bot's moderator, for looking only."""
        bot: Any = self.table.bot
        moderator: Moderator = bot.moderator
        return moderator

    async def look(self, seat: str) -> Look:
        """Return what a seat's player may see."""
        campaign = await self.moderator.campaign_in(self.table.guild.id, self.table.channel.id)
        assert campaign is not None
        return await self.moderator.look(campaign.id, self.person(seat).id)

    async def board(self) -> Board:
        """Return what lies on the table."""
        board: Board = (await self.look(CHILE)).view.table
        return board

    # -- playing -----------------------------------------------------------------------------

    async def begin(self) -> None:
        """Create the campaign, take both seats, start."""
        alice, bruno = self.person(CHILE), self.person(ALLIES)
        self.moderator._token = counted_bytes(self.seed)
        alice.speak("es-ES")
        await alice.slash("game new", game="war_of_the_pacific", name="Campaña")
        await alice.slash("game join", side="chile")
        await bruno.slash("game join", side="allies")
        if not (await self.look(CHILE)).decisions:
            await alice.slash("game start")

    async def play_to(self, phase: Phase, seat: str, turn: int) -> None:
        """Let both captains play until a phase begins."""
        for _ in range(400):
            board = await self.board()
            if (board.phase, board.player, board.turn) == (phase, seat, turn) and not board.frames:
                return
            await self.step()
        raise AssertionError(f"{phase} of {seat} in turn {turn} never comes")

    async def step(self) -> None:
        """Do one thing for whoever is awaited."""
        decision = (await self.look(CHILE)).decisions[0]
        look = await self.look(decision.seat)
        action = first_legal(GAME.key, look.view, self._proposals(look, decision))
        reply = await self.type(self.person(decision.seat), action)
        assert reply.acknowledged

    def _proposals(self, look: Look, decision: Decision) -> Iterator[Action]:
        if decision.seat == CHILE:
            return self.chile.proposals(look.view, decision)
        return wait(look.view, decision)

    async def type(self, person: Person, action: Action) -> Reply:
        """Type an action as a slash command."""
        options: dict[str, Any] = {}
        for name, info in MODELS[action.kind].model_fields.items():
            value = getattr(action, name)
            if info.is_required() or value != info.default:
                options[name] = ",".join(value) if isinstance(value, tuple) else value
        group = f" {action.group}" if action.group else ""
        return await person.slash(f"wp{group} {action.kind}", **options)

    # -- secrets -----------------------------------------------------------------------------

    async def secretly(self, *doings: Callable[[Person], Any]) -> None:
        """Let bruno do things in the world where he has secrets; look round in both worlds.

        Everybody else looks after each, as a message that came in between would be gone again.
        """
        for doing in doings:
            if self.secretive:
                await doing(self.person(ALLIES))
            await self.table.settle()
            await self.glance()

    async def glance(self) -> None:
        """Take down all that alice and carla can notice, ask and be offered."""
        found: dict[str, object] = {}
        for name in ("alice", "carla"):
            person = self.table.people[name]
            for command, options in ASKED:
                asked = await self.ask(person, command, options)
                found[f"{name}: /{command} {options}"] = asked
            for command, option in COMPLETED:
                offered = await person.offered(command, option)
                found[f"{name}: {option} of /{command}"] = tuple(offered.items())
            pressed = await person.press(self.table.panel, "Give an order")
            found[f"{name}: gives an order"] = tuple(p.fingerprint() for p in pressed.papers)
            found[f"{name}: notices"] = person.notices()
        self.glances.append({what: self._plain(seen) for what, seen in found.items()})

    async def ask(self, person: Person, command: str, options: dict[str, Any]) -> object:
        """Return all of an answer, without doing what alice may do."""
        if command.startswith("wp order") and person.name == "alice":
            return None
        reply = await person.slash(command, **options)
        return tuple(paper.fingerprint() for paper in reply.papers)

    def _plain(self, seen: object) -> str:
        """Return *seen* with ids and names of drafts numbered in the order of their first mention.

        Bruno's own messages and drafts use some up in between. On Discord, where an id is an
        instant and names of drafts are drawn by chance, that tells nothing.
        """
        return NAMES.sub(
            lambda match: self._names.setdefault(match[0], f"id{len(self._names)}"), repr(seen)
        )

    # -- the wire ----------------------------------------------------------------------------

    def calls(self) -> list[str]:
        """Return every call of the bot that does not answer bruno, in order.

        Discord's ids stand in it by the order of their first mention.
        """
        bruno = self.person(ALLIES)
        interactions = self.table.env.backend.interactions
        own = {one.token for one in interactions.values() if one.user_id == bruno.id}
        own |= {str(bruno.actor.user.dm_channel.id)}
        found: list[str] = []
        for call in self.table.wire.calls:
            if own.intersection(call.path.split("/")) or _opens_dms_of(call, bruno):
                continue
            text = f"{call.method} {call.path} {call.json!r} {call.files!r}"
            found.append(self._plain(_without_tokens(text, interactions)))
        return found

    def outbox(self) -> list[tuple[object, ...]]:
        """Return every row of the outbox but bruno's, in order, without the log's inner numbers."""
        with contextlib.closing(sqlite3.connect(self.table.database)) as base:
            found = base.execute(
                "SELECT o.campaign, o.kind, p.discord_id, o.body, o.nonce, o.status, o.attempts, "
                "o.due_at, o.created_at, o.error FROM outbox o LEFT JOIN people p "
                "ON p.id = o.person WHERE p.discord_id IS NOT ? ORDER BY o.id",
                (self.person(ALLIES).id,),
            ).fetchall()
            found += base.execute("SELECT campaign, shown, attempts, due_at FROM panels").fetchall()
            found += base.execute("SELECT version, bulletin, status FROM campaigns").fetchall()
        return found


def _opens_dms_of(call: Any, person: Person) -> bool:
    return bool(call.path.endswith("/users/@me/channels")) and str(person.id) in repr(call.json)


def _without_tokens(text: str, interactions: Any) -> str:
    for one in interactions.values():
        text = text.replace(one.token, "token")
    return text
