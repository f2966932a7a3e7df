"""The store is tested with its driver as it is."""

import pytest

from tests.support import at_hand


@pytest.fixture(autouse=True)
def by_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every statement goes to the driver's thread, every transaction to the disk."""
    monkeypatch.setattr(at_hand, "is_quick", lambda *_: False)
    monkeypatch.setattr(at_hand, "awaits_disk", lambda: True)
