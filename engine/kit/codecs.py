"""States as JSON and back, for games whose state is a tree of dataclasses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from engine.errors import CorruptState
from engine.kit.dumps import DumpChange, renewed

S = TypeVar("S")


class Codec(Generic[S]):
    """Writes and reads the states of one game system.

    Attributes:
        model: The dataclass of a state.
        changes: Of the dumps, oldest first.
    """

    def __init__(self, model: type[S], title: str, changes: Sequence[DumpChange] = ()) -> None:
        """Make a codec; what it takes to read is built when first needed.

        Args:
            model: The state's dataclass.
            title: The game's name, for errors.
            changes: Of the dumps since the game's first build, oldest first.
        """
        self.model = model
        self._title = title
        self.changes = tuple(changes)

    @cached_property
    def _adapter(self) -> TypeAdapter[S]:
        return TypeAdapter(self.model)

    def dump(self, state: S) -> str:
        """Return *state* as JSON; equal states give equal text."""
        return self._adapter.dump_json(state).decode()

    def load(self, text: str) -> S:
        """Return the state that :meth:`dump` wrote.

        Raises:
            CorruptState: when *text* is no such state.
        """
        try:
            return self._adapter.validate_json(text)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise CorruptState(f"not a game of {self._title}: {where}: {first['msg']}") from None

    def redumped(self, text: str) -> Iterator[str]:
        """Yield what this build and earlier ones make of a dump by loading and dumping it.

        Raises:
            CorruptState: when *text* is no such state.
        """
        yield self.dump(self.load(text))
        yield from renewed(text, self.changes)
