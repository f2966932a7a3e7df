"""Lines of the log: in both formats with what they are about, and without the words of errors."""

import asyncio
import json
import logging
import sys
from contextvars import copy_context
from typing import Any

import pytest

from bot.inside.at_work import at_work, elsewhere, place
from bot.inside.lines import MASK, Format, Lines

TOKEN = "a.token"
SECRET = "the fleet is at Iquique"


def record(said: str, *args: object, **extra: Any) -> logging.LogRecord:
    """A record as a logger makes it, with what is being handled just now."""
    info = sys.exc_info() if sys.exc_info()[0] is not None else None
    made = logging.LogRecord("bot.x", logging.ERROR, "f", 1, said, args, info)
    vars(made).update(extra)
    return made


def fail(words: str) -> None:
    """Raise one thing of another."""
    try:
        _ = dict[str, str]()[words]
    except KeyError as error:
        raise ValueError(words) from error


def test_json_tells_campaign_step_and_incident() -> None:
    """Each by a name of its own, in one line."""
    with at_work("abc", 17):
        line = Lines(TOKEN, "json").format(record("it\nbroke", incident="00ff"))

    said = json.loads(line)
    assert "\n" not in line
    assert said.pop("time").endswith("+00:00")
    assert said == {
        "level": "ERROR",
        "logger": "bot.x",
        "message": "it\nbroke",
        "campaign": "abc",
        "step": 17,
        "incident": "00ff",
    }


def test_text_names_what_its_sentence_does_not() -> None:
    """Nothing twice."""
    with at_work("abc", 17):
        line = Lines(TOKEN).format(record("campaign %s: it broke", "abc", incident="00ff"))

    assert line.endswith("campaign abc: it broke (step 17, incident 00ff)")


def test_a_line_about_another_campaign_has_no_step() -> None:
    """The step is that of the campaign which is worked on."""
    with at_work("abc", 17):
        line = Lines(TOKEN, "json").format(record("campaign %s: it broke", "def"))

    assert json.loads(line)["campaign"] == "def"
    assert "step" not in json.loads(line)


def test_what_is_begun_from_a_step_is_not_at_work_on_it() -> None:
    """It says itself what it works on."""
    with at_work("abc", 17):
        assert elsewhere(copy_context()).run(place) is None
        assert place() is not None
    assert place() is None


@pytest.mark.parametrize("written", ["text", "json"])
def test_what_was_raised_is_told_without_its_words(written: Format) -> None:
    """They may be a secret of a game; nor those of what it came of. Its places are told."""
    try:
        fail(SECRET)
    except ValueError:
        line = Lines(TOKEN, written).format(record("it broke"))

    assert SECRET not in line
    for part in ("KeyError", "That led to this", "ValueError", "test_lines.py"):
        assert part in line


@pytest.mark.parametrize("written", ["text", "json"])
def test_what_speaks_of_programs_is_told_with_its_words(written: Format) -> None:
    """Without them a host could not find the fault."""
    try:
        _ = object().nothing  # type: ignore[attr-defined]
    except AttributeError:
        line = Lines(TOKEN, written).format(record("it broke"))

    assert "AttributeError: 'object' object has no attribute 'nothing'" in line


@pytest.mark.parametrize("written", ["text", "json"])
async def test_what_a_task_raised_that_nobody_awaits_is_told_without_its_words(
    written: Format, caplog: pytest.LogCaptureFixture
) -> None:
    """Asyncio's own line quotes them."""
    loop = asyncio.get_running_loop()
    loop.call_exception_handler({"message": "never retrieved", "exception": KeyError(SECRET)})
    (said,) = caplog.records

    line = Lines(TOKEN, written).format(said)

    assert "never retrieved" in line
    assert "KeyError" in line
    assert SECRET not in line


def test_what_is_meant_for_the_operator_is_told_with_its_words() -> None:
    """As whoever sets the log up says of a kind."""
    try:
        fail(SECRET)
    except ValueError:
        line = Lines(TOKEN, said=(ValueError,)).format(record("it broke"))

    assert line.endswith(f"ValueError: {SECRET}")


@pytest.mark.parametrize("written", ["text", "json"])
def test_tokens_are_masked(written: Format) -> None:
    """The bot's, and that of an interaction, however it is quoted."""
    lines = Lines(TOKEN, written)
    packets: tuple[object, ...] = ({"token": "aW50"}, json.dumps({"token": "aW50"}), f"'{TOKEN}'")
    for packet in packets:
        line = lines.format(record("packet %s", packet))
        assert MASK in line
        assert "aW50" not in line
        assert TOKEN not in line
