"""Every case of the rulebook, as data: a table, what is done, what comes of it (see cases.py)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.calama.game import GAME
from engine.calama.settings import Settings
from engine.calama.state import RESERVE, State
from tests.engine.calama.build import lay, set_up
from tests.engine.cases import Cases, Look, paths_of

PATHS = paths_of(GAME.key)
_OF_TABLE = (
    *("serial", "phase", "player", "round", "pool", "acted", "points", "orders_left", "scored"),
    *("stirred", "quiet", "refused", "calling"),
)


def _table(given: dict[str, Any]) -> State:
    settings = Settings(**given.pop("settings", {}))
    if given.pop("opening", False):
        return set_up(settings, **given)
    if "round" in given:
        given["round_number"] = given.pop("round")
    return lay(settings=settings, **given)


def _figure(name: str) -> Look:
    def look(state: State, expected: Any) -> None:
        found = getattr(state.table, name)
        if isinstance(expected, dict):
            found = dict(found)
            # A seat not named is not looked at; of objectives, all that scored are.
            found = found if name == "scored" else {key: found[key] for key in expected}
        assert found == expected, name

    return look


def _place(state: State, expected: dict[str, str]) -> None:
    found = {piece: state.table.pieces[piece].at for piece in expected}
    assert found == expected


def _flags(state: State, expected: dict[str, dict[str, Any]]) -> None:
    for piece, values in expected.items():
        found = {name: getattr(state.table.pieces[piece], name) for name in values}
        assert (piece, found) == (piece, values)


def _attributes(state: State, expected: dict[str, dict[str, dict[str, int]]]) -> None:
    for seat, types in expected.items():
        for key, values in types.items():
            markers = state.table.attributes[seat][key]
            found = {name: markers.value(name) for name in values}
            assert (seat, key, found) == (seat, key, values)


def _absent(state: State, expected: list[str]) -> None:
    assert not set(expected) & set(state.table.pieces)


def _standing(state: State, expected: dict[str, int]) -> None:
    """How many pieces a side has on the board, of all types ("chile") or one ("chile-cavalry")."""
    for start, count in expected.items():
        pieces = [one for one in state.table.pieces.values() if one.on_board]
        found = sum(one.id.startswith(f"{start}-") for one in pieces)
        assert (start, found) == (start, count)


def _reserves(state: State, expected: dict[str, int]) -> None:
    """How many pieces of a side and type still wait to enter ("chile-cavalry")."""
    for start, count in expected.items():
        waiting = [one for one in state.table.pieces.values() if one.at == RESERVE]
        found = sum(one.id.startswith(f"{start}-") for one in waiting)
        assert (start, found) == (start, count)


def _plans(state: State, expected: dict[str, int]) -> None:
    assert {seat: len(state.secrets[seat].plan) for seat in expected} == expected


def _priorities(state: State, expected: dict[str, list[str]]) -> None:
    assert {seat: list(state.secrets[seat].priorities) for seat in expected} == expected


def _lost(state: State, expected: list[str]) -> None:
    assert list(state.table.lost) == expected


def _ending(state: State, expected: str) -> None:
    assert state.table.ending is not None
    assert state.table.ending.code == expected


def _fights(state: State, expected: list[list[Any]]) -> None:
    """What the map shows of this round's fighting: side, kind, from, at, result."""
    found = [
        [one.seat, one.kind, list(one.origins), one.at, one.result] for one in state.table.fights
    ]
    assert found == expected


def _kinds(state: State, expected: dict[str, list[str]]) -> None:
    for seat, kinds in expected.items():
        assert (seat, set(GAME.kinds(GAME.view(state, seat)))) == (seat, set(kinds))


CASES = Cases(
    GAME,
    _table,
    {
        **{name: _figure(name) for name in _OF_TABLE},
        "place": _place,
        "flags": _flags,
        "attributes": _attributes,
        "absent": _absent,
        "standing": _standing,
        "reserves": _reserves,
        "plans": _plans,
        "priorities": _priorities,
        "lost": _lost,
        "ending": _ending,
        "fights": _fights,
        "kinds": _kinds,
    },
)


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_case(path: Path) -> None:
    """The rulebook's clause holds on this table."""
    CASES.play(path)
