"""Two officers who try to act at once (7.3)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice

from engine.barricadas.actions import Hold, Task, Together
from engine.barricadas.game import GAME
from engine.barricadas.roster import load_roster
from engine.barricadas.settings import Settings
from engine.barricadas.state import NATIONALIST, REPUBLICAN, Table
from engine.kit.filling import offered
from tests.engine.barricadas.build import (
    against,
    answer,
    do,
    enemy,
    enemy_officer,
    infantry,
    lay,
    officer,
    order,
    whole,
)

G, G1, H, H1 = (f"{REPUBLICAN}-{one}" for one in ("g", "g1", "h", "h1"))
FIGURES = load_roster().officers
MOST = (
    FIGURES["popular_army_infantry_g"].coordination
    + FIGURES["popular_army_infantry_h"].coordination
)
MILITIA = "communist_infantry_d"
UNLIKE = FIGURES["popular_army_infantry_g"].coordination + FIGURES[MILITIA].coordination
"""The least die that fails with an officer of the militia: 1 is added (7.3)."""
REACH = FIGURES["popular_army_infantry_g"].reach


def two(*, second: str = "C504", who: str = "popular_army_infantry_h", **values: bool) -> Table:
    """Two Republican units side by side, and National infantry two hexes from the first."""
    return lay(
        officer("g", "C404", **values),
        infantry("g1", "C404", **values),
        replace(officer("h", second, **values), type=who),
        infantry("h1", second, **values),
        enemy_officer("g", "C402"),
        enemy("g1", "C402"),
    )


def both(*tasks: str, leader: str = G, second: str = H) -> Together:
    """An order to two officers, a task each line."""
    assumed = tuple(Task.model_validate(one) for one in tasks)
    return Together(leader=leader, second=second, tasks=assumed)


def test_who_was_to_go_along_stays_where_the_die_fails() -> None:
    """Of a task of both units those of the first do their part (7.3)."""
    table, action = two(second="C404", who=MILITIA), both(f"{G1}+{H1} move C405")
    failed = answer(do(table, action, UNLIKE).state, Hold()).state.table
    assert (failed.counters[G1].at, failed.counters[H1].at) == ("C405", "C404")
    done = answer(do(table, action, UNLIKE - 1).state, Hold()).state.table
    assert (done.counters[G1].at, done.counters[H1].at) == ("C405", "C405")


def test_each_officer_directs_missions_of_their_own() -> None:
    """What one directs leaves the other free, and batteries fire no more than they have (8.1.1)."""
    guns = f"{REPUBLICAN}.105"

    def seeing(left: int) -> Table:
        return lay(
            officer("g", "A913"),
            officer("h", "A913"),
            infantry("h1", "A913"),
            enemy("g1", "A916"),
            enemy_officer("g", "A1620"),
            settings=Settings(scenario="full"),
            missions={guns: left},
        )

    three = both(f"{G} mission A916", f"{G} mission A916", f"{H1} prepare", f"{H} mission A916")
    assert against(seeing(3), three) == []
    assert against(seeing(2), three) == ["mission.none"]
    one = order(H, f"{H1} prepare", f"{H} mission A916")
    assert against(seeing(3), one) == []


def test_odds_are_those_of_the_die() -> None:
    """And what the second's unit does is given only if both act."""
    state = whole(two(who=MILITIA))
    action = both(f"{G1} fire C402", f"{H1} fire C402")
    assert GAME.check(state, REPUBLICAN, action) == ()
    first, own, other = GAME.odds(GAME.view(state, REPUBLICAN), action)
    assert {one.probability for one in first.chances} == {
        Fraction(UNLIKE - 1, 6),
        Fraction(7 - UNLIKE, 6),
    }
    assert [one.code for one in own.assumed] == []
    assert "odds.given.together" in [one.code for one in other.assumed]


def test_the_die_of_who_is_not_recognised_is_nobody_elses() -> None:
    """Neither the die nor that it was thrown is told (ALB-R2)."""
    step = do(two(unseen=True), both(f"{G1} prepare", f"{H1} prepare"), 1)
    told = [read for one in step.events if (read := one.reading(NATIONALIST)) is not None]
    assert not any(one.code.startswith("coordinate") for one in told)


def test_it_is_offered_only_where_two_officers_are_near() -> None:
    """And every option leads to an order that is allowed."""
    view = GAME.view(whole(two()), REPUBLICAN)
    assert "together" in GAME.kinds(view)
    assert [one.value for one in GAME.options(view, "together", "leader", {})] == [G, H]
    orders = list(islice(offered(GAME, view, "together"), 6))
    assert orders
    assert not any(GAME.check(whole(two()), REPUBLICAN, one) for one in orders)
    one = whole(lay(officer("g", "C404"), infantry("g1", "C404"), enemy("g1", "C402")))
    assert "together" not in GAME.kinds(GAME.view(one, REPUBLICAN))


def test_reaction_falls_on_both_units_as_on_one() -> None:
    """The other side is asked once for the whole of it (ALB-R1)."""
    state = do(two(), both(f"{G1} move C405", f"{H1} move C505"), 1).state
    (decision,) = GAME.awaiting(state)
    assert (decision.seat, decision.code) == (NATIONALIST, "react")
    table = answer(state, Hold()).state.table
    assert (table.counters[G1].at, table.counters[H1].at) == ("C405", "C505")
