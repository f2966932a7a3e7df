"""Which code is a game's rules, and what of it has been read.

A rule is what :meth:`Game.check`, :meth:`~Game.apply`, :meth:`~Game.setup` or
:meth:`~Game.awaiting` can come to: legality, results, and who is asked. What is left of the rules'
modules only offers (``options``, ``possible``) or serves the odds and the computer: what is
offered first, on which button. A case says nothing of that; ``tests/engine/contract`` holds it.
"""

from __future__ import annotations

import re
import tomllib
import types
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from engine.kit.gate import Gate
from engine.kit.verbs import FrameRules, Verb
from engine.registry import load_games
from tests.games import known

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

ENTRIES = ("setup", "working", "finish")
"""Where the contract comes into a game's own rules, beside its gate (see ``TableGame``)."""


def files_of(game: str) -> list[Path]:
    """Return the modules of a game's rules, in order."""
    folder = ROOT / "engine" / game
    return sorted(path for pattern in known(game).rules for path in folder.glob(pattern))


@cache
def reached(game: str) -> frozenset[tuple[str, str]]:
    """Return the functions that the contract's entries can come to, by file and name.

    It is found by the names that each function's code holds, so it is rather too much than too
    little; what only an offer names is not in it.
    """
    kind: Any = type(load_games()[game])
    package = f"engine.{game}."
    found: dict[Any, None] = {}
    waiting: list[Any] = [
        one for entry in ENTRIES for one in _functions(getattr(kind, entry), package)
    ]
    waiting += _functions(kind.gate, package)
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = None
            waiting += _named(one, package)
    return frozenset((one.__module__.replace(".", "/") + ".py", one.__qualname__) for one in found)


def _named(function: types.FunctionType, package: str) -> Iterator[types.FunctionType]:
    """Yield the game's own functions that a function may call."""
    names = set(_names(function.__code__))
    for name in names:
        for value in _meant(function.__globals__.get(name), names):
            yield from _functions(value, package)


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            yield from _names(one)


def _meant(value: Any, names: set[str]) -> Iterator[Any]:
    """Yield a value, or what of a module is meant by the names beside it."""
    if isinstance(value, types.ModuleType):
        for name in names & set(vars(value)):
            yield getattr(value, name)
    else:
        yield value


def _functions(value: Any, package: str) -> Iterator[types.FunctionType]:
    """Yield the functions in a value: itself, a class's methods, a table's; of verbs, no offers."""
    value = getattr(value, "__wrapped__", value)
    inside: Any = ()
    match value:
        case types.FunctionType() if value.__module__.startswith(package):
            yield value
        case type() if value.__module__.startswith(package):
            # Only what wraps a method is opened: asking a model's members anything builds it.
            inside = [
                one.__func__ if isinstance(one, staticmethod | classmethod) else one
                for one in vars(value).values()
                if isinstance(one, types.FunctionType | staticmethod | classmethod)
            ]
        case Verb():
            inside = (value.check, value.apply, value.named)
        case FrameRules():
            inside = (value.decisions, value.go_on)
        case Gate():
            inside = (
                value.verbs,
                value.frames,
                value.acting,
                value.asking,
                value.closed,
                value.known,
                value.once,
                value.goes_on,
            )
        case dict() | types.MappingProxyType():
            inside = value.values()
        case tuple() | list():
            inside = value
    for one in inside:
        yield from _functions(one, package)


# -- survivors ----------------------------------------------------------------------------------

Lines = tuple[str, ...]


@dataclass(frozen=True)
class Survivor:
    """Mutants of one place that live, and have been read.

    Attributes:
        file: Pattern of their files, from the root of the tree.
        function: Pattern of what they change.
        gone: The lines that go, without indentation; none if it does not matter.
        come: What comes instead, one or the other; a pattern in slashes stands for many.
        why: Why no case kills them.
    """

    file: str
    function: str
    gone: Lines
    come: tuple[str, ...]
    why: str

    def is_of(self, file: str, function: str, gone: Lines, come: Lines) -> bool:
        """Say whether a change is one of these."""
        return (
            fnmatchcase(file, self.file)
            and fnmatchcase(function, self.function)
            and self.gone in ((), gone)
            and any(_comes(one, "\n".join(come)) for one in self.come)
        )


def _comes(written: str, come: str) -> bool:
    if written.startswith("/"):
        return re.search(written.strip("/"), come) is not None
    return written.strip() == come


@cache
def explained() -> tuple[Survivor, ...]:
    """Return what the files of ``survivors`` hold."""
    files = sorted((HERE / "survivors").glob("*.toml"))
    written = [one for file in files for one in _survivors(file)]
    return tuple(
        Survivor(
            one["file"],
            one.get("function", "*"),
            tuple(one.get("gone", "").split("\n")) if "gone" in one else (),
            tuple(one["come"]),
            one["why"],
        )
        for one in written
    )


def _survivors(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(file.read_text(encoding="utf-8"))["survivor"]
    return found
