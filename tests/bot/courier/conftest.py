"""What the courier's tests ask for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.office import Office
from tests.support.river import river


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    """A fresh one."""
    async with river(tmp_path) as there:
        opened = Office(there)
        yield opened
        opened.gallery.close()
