"""``/setup``: one private page of what a server decides about its tables.

Who may is asked at every press: people with Discord's permission "Manage Server", in their server.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from bot.clock import paces
from bot.cogs.building import Commands, command
from bot.cogs.clocks import read_pace
from bot.cogs.game.rights import require_forum_rights
from bot.cogs.game.servers import require_manager
from bot.letters import setup as pages
from bot.letters.keys import Key, encode
from bot.letters.setup import UNSAID, VERB
from bot.moderator import Complaint
from bot.moderator.lobby.servers import MOST_OPEN, MOST_PLACES
from bot.text import LANGUAGES
from bot.ui import boxes
from bot.ui.presses import Presses, chosen, written
from bot.ui.threads.noticeboard import is_lobby
from bot.ui.visit import Visit
from engine.api import Game

TYPED_LIMIT: Final = 60


def register(commands: Commands, presses: Presses, games: Mapping[str, Game[Any, Any]]) -> None:
    """Add the command, and the verbs of its page and of its boxes."""
    page = _Page(tuple(games))
    commands.add_command(command(page.open, "setup", "command.setup"))
    presses.on(VERB)(page.press)
    presses.on("setupbox")(page.take_box)


class _Page:
    """The page, which knows what games there are."""

    def __init__(self, games: tuple[str, ...]) -> None:
        self._games = games
        self._presses: Mapping[str, Callable[[Visit, Key], Awaitable[None]]] = {
            "pace": self._ask_pace,
            "limit": self._ask_limit,
            "language": self._language,
            "games": self._allow_games,
            "places": self._allow_places,
            "referees": self._choose_referees,
            "lobby": self._choose_lobby,
            "two": self._ask_two_referees,
            "barred": self._barred,
            "lift": self._lift,
        }

    async def open(self, visit: Visit) -> None:
        """Show the page."""
        _require(visit)
        await visit.hold()
        await self._show(visit)

    async def press(self, visit: Visit, key: Key) -> None:
        """Show the page, or change what a button or a menu of it is about."""
        _require(visit)
        change = self._presses.get(key.part(0), self._show_again)
        await change(visit, key)

    async def take_box(self, visit: Visit, key: Key) -> None:
        """Take what was typed in a box."""
        _require(visit)
        await visit.hold()
        typed, servers = written(visit).strip(), visit.moderator.servers
        if key.part(0) == "pace":
            pace = read_pace(typed or "none", None, None, quiet=False)
            await servers.choose_pace(visit.guild_id, pace)
        elif key.part(0) == "limit":
            await servers.allow_open(visit.guild_id, _number(typed))
        await self._show(visit)

    async def _show(self, visit: Visit) -> None:
        guild = visit.interaction.guild
        page = pages.overview(
            await visit.moderator.servers.setup(visit.guild_id),
            host_language=visit.bot.settings.language,
            games=self._games,
            known=frozenset() if guild is None else {one.id for one in guild.channels},
            roles=frozenset() if guild is None else {one.id for one in guild.roles},
            barred=len(await visit.moderator.bars.of(visit.guild_id)),
            words=visit.words,
        )
        await visit.show(page)

    async def _show_again(self, visit: Visit, key: Key) -> None:
        del key
        await visit.hold()
        await self._show(visit)

    # -- what is typed ---------------------------------------------------------------------------

    async def _ask_pace(self, visit: Visit, key: Key) -> None:
        del key
        words = visit.words.plain
        held = (await visit.moderator.servers.setup(visit.guild_id)).pace
        field = boxes.line(
            "pace",
            words.bot("setup.box.pace"),
            placeholder=words.bot("setup.box.pace.example"),
            default=None if held is None else paces.typed(held),
            required=False,
            max_length=TYPED_LIMIT,
        )
        title = words.bot("setup.button.pace")
        await boxes.open_box(visit, encode("setupbox", "pace"), title, field)

    async def _ask_limit(self, visit: Visit, key: Key) -> None:
        del key
        words = visit.words.plain
        held = await visit.moderator.servers.own_most_open(visit.guild_id)
        field = boxes.line(
            "limit",
            words.bot("setup.box.limit", most=MOST_OPEN),
            default=None if held is None else str(held),
            required=False,
            max_length=len(str(MOST_OPEN)),
        )
        title = words.bot("setup.button.limit")
        await boxes.open_box(visit, encode("setupbox", "limit"), title, field)

    # -- what is chosen --------------------------------------------------------------------------

    async def _language(self, visit: Visit, key: Key) -> None:
        del key
        await visit.hold()
        wanted = next(iter(chosen(visit)), "")
        if wanted in {*LANGUAGES, UNSAID}:  # a menu of an older version may have others
            language = None if wanted == UNSAID else wanted
            await visit.moderator.servers.choose_language(visit.guild_id, language)
        await self._show(visit)

    async def _allow_games(self, visit: Visit, key: Key) -> None:
        """Allow what was chosen; all there are is all, also of those to come."""
        del key
        await visit.hold()
        wanted = set(chosen(visit))
        games = [one for one in self._games if one in wanted]
        if games:
            allowed = () if len(games) == len(self._games) else games
            await visit.moderator.servers.allow_games(visit.guild_id, allowed)
        await self._show(visit)

    async def _allow_places(self, visit: Visit, key: Key) -> None:
        """Allow the channels and categories that were chosen, of this server's; none is all."""
        del key
        await visit.hold()
        guild, wanted = visit.interaction.guild, chosen(visit)
        known = {} if guild is None else {str(one.id): one.id for one in guild.channels}
        places = [known[one] for one in wanted if one in known]
        if places or not wanted:
            await visit.moderator.servers.allow_places(visit.guild_id, places[:MOST_PLACES])
        await self._show(visit)

    async def _choose_referees(self, visit: Visit, key: Key) -> None:
        """Let those with a role of this server referee; everybody's is none."""
        del key
        await visit.hold()
        guild, wanted = visit.interaction.guild, next(iter(chosen(visit)), None)
        roles = {} if guild is None else {str(one.id): one for one in guild.roles}
        role = None if wanted is None else roles.get(wanted)
        if role is not None and role.is_default():
            raise Complaint("setup.everybody_referees")
        if role is not None or wanted is None:
            await visit.moderator.servers.choose_referees(
                visit.guild_id, None if role is None else role.id
            )
        await self._show(visit)

    async def _choose_lobby(self, visit: Visit, key: Key) -> None:
        """Have new tables opened in the forum that was chosen, of this server's; none is nowhere.

        What the bot lacks there is said at once, and nothing is changed.
        """
        del key
        await visit.hold()
        guild, wanted = visit.interaction.guild, chosen(visit)
        forums = [] if guild is None else [one for one in guild.channels if is_lobby(one)]
        forum = next((one for one in forums if str(one.id) in wanted), None)
        if forum is not None:
            require_forum_rights(visit, forum)
        if forum is not None or not wanted:
            forum_id = None if forum is None else forum.id
            await visit.moderator.servers.choose_lobby(visit.guild_id, forum_id)
        await self._show(visit)

    async def _ask_two_referees(self, visit: Visit, key: Key) -> None:
        """Let one referee be enough to go back, or ask for two."""
        await visit.hold()
        await visit.moderator.servers.ask_two_referees(visit.guild_id, two=key.part(1) == "1")
        await self._show(visit)

    # -- who is barred ---------------------------------------------------------------------------

    async def _barred(self, visit: Visit, key: Key) -> None:
        await visit.hold()
        await self._show_barred(visit, key.number(1) or 1)

    async def _lift(self, visit: Visit, key: Key) -> None:
        await visit.hold()
        bars = visit.moderator.bars
        barred = await bars.of(visit.guild_id)
        person = next((one for one in barred if str(one) == key.part(1)), None)
        if person is not None:  # else somebody was faster
            await bars.lift(visit.guild_id, person)
        await self._show_barred(visit, key.number(2) or 1)

    async def _show_barred(self, visit: Visit, number: int) -> None:
        bars = visit.moderator.bars
        barred, names = await bars.of(visit.guild_id), await bars.names(visit.guild_id)
        await visit.show(pages.barred_page(barred, names, number, visit.words))


def _require(visit: Visit) -> None:
    """Refuse whoever does not manage this server.

    Raises:
        Complaint: visit.only_in_server, visit.not_manager.
    """
    _ = visit.guild_id
    require_manager(visit)


def _number(typed: str) -> int | None:
    """Read how many campaigns a person may have open; nothing typed is the usual number.

    Raises:
        Complaint: campaign.bad_limit.
    """
    if not typed:
        return None
    if not (typed.isascii() and typed.isdigit()):
        raise Complaint("campaign.bad_limit", most=MOST_OPEN)
    return int(typed)
