"""What all parts of the moderator are given: loading, locking, telling the courier."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar, TypeVarTuple
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock, to_ms
from bot.clock.resting import Rest
from bot.inside.at_work import at_work
from bot.moderator.api import Campaign, Complaint
from bot.moderator.table.bulletins import Patience
from bot.moderator.table.errands import Errands
from bot.moderator.table.halts import NOTHING_HALTED, Halts
from bot.moderator.table.leasing import Leases
from bot.moderator.table.live import Counts, Live, Position, Positions, Shelf
from bot.moderator.table.replay import ReplayDiverged, play_on
from bot.moderator.table.versions import Versions
from bot.shares import WHOLE, Share
from bot.store import (
    Conflict,
    Database,
    asks,
    beginnings,
    campaigns,
    chain,
    clocks,
    erased_people,
    log,
    pending,
    playdata,
    preferences,
    proofs,
    referees,
    rewinds,
    steps,
    vacancies,
)
from bot.store.campaigns import CampaignRow, MemberRow
from bot.store.chain import ChainBroken
from bot.store.errors import Unreadable, reason
from bot.store.steps import Kept
from bot.thinking import Job, Thinkers
from engine.api import AnyGame
from engine.data.files import DataError
from engine.errors import EngineError

R = TypeVar("R")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_log = logging.getLogger(__name__)

_ATTEMPTS: Final = 8
UNREADABLE: Final = (
    EngineError,
    DataError,
    ReplayDiverged,
    Unreadable,
    ValueError,
    TypeError,
    LookupError,
)
"""What is raised where what is on file does not make a campaign."""
_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True, slots=True)
class Policy:
    """Numbers of the moderator that a host or a test may choose.

    Attributes:
        shelf: How many bytes the campaigns that stay loaded may take, about.
        state_every: The present state is stored at every so many-th action; the log leads on
            from there. At 1 no rule change can ever part a state from its log.
        keep_every: A whole state is kept for good at every so many-th action; of the others what
            differs from the one before.
        draft_seconds: How long a dialogue lives after its last change.
        name_limit: Longest name of a campaign, in characters.
        computer_run: How many actions in a row the computer may choose before somebody else must
            have done something in public: more is a fault of its own.
        standing_run: How many answers in a row standing orders may give before somebody must have
            acted: more is a fault of the game's.
        computer_patience: Seconds that it may think about one action.
        asks: How many people at most may ask for seats of one campaign at a time.
        refused_seconds: How long after a refusal the same person may not ask at that table again.
        deserted_seconds: How long all of a seat's people must have been out of the server before
            it may be given to somebody else.
        called_seconds: How long after somebody was looked for nobody is looked for again.
        most_open: How many live campaigns one person may have created in a server that has set
            no number of its own.
        most_live: How many live campaigns there may be in all servers together, lessons left out;
            ``None`` is any number.
        gather_seconds: How long a post that calls nobody waits for what the same person does next;
            0 tells of each phase at once.
        offer_seconds: How long what one seat offers the others may be answered.
        beat_seconds: How often all clocks are looked after, and that it was done noted.
        put_off_seconds: How long a time-out waits that could not be entered.
        nudge_seconds: How long after a seat was called by those who wait it is not again.
        idle_told_seconds: After how long the creator of a table is told that nobody joins or starts
            it.
        idle_closed_seconds: After how long it is closed.
        heed_seconds: How often it is looked whether the host has ordered something.
        open_seconds: How long after the end of a game what was secret in it opens by itself.
        lease_seconds: How long after a process died another one does what it did for all.
    """

    shelf: int = 64_000_000
    state_every: int = 1
    keep_every: int = 100
    draft_seconds: int = 3600
    name_limit: int = 80
    computer_run: int = 500
    standing_run: int = 500
    computer_patience: float = 60.0
    asks: int = 20
    refused_seconds: int = 24 * 3600
    deserted_seconds: int = 3 * 24 * 3600
    called_seconds: int = 24 * 3600
    most_open: int = 5
    most_live: int | None = None
    gather_seconds: float = 600
    offer_seconds: int = 7 * 24 * 3600
    beat_seconds: float = 120
    put_off_seconds: int = 3600
    nudge_seconds: int = 24 * 3600
    idle_told_seconds: int = 7 * 24 * 3600
    idle_closed_seconds: int = 14 * 24 * 3600
    heed_seconds: float = 5
    open_seconds: int = 24 * 3600
    lease_seconds: float = 20


class Desk:
    """Loads campaigns, one change at a time each.

    Attributes:
        database: Open; whoever opened it closes it.
        versions: The rules that campaigns are played by.
        policy: Numbers.
        token: Gives that many unpredictable bytes (ids, and the seeds of the dice).
        thinkers: Do off the event loop what takes a while; ``None``: threads of this process do.
        share: Which servers this process speaks for.
        leases: What it does for all processes, where there are several.
        shelf: The campaigns that are loaded.
        positions: Those they were in lately.
        tell_others: Says to other processes that something new may be waiting to be posted.
        halts: Where nothing is done, as the host has ordered.
    """

    def __init__(
        self,
        database: Database,
        versions: Versions,
        errands: Errands,
        *,
        clock: Clock,
        token: Callable[[int], bytes],
        policy: Policy,
        thinkers: Thinkers | None = None,
        share: Share = WHOLE,
    ) -> None:
        self.database = database
        self.versions = versions
        self.policy = policy
        self.token = token
        self.thinkers = thinkers
        self.share = share
        self.leases = Leases(database, policy.lease_seconds, share)
        self.shelf = Shelf(policy.shelf)
        self.positions = Positions()
        self.halts: Halts = NOTHING_HALTED
        self._errands = errands
        self._clock = clock
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._listeners: list[Callable[[], None]] = []
        self.tell_others: Callable[[], None] = lambda: None

    async def think(
        self,
        campaign: str,
        job: Job[*Ts, R],
        game: AnyGame,
        /,
        *args: *Ts,
    ) -> R:
        """Return what a job finds out from views, off the event loop."""
        if self.thinkers is None:
            return await asyncio.to_thread(job, game, *args)
        return await self.thinkers.ask(campaign, job, game, *args)

    def listen(self, listener: Callable[[], None]) -> None:
        """Call *listener* whenever something new may be waiting to be posted."""
        self._listeners.append(listener)

    def tell(self) -> None:
        """Say that something new may be waiting to be posted."""
        self.hear()
        self.tell_others()

    def hear(self) -> None:
        """Hear, of another process perhaps, that something new may be waiting to be posted."""
        for listener in self._listeners:
            listener()

    def now(self) -> int:
        """Return the present instant, in milliseconds as the store keeps them."""
        return to_ms(self._clock())

    def patience(self) -> Patience:
        """Return for how long what calls nobody waits for more, from now on."""
        return Patience(self.now(), round(self.policy.gather_seconds * 1000))

    def new_id(self) -> str:
        """Return a short name that nobody can guess: ``[a-z0-9]{8}``."""
        number = int.from_bytes(self.token(8), "big")
        letters = []
        for _ in range(8):
            number, digit = divmod(number, len(_ALPHABET))
            letters.append(_ALPHABET[digit])
        return "".join(letters)

    def keep(self, live: Live) -> None:
        """Keep a campaign at hand as it is now."""
        self.shelf.put(live)
        if live.position is not None:
            # The courier is about to ask for it, perhaps when the next action has been taken.
            self.positions.keep((live.row.id, live.row.head), live.position)

    def renew(self, live: Live, row: CampaignRow, members: tuple[MemberRow, ...]) -> Campaign:
        """Keep a campaign whose row or people changed on file, and tell the courier."""
        renewed = dataclasses.replace(live, row=row, people=members)
        self.keep(renewed)
        self.tell()
        return renewed.campaign

    async def keep_first_data(self) -> None:
        """Keep what campaigns are played with that were created before they knew their data.

        That is what the first version of Adjutant ships that knows of it; once it is kept, later
        ones find it there.

        Raises:
            StoreError: The database failed.
        """
        for game in self.versions.games.values():
            if not game.data_files:
                continue
            async with self.database.read() as connection:
                known = await playdata.first(connection, game.key)
            if known is None:
                async with self.database.write() as connection:
                    await playdata.keep_first(connection, self.versions.shipped(game))

    async def exclusive(
        self,
        campaign: str,
        work: Callable[[Live, bool], Awaitable[T]],
        *,
        though_halted: bool = False,
    ) -> T:
        """Let *work* have a campaign to itself.

        *work* is run to its end even when the caller is cancelled (a dropped interaction must
        not leave a change half known), and again, with ``True`` and everything loaded afresh,
        when another process was faster. *though_halted* lets it also where the host has everything
        stand still: leaving, erasing, and what only tells of what has happened.

        Raises:
            Complaint: host.campaign_aside, host.paused, host.server_out; as :meth:`at_hand`, and
                what *work* raises.
        """
        if not though_halted:
            self.halts.require(campaign)
        change = self._errands.begin(self._locked(campaign, work), f"change {campaign}")
        return await asyncio.shield(change)

    async def persist(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do *work*, and do it again where another process was faster.

        Raises:
            Conflict: Others were faster each time.
        """
        for _ in range(_ATTEMPTS - 1):
            with contextlib.suppress(Conflict):
                return await work()
        return await work()

    async def _locked(self, campaign: str, work: Callable[[Live, bool], Awaitable[T]]) -> T:
        async with self.lock(campaign):
            for attempt in range(_ATTEMPTS - 1):
                with contextlib.suppress(Conflict):
                    return await self._attempt(campaign, work, again=attempt > 0)
            return await self._attempt(campaign, work, again=True)

    async def _attempt(
        self, campaign: str, work: Callable[[Live, bool], Awaitable[T]], *, again: bool
    ) -> T:
        async with self._claimed(campaign):
            live = self.shelf.get(campaign) or await self._load(campaign)
            with at_work(campaign, live.row.head + 1):
                return await work(live, again)

    @contextlib.asynccontextmanager
    async def held(self, campaign: str) -> AsyncIterator[Live | None]:
        """Have a campaign to oneself, also one that is not loaded or cannot be.

        It is given as far as it is at hand. What goes wrong is the caller's; what was loaded is
        forgotten then.

        Raises:
            Conflict: Another process changed it meanwhile.
            StoreError: The database failed.
        """
        async with self.lock(campaign), self._claimed(campaign):
            yield self.shelf.get(campaign)

    @contextlib.asynccontextmanager
    async def _claimed(self, campaign: str) -> AsyncIterator[None]:
        """Let what is saved within prove that nobody else has changed a campaign; it is locked."""
        claim = proofs.Claim(campaign, await self._revision(campaign))
        try:
            with proofs.carrying(claim):
                yield
        except Complaint:
            raise  # refused before anything was written
        except BaseException:
            # Whether it was saved is known to the database only.
            self.shelf.drop(campaign)
            raise
        finally:
            self.shelf.revise(campaign, claim.revision)

    async def _revision(self, campaign: str) -> int:
        """Return how often a campaign was changed; forget it where others have done so since."""
        known = self.shelf.revision(campaign)
        if not self.database.is_shared:
            return known or 0
        async with self.database.read() as connection:
            found = await proofs.revision_of(connection, campaign)
        if found != known:
            self.shelf.drop(campaign)
        return found or 0

    async def touch(self) -> None:
        """Let other processes load anew what is being changed here, though none of it is its own.

        Raises:
            Conflict: Another process changed it meanwhile.
            StoreError: The database failed.
        """
        if self.database.is_shared:
            async with self.database.write():
                pass

    def lock(self, campaign: str) -> asyncio.Lock:
        """Return the lock of a campaign: whoever holds it may change it."""
        lock = self._locks.get(campaign)
        if lock is None:
            lock = self._locks[campaign] = asyncio.Lock()
        return lock

    async def at_hand(self, campaign: str) -> Live:
        """Return a campaign for reading."""
        live = self.shelf.get(campaign)
        if live is not None and (not self.database.is_shared or await self._is_current(live)):
            return live
        if proofs.is_claimed(campaign):
            return live or await self._load(campaign)
        async with self.lock(campaign):
            await self._revision(campaign)
            return self.shelf.get(campaign) or await self._load(campaign)

    async def _is_current(self, live: Live) -> bool:
        """Say whether no other process has changed what is at hand."""
        campaign = live.row.id
        if proofs.is_claimed(campaign):
            return True  # it is being changed here, and by nobody else
        known = self.shelf.revision(campaign)
        async with self.database.read() as connection:
            return await proofs.revision_of(connection, campaign) == known

    async def _load(self, campaign: str) -> Live:
        """Load a campaign; its lock is held.

        Raises:
            Complaint: campaign.unknown, unknown_game, unreadable, newer.
        """
        try:
            return await self._read(campaign)
        except UNREADABLE as error:
            what = f"campaign {campaign} cannot be loaded ({reason(error)})"
            self.database.damage.note(what)
            raise Complaint("campaign.unreadable") from error

    async def _read(self, campaign: str) -> Live:
        async with self.database.read() as connection:
            row = await campaigns.get(connection, campaign)
            if row is None:
                raise Complaint("campaign.unknown")
            game = await self.versions.of(connection, row.game, row.data)
            thrown, ruleset = await log.totals(connection, campaign)
            if ruleset is not None and ruleset > game.ruleset:
                # A process of a newer build has played it on beside this one.
                raise Complaint("campaign.newer")
            people = (await campaigns.members_of(connection, [campaign]))[campaign]
            tell = self.database.damage.note
            stored = await steps.upto(connection, campaign, row.head, game, tell)
            reached = await steps.reached(connection, campaign, row.head)
            state = None
            if row.head:
                state = await play_on(
                    connection, game, campaign, row.settings, stored, row.head, tell
                )
            counts, requests = await _counted(connection, campaign)
            link = await self._link(connection, row)
            kept_of_erased = await erased_people.of(connection, campaign)
            asking = await asks.of(connection, [campaign])
            rewound = await rewinds.of(connection, campaign)
            ticking = await clocks.of(connection, campaign)
            vacant = await vacancies.of(connection, campaign)
            refereeing = await referees.of(connection, campaign)
            waits = await pending.get(connection, campaign)
            begins = None if row.status != "open" else await beginnings.of(connection, campaign)
            rests = await preferences.rests_of(connection, [one.person for one in people])
        live = Live(
            row=row,
            people=people,
            game=game,
            position=None if state is None else Position(game, state),
            thrown=thrown,
            ruleset=game.ruleset if ruleset is None else ruleset,
            counts=counts,
            requests=requests,
            state_size=0 if stored is None else len(stored.text),
            link=link,
            filed=_filed(stored, row.head) if reached else None,
            erased=kept_of_erased,
            asks=asking,
            rewinds=rewound,
            clocks=ticking,
            vacancies=vacant,
            referees=refereeing,
            pending=waits,
            beginning=begins,
            rests=rests,
        )
        self.keep(live)
        return live

    async def rests_of(self, people: Iterable[MemberRow]) -> Mapping[int, Rest]:
        """Return when members rest, by our number of them; those who never do are not there.

        Raises:
            StoreError: The database failed.
        """
        async with self.database.read() as connection:
            return await preferences.rests_of(connection, [one.person for one in people])

    async def _link(self, connection: AsyncConnection, row: CampaignRow) -> bytes:
        """Return the last link of a log.

        Raises:
            Complaint: campaign.unreadable, where the log does not end as it was written.
        """
        if row.head == 0:
            return chain.origin(row.id)
        try:
            return await log.head_link(connection, row.id, row.head)
        except ChainBroken as error:
            self.database.damage.note(str(error).removesuffix("."))
            raise Complaint("campaign.unreadable") from error


def _filed(stored: Kept | None, head: int) -> str:
    """Return the text that the present state is kept as; empty where that cannot be read."""
    return stored.text if stored is not None and stored.seq == head else ""


async def _counted(connection: AsyncConnection, campaign: str) -> tuple[Counts, set[str]]:
    """Return how many actions of whom the log holds, and the requests that led to them."""
    counts, requests = Counts(), set[str]()
    for request, seat, secret in await log.requests(connection, campaign):
        counts.add(seat, secret=secret)
        requests.add(request)
    return counts, requests
