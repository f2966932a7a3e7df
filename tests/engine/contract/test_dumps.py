"""Dumps of earlier builds: what changed is recorded, so that their texts can be made anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import CorruptState
from engine.kit.dumps import DumpChange, added, changed, removed, renewed
from engine.registry import load_games
from tests.engine.contract.dumped import WHAT_TO_DO, codec_of, listed, recorded
from tests.golden.keeping import read

GAMES = load_games()
GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*/*.json.xz"))


@pytest.mark.parametrize("key", GAMES)
def test_no_dump_changes_without_a_record(key: str) -> None:
    """The keys of every dump, in order, are those of the list that is kept."""
    assert listed(key) == recorded(key), WHAT_TO_DO.format(key=key)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_recorded_changes_make_of_old_dumps_what_is_dumped_of_them_today(path: Path) -> None:
    """Byte for byte, from every state that earlier builds wrote."""
    golden = read(path)
    game: Any = GAMES[golden.game]
    texts = [*(one.state for one in golden.moments), *(one.state for one in golden.past)][::5]
    assert texts
    for text in texts:
        today, *_, last = game.redumped(text)
        assert last == today == game.dump(game.load(text))


def test_parts_of_a_change_touch_what_they_name() -> None:
    """At its place, where it is not there yet, and nothing else."""
    old = '{"t":{"a":1.5,"m":{"x":{"k":"p"},"y":{"k":"q"}},"n":null},"l":[{"z":1}]}'
    changes = (
        DumpChange("first", added("t", "new", {}, after="a"), added("l.*", "y", 0)),
        DumpChange("then", added("t.m.*[k=q]", "more", lambda one: one["k"] * 2, after="k")),
        DumpChange("last", removed("t", "a"), changed("l.*", "z", str), added("t.n.*", "no", 1)),
    )

    first, then, last = map(json.loads, renewed(old, changes))
    assert [*first["t"]] == ["a", "new", "m", "n"]
    assert (first["t"]["a"], first["t"]["new"], first["l"]) == (1.5, {}, [{"y": 0, "z": 1}])
    assert [*first["l"][0]] == ["y", "z"]
    assert then["t"]["m"] == {"x": {"k": "p"}, "y": {"k": "q", "more": "qq"}}
    assert (last["t"].get("a"), last["l"]) == (None, [{"y": 0, "z": "1"}])


@pytest.mark.parametrize("key", GAMES)
def test_no_text_is_made_of_what_is_no_dump(key: str) -> None:
    """It is refused as loading it is."""
    for text in ("", "[]", '{"table": 1}', "{}"):
        with pytest.raises(CorruptState):
            next(iter(GAMES[key].redumped(text)))
    assert codec_of(key).changes
