"""What the bench measures is what is drawn: it would else fail, or measure nothing, unnoticed."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.registry import load_games
from tests.bench import against, bench_clocks, bench_moderator, bench_odds, bench_outbox
from tests.bench.__main__ import main
from tests.bench.figures import Figure, judged, within
from tests.bench.subjects import choosings, long_games, states_of, subject_of, subjects
from tests.games.knowing import Subject
from tests.load.__main__ import dealt
from tests.load.counting import Taken


@pytest.mark.parametrize("subject", [*subjects()], ids=load_games())
def test_what_is_chosen_can_be_drawn(subject: Subject) -> None:
    """In every game there is something to choose on the map, as the dialogue hands it over."""
    states = states_of(subject.game.key)
    late = states[len(states) // 2 :]
    asked = next(filter(None, (list(choosings(subject, state)) for state in late)))

    for view, choosing, section in asked:
        drawn = subject.painter.paint(view, section, choosing=choosing, names=subject.names)
        assert {"picture.possible", "picture.reach"} & {line.code for line in drawn.alt}


def test_every_place_of_the_load_is_of_one_game() -> None:
    """Two games in one channel would be refused by the database."""
    games = len(load_games())
    given = [dealt(range(10), number, games) for number in range(games)]

    assert sorted(itertools.chain(*given)) == list(range(10))


def test_processor_time_is_told_by_who_took_it() -> None:
    """An order's share of this process, of each other one that is named, and of all others."""
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        before = Taken.now({"drawing": [other.pid], "thinking": []}, server=os.getpid())
        sum(range(3_000_000))
        told = Taken.now({"drawing": [other.pid], "thinking": []}, server=os.getpid()).since(
            before, orders=2
        )
    finally:
        other.kill()
        other.wait()

    assert sorted(told) == [
        "cores_beside",
        "drawing_ms",
        "every_ms",
        "own_ms",
        "server_ms",
        "thinking_ms",
    ]
    assert told["own_ms"] > 0 == told["thinking_ms"]
    parts = [told[f"{who}_ms"] for who in ("own", "drawing", "thinking", "server")]
    assert told["every_ms"] == pytest.approx(sum(parts))


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (["nothing"], "No such topic: nothing; there are bot, "),
        (["odds,nothing"], "No such topic: nothing; there are bot, "),
        (["--against", "no-such-build"], "no-such-build cannot be taken out of the history: "),
    ],
)
def test_what_is_asked_wrongly_is_said_in_a_line(
    typed: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code is 2, and nothing is measured."""
    assert main(typed) == 2
    told = capsys.readouterr()
    assert told.err.startswith(line)
    assert told.err.count("\n") == 1
    assert not told.out


def test_a_topic_that_fails_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last lines name it, and every figure that misses its target."""

    def fail() -> Iterator[Figure]:
        raise RuntimeError("no odds today")

    slow = judged("outbox.slow", {"p50_ms": 9.0}, {"p50_ms": 4.0}, game="toy")
    monkeypatch.setattr(bench_odds, "figures", fail)
    monkeypatch.setattr(bench_outbox, "figures", lambda: iter([slow]))

    assert main(["odds", "outbox"]) == 1

    measured, topic, *told = capsys.readouterr().out.splitlines()
    assert json.loads(measured) == slow
    assert json.loads(topic)["topic"] == "outbox"
    assert told == [
        "",
        "What falls short:",
        "  odds failed: RuntimeError: no odds today",
        "  outbox.slow toy: p50_ms 9.0, wanted 4.0",
    ]


def test_what_is_slow_is_measured_by_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """At least two of them, whatever they take; of what is quick all."""
    clock = iter(range(0, 1000, 5))
    monkeypatch.setattr("time.perf_counter", lambda: next(clock))

    assert list(within(12, "abcdefg")) == ["a", "b", "c", "d"]
    assert list(within(1, "abcdefg")) == ["a", "b"]
    assert list(within(100, "abc")) == ["a", "b", "c"]


def test_a_game_with_secret_dice_goes_through_the_moderator_as_it_was_recorded() -> None:
    """What reaches a seat is what it reads of it, in the words that are for it."""
    key = "barricadas"
    ((seed, played),) = long_games(key, 1)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "bench.sqlite3")
        found = asyncio.run(bench_moderator._measure(file, subject_of(key).game, seed, played))

    assert [figure["figure"] for figure in found] == ["moderator.action", "moderator.replay"]


def test_tables_at_which_nothing_is_due_are_looked_after() -> None:
    """All their people are found awaited, and nobody is answered for."""
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(bench_clocks._measure(Path(folder, "clocks.sqlite3"), 5, 2))

    assert found["figure"] == "clocks.idle"


def test_two_plays_of_one_build_give_the_same_answers() -> None:
    """As `--against` plays them: each in a process of its own."""
    first, second = (against._played("calama", against.HERE) for _ in range(2))

    assert first.keys() == second.keys()
    assert first["same"] == second["same"]
    assert first["game"] > 0
