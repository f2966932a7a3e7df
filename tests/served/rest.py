"""Requests to the simulated Discord, as Discord takes them: JSON or forms over HTTP."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote

from aiohttp import BodyPartReader, web
from simcord.backend.errors import BackendError
from simcord.http import router

from tests.served.world import World
from tests.support.limits import broken_limits

API: Final = "/api/v10"
LARGEST: Final = 30 << 20
"""Bytes of a request."""
DEFERRED: Final = {5, 6}
"""Kinds of answers that announce another."""


@dataclass(slots=True)
class Upload:
    """A file that came with a request, as SimCord takes it of discord.py."""

    filename: str
    fp: io.BytesIO
    description: str | None


class Requests:
    """Answers requests about a world."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._allowed = f"Bot {token}"
        self._gateway = ""

    def add_to(self, app: web.Application, gateway: str) -> None:
        """Serve all routes under ``/api/v10``; *gateway* is where connections are to go."""
        self._gateway = gateway
        app.router.add_route("*", f"{API}/{{path:.*}}", self._answer)

    async def _answer(self, request: web.Request) -> web.Response:
        path = "/" + request.match_info["path"]
        if path == "/gateway/bot":
            return _told(self._connections())
        # Answers to people carry the token of what they answer instead.
        by_token = path.startswith(("/interactions/", "/webhooks/"))
        if not by_token and request.headers.get("Authorization") != self._allowed:
            return _told({"code": 0, "message": "401: Unauthorized"}, status=401)
        try:
            body, files = await _read(request)
        except ConnectionError:
            return _told({}, status=499)  # whoever asked is dead, and hears nothing
        try:
            answer = router.dispatch(
                self._world.backend,
                request.method,
                path,
                json=body,
                params=dict(request.query),
                files=files,
                reason=unquote(request.headers.get("X-Audit-Log-Reason", "")) or None,
                message_content_access=False,
            )
        except (router.RouteNotImplemented, router.UnsupportedField) as gap:
            self._world.faults.append(f"SimCord: {gap}")
            return _told({"code": 0, "message": str(gap)}, status=501)
        except BackendError as error:
            return _told(error.to_json(), status=error.status)
        finally:
            calls = self._world.wire.calls
            if calls:
                self._world.faults += broken_limits(calls[-1])
        self._heard(path, body)
        return web.Response(status=204) if answer is None else _told(answer)

    def _heard(self, path: str, body: Any) -> None:
        """Let whoever waits for an answer go on."""
        match path.strip("/").split("/"):
            case ["interactions", _, token, "callback"]:
                self._world.answered(token, last=body["type"] not in DEFERRED)
            case ["webhooks", _, token, *_]:
                self._world.answered(token, last=True)

    def _connections(self) -> dict[str, Any]:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0}
        # As many connections may say at a time who they are as there are.
        limit["max_concurrency"] = self._world.shards
        return {
            "url": self._gateway,
            "shards": self._world.shards,
            "session_start_limit": limit,
        }


def _told(answer: Any, status: int = 200) -> web.Response:
    """Answer as Discord does: discord.py knows JSON by just this type, with no more in it."""
    body = json.dumps(answer).encode()
    return web.Response(body=body, content_type="application/json", status=status)


async def _read(request: web.Request) -> tuple[Any, list[Upload]]:
    """Return the body of a request, and the files that came with it."""
    if request.content_type == "application/json":
        text = await request.text()
        return (json.loads(text) if text else None), []
    if not request.content_type.startswith("multipart/"):
        return None, []
    body: Any = None
    files = []
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)  # discord.py sends no form in a form
        data = bytes(await part.read())
        if part.name == "payload_json":
            body = json.loads(data)
        else:
            files.append(Upload(part.filename or "", io.BytesIO(data), None))
    described = (body or {}).get("data", body) or {}
    for told in described.get("attachments") or ():
        number = int(told["id"])
        if number < len(files):
            files[number].description = told.get("description")
    return body, files
