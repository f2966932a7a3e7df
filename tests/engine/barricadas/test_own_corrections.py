"""What a side of ¡A las barricadas! keeps secret, put right."""

from __future__ import annotations

from engine.barricadas.game import GAME
from engine.barricadas.state import NATIONALIST, REPUBLICAN, Counter, Reaction, State
from tests.engine.barricadas.build import enemy, infantry, lay, whole
from tests.engine.correcting import Correcting, Typed

TABLE = Correcting(GAME, named=False)


def table(*more: Counter) -> State:
    """A map with some counters; of the Republic two in one hex and one in another are hidden."""
    return whole(
        lay(
            infantry("g1", "C801", unseen=True),
            infantry("g2", "C801", unseen=True),
            infantry("g3", "C803", unseen=True, hits=1),
            infantry("g4", "C805"),
            enemy("a1", "C505"),
            *more,
        )
    )


def swapped(one: str, other: str) -> Typed:
    """To let two counters change places."""
    return "swapped", {"counter": f"republican-{one}", "other": f"republican-{other}"}


def put(one: str, place: str) -> Typed:
    """To put one in a hex."""
    return "hidden_put", {"counter": f"republican-{one}", "hex": place}


def test_two_that_nobody_recognises_change_places() -> None:
    """Others see that somebody is in both hexes, before and after."""
    state = table()
    after = TABLE.own_done(state, REPUBLICAN, swapped("g1", "g3"))

    counters = after.table.counters
    assert (counters["republican-g1"].at, counters["republican-g3"].at) == ("C803", "C801")
    assert GAME.view(after, NATIONALIST) == GAME.view(state, NATIONALIST)
    assert TABLE.own_refused(state, REPUBLICAN, swapped("g1", "g4")) == ["correct.not_hidden"]
    assert TABLE.own_refused(state, REPUBLICAN, swapped("g1", "g2")) == ["correct.nothing"]


def test_what_others_would_see_is_refused() -> None:
    """A hex that is left empty, or no longer is; several together may be as good."""
    state = table()
    assert TABLE.own_refused(state, REPUBLICAN, put("g3", "C801")) == ["correct.shows"]
    assert TABLE.own_refused(state, REPUBLICAN, put("g1", "C802")) == ["correct.shows"]
    assert TABLE.own_refused(state, REPUBLICAN, put("g1", "C803")) == []
    assert TABLE.own_refused(state, REPUBLICAN, put("g1", "C803"), put("g3", "C801")) == []


def test_steps_and_markers_of_the_hidden() -> None:
    """Also that one is prepared to react; of who is recognised a referee corrects them openly."""
    strength = "hidden_strength", {"counter": "republican-g3", "steps": "3"}
    mark = "hidden_mark", {"counter": "republican-g3", "mark": "reaction", "on": "yes"}
    counter = TABLE.own_done(table(), REPUBLICAN, strength, mark).table.counters["republican-g3"]
    assert (counter.hits, counter.reaction) == (0, Reaction.NOW)
    seen = "hidden_strength", {"counter": "republican-g4", "steps": "2"}
    assert TABLE.own_refused(table(), REPUBLICAN, seen) == ["correct.not_hidden"]


def test_who_would_be_recognised_there_is_not_put_there() -> None:
    """As far as their own side can tell."""
    hidden = [infantry(name, "C801", unseen=True) for name in ("g1", "g2")]
    watched = infantry("g5", "C101", unseen=True)
    state = whole(lay(*hidden, watched, enemy("a1", "C407")))
    assert TABLE.own_refused(state, REPUBLICAN, put("g1", "C101")) == ["correct.would_show"]


def test_a_deployment_that_lies_there_is_none() -> None:
    """It is corrected while both sides still deploy."""
    typed = "deployed", {"counter": "republican-g1", "hex": "C801"}
    assert TABLE.own_refused(table(), REPUBLICAN, typed) == ["correct.deployed"]
