"""Batalla de Calama begun at a round: armies where they are said to stand, objectives asked."""

from __future__ import annotations

from engine.calama.actions import Rank, Ready
from engine.calama.game import GAME
from engine.calama.opponent.player import Computer
from engine.calama.settings import Settings
from engine.calama.state import BOLIVIA, CHILE, DEAD, SEATS, Phase, State
from engine.dice import NoDice, SeededDice
from tests.engine.correcting import Correcting, Typed

TABLE = Correcting(GAME)
KILLED: tuple[Typed, ...] = (
    ("removed", {"piece": "chile-officer-1", "to": DEAD}),
    ("objective", {"objective": "officer", "worth": "8"}),
    ("points", {"seat": "bolivia", "n": "12"}),
)


def begun(*typed: Typed, at: str = "round-4") -> State:
    """A battle that begins at a round with some corrections."""
    laid = GAME.laid_out(Settings(), at)
    done = GAME.begin(Settings(), at, TABLE.read(laid, *typed), NoDice())
    TABLE.say(done.events)
    state: State = done.state
    return state


def test_objectives_are_ranked_before_the_round() -> None:
    """By both, in secret; then the round begins with its events, and nothing is scored twice."""
    state = begun(*KILLED)
    table = state.table
    assert (table.phase, table.round, table.points[BOLIVIA]) == (Phase.RANKING, 4, 12)
    assert {one.seat for one in GAME.awaiting(state)} == set(SEATS)
    for seat in SEATS:
        view = GAME.view(state, seat)
        assert set(GAME.kinds(view)) == {"rank"}
        ranked = next(GAME.options(view, "rank", "objectives", {})).value
        action = GAME.parse(view, "rank", {"objectives": ranked})
        state = GAME.apply(state, seat, action, NoDice()).state
    assert state.secrets[BOLIVIA].priorities[0] == "officer"  # it gave 8 before
    state = GAME.apply(state, CHILE, Ready(), NoDice()).state
    assert state.table.phase is Phase.RANKING
    last = GAME.apply(state, BOLIVIA, Ready(), SeededDice(b"1"))
    table = last.state.table
    assert (table.round, table.points[BOLIVIA]) == (4, 12)
    assert table.phase in (Phase.ORDERS, Phase.MOVEMENT)
    assert "objective.fulfilled" not in {one.code for one in last.events}


def test_what_was_fulfilled_is_noted_and_ranked_so() -> None:
    """Who is dead has been killed; its value can't be given to another objective."""
    laid = GAME.laid_out(Settings(), "round-4")
    dead, noted, _ = KILLED
    assert TABLE.refused(laid, dead) == ["fault.fulfilled"]
    assert TABLE.refused(laid, dead, ("objective", {"objective": "officer", "worth": "7"})) == [
        "correct.no_value"
    ]
    taken = ("removed", {"piece": "bolivia-heavy_artillery-1", "to": "taken"})
    assert TABLE.refused(laid, taken) == ["fault.fulfilled"]
    town = ("objective", {"objective": "calama", "worth": "6"})  # counts when Bolivia wins
    assert TABLE.refused(laid, town) == ["correct.no_word"]
    other = ("objective", {"objective": "escape", "worth": "8"})
    assert TABLE.refused(laid, dead, noted, other) == ["fault.objectives"]
    state = begun(*KILLED)
    wrong = Rank(objectives=("calama", "officer", "escape"))
    assert [one.code for one in GAME.check(state, BOLIVIA, wrong)] == ["setup.scored"]
    assert TABLE.refused(laid, ("round", {"n": "5"})) == ["correct.start"]


def test_the_computer_ranks_too() -> None:
    """Whatever its book says, as the position has it."""
    for seed in range(5):
        state, dice = begun(*KILLED), SeededDice(f"{seed}".encode())
        for seat in SEATS:
            for _ in range(2):
                view = GAME.view(state, seat)
                decision = next(one for one in GAME.awaiting(state) if one.seat == seat)
                action = Computer("hard").choose(view, decision, dice)
                state = GAME.apply(state, seat, action, dice).state
        assert state.table.phase is not Phase.RANKING


def test_who_has_not_answered_in_time_ranks_by_default() -> None:
    """As anything that is missing before a battle."""
    state = begun()
    for seat in SEATS:
        for kind in ("rank", "ready"):
            decision = next(one for one in GAME.awaiting(state) if one.seat == seat)
            action = GAME.default(GAME.view(state, seat), decision)
            assert action.kind == kind
            state = GAME.apply(state, seat, action, SeededDice(b"1")).state
    assert state.table.round == 4


def test_bought_armies_begin_in_their_own_way() -> None:
    """Nobody knows them before both are bought."""
    assert GAME.starts(Settings(scenario="points")) == ()
    assert len(GAME.starts(Settings(last_round=7))) == 7


def test_that_calama_was_held_is_noted() -> None:
    """It loses Bolivia's objective there, also in a battle under way."""
    state = begun(("occupied", {"done": "true"}))
    assert state.table.lost == ("calama",)
    done = TABLE.done(state, ("occupied", {"done": "false"}))
    assert done.state.table.lost == ()
