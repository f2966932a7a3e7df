"""`make audit` tells a clean answer from none, and the locks belong together."""

import re
import tomllib
from typing import Any

import pytest

from tests import audit

CLEAN = {"name": "a", "version": "1", "vulns": []}
BAD = {"name": "b", "version": "2", "vulns": [{"id": "CVE-1", "fix_versions": ["2.1"]}]}
UNKNOWN = {"name": "c", "skip_reason": "Dependency not found"}


@pytest.mark.parametrize(
    ("packages", "code", "words"),
    [
        ([CLEAN], 0, "no vulnerability is known of 1 packages"),
        ([CLEAN, BAD, UNKNOWN], 1, "b 2: CVE-1 (mended in 2.1)"),
        ([CLEAN, UNKNOWN], 2, "1 could not be asked about: c"),
        (None, 2, "could not be asked. no route"),
    ],
)
def test_what_could_not_be_asked_is_no_clean_answer(
    packages: Any, code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """pip-audit itself says "none known" of packages that the service has never heard of."""
    answer = None if packages is None else {"dependencies": packages}

    assert audit.judge("x.lock", answer, "warning\nno route\n") == code
    assert words in capsys.readouterr().out


def _pins(name: str) -> dict[str, str]:
    text = (audit.ROOT / name).read_text("utf-8")
    return dict(re.findall(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", text, re.MULTILINE))


def test_the_lock_for_running_is_the_smaller_part_of_the_other() -> None:
    """`make run` after `make test` installs nothing, and what is tested is what runs."""
    running, developing = _pins("requirements.lock"), _pins("requirements-dev.lock")

    assert running.items() <= developing.items()
    assert not running.keys() & {"pytest", "simcord", "mypy", "ruff", "hypothesis", "mutmut"}
    project = tomllib.loads((audit.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [re.split(r"[\[<>=!~ ]", one)[0].lower() for one in project["dependencies"]]
    assert {name.replace(".", "-").replace("_", "-") for name in asked} <= running.keys()
