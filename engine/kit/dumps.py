"""What changed in what a game's states are dumped as, recorded so that a dump can be made anew.

A step is stored as it differs from the text before it. Builds until the end of November 2026 took
for that text the state *dumped anew*: whoever reads what they wrote must make the same text of what
is on file. So a change of a dump is a :class:`DumpChange`, in the order in which they landed, in
``CHANGES`` of the game's module ``dumps``; a test fails where keys change without one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

Part = Callable[[Any], None]
"""Does to a dump, read as JSON, a part of a change; what has it already is left as it is."""


class DumpChange:
    """One change, of as many parts as landed together.

    Attributes:
        about: What changed, in a line.
    """

    def __init__(self, about: str, *parts: Part) -> None:
        self.about = about
        self._parts = parts

    def renew(self, dump: Any) -> None:
        """Make of a dump of before, read as JSON, what the build of the change dumps of it."""
        for part in self._parts:
            part(dump)


def renewed(text: str, changes: Iterable[DumpChange]) -> Iterator[str]:
    """Yield a dump as each build since it was written dumped the state anew, oldest build first.

    Raises:
        ValueError: It is no JSON.
        TypeError, LookupError, AttributeError: It is none of this game's dumps.
    """
    dump = json.loads(text)
    for change in changes:
        change.renew(dump)
        yield json.dumps(dump, ensure_ascii=False, separators=(",", ":"))


def added(path: str, key: str, value: Any, *, after: str = "") -> Part:
    """Return what adds a key to the objects at *path*, behind the key *after*, else as the first.

    Args:
        path: Keys joined by points; ``*`` is each value of a list or of an object by names, and
            ``*[type=voyage]`` those of which the key ``type`` is that. "" is the whole dump.
        key: What is new.
        value: What it holds where an earlier dump is loaded, or a function of the object.
        after: The key before it.
    """

    def add(dump: Any) -> None:
        for one in _at(dump, path):
            if key in one:
                continue
            found = value(one) if callable(value) else value
            items = list(one.items())
            place = 0 if not after else 1 + [name for name, _ in items].index(after)
            items.insert(place, (key, found))
            one.clear()
            one.update(items)

    return add


def removed(path: str, key: str) -> Part:
    """Return what takes a key from the objects at *path*."""

    def remove(dump: Any) -> None:
        for one in _at(dump, path):
            one.pop(key, None)

    return remove


def changed(path: str, key: str, change: Callable[[Any], Any]) -> Part:
    """Return what writes otherwise what the objects at *path* hold under *key*, where they do.

    *change* returns what is written otherwise already as it is.
    """

    def write(dump: Any) -> None:
        for one in _at(dump, path):
            if key in one:
                one[key] = change(one[key])

    return write


_EACH: Final = re.compile(r"\*(?:\[(\w+)=(\w+)\])?")


def _at(dump: Any, path: str) -> list[dict[str, Any]]:
    """Return the objects at a path; those that this dump has not yet are none."""
    found = [dump]
    for name in path.split(".") if path else ():
        each = _EACH.fullmatch(name)
        if each is None:
            found = [one[name] for one in found if one.get(name) is not None]
            continue
        inner = [v for one in found for v in (one.values() if isinstance(one, dict) else one)]
        key, value = each.groups()
        found = [one for one in inner if one is not None and (key is None or one[key] == value)]
    return found
