"""What the bench measures is what is drawn: it would else fail, or measure nothing, unnoticed."""

from __future__ import annotations

import pytest

from tests.bench.subjects import SUBJECTS, Subject, choosings, states_of


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_what_is_chosen_can_be_drawn(subject: Subject) -> None:
    """In every game there is something to choose on the map, as the dialogue hands it over."""
    states = states_of(subject.game.key)
    late = states[len(states) // 2 :]
    asked = next(filter(None, (list(choosings(subject, state)) for state in late)))

    for view, choosing, section in asked:
        drawn = subject.painter.paint(view, section, choosing=choosing, names=subject.names)
        assert {"picture.possible", "picture.reach"} & {line.code for line in drawn.alt}
