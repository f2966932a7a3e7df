"""Errors of the engines. Engines speak in codes; ``bot.text`` makes sentences of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.api import Refusal


class EngineError(Exception):
    """Base of everything an engine raises on purpose."""


class Refused(EngineError):
    """The rules say no, and by nothing else: *refusals* say why, all of them."""

    def __init__(self, *refusals: Refusal) -> None:
        super().__init__(", ".join(f"{r.code} ({r.rule})" for r in refusals))
        self.refusals = refusals

    def __reduce__(self) -> tuple[Any, ...]:
        # From another process it comes back with its refusals, which its message is made of.
        return type(self), self.refusals


class MalformedAction(Refused):
    """Not understood: no such unit, hex or number."""


class IllegalAction(Refused):
    """Understood and forbidden."""


class DiceDiverged(EngineError):
    """A replay asked for another roll than the log holds."""


class CorruptState(EngineError):
    """A stored state cannot be read: our bug or a damaged file."""
