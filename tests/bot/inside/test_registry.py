"""What is measured is kept under few names: no label grows with what people do."""

import pytest

from bot.inside.measures import Census, Measures
from bot.inside.registry import MOST, OTHER, Registry


def values(registry: Registry, name: str, label: str) -> set[str]:
    """The values that a label of a measure has."""
    return {
        sample.labels[label]
        for family in registry.registry.collect()
        for sample in family.samples
        if family.name == f"adjutant_{name}"
    }


def test_labels_are_bounded() -> None:
    """What comes after so many is counted together."""
    registry = Registry()
    for number in range(MOST * 2):
        registry.answered(f"verb{number}", "toy", 0.1, 0.2)
        registry.refused(number, "post")
        registry.failed(f"KeyError, bot/place.py:{number}")

    for name, label in (
        ("acknowledgement_seconds", "command"),
        ("refusals", "number"),
        ("incidents", "fault"),
    ):
        found = values(registry, name, label)
        assert OTHER in found
        assert len(found) <= MOST + 2


def test_what_is_over_is_counted_no_more() -> None:
    """A game of which no campaign is left leaves the page."""
    registry = Registry()
    registry.set_census(Census(1, 500, 0, {("toy", "playing"): 2}), 1500)
    assert values(registry, "campaigns", "game") == {"toy"}
    assert registry.registry.get_sample_value("adjutant_outbox_oldest_seconds") == 1.0

    registry.set_census(Census(0, None, 0, {}), 1500)

    assert values(registry, "campaigns", "game") == set()
    assert registry.registry.get_sample_value("adjutant_outbox_oldest_seconds") == 0.0


MEASURED = [name for name in vars(Measures) if not name.startswith(("_", "is"))]


@pytest.mark.parametrize("name", MEASURED)
def test_whatever_is_measured_is_kept(name: str) -> None:
    """The registry says of each measure what becomes of it."""
    assert name in vars(Registry)
