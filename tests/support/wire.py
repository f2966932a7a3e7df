"""What SimCord's Discord lacks: the enforced nonce, locales, a record of calls, a cut wire.

What its channels lack stands in ``tests.support.channels``.

Everything here hangs on names that SimCord calls private, which is why pyproject.toml pins it
exactly. Nothing is patched for an environment that no `Wire` was made for.
"""

import asyncio
import contextlib
import fnmatch
import functools
import itertools
import weakref
from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from typing import Any

import simcord
from simcord._runtime import _BOT_SCOPE, _CallbackRecord
from simcord.backend import errors
from simcord.enums import ChannelType, MessageType
from simcord.http import FakeHTTPClient, FakeWebhookAdapter, router
from simcord.http._helpers import message_response as _message_response
from simcord.http.routes.messages import send_message as _create_message

from tests.support.channels import keep_time, number_posts, obstacle
from tests.support.limits import MODAL_SUBMIT, Call, Upload, broken_limits

NONCE_MEMORY = 180.0
"""Seconds that Discord remembers a nonce: "the past few minutes"."""

_WIRES: weakref.WeakValueDictionary[int, "Wire"] = weakref.WeakValueDictionary()
"""By their backends' identities: a wire knows its backend, which would keep its own entry alive."""


class Died(BaseException):
    """The bot's process is no more."""


@dataclass(slots=True)
class Tripwire:
    """A call at which the bot dies."""

    method: str
    path: str
    skip: int
    after: bool
    spring: Callable[[], None]
    sprung: bool = False


