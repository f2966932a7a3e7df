"""What every test may ask for."""

import gc
import os
from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

import tests.support.at_hand
import tests.support.described
import tests.support.loops
import tests.support.newborn  # noqa: F401 - new databases quicker; before the plans, which listen
from tests.support import kept, maps, pictures, postgres, shards
from tests.support.plans import PLANS
from tests.support.table import Table

SELDOM = 50_000, 20, 50
"""How much is made before what is unreachable is looked for: a tenth of all tests' time, else."""

# Other work may run beside the tests: how long an example takes says nothing.
hypothesis.settings.register_profile("project", deadline=None)
hypothesis.settings.load_profile("project")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let several machines share the tests, or PostgreSQL keep what they play."""
    parser.addoption("--shard", help="of so many machines this is which: 2/4")
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql", "shared"),
        default="sqlite",
        help="what is opened by a path: a file, a database on PostgreSQL, or one that others use",
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what other shards run; of the long tests the most telling come first."""
    typed = config.getoption("--shard")
    if typed:
        try:
            which, number = shards.read_shard(typed)
        except ValueError as wrong:
            raise pytest.UsageError(str(wrong)) from None
        others = [one for one in items if not shards.is_in(one.nodeid, which, number)]
        config.hook.pytest_deselected(items=others)
        items[:] = [one for one in items if shards.is_in(one.nodeid, which, number)]
    if config.getoption("markexpr") == "long":
        items.sort(key=lambda one: shards.rank(one.nodeid))


def pytest_configure(config: pytest.Config) -> None:
    """Keep what takes long to make beside what pytest remembers of its last run."""
    if not hasattr(config, "workerinput"):
        postgres.begin_run()
    if hasattr(config, "cache"):
        maps.keep_in(config.cache.mkdir("maps"))
        # The long tests draw many times as many, and few of them twice.
        if config.getoption("markexpr") != "long":
            alone = not hasattr(config, "workerinput")
            pictures.keep_in(config.cache.mkdir("pictures"), alone=alone)
        kept.keep_in(config.cache.mkdir("games"))
        if not hasattr(config, "workerinput"):
            kept.forget_old()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the server of this run, if any test has needed one."""
    if not hasattr(config, "workerinput"):
        postgres.end_run()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Try on both databases what asks for it, but for what is SQLite's own."""
    if "both_databases" in metafunc.fixturenames:
        own = metafunc.definition.get_closest_marker("sqlite")
        # Only what asks nobody else can know when it is to look again, or what it has at hand.
        shared = metafunc.config.getoption("--database") == "shared"
        own = own or (shared and metafunc.definition.get_closest_marker("alone"))
        metafunc.parametrize(
            "both_databases", ["sqlite", *(() if own else ("postgresql",))], indirect=True
        )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Look for nothing unreachable while tests are collected, nor ever among what that made."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*SELDOM)
        gc.enable()


@pytest.fixture
def drawn_here() -> Iterator[None]:
    """Pictures are drawn, not read from what another test has drawn."""
    with pictures.none_kept():
        yield


@pytest.fixture
def drawn_anew(drawn_here: None) -> Iterator[None]:
    """Printed maps are drawn too, not read, once those in memory are forgotten."""
    with maps.none_kept():
        yield


@pytest.fixture(autouse=True)
def on_the_database_that_is_asked_for(request: pytest.FixtureRequest) -> Iterator[None]:
    """Have on PostgreSQL what is opened by a path, where the whole run is to, but SQLite's own."""
    own = request.node.get_closest_marker("sqlite") or "both_databases" in request.fixturenames
    asked = request.config.getoption("--database")
    if own or asked == "sqlite":
        yield
        return
    with postgres.on_server(shared=asked == "shared"):
        yield


@pytest.fixture
def both_databases(request: pytest.FixtureRequest) -> Iterator[str]:
    """Let what is opened by a path be a SQLite file once, and a database on PostgreSQL once."""
    if request.param == "sqlite":
        yield "sqlite"
        return
    with postgres.on_server(shared=request.config.getoption("--database") == "shared"):
        yield "postgresql"


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """The real bot on a simulated server with alice, bruno and carla; see `tests/support`."""
    async with Table(tmp_path) as opened:
        yield opened


@pytest.fixture(autouse=True)
def every_question_has_its_index() -> Iterator[None]:
    """No test may make the bot read a whole table; see `tests/support/plans.py`."""
    yield
    faults = PLANS.faults()
    assert not faults, "no index answers:\n" + "\n".join(faults)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what the run has cost, whatever else the machine did: its own time and its workers'."""
    spent = os.times()
    used = spent.user + spent.system + spent.children_user + spent.children_system
    terminalreporter.write_line(f"{used / 60:.1f} minutes of processor time")
