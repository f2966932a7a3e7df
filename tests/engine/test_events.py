"""One event, told differently to different readers."""

from __future__ import annotations

from engine.api import Event

TO_THE_OTHER = Event("counter", "", {"to": "C7"}, frozenset({"blue"}))
MOVED = Event("infantry", "", {"to": "C7", "unit": "3"}, frozenset({"red"}), TO_THE_OTHER)
FELL = Event("shot", "", {"unit": "3"}, frozenset({"red"}), Event("shot.somebody", ""))


def test_each_reads_what_is_meant_for_them() -> None:
    """The owner the whole, the other side a counter, whoever watches nothing."""
    assert MOVED.reading("blue") == TO_THE_OTHER
    assert MOVED.reading(None) is None
    assert MOVED.reading("green") is None
    assert [MOVED.reaches(one) for one in ("red", "blue", None)] == [True, True, False]


def test_the_last_telling_may_be_everybodys() -> None:
    """Then nobody is told nothing."""
    for viewer in ("blue", None):
        read = FELL.reading(viewer)
        assert read is not None
        assert read.code == "shot.somebody"


def test_who_reads_one_telling_holds_no_other() -> None:
    """What others are told does not travel with it."""
    read = MOVED.reading("red")

    assert read is not None
    assert read.params == MOVED.params
    assert read.otherwise is None
