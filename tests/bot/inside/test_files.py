"""What hosts are given for their own programs: it asks for nothing that is not measured."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.inside.registry import Registry
from tests.test_house import ROOT

HOSTING = ROOT / "docs" / "hosting"
ALERTS, DASHBOARD = HOSTING / "alerts.yml", HOSTING / "dashboard.json"
PAGE = HOSTING / "monitoring.md"
NAME = re.compile(r"\b(?:adjutant|process)_[a-z_]+\b")
LABELS = re.compile(r"\b(adjutant_[a-z_]+)\{([^}]*)\}")
BY = re.compile(r"\bby \(([^)]*)\)")
OF_THE_SCRAPE = {"instance", "le"}


def measures() -> dict[str, set[str]]:
    """Every name that the page of metrics may have, with its labels."""
    names: dict[str, set[str]] = {}
    for family in Registry().registry.collect():
        ends = {
            "counter": ("_total",),
            "histogram": ("_bucket", "_count", "_sum"),
        }.get(family.type, ("",))
        names |= {family.name + end: set() for end in ends}
    for attribute in vars(Registry()).values():
        labels = set(getattr(attribute, "_labelnames", ()))
        for name in names:
            if name.startswith(str(getattr(attribute, "_name", "-"))):
                names[name] |= labels
    return names


@pytest.mark.parametrize("file", [ALERTS, DASHBOARD, PAGE], ids=lambda file: file.name)
def test_only_what_is_measured_is_asked_for(file: Path) -> None:
    """Names and labels, in every rule and panel, and on the page."""
    known, text = measures(), file.read_text(encoding="utf-8")
    asked = set(NAME.findall(text)) - {"adjutant_"}

    assert asked
    assert asked <= {*known, *(one.removesuffix("_bucket") for one in known)}
    for name, matched in LABELS.findall(text):
        used = set(re.findall(r"(\w+)\\?(?:=~|!=|=)", matched))
        assert used <= known[name] | OF_THE_SCRAPE, name
    every = set().union(*known.values())
    for grouped in BY.findall(text):
        assert {one.strip() for one in grouped.split(",")} <= every | OF_THE_SCRAPE, grouped


def test_the_page_tells_of_all_that_is_measured() -> None:
    """None of it has to be guessed from its name."""
    told = set(NAME.findall(PAGE.read_text(encoding="utf-8")))
    own = {name for name in measures() if name.startswith("adjutant_")}
    ends = ("_bucket", "_count", "_sum")

    assert {n for n in own if not n.endswith(ends)} <= told
    assert {n.removesuffix("_bucket") for n in own if n.endswith("_bucket")} <= told


def test_the_dashboard_is_json_with_panels() -> None:
    """Each asks for something."""
    panels = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]

    assert len({one["id"] for one in panels}) == len(panels) > 10
    assert all(target["expr"] for one in panels for target in one["targets"])


def test_prometheus_own_program_takes_rules_and_metrics() -> None:
    """``promtool`` is of Debian's package ``prometheus``; where it is not there, that is said."""
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("NOT CHECKED: promtool is not installed (Debian's package prometheus has it)")
    registry = Registry()
    registry.answered("/game new", "toy", 0.1, 0.2)
    registry.lagged(0.1)
    for given, said in (
        (("check", "rules", str(ALERTS)), b""),
        (("check", "metrics"), registry.page()),
    ):
        done = subprocess.run([promtool, *given], input=said, capture_output=True, check=False)
        assert done.returncode == 0, (done.stdout + done.stderr).decode()
