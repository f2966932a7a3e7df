"""Delivering one message: claim, compose, post, note. And what to do when Discord says no.

==================  ============================================================================
TryLater            tried again, after looking whether it did arrive
NotAllowed, Locked  tried again, ever more rarely, for as long as it takes; the creator hears of it
NotTaken            the same from soon on; the creator hears of it when it lasts; given up after a
                    day of trying, and the creator hears of that
ChannelGone         given up; the creator hears of it; ``/game move`` leads out of it
Closed              given up and remembered; nothing is tried for a while; the person reads it by
                    command, and is told so there. Whether they are gone is looked after
Unacceptable        tried without its picture, then given up; the creator hears of it
MessageGone         a panel is posted anew; of a bulletin: it was posted, and then deleted
EditsSpent          the panel is posted anew and the old one deleted
PinsFull            the panel stays unpinned; the creator hears of it
NewerBuild          left to a process of the newer build that has ordered it, while it runs
anything else       our bug, or a row that cannot be read: tried again a few times, then given up;
                    the creator hears of it
==================  ============================================================================

Which of Discord's numbers is which stands in ``bot.courier.undelivered``. The creator hears of each
once a campaign, and only of what is public: of a direct message that is lost nobody else may know.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

from bot.clock import Clock, from_ms, to_ms
from bot.courier.answers_first import Overtaken
from bot.courier.api import (
    ChannelGone,
    Closed,
    Destination,
    EditsSpent,
    Locked,
    MessageGone,
    NotAllowed,
    Note,
    NotTaken,
    PinsFull,
    Post,
    Rights,
    Transport,
    TryLater,
    Unacceptable,
    Undelivered,
    bare,
)
from bot.courier.compose import Composer
from bot.courier.looking_back import LookingBack
from bot.inside.at_work import at_work
from bot.moderator import Campaign, Complaint, Moderator
from bot.moderator.table.troubles import Trouble
from bot.store import outbox, people, posts
from bot.store.errors import StoreError, Unreadable
from bot.store.outbox import OutboxRow, PanelRow
from bot.store.posts import PostRow

_log = logging.getLogger(__name__)

LONGEST_WAIT: Final = 900.0
"""Seconds between two tries at most: whoever repairs something need not wait longer."""
NO_RIGHT_WAIT: Final = 60.0
"""Seconds before the first new try where a permission lacks; Discord counts refused requests."""
CLOSED_WAIT: Final = 600.0
"""Seconds for which closed direct messages are taken for closed, and nothing is tried."""
BUG_TRIES: Final = 5
NEWER_WAIT: Final = 15.0
"""Seconds after which it is looked at again whether a newer build's message is posted."""
REFUSED_WAIT: Final = 5.0
"""Seconds before the first new try where Discord refuses and does not say for how long."""
REFUSED_TOLD: Final = 5
"""Refusals in a row of which the creator hears."""
REFUSED_TRIES: Final = 100
"""Tries after which such a message is given up: a day of them."""

NONCE_KEPT: Final = 600.0
"""Seconds for which a message that was begun may still arrive; Discord keeps a nonce for fewer."""

_DELETED: Final = MessageGone.__name__


Posted = Callable[[Campaign], None]
"""Told of a campaign when its channel got a bulletin; neither waits nor fails."""
Unreachable = Callable[[int], Awaitable[None]]
"""Told of an account that takes no direct message: it may be gone. Fails for the store only."""


def backoff(attempts: int, first: float = 1.0) -> float:
    """Return the seconds to wait after that many tries: doubling, up to a limit."""
    return min(first * 2.0 ** min(attempts, 20), LONGEST_WAIT)


def _problem(error: NotAllowed | Locked) -> Trouble:
    return "thread_locked" if isinstance(error, Locked) else "cannot_post"


class Withdrawn(Exception):
    """What was to be posted is not to be any more."""


class NewerBuild(Exception):
    """What is to be posted, or its campaign, is of a newer build that runs beside this one."""