class Wire:
    """The line between one bot and the simulated Discord."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        self.calls: MutableSequence[Call] = []
        self.locales: dict[int, str] = {}
        self.is_cut = False
        self.spared = 0
        self.tripwires: list[Tripwire] = []
        self._sent: dict[tuple[str, str], tuple[float, int]] = {}
        _WIRES[id(env.backend)] = self
        self._let_the_dead_rest()
        self._keep_private_threads_private()
        keep_time(env.backend)
        number_posts(env.backend)
        env.backend.subscribers.insert(0, self._dress)

    def _keep_private_threads_private(self) -> None:
        """Only of a public thread Discord tells the channel; SimCord does of a private one too."""
        backend: Any = self.env.backend
        tell = backend.create_system_message

        def tell_of_what_is_public(channel_id: int, kind: Any, *args: Any, **options: Any) -> Any:
            thread = backend.channels.get(options.get("target_channel_id"))
            if kind == MessageType.THREAD_CREATED and thread.type == ChannelType.PRIVATE_THREAD:
                return None
            return tell(channel_id, kind, *args, **options)

        backend.create_system_message = tell_of_what_is_public

    def _let_the_dead_rest(self) -> None:
        """Nobody waits for a dead bot to finish what it was doing.

        Nor is a start given up after the five seconds that SimCord has for it: on a machine with
        other things to do, drawing the first map may take longer.
        """
        settle, look = self.env._settle_internal, self.env._settlement_state

        async def settle_while_alive(**options: Any) -> None:
            options.pop("timeout", None)
            with contextlib.suppress(Died):
                await settle(**options)

        def look_for_life() -> Any:
            if self.is_cut:
                raise Died
            return look()

        self.env._settle_internal = settle_while_alive  # type: ignore[method-assign]
        self.env._settlement_state = look_for_life  # type: ignore[method-assign]

    def broken_limits(self) -> list[str]:
        """Every limit of Discord's that a call so far has broken."""
        return list(itertools.chain.from_iterable(broken_limits(call) for call in self.calls))

    def trip(
        self, method: str, path: str, *, skip: int, after: bool, spring: Callable[[], None]
    ) -> Tripwire:
        """Cut the wire at a coming call, before or *after* Discord has acted on it."""
        wire = Tripwire(method, path, skip, after, spring)
        self.tripwires.append(wire)
        return wire

    def dispatch(self, method: str, path: str, arguments: dict[str, Any]) -> Any:
        """Carry one call to Discord."""
        if self.is_cut:
            raise Died
        self.calls.append(self._record(method, path, arguments))
        tripped = next((t for t in self.tripwires if self._trips(t, method, path)), None)
        if tripped and not tripped.after:
            self._spring(tripped)
        body = arguments.get("json")
        obstacle(self.env.backend, method, path, body if isinstance(body, dict) else {})
        answer = _dispatch(self.env.backend, method, path, **arguments)
        if tripped:
            self._spring(tripped)
        return answer

    def create_message(self, request: router.RequestContext) -> Any:
        """Create a message, or return the one that this nonce has already created."""
        body = request.body()
        if not body.get("enforce_nonce") or body.get("nonce") is None:
            return _create_message(request)
        backend, now = self.env.backend, self.env.backend.clock.elapsed
        key = request.args["channel_id"], str(body["nonce"])
        if key in self._sent and now - self._sent[key][0] < NONCE_MEMORY:
            message_id = self._sent[key][1]
            channel_id = request.int_arg("channel_id")
            if message_id not in backend.messages[channel_id]:
                raise errors.unknown_message()
            self.spared += 1
            return _message_response(request, backend.get_message(channel_id, message_id))
        answer = _create_message(request)
        self._sent[key] = now, int(answer["id"])
        return answer

    def _record(self, method: str, path: str, arguments: dict[str, Any]) -> Call:
        uploads = []
        for file in arguments.get("files") or ():
            here = file.fp.tell()
            size = file.fp.seek(0, 2) - here
            file.fp.seek(here)
            uploads.append(Upload(file.filename, size, file.description))
        answers_modal = False
        parts = path.strip("/").split("/")
        if parts[0] == "interactions" and parts[1].isdigit():
            interaction = self.env.backend.interactions.get(int(parts[1]))
            answers_modal = interaction is not None and interaction.type == MODAL_SUBMIT
        return Call(method, path, arguments.get("json"), tuple(uploads), answers_modal)

    def _trips(self, trip: Tripwire, method: str, path: str) -> bool:
        if trip.sprung or trip.method != method or not fnmatch.fnmatch(path, trip.path):
            return False
        trip.skip -= 1
        return trip.skip < 0

    def _spring(self, trip: Tripwire) -> None:
        trip.sprung = True
        trip.spring()
        raise Died

    def _dress(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            user = (payload.get("member") or payload)["user"]
            payload["locale"] = self.locales.get(int(user["id"]), "en-US")
            payload["attachment_size_limit"] = 10 << 20


_dispatch = router.dispatch


def _dispatch_by_wire(backend: Any, method: str, path: str, **arguments: Any) -> Any:
    wire = _WIRES.get(id(backend))
    if wire is None:
        return _dispatch(backend, method, path, **arguments)
    return wire.dispatch(method, path, arguments)


def _mortal(request: Any) -> Any:
    """Let a call of a dead bot hang: neither an answer nor an error ever comes back to it."""

    @functools.wraps(request)
    async def ask(self: Any, *args: Any, **options: Any) -> Any:
        try:
            return await request(self, *args, **options)
        except Died:
            if _BOT_SCOPE.get() is None:
                raise ConnectionResetError("the bot is dead") from None
            return await asyncio.get_running_loop().create_future()

    return ask


def _create_by_wire(request: router.RequestContext) -> Any:
    wire = _WIRES.get(id(request.backend))
    return _create_message(request) if wire is None else wire.create_message(request)


def _install() -> None:
    """Put the hooks in place, once, and let settling and bookkeeping take less time."""
    router.dispatch = _dispatch_by_wire
    FakeHTTPClient.request = _mortal(FakeHTTPClient.request)  # type: ignore[method-assign]
    FakeWebhookAdapter.request = _mortal(FakeWebhookAdapter.request)  # type: ignore[method-assign]
    posts = router._ROUTES["POST"]
    for index, (template, handler) in enumerate(posts):
        if handler is _create_message:
            posts[index] = (template, _create_by_wire)
            break
    else:
        raise RuntimeError(
            "SimCord's route for new messages has moved: is its version the pinned one?"
        )
    # 52 ms for each ephemeral reply otherwise; looking more often costs more than it saves.
    waiting: Any = simcord.Env._settle_internal.__kwdefaults__
    waiting["idle"] = 0.003
    # Each callback is struck off a list of all that wait: compared field by field, that took three
    # quarters of the time of a bot with hundreds of timers. A record equals itself alone.
    _CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign]


_install()
