"""Invariant 1: a kill at any instant loses nothing acknowledged, and repeats nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    "stride",
    [
        pytest.param(15, marks=pytest.mark.slow),
        pytest.param(1, marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("how", ["", "standing"], ids=["by hand", "by standing order"])
def test_killed_at_every_point(tmp_path: Path, stride: int, how: str) -> None:
    """See ``tests/support/killing.py``. Real processes, really killed, every other one twice."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.killing", str(tmp_path / "games"), str(stride)]
        + [how] * bool(how),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )

    assert done.returncode == 0, done.stderr[-4000:]
    assert int(done.stdout) > 90
