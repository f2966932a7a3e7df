"""Reaction: who is asked, what they see of it, and where their fire falls (3.4)."""

from __future__ import annotations

from dataclasses import replace

from engine.barricadas.actions import Fire, Hold, React
from engine.barricadas.frames import Activation, Shot
from engine.barricadas.game import GAME
from engine.barricadas.state import NATIONALIST, REPUBLICAN, Counter, Reaction, State, Table
from tests.engine.barricadas.build import (
    answer,
    codes,
    do,
    enemy,
    enemy_officer,
    infantry,
    lay,
    officer,
    order,
    whole,
)

G, G1, G2 = (f"republican-{one}" for one in ("g", "g1", "g2"))
E1, E2 = "nationalist-g1", "nationalist-g2"
FAR = enemy_officer("g", "C1204")


def crossing(*more: Counter, hidden: bool = False) -> Table:
    """Republican infantry about to cross open ground before National infantry."""
    return lay(
        officer("g", "C404"),
        infantry("g1", "C404", unseen=hidden),
        enemy_officer("g", "C408"),
        enemy("g1", "C408", reaction=Reaction.KEPT),
        enemy("g2", "C408"),
        *more,
    )


def moving(table: Table, *, fired_at: str = "go") -> State:
    """The state in which the other side is asked, while infantry goes three hexes towards it."""
    state: State = do(table, order(G, f"{G1} move C407", fired_at=fired_at)).state
    return state


def shot(who: str, at: str) -> React:
    """A reaction of one fire."""
    return React(shots=(Fire(who=who, at=at),))


def test_the_other_side_is_asked_once_and_nothing_is_done_before() -> None:
    """Of an activation with fire alone it is not asked (3.4, ALB-R13)."""
    state = moving(crossing())
    (decision,) = GAME.awaiting(state)
    assert (decision.seat, decision.interrupt) == (NATIONALIST, True)
    assert state.table.counters[G1].at == "C404"
    done = answer(state, Hold()).state
    assert done.table.counters[G1].at == "C407"
    assert GAME.awaiting(done)[0].seat == NATIONALIST
    near = lay(
        officer("g", "C404"),
        infantry("g1", "C404"),
        enemy("g1", "C402"),
        enemy_officer("g", "C1204"),
    )
    fired = do(near, order(G, f"{G1} fire C402"), 1, 1).state
    assert not fired.table.frames


def test_fire_falls_where_it_was_promised_and_the_marker_decides_how_much() -> None:
    """National infantry has 6: with a marker 6 within its range, without one 3 (3.4)."""
    told = answer(moving(crossing()), shot(E1, "C406"), 1, 1)
    fire = next(one for one in told.events if one.code == "fire.result")
    assert (fire.params["factors"], fire.params["modifier"]) == (6, 1)
    done = told.state.table
    assert done.counters[E1].finished
    assert done.counters[E1].reaction is Reaction.NONE
    assert done.counters[G1].at == "C407"
    bare = answer(moving(crossing()), shot(E2, "C406"), 1, 1)
    fire = next(one for one in bare.events if one.code == "fire.result")
    assert fire.params["factors"] == 3


def test_two_of_a_hex_join_and_who_has_no_marker_counts_half() -> None:
    """Those with a marker count whole, half the others' sum is added (ALB-R9, ALB-R12)."""
    told = answer(moving(crossing()), shot(f"{E1}+{E2}", "C406"), 1, 1)
    fire = next(one for one in told.events if one.code == "fire.result")
    assert fire.params["factors"] == 9
    assert all(told.state.table.counters[one].finished for one in (E1, E2))


def test_who_is_fired_at_goes_on_or_stops_as_was_said() -> None:
    """It is said with the declaration (ALB-R1)."""
    stopped = answer(moving(crossing(), fired_at="stop"), shot(E2, "C405"), 1, 1)
    assert stopped.state.table.counters[G1].at == "C405"
    assert stopped.state.table.counters[G1].finished


def test_nobody_fires_where_nobody_passes_nor_farther_than_they_can() -> None:
    """Refused with what is the matter."""
    state = moving(crossing())
    refused = GAME.check(state, NATIONALIST, shot(E1, "C1204"))
    assert [one.code for one in refused] == ["react.nowhere"]
    far = lay(
        officer("g", "C404"),
        infantry("g1", "C404"),
        enemy("g1", "C410"),
        enemy_officer("g", "C410"),
    )
    refused = GAME.check(moving(far), NATIONALIST, shot(E1, "C405"))
    assert [one.code for one in refused] == ["react.too_far"]


def test_a_marker_that_moves_is_seen_to_move_and_nothing_else() -> None:
    """Who does not recognise it reads neither who it is nor who leads it (3.5, ALB-R2)."""
    leader = officer("g", "C404", unseen=True)
    # Of a table laid by hand the last of an id counts.
    hidden = crossing(infantry("g2", "C404", unseen=True), leader, hidden=True)
    step = do(hidden, order(G, f"{G1} move C407", f"{G2} prepare"))
    view = GAME.view(step.state, NATIONALIST)
    (frame,) = view.table.frames
    assert isinstance(frame, Activation)
    assert frame.leader == ""
    assert [one.who for one in frame.doings] == [()]
    assert frame.doings[0].way[0] == "C404"
    read = [told for one in step.events if (told := one.reading(NATIONALIST)) is not None]
    assert G1 not in str(read)
    assert {one.code for one in read} == {"activate.unseen", "declare.moves.unseen"}


def test_what_fire_was_promised_only_its_side_sees() -> None:
    """While the defender of an assault is asked, the rest of the fire is still to come."""
    state = moving(crossing())
    frame = state.table.frames[0]
    assert isinstance(frame, Activation)
    loaded = replace(state.table, frames=(replace(frame, shots=(Shot((E1,), "C406"),)),))
    for viewer, seen in ((NATIONALIST, 1), (REPUBLICAN, 0), (None, 0)):
        (one,) = GAME.view(State(loaded, whole(loaded).secrets), viewer).table.frames
        assert isinstance(one, Activation)
        assert len(one.shots) == seen


def test_whom_one_cannot_see_there_one_keeps_ones_fire_for() -> None:
    """Infantry that moves in an orchard is seen from six hexes; these are seven away (6)."""
    gun = Counter(
        "nationalist-q1",
        NATIONALIST,
        "national_army_mmg",
        unit="nationalist-g",
        at="C902",
        reaction=Reaction.KEPT,
    )
    table = lay(officer("g", "C203", unseen=True), infantry("g1", "C203", unseen=True), FAR, gun)
    state = do(table, order(G, f"{G1} move C202")).state
    after = answer(state, shot(gun.id, "C202"))
    assert "react.held" in codes(after)
    assert after.state.table.counters[gun.id].reaction is Reaction.KEPT
