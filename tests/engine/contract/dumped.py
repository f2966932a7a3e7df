"""The keys of each game's dumps, in order, as they are recorded in ``dumped_keys``.

``python -m tests.engine.contract.dumped`` writes the lists of games whose dumps have changed anew.
It insists that the change is recorded in ``CHANGES`` first.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from engine.registry import load_games

HERE: Final = Path(__file__).with_name("dumped_keys")
WHAT_TO_DO: Final = (
    "Dumps of {key} have changed. What builds before this one wrote must be read: give each new "
    "key a default, record the change as a DumpChange at the end of CHANGES in "
    "engine/{key}/dumps.py (docs/adding-a-game.md, Dumps), then run "
    "`python -m tests.engine.contract.dumped`."
)


def codec_of(key: str) -> Any:
    """Return the codec of a game that is shipped."""
    game: Any = load_games()[key]
    return game.codec


def listed(key: str) -> str:
    """Return how many changes of a game's dumps are recorded, and today's keys, a line each."""
    codec = codec_of(key)
    schema = TypeAdapter(codec.model).json_schema(mode="serialization")
    lines = dict.fromkeys(_lines(schema, schema.get("$defs", {}), ""))
    return "\n".join([f"changes: {len(codec.changes)}", *lines, ""])


def recorded(key: str) -> str:
    """Return the list that is kept; empty for a game that has none yet."""
    file = HERE / f"{key}.txt"
    return file.read_text("utf-8") if file.exists() else ""


def _lines(schema: dict[str, Any], named: dict[str, Any], path: str) -> Iterator[str]:
    if "$ref" in schema:
        schema = named[schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema or "oneOf" in schema:
        for one in schema.get("anyOf") or schema["oneOf"]:
            yield from _lines(one, named, path + _kind(one, named))
    elif "properties" in schema:
        for key, inner in schema["properties"].items():
            yield from _lines(inner, named, f"{path}.{key}" if path else key)
    elif "prefixItems" in schema:
        for place, inner in enumerate(schema["prefixItems"]):
            yield from _lines(inner, named, f"{path}.{place}")
    elif schema.get("type") == "array" and "items" in schema:
        yield from _lines(schema["items"], named, f"{path}.*")
    elif isinstance(schema.get("additionalProperties"), dict):
        yield from _lines(schema["additionalProperties"], named, f"{path}.*")
    else:
        yield f"{path}: {schema.get('type', 'anything')}"


def _kind(schema: dict[str, Any], named: dict[str, Any]) -> str:
    """Return what tells one of several objects from the others: what it says it is."""
    if "$ref" in schema:
        schema = named[schema["$ref"].rpartition("/")[2]]
    own = schema.get("properties", {})
    said = (own[key]["const"] for key in ("type", "kind") if "const" in own.get(key, {}))
    return "".join(f"[{one}]" for one in said)


def write() -> int:
    """Write the lists that are behind, and return the exit code."""
    for key in load_games():
        before, now = recorded(key), listed(key)
        if before == now:
            continue
        if before and before.partition("\n")[0] == now.partition("\n")[0]:
            print(WHAT_TO_DO.format(key=key), file=sys.stderr)
            return 1
        (HERE / f"{key}.txt").write_text(now, "utf-8")
        print(f"{key}.txt is written anew.")
    return 0


if __name__ == "__main__":
    raise SystemExit(write())