class Delivery:
    """Delivers what is due at one destination."""

    def __init__(
        self,
        moderator: Moderator,
        transport: Transport,
        composer: Composer,
        clock: Clock,
        posted: Posted,
        unreachable: Unreachable,
    ) -> None:
        self._moderator = moderator
        self._database = moderator.desk.database
        self._transport = transport
        self._compose = composer
        self._clock = clock
        self._tell = moderator.troubles.tell
        self._posted_to = posted
        self._unreachable = unreachable
        self._looking_back = LookingBack()

    async def next(self, person: int | None, channel_id: int | None) -> bool:
        """Deliver the next thing due there, and say whether to look for another.

        Raises:
            StoreError: The database failed.
        """
        now = self._now()
        panel: PanelRow | None = None
        besides: tuple[str, ...] = ()
        async with self._database.read() as connection:
            if person is not None:
                row = await outbox.next_for_person(connection, person)
            else:
                assert channel_id is not None
                besides = self._looking_back.underway(channel_id)
                row = await outbox.next_for_channel(connection, channel_id, besides=besides)
                if row is None or row.due_at > now:
                    row = None
                    panel = await outbox.panel_behind(connection, channel_id, now)
        if panel is not None:
            with at_work(panel.campaign):
                await self._deliver_panel(panel)
            return True
        if row is None or row.due_at > now:
            return await self._looking_back.pause(channel_id, besides)
        with at_work(row.campaign, row.last_seq):
            if not self._begins(row, channel_id):
                await self._deliver(row, channel_id)
        return True

    async def close(self) -> None:
        """Give up what is being composed."""
        await self._looking_back.close()

    def _begins(self, row: OutboxRow, channel_id: int | None) -> bool:
        """Begin a post that takes long to compose; say whether that was to be done first."""
        if row.kind != "ending" or channel_id is None or self._looking_back.knows(row):
            return False
        rights = self._transport.rights(channel_id) or Rights()
        if not rights.post or rights.locked or not rights.attach:
            return False  # without its film it takes a moment
        self._looking_back.begin(row, channel_id, self._compose.told(row, picture=True))
        return True

    def _now(self) -> int:
        return to_ms(self._clock())

    # -- messages ----------------------------------------------------------------------------

    async def _deliver(self, row: OutboxRow, channel_id: int | None) -> None:
        """Post a row, and note what became of it."""
        attempts = row.attempts + 1
        try:
            with self._known_to_this_build(row):
                message = await self._posted(row, channel_id)
        except (ChannelGone, Closed) as error:
            await self._give_up(row, type(error).__name__)
            await self._called(row)
            if row.person is None:
                await self._tell(row.campaign, "channel_gone")
            elif row.kind == "reminder":
                await self._moderator.reminding.by_channel(row.person, self._now())
        except Withdrawn:
            return  # it is on file no more
        except MessageGone:
            # Posted a moment ago with this nonce, by ourselves, and deleted since.
            await self._note(row, status="sent", error=None)
        except Unacceptable as error:
            _log.exception("campaign %s: a %s is not acceptable", row.campaign, row.kind)
            await self._lose(row, str(error))
        except (NotAllowed, Locked) as error:
            await self._later(row, attempts, backoff(row.attempts, NO_RIGHT_WAIT), sure=True)
            if row.person is None:
                await self._tell(row.campaign, _problem(error))
        except NotTaken as error:
            await self._refused(row, attempts, error)
        except TryLater as error:
            wait = max(error.after, backoff(row.attempts))
            await self._later(row, attempts, wait, sure=error.arrived is False)
        except NewerBuild:
            _log.info("campaign %s: a %s is left to a newer version", row.campaign, row.kind)
            await self._later(row, row.attempts, NEWER_WAIT, sure=True)
        except Unreadable as error:  # of which the operator was told when it was found
            await self._lose(row, str(error))
        except StoreError:
            raise
        except Complaint as error:
            if error.code != "campaign.unreadable":
                await self._bug(row, attempts)
            else:
                await self._lose(row, error.code)
        except Exception:  # noqa: BLE001 - whatever a game or the painter throws
            await self._bug(row, attempts)
        else:
            if row.person is None and message is not None and row.kind != "bulletin":
                await self._moderator.archiving.posted(row.campaign)
            await self._sent(row, channel_id, message)
            await self._called(row)

    @contextlib.contextmanager
    def _known_to_this_build(self, row: OutboxRow) -> Iterator[None]:
        """Raise ``NewerBuild`` for what this build lacks and another on the database may have."""
        if row.kind not in outbox.KINDS and self._database.is_shared:
            raise NewerBuild
        try:
            yield
        except Complaint as error:
            newer = error.code in {"campaign.newer", "campaign.unknown_game"}
            if newer and self._database.is_shared:
                raise NewerBuild from error
            raise

    async def _called(self, row: OutboxRow) -> None:
        """Let the clocks begin of those whom a post calls, now that it is there or is lost."""
        calls = row.kind in {"bulletin", "dice"}
        if calls and row.stored_body and row.stored_body.get("ping"):
            await self._moderator.clocks.called(row.campaign, row.nonce)

    async def _posted(self, row: OutboxRow, channel_id: int | None) -> int | None:
        """Post a row and return the message, ``None`` when there is nothing to post any more."""
        if row.person is None:
            assert channel_id is not None
            place = Destination("channel", channel_id)
        else:
            account = await self._open_account(row.person)
            if account is None:
                return None
            place = Destination("person", account)
        if row.status == "sending":
            # Begun before: by a process that was killed, or a request that got no answer.
            found = await self._transport.find(
                place, nonce=row.nonce, since=from_ms(row.created_at)
            )
            if found is not None:
                return found
        told_of_step = row.kind in {"bulletin", "news", "ending"}
        if told_of_step and not await self._moderator.reader.counts(row.campaign, row.last_seq):
            return None  # it was taken back meanwhile; what is told instead is ordered
        if row.person is None:
            return await self._post_bulletin(row, place)
        if row.kind == "reminder":
            reminder = await self._compose.reminder(row)
            if reminder is None:
                return None  # they are awaited no more
            await self._begin(row)
            message = await self._post(place, reminder, row.nonce)
            await self._opened(place.id)
            return message
        note = await self._compose.note(row)
        if note is None:
            return None
        await self._begin(row)
        if note.kind == "report" and row.body["channel"] is not None:
            posted = await self._post_to_host(row, note)
            if posted is not None:
                return posted
        message = await self._post(place, note, row.nonce)
        await self._opened(place.id)
        return message

    async def _begin(self, row: OutboxRow) -> None:
        """Note that a row is being posted.

        Raises:
            Withdrawn: It is not to be posted any more: what it tells of was taken back.
        """
        async with self._database.write() as connection:
            if not await outbox.begin(connection, row.id):
                raise Withdrawn

    async def _post_to_host(self, row: OutboxRow, note: Note) -> int | None:
        """Post a report where the host wants it; ``None`` where that is not to be had."""
        channel: int = row.body["channel"]
        try:
            return await self._transport.post(
                Destination("channel", channel), note, nonce=row.nonce
            )
        except (ChannelGone, NotAllowed, Unacceptable) as error:
            _log.error("ADJUTANT_REPORT_CHANNEL (%d) takes no reports: %s", channel, error)
            return None

    async def _post_bulletin(self, row: OutboxRow, place: Destination) -> int | None:
        """Post what a channel is told: what happened, or whatever else a table has to know.

        Return the message, ``None`` when there is nothing to post any more.
        """
        rights = self._rights(place.id)
        if row.kind != "bulletin":
            if self._looking_back.knows(row):
                told = await self._looking_back.take(row)
            else:
                told = await self._compose.told(row, picture=rights.attach)
            if told is None:
                return None
            await self._begin(row)
            return await self._post(place, told, row.nonce)
        if not rights.attach and row.body["map"]:
            await self._tell(row.campaign, "cannot_attach")
        bulletin = await self._compose.bulletin(row, picture=rights.attach)
        await self._begin(row)
        message = await self._post(place, bulletin, row.nonce)
        self._posted_to(bulletin.look.campaign)
        return message

    async def _post(self, place: Destination, post: Post, nonce: str) -> int:
        try:
            return await self._transport.post(place, post, nonce=nonce)
        except (NotAllowed, Unacceptable):
            if post.picture is None:
                raise
            # It may be the file alone that is not wanted; the words say the same.
            return await self._transport.post(place, bare(post), nonce=nonce)

    async def _open_account(self, person: int) -> int | None:
        """Return the account of an addressee; ``None`` when they were forgotten.

        Raises:
            Closed: They refused messages not long ago.
        """
        async with self._database.read() as connection:
            account = await outbox.account(connection, person)
            since = None if account is None else await people.closed_at(connection, account)
        if self._is_recent(since):
            raise Closed("refused a while ago")
        return account

    def _is_recent(self, since: int | None) -> bool:
        return since is not None and self._now() - since < CLOSED_WAIT * 1000

    async def _opened(self, account: int) -> None:
        async with self._database.read() as connection:
            closed = await people.closed_at(connection, account)
        if closed is not None:
            async with self._database.write() as connection:
                await people.set_closed(connection, account, None)

    # -- the panel ---------------------------------------------------------------------------

    async def _deliver_panel(self, panel: PanelRow) -> None:
        """Bring a campaign's panel up to date, and note what became of it."""
        try:
            await self._show(panel)
        except Overtaken:
            return  # the next look finds what is newer, a bulletin perhaps, and shows that
        except ChannelGone:
            await self._tell(panel.campaign, "channel_gone")
            # The next step tries once more; /game move leads out of it.
            await self._note_panel(
                panel, channel_id=panel.wanted_channel, shown=panel.wanted, error="ChannelGone"
            )
        except (NotAllowed, Locked) as error:
            wait = backoff(panel.attempts, NO_RIGHT_WAIT)
            await self._panel_later(panel, wait, type(error).__name__)
            await self._tell(panel.campaign, _problem(error))
        except NotTaken as error:
            _log.warning("campaign %s: its panel is refused: %s", panel.campaign, error)
            await self._panel_later(panel, backoff(panel.attempts, REFUSED_WAIT), "Refused")
            if panel.attempts + 1 >= REFUSED_TOLD:
                await self._tell(panel.campaign, "refused")
        except MessageGone:
            # Posted a moment ago with this nonce, and deleted since: the next gets another.
            await self._panel_later(panel, backoff(panel.attempts), _DELETED)
        except TryLater as error:
            await self._panel_later(panel, max(error.after, backoff(panel.attempts)), "TryLater")
        except (Unreadable, Complaint) as error:
            await self._panel_later(panel, backoff(panel.attempts, 5.0), type(error).__name__)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a game or the painter throws
            _log.exception("campaign %s: its panel failed", panel.campaign)
            await self._panel_later(panel, backoff(panel.attempts, 5.0), type(error).__name__)

    async def _show(self, panel: PanelRow) -> None:
        channel = panel.wanted_channel
        rights = self._rights(channel)
        if not rights.attach:
            await self._tell(panel.campaign, "cannot_attach")
        content = await self._compose.panel(panel.campaign, picture=rights.attach)
        shown = content.look.version
        message, deleted = await self._found_panel(panel), panel.error == _DELETED
        if message is not None:
            try:
                await self._edit(channel, message, content, panel.posting)
            except (MessageGone, EditsSpent) as error:
                if isinstance(error, EditsSpent):
                    await self._clear(channel, message)
                deleted = deleted or message != panel.message_id  # the one posted with this nonce
                message = None
        if message is None:
            nonce, since = self._posting(panel, shown, deleted=deleted)
            await self._note_panel(panel, posting=nonce, posted_at=since)
            message = await self._post_panel(channel, content, nonce)
            await self._pin(panel.campaign, channel, message, rights)
        elif panel.posting is not None:
            await self._pin(panel.campaign, channel, message, rights)
        if panel.channel_id not in {None, channel} and panel.message_id is not None:
            assert panel.channel_id is not None
            # Before it is forgotten: the next process finds it gone, or removes it.
            await self._remove(panel.channel_id, panel.message_id)
        await self._moderator.archiving.posted(panel.campaign)
        await self._note_panel(
            panel,
            channel_id=channel,
            message_id=message,
            shown=shown,
            posting=None,
            posted_at=None,
            attempts=0,
            error=None,
        )

    def _posting(self, panel: PanelRow, shown: int, *, deleted: bool) -> tuple[str, int]:
        """Return the nonce to post a panel with, and since when it may have been posted.

        One that was begun and not found keeps its nonce, whatever it shows by now: it may be on
        its way still, and Discord posts no second one.
        """
        now = self._now()
        if panel.posting is None or deleted:
            again = f"r{panel.attempts}" if deleted else ""
            return f"{panel.campaign}-p{shown}{again}", now
        recent = panel.posted_at is not None and now - panel.posted_at < NONCE_KEPT * 1000
        return panel.posting, panel.posted_at if recent and panel.posted_at is not None else now

    async def _found_panel(self, panel: PanelRow) -> int | None:
        """Return the message that is this campaign's panel in the channel where it belongs."""
        if panel.posting is not None and panel.posted_at is not None:
            found = await self._transport.find(
                Destination("channel", panel.wanted_channel),
                nonce=panel.posting,
                since=from_ms(panel.posted_at),
            )
            if found is not None:
                return found
        return panel.message_id if panel.channel_id == panel.wanted_channel else None

    async def _edit(self, channel: int, message: int, content: Any, nonce: str | None) -> None:
        """Edit the panel; one whose posting is not on file yet stays to be found by its nonce."""
        try:
            await self._transport.edit(channel, message, content, nonce=nonce)
        except (NotAllowed, Unacceptable):
            if content.picture is None:
                raise
            await self._transport.edit(channel, message, bare(content), nonce=nonce)

    async def _post_panel(self, channel: int, content: Any, nonce: str) -> int:
        place = Destination("channel", channel)
        try:
            return await self._transport.post(place, content, nonce=nonce)
        except (NotAllowed, Unacceptable):
            if content.picture is None:
                raise
            return await self._transport.post(place, bare(content), nonce=nonce)

    async def _pin(self, campaign: str, channel: int, message: int, rights: Rights) -> None:
        """Pin the panel. It serves unpinned too, so nothing here is worth failing for."""
        if not rights.pin:
            await self._tell(campaign, "cannot_pin")
            return
        try:
            await self._transport.pin(channel, message)
        except NotAllowed:
            await self._tell(campaign, "cannot_pin")
        except PinsFull:
            await self._tell(campaign, "pins_full")
        except Undelivered as error:
            _log.warning("campaign %s: its panel could not be pinned: %s", campaign, error)

    async def _clear(self, channel: int, message: int) -> None:
        """Delete a panel in whose place another is to be posted: there are never two.

        Raises:
            Undelivered: It is there still; nothing may be posted yet.
        """
        with contextlib.suppress(MessageGone):
            await self._transport.delete(channel, message)

    async def _remove(self, channel: int, message: int) -> None:
        try:
            await self._transport.delete(channel, message)
        except Undelivered as error:
            _log.info("an old panel could not be deleted: %s", error)

    def _rights(self, channel_id: int) -> Rights:
        """Return what is known of the bot's rights in a channel where it may post.

        Raises:
            NotAllowed: It may not.
            Locked: It may not until somebody opens the thread.
        """
        rights = self._transport.rights(channel_id) or Rights()
        if not rights.post:
            raise NotAllowed("no right to post")
        if rights.locked:
            raise Locked("a locked thread")
        return rights

    # -- noting ------------------------------------------------------------------------------

    async def _note(self, row: OutboxRow, **values: Any) -> None:
        async with self._database.write() as connection:
            await outbox.set_row(connection, row.id, **values)

    async def _sent(self, row: OutboxRow, channel_id: int | None, message: int | None) -> None:
        """Note that a row was posted; of a bulletin also where, for as long as its campaign."""
        async with self._database.write() as connection:
            await outbox.set_row(connection, row.id, status="sent", message_id=message, error=None)
            if row.kind == "bulletin" and message is not None and channel_id is not None:
                await posts.keep(
                    connection,
                    PostRow(row.campaign, row.last_seq, row.first_seq, channel_id, message),
                )

    async def _note_panel(self, panel: PanelRow, **values: Any) -> None:
        async with self._database.write() as connection:
            await outbox.set_panel(connection, panel.campaign, **values)

    async def _later(self, row: OutboxRow, attempts: int, wait: float, *, sure: bool) -> None:
        """Try again later; *sure*: it did not arrive, nobody need look for it then."""
        status = row.status if sure else "sending"
        due = self._now() + round(wait * 1000)
        await self._note(row, status=status, attempts=attempts, due_at=due)

    async def _panel_later(self, panel: PanelRow, wait: float, error: str) -> None:
        await self._note_panel(
            panel,
            attempts=panel.attempts + 1,
            due_at=self._now() + round(wait * 1000),
            error=error,
        )

    async def _give_up(self, row: OutboxRow, error: str) -> None:
        await self._note(row, status="failed", error=error)
        # A channel of direct messages that is gone means that the person is.
        if row.person is not None and error in {Closed.__name__, ChannelGone.__name__}:
            async with self._database.read() as connection:
                account = await outbox.account(connection, row.person)
                since = None if account is None else await people.closed_at(connection, account)
            if account is None or self._is_recent(since):
                return
            async with self._database.write() as connection:
                await people.set_closed(connection, account, self._now())
            if row.kind == "ask":  # of whatever else was sent nobody else may know
                await self._unreachable(account)

    async def _lose(self, row: OutboxRow, error: str) -> None:
        """Give up what will never be posted, and say so where that gives nothing away."""
        await self._give_up(row, error)
        await self._called(row)
        if row.kind == "bulletin":
            await self._tell(row.campaign, "lost_post")

    async def _refused(self, row: OutboxRow, attempts: int, error: NotTaken) -> None:
        _log.warning("campaign %s: a %s is refused: %s", row.campaign, row.kind, error)
        if attempts >= REFUSED_TRIES:
            await self._lose(row, str(error))
            return
        await self._later(row, attempts, backoff(row.attempts, REFUSED_WAIT), sure=True)
        if row.person is None and attempts >= REFUSED_TOLD:
            await self._tell(row.campaign, "refused")

    async def _bug(self, row: OutboxRow, attempts: int) -> None:
        _log.exception("campaign %s: delivering a %s failed", row.campaign, row.kind)
        if attempts >= BUG_TRIES:
            await self._lose(row, "bug")
        else:
            await self._later(row, attempts, backoff(attempts, 5.0), sure=False)
