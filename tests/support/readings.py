"""Who reads what is hidden while a public action is carried out.

The door (:mod:`bot.moderator.table.secrecy`) guards secret actions. A public one may read secrets
too: a marker that is revealed has somebody beneath it, a shot at hidden troops hits or not. Each
such reading may tell of what it read, so a game lists them in
``tests/engine/<game>/readings.toml``:
which function of its rules reads what, and what of it may be told. Any other reading is a fault.

Of a state whatever the public does not see is put into records that note who reads them. Copying
a record is no reading, nor is what ``check`` looks at: it is given a view.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from engine.api import Action, Game, Seat
from engine.dice import Dice

LISTS = Path(__file__).parents[1] / "engine"
COPYING = frozenset(("engine.kit.records", "dataclasses", "engine.kit.working_copy"))
"""Modules that copy records, field by field."""


@dataclass(frozen=True)
class Hidden:
    """What of a game's table not everybody sees.

    Attributes:
        tables: Fields of the table that hold such records, by id.
        is_hidden: Says of a record whether it is still hidden.
        plain: Fields by which rules find out that somebody is not for them: reading these tells
            nothing by itself.
        counted: Fields of the table that hold what not everybody sees, a value by seat.
    """

    tables: tuple[str, ...]
    is_hidden: Callable[[Any], bool]
    plain: frozenset[str]
    counted: tuple[str, ...] = ()


@dataclass(frozen=True, order=True)
class Reading:
    """Something hidden that was read.

    Attributes:
        by: The function of the rules, by its place in the game's package.
        what: The record's class and the field.
    """

    by: str
    what: str


@dataclass(frozen=True)
class Listed:
    """An entry of ``readings.toml``.

    Attributes:
        by: Functions of the rules.
        reads: What they read, a record's class and the field; "General.*" for any of its fields.
        tells: What of it may be told, and to whom.
    """

    by: tuple[str, ...]
    reads: tuple[str, ...]
    tells: str

    def holds(self, reading: Reading) -> bool:
        """Say whether a reading is one of these."""
        return reading.by in self.by and any(fnmatchcase(reading.what, one) for one in self.reads)


class Tracer:
    """Carries out public actions and notes who reads what is hidden.

    Attributes:
        found: All that was read, with the kinds of action that led there.
    """

    def __init__(self, game: Game[Any, Any], hidden: Hidden) -> None:
        self.game, self.hidden = game, hidden
        self.package = f"engine.{game.key}."
        self.found: dict[Reading, set[str]] = {}
        self._kind = ""
        self._classes: dict[type[Any], type[Any]] = {}

    def apply(self, state: Any, seat: Seat, action: Action, dice: Dice) -> Any:
        """Carry out an action as the game does, and note what it reads."""
        self._kind = action.kind
        try:
            return self.game.apply(self.traced(state), seat, action, dice)
        finally:
            self._kind = ""

    def traced(self, state: Any) -> Any:
        """Return a state of which what is hidden notes who reads it."""
        secrets = {seat: self._wrapped(own, always=True) for seat, own in state.secrets.items()}
        changed: dict[str, Any] = {}
        for name in self.hidden.tables:
            those = getattr(state.table, name)
            changed[name] = {
                key: self._wrapped(one) if self.hidden.is_hidden(one) else one
                for key, one in those.items()
            }
        for name in self.hidden.counted:
            changed[name] = _Counted(getattr(state.table, name), self, f"Table.{name}")
        return replace(state, table=replace(state.table, **changed), secrets=secrets)

    def note(self, what: str) -> None:
        """Note that something hidden is read now."""
        if not self._kind:
            return
        reader = self._reader(sys._getframe(2))
        if reader:
            self.found.setdefault(Reading(reader, what), set()).add(self._kind)

    def _reader(self, frame: FrameType | None) -> str:
        """Return the nearest function of the rules or the sequence, else who reads; "" for none."""
        if frame is not None and frame.f_globals.get("__name__") in COPYING:
            return ""
        nearest = ruling = outside = ""
        while frame is not None:
            module, code = frame.f_globals.get("__name__", ""), frame.f_code
            if module == "engine.kit.table_game" and code.co_name in {"check", "view"}:
                return ""
            if not outside:
                outside = f"{module}.{code.co_qualname}"
            if module.startswith(self.package):
                place = module.removeprefix(self.package)
                name = f"{place}.{code.co_qualname.partition('.<')[0]}"
                nearest = nearest or name
                if place == "sequence" or place.startswith("rules."):
                    ruling = ruling or name
            frame = frame.f_back
        return ruling or nearest or outside

    def _wrapped(self, record: Any, *, always: bool = False) -> Any:
        kind = type(record)
        if not is_dataclass(kind):
            return record
        wrapper = self._classes.get(kind) or self._class(kind, always=always)
        made = object.__new__(wrapper)
        for one in fields(kind):
            object.__setattr__(made, one.name, getattr(record, one.name))
        return made

    def _class(self, kind: type[Any], *, always: bool) -> type[Any]:
        """Return a class like *kind* whose instances note who reads them."""
        names = frozenset(one.name for one in fields(kind)) - self.hidden.plain
        tracer, is_hidden = self, self.hidden.is_hidden

        def read(this: Any, name: str) -> Any:
            if name in names and tracer._kind and (always or is_hidden(_Bare(this))):
                tracer.note(f"{kind.__name__}.{name}")
            return object.__getattribute__(this, name)

        made = type(kind.__name__, (kind,), {"__slots__": (), "__getattribute__": read})
        self._classes[kind] = made
        return made


class _Bare:
    """A record of which is read without noting it."""

    __slots__ = ("_record",)

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        return object.__getattribute__(self._record, name)


class _Counted(dict[Any, Any]):
    """A value by seat, of which is noted who reads it."""

    def __init__(self, values: Mapping[Any, Any], tracer: Tracer, what: str) -> None:
        super().__init__(values)
        self._tracer, self._what = tracer, what

    def __getitem__(self, key: Any) -> Any:
        self._tracer.note(self._what)
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        self._tracer.note(self._what)
        return super().get(key, default)

    def values(self) -> Any:
        self._tracer.note(self._what)
        return super().values()

    def items(self) -> Any:
        self._tracer.note(self._what)
        return super().items()


@cache
def listed(key: str) -> tuple[Listed, ...]:
    """Return the readings that a game lists."""
    told = tomllib.loads((LISTS / key / "readings.toml").read_text(encoding="utf-8"))
    return tuple(
        Listed(tuple(one["by"]), tuple(one["reads"]), one["tells"])
        for one in told.get("reading", [])
    )


def unlisted(key: str, found: Mapping[Reading, Collection[str]]) -> Iterator[str]:
    """Yield the readings that a game's list has not, with the actions that led there."""
    for reading in sorted(found):
        if not any(one.holds(reading) for one in listed(key)):
            yield f"{reading.by} reads {reading.what} ({', '.join(sorted(found[reading]))})"
