"""While programs are loaded nobody looks for garbage, nor later at what was loaded."""

from __future__ import annotations

import gc
from importlib import import_module

import pytest

from bot import beside
from bot.memory import loading


def test_nobody_looks_for_garbage_while_programs_are_loaded() -> None:
    """It goes on afterwards, also when a program is broken, and leaves out what was there."""
    before = gc.get_freeze_count()
    loaded = [[number] for number in range(1000)]
    with loading():
        assert not gc.isenabled()
    with pytest.raises(ModuleNotFoundError), loading():
        import_module("no.such.program")
    assert gc.isenabled()
    assert gc.get_freeze_count() >= before + len(loaded)


def test_a_process_beside_the_bot_looks_at_nothing_that_it_has_loaded() -> None:
    """What it loads to begin with stays as long as it lives."""
    with beside.process(beside.be_polite, 0) as pool:
        assert pool.submit(gc.get_freeze_count).result() > 10_000
        assert pool.submit(gc.isenabled).result()
