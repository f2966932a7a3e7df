from typing import Any

import pytest

from bot.clock.reminding import USUAL, Reminders, read, written


def test_reminders_are_kept_as_text() -> None:
    """What is written is read again, in order and without what stands twice."""
    wished = Reminders((3, 48, 3), 12, "channel")

    assert wished.before == (48, 3)
    assert read(written(wished)) == wished
    assert read(None) == USUAL == Reminders()


@pytest.mark.parametrize(
    "wrong",
    [{"before": (0,)}, {"before": (169,)}, {"before": (1, 2, 3, 4, 5)}, {"every": -1}, {"by": "?"}],
)
def test_limits_are_held(wrong: dict[str, Any]) -> None:
    """What goes beyond them cannot be made."""
    with pytest.raises(ValueError, match="no reminders"):
        Reminders(**wrong)


@pytest.mark.parametrize("text", ["", "3", '{"before":7}', '{"often":1}'])
def test_other_text_is_no_reminders(text: str) -> None:
    """Anything else is a ``ValueError``."""
    with pytest.raises(ValueError, match=r"no reminders|Expecting"):
        read(text)
