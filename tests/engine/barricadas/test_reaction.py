"""Reaction: who is asked, what they see of it, and where their fire falls (3.4)."""

from __future__ import annotations

from dataclasses import replace

from engine.barricadas.actions import Fire, Hold, React
from engine.barricadas.frames import Activation, Shot
from engine.barricadas.game import GAME
from engine.barricadas.settings import Settings
from engine.barricadas.state import NATIONALIST, REPUBLICAN, Counter, Reaction, State, Table
from engine.kit.params import key_of
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


def test_asked_hex_by_hex_only_what_is_seen_of_a_group_is_shown() -> None:
    """One who is recognised and one who is not prepare together: the first can be fired at."""
    table = crossing(infantry("g2", "C404", unseen=True))
    table = replace(table, settings=Settings(reaction="hex"))
    state: State = do(
        table, order(G, f"{G1}+{G2} prepare", f"{G1.replace('g1', 'g')} move C403")
    ).state
    (decision,) = GAME.awaiting(state)
    assert (decision.code, decision.seat) == ("react.at", NATIONALIST)
    frame = GAME.view(state, NATIONALIST).table.frames[-1]
    assert isinstance(frame, Activation)
    assert frame.doings[0].who == (G1,)
    step = answer(state, shot(E1, "C404"), 1, 1)
    assert codes(step)[:2] == ["react.told", "fire.result"]


def test_hidden_deeds_are_not_asked_about_hex_by_hex() -> None:
    """Who prepares unseen is passed over; the questions are numbered by what everybody sees."""
    keys = []
    for unseen in (True, False):
        table = crossing(infantry("g2", "C405", unseen=unseen), infantry("g3", "C405", unseen=True))
        table = replace(table, settings=Settings(reaction="hex"))
        tasks = ("republican-g3 prepare", f"{G1} move C406")
        state: State = do(table, order(G, *tasks)).state
        seen = []
        while (owed := GAME.awaiting(state)[0]).code == "react.at":
            seen.append((owed.key.partition(".")[2], key_of(owed.params["hex"])))
            state = answer(state, Hold()).state
        keys.append(seen)
    assert keys[0] == keys[1]
    assert [place for _, place in keys[0]] == ["C404", "C405", "C406"]
