"""Events, rolls and settings as JSON text: equal values give equal text, and come back equal."""

from __future__ import annotations

import dataclasses
import json
import zlib
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from bot.store.errors import Garbled
from engine.api import Event, Param, Params, Seat, Term
from engine.dice import Roll


def dumps(value: Any) -> str:
    """Return compact JSON with sorted keys."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def pack(text: str) -> bytes:
    """Compress a dumped state. Level 1: a third more bytes than level 6 for a third of the time."""
    return zlib.compress(text.encode(), 1)


def unpack(body: bytes) -> str:
    """Return what :func:`pack` was given.

    Raises:
        Garbled: It is not what was packed.
    """
    try:
        return zlib.decompress(body).decode()
    except zlib.error as error:
        raise Garbled(f"a stored state cannot be unpacked: {error}") from error


_WINDOW = 32_768
"""As far as zlib looks back."""
_NOTE: Final = slice(2, 6)
"""Where zlib notes the checksum of what something was packed upon (RFC 1950)."""


def pack_upon(text: str, before: str) -> bytes:
    """Compress a dumped state as it differs from another one."""
    packer = zlib.compressobj(6, zdict=before.encode()[-_WINDOW:])
    return packer.compress(text.encode()) + packer.flush()


def unpack_upon(body: bytes, before: str) -> str:
    """Return what :func:`pack_upon` was given.

    Raises:
        Garbled: It is not what was packed, or was packed upon another text.
    """
    reader = zlib.decompressobj(zdict=before.encode()[-_WINDOW:])
    try:
        text = reader.decompress(body).decode()
    except zlib.error as error:
        raise Garbled(f"a stored step cannot be unpacked: {error}") from error
    if not reader.eof or reader.unused_data:
        raise Garbled("a stored step cannot be unpacked: it is cut short, or has too much")
    return text


def is_upon(body: bytes, text: str) -> bool:
    """Say whether that text is what a dumped state was packed upon: zlib notes which it was."""
    noted = len(body) > _NOTE.stop and body[1] & 0x20
    return bool(noted) and body[_NOTE] == zlib.adler32(text.encode()[-_WINDOW:]).to_bytes(4, "big")


def _param(value: Param) -> Any:
    if isinstance(value, Term):
        return {"term": [value.kind, value.key]}
    if isinstance(value, tuple):
        return [_param(item) for item in value]
    if isinstance(value, Fraction):
        return {"fraction": [value.numerator, value.denominator]}
    return value


def _read_param(value: Any) -> Any:
    if isinstance(value, dict):
        return Fraction(*value["fraction"]) if "fraction" in value else Term(*value["term"])
    if isinstance(value, list):
        return tuple(_read_param(item) for item in value)
    return value


def params_out(params: Params) -> dict[str, Any]:
    """Return JSON-able parameters."""
    return {key: _param(value) for key, value in params.items()}


def params_in(raw: dict[str, Any]) -> Params:
    """Return what :func:`params_out` was given."""
    return {key: _read_param(value) for key, value in raw.items()}


def events_out(events: Iterable[Event]) -> str:
    """Return events as JSON."""
    return dumps([_event(event) for event in events])


def _event(event: Event) -> list[Any]:
    audience = None if event.audience is None else sorted(event.audience)
    written = [event.code, event.rule, params_out(event.params), audience]
    return written if event.otherwise is None else [*written, _event(event.otherwise)]


def events_in(text: str) -> tuple[Event, ...]:
    """Return what :func:`events_out` was given."""
    return tuple(_read_event(*written) for written in json.loads(text))


def _read_event(
    code: str,
    rule: str,
    params: dict[str, Any],
    audience: list[str] | None,
    otherwise: list[Any] | None = None,
) -> Event:
    return Event(
        code,
        rule,
        params_in(params),
        None if audience is None else frozenset(audience),
        None if otherwise is None else _read_event(*otherwise),
    )


EVERYTHING: Final[Seat] = "*"
"""Stands for a viewer who may read all, as everybody may once a game is over."""


def visible(events: Iterable[Event], viewer: Seat | None) -> tuple[Event, ...]:
    """Return the events that *viewer* may read, each as they are told of it."""
    if viewer == EVERYTHING:
        return tuple(dataclasses.replace(event, otherwise=None) for event in events)
    read = (event.reading(viewer) for event in events)
    return tuple(event for event in read if event is not None)


def rolls_out(rolls: Iterable[Roll]) -> str:
    """Return rolls as JSON."""
    # An open roll is written as it always was; a secret one has a mark behind it, and one that was
    # entered has who entered it behind that.
    return dumps([[roll.purpose, roll.sides, list(roll.values), *_marks(roll)] for roll in rolls])


def _marks(roll: Roll) -> tuple[bool | str, ...]:
    if roll.entered:
        return roll.secret, roll.entered
    return (True,) if roll.secret else ()


def rolls_in(text: str) -> tuple[Roll, ...]:
    """Return what :func:`rolls_out` was given."""
    return tuple(
        Roll(purpose, sides, tuple(values), *marks)
        for purpose, sides, values, *marks in json.loads(text)
    )
