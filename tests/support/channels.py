"""What SimCord's channels lack: kinds of Discord's, and what archived and locked threads refuse.

``obstacle`` is asked before every call of the bot (``tests.support.wire``). Numbers and rules are
those of Discord's documentation (its pages "Threads" and "Opcodes and Status Codes").
"""

from __future__ import annotations

import functools
import weakref
from typing import Any, Final

import simcord
from simcord.backend.errors import BackendError, missing_permissions
from simcord.backend.models import channel as channel_models
from simcord.enums import ChannelType

NEWS_THREAD: Final = 10
MEDIA: Final = 16
THREAD_UPDATE: Final = 111
"""Of the audit log."""
_WITHOUT_MESSAGES: Final = {ChannelType.CATEGORY, ChannelType.FORUM, MEDIA}
_THREADS_OF: Final[dict[int, set[int]]] = {
    ChannelType.TEXT: {ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD},
    ChannelType.NEWS: {NEWS_THREAD},
    ChannelType.FORUM: {ChannelType.PUBLIC_THREAD},
    MEDIA: {ChannelType.PUBLIC_THREAD},
}
"""The kinds of threads that each kind of channel can have; others have none."""

_TEN_MINUTES: Final = 600.0
_RENAMED: weakref.WeakKeyDictionary[Any, dict[int, list[float]]] = weakref.WeakKeyDictionary()
"""When the threads of each simulated Discord were renamed lately."""

_models: Any = channel_models
_models.THREAD_TYPES = (*channel_models.THREAD_TYPES, NEWS_THREAD)


def obstacle(backend: Any, method: str, path: str, body: dict[str, Any]) -> None:
    """Raise what Discord would say to a call that SimCord lets pass."""
    match path.strip("/").split("/"):
        case ["channels", number, *rest] if number.isdigit():
            channel = backend.channels.get(int(number))
        case _:
            return
    if channel is None:
        return
    match method, rest:
        case "POST", ["threads"]:
            kind = int(body.get("type", ChannelType.PUBLIC_THREAD))
            if kind not in _THREADS_OF.get(channel.type, set()):
                raise BackendError(400, 50024, "Cannot execute action on this channel type")
        case "POST", ["messages"]:
            if channel.type in _WITHOUT_MESSAGES:
                raise BackendError(400, 50008, "Cannot send messages in a non-text channel")
            if channel.is_thread and channel.thread_metadata.archived:
                _require_open(backend, channel)
                archive(backend, channel.id, archived=False)  # writing opens it
        case ("PATCH", ["messages", _]) | ("PUT", ["pins", _] | ["messages", "pins", _]):
            if channel.is_thread:
                _require_open(backend, channel)
                if channel.thread_metadata.archived:
                    raise BackendError(400, 50083, "Thread is archived")
        case "PATCH", [] if channel.is_thread:
            _require_open(backend, channel)
            if "name" in body:
                _require_rare(backend, channel)
            if channel.thread_metadata.archived and body.get("archived", True):
                raise BackendError(400, 50083, "Thread is archived")
            if body.get("archived"):
                _require_closable(backend, channel, locked="locked" in body)


def _require_rare(backend: Any, thread: Any) -> None:
    """Raise what Discord says to whoever renames a thread a third time in ten minutes."""
    renamed = _RENAMED.setdefault(backend, {}).setdefault(thread.id, [])
    now = backend.clock.elapsed
    renamed[:] = [one for one in renamed if one > now - _TEN_MINUTES]
    if len(renamed) >= 2:
        raise BackendError(429, 0, "You are being rate limited.")
    renamed.append(now)


def _require_open(backend: Any, thread: Any) -> None:
    """Raise what Discord says to somebody who does not manage threads where one is locked."""
    if thread.thread_metadata.locked and not _manages_threads(backend, thread):
        raise missing_permissions()


def _require_closable(backend: Any, thread: Any, *, locked: bool) -> None:
    """Raise what Discord says to whoever closes a thread of somebody else's, or locks one."""
    own = thread.owner_id == backend.bot_user.id and not locked
    if not own and not _manages_threads(backend, thread):
        raise missing_permissions()


def _manages_threads(backend: Any, thread: Any) -> bool:
    granted: int = backend.compute_permissions(thread.guild_id, backend.bot_user.id, thread.id)
    return bool(granted & 1 << 34)


def archive(backend: Any, thread_id: int, **changes: Any) -> None:
    """Close or open a thread, or lock it, as Discord tells it to the bot."""
    changes["archive_timestamp"] = backend.now_iso()
    backend.edit_channel(thread_id, {}, thread_metadata=changes)


def keep_time(backend: Any) -> None:
    """Let every opening and closing of a thread leave its time, also the bot's own."""
    edit = backend.edit_channel

    def edit_channel(channel_id: int, changes: Any, **options: Any) -> Any:
        metadata = dict(options.get("thread_metadata") or {})
        if "archived" in metadata:
            metadata.setdefault("archive_timestamp", backend.now_iso())
            options["thread_metadata"] = metadata
        return edit(channel_id, changes, **options)

    backend.edit_channel = edit_channel


def number_posts(backend: Any) -> None:
    """Let a post have the number of its first message, as on Discord."""
    make_post, make_thread = backend.create_forum_post, backend.create_thread

    def create_forum_post(forum_id: int, name: str, starter: Any, **options: Any) -> Any:
        backend.create_thread = functools.partial(make_thread, message_id=starter.id)
        try:
            return make_post(forum_id, name, starter, **options)
        finally:
            backend.create_thread = make_thread

    backend.create_forum_post = create_forum_post


def make_channel(env: simcord.Env, guild_id: int, name: str, kind: int) -> Any:
    """Make a channel of any kind, and return SimCord's record of it."""
    return env.backend.create_channel(guild_id, name, type=kind)


def make_thread(env: simcord.Env, parent_id: int, name: str, owner: int, kind: int) -> Any:
    """Make a thread of any kind, open for an hour, in which the bot is; return SimCord's record."""
    backend: Any = env.backend
    thread = backend.create_thread(parent_id, name, owner, type=kind, auto_archive_duration=60)
    backend.add_thread_member(thread.id, backend.bot_user.id)
    return thread


def make_tag(env: simcord.Env, forum_id: int, name: str, *, moderated: bool = False) -> int:
    """Make a tag of a forum, which Discord tells the bot, and return its id."""
    backend: Any = env.backend
    number = int(backend.snowflake())
    tag = {
        "id": str(number),
        "name": name,
        "moderated": moderated,
        "emoji_id": None,
        "emoji_name": None,
    }
    forum = backend.get_channel(forum_id)
    backend.edit_channel(forum_id, {"available_tags": [*forum.available_tags, tag]})
    return number
