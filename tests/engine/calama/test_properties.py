"""What holds of moving, firing and command on any table, held against searches without wit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.calama.board import COLUMNS, ROWS, load_board
from engine.calama.game import GAME
from engine.calama.rules.movement.advance import Way, reach
from engine.calama.rules.pieces.command import in_command
from engine.calama.rules.pieces.weapons import covers, targets
from engine.calama.rules.victory.objectives import held_exits
from engine.calama.soundness import faults
from engine.calama.state import (
    BOLIVIA,
    CAVALRY,
    CHILE,
    HEAVY,
    LIGHT,
    OFFICER,
    SEATS,
    State,
    Table,
    other,
)
from engine.calama.survey import army, occupied
from engine.data.grid.squares import row_col, square
from engine.dice import ScriptedDice
from tests.engine.calama.build import lay

ARMY = (
    *("officer-1", "officer-2", "heavy_artillery-1", "heavy_artillery-2"),
    *("light_artillery-1", "light_artillery-2", "cavalry-1", "cavalry-2", "cavalry-3"),
    *(f"infantry-{number}" for number in range(2, 9)),
)
LED = tuple(f"{seat}-{rest}" for seat in SEATS for rest in ("commander-1", "infantry-1"))
"""Without these a side could not play on."""
OTHERS = tuple(f"{seat}-{rest}" for seat in SEATS for rest in ARMY)
MANY = settings(max_examples=300, deadline=None)


@st.composite
def tables(draw: st.DrawFn, *, phase: str = "movement") -> State:
    """A window of the board with both Commanders, infantry, and some others anywhere in it."""
    size = draw(st.integers(3, 9))
    top, left = draw(st.integers(1, ROWS - size + 1)), draw(st.integers(1, COLUMNS - size + 1))
    window = [square(top + r, left + c) for r in range(size) for c in range(size)]
    count = draw(st.integers(len(LED), min(24, len(window))))
    # The arrangement is drawn as one number: piece by piece most tables would be small.
    shuffler = Random(draw(st.integers(0, 1 << 32)))
    spots = shuffler.sample(window, count)
    names = [*LED, *shuffler.sample(OTHERS, count - len(LED))]
    markers = {
        seat: {kind: {"movement": draw(st.integers(0, 4))} for kind in (CAVALRY, "infantry")}
        for seat in SEATS
    }
    return lay(
        place=dict(zip(names, spots, strict=True)),
        attributes=markers,
        pool=draw(st.integers(0, 10)),
        phase=phase,
        player=draw(st.sampled_from(SEATS)),
    )


def king(a: str, b: str) -> int:
    """King's moves between two squares."""
    (row, column), (other_row, other_column) = row_col(a), row_col(b)
    return max(abs(row - other_row), abs(column - other_column))


# -- moving ------------------------------------------------------------------------------------


def paths(table: Table, start: str, left: int, over: str) -> Iterator[tuple[str, int, int]]:
    """Every way of at most *left* squares: its end, what it costs, how long it is."""
    taken = occupied(table)
    stack = [(start, 0, 0)]
    while stack:
        at, spent, squares = stack.pop()
        if squares:
            yield at, spent, squares
        if squares == left:
            continue
        row, column = row_col(at)
        for r in range(max(1, row - 1), min(ROWS, row + 1) + 1):
            for c in range(max(1, column - 1), min(COLUMNS, column + 1) + 1):
                near = square(r, c)
                blocked = near in taken and taken[near].side != over
                cost = spent + 1 + load_board().squares[near].cost
                if near != at and not blocked and cost <= table.pool:
                    stack.append((near, cost, squares + 1))


@MANY
@given(tables(), st.integers(0, 2))
def test_pieces_reach_what_a_search_of_all_ways_finds(state: State, moved: int) -> None:
    """The cheapest of all ways counts, and of equal ones the shortest."""
    table = state.table
    for piece in table.pieces.values():
        tired = replace(piece, moved=moved)
        left = max(0, table.attributes[piece.side][piece.type].movement - moved)
        over = piece.side if piece.type == CAVALRY else ""
        best: dict[str, Way] = {}
        for at, points, squares in paths(table, piece.at, left, over):
            way = best.get(at)
            if way is None or (points, squares) < (way.points, way.squares):
                best[at] = Way(points, squares)
        free = {at: way for at, way in best.items() if at not in occupied(table)}

        assert reach(table, tired) == free


@MANY
@given(tables(), st.data())
def test_a_move_takes_what_was_said(state: State, data: st.DataObject) -> None:
    """Whatever is offered leads there, and takes its points, its squares and nothing else."""
    view = GAME.view(state, state.table.player)
    offered = list(GAME.options(view, "advance", "piece", {}))
    assume(offered)
    start = data.draw(st.sampled_from(offered)).value
    (piece,) = (one for one in state.table.pieces.values() if one.at == start)
    ways = reach(state.table, piece)
    to = data.draw(st.sampled_from(sorted(ways)))
    action = GAME.parse(view, "advance", {"piece": start, "to": to})
    dice = ScriptedDice(*[1] * 12)
    after = GAME.apply(state, state.table.player, action, dice).state.table
    # With the last thing that can be done the turn is over, and other points count.
    assume((after.phase, after.player) == (state.table.phase, state.table.player))

    expected = replace(piece, at=to, moved=piece.moved + ways[to].squares)
    assert after.pool == state.table.pool - ways[to].points
    assert after.pieces == {**state.table.pieces, piece.id: expected}


# -- firing ------------------------------------------------------------------------------------


def between(a: str, b: str) -> list[str] | None:
    """The squares between two on a row, column or diagonal, found by walking."""
    (row, column), end = row_col(a), row_col(b)
    for down in (-1, 0, 1):
        for across in (-1, 0, 1):
            walked = [(row + down * n, column + across * n) for n in range(1, 16)]
            if (down or across) and end in walked:
                return [square(*one) for one in walked[: walked.index(end)]]
    return None


@MANY
@given(tables(phase="combat"))
def test_weapons_reach_as_their_kind_does(state: State) -> None:
    """Heavy artillery 2 to 4 over anybody, light 1 to 3 along a free line, others 1."""
    table = state.table
    taken = occupied(table)
    for piece in table.pieces.values():
        for enemy in army(table, other(piece.side)):
            n = king(piece.at, enemy.at)
            line = between(piece.at, enemy.at)
            clear = line is not None and not set(line) & set(taken)
            able = {HEAVY: 2 <= n <= 4, LIGHT: n <= 3 and clear}.get(piece.type, n == 1)

            assert covers(piece, enemy.at, taken) is able
            assert (enemy in targets(table, piece)) is able


@MANY
@given(tables(phase="combat"), st.data())
def test_lines_of_fire_run_both_ways(state: State, data: st.DataObject) -> None:
    """Of two pieces of one kind each reaches the other or neither does."""
    taken = occupied(state.table)
    assume(len(taken) >= 2)
    first, second = data.draw(st.permutations(sorted(taken.values(), key=lambda one: one.id)))[:2]
    for kind in (HEAVY, LIGHT, CAVALRY):
        one, two = replace(first, type=kind), replace(second, type=kind)

        assert covers(one, two.at, taken) is covers(two, one.at, taken)


@MANY
@given(tables())
def test_exits_are_held_by_standing_or_reach(state: State) -> None:
    """Chile holds an exit where a piece of its stands or, nobody there, could fire."""
    taken = occupied(state.table)
    for exit_square in load_board().exits:
        there = taken.get(exit_square)
        reached = any(covers(one, exit_square, taken) for one in army(state.table, CHILE))
        held = there.side == CHILE if there else reached

        assert (exit_square in held_exits(state.table)) is held


# -- command -----------------------------------------------------------------------------------


@MANY
@given(st.data())
def test_command_runs_from_the_commander_and_the_officers(data: st.DataObject) -> None:
    """Within 6 of theirs, or 2 of an Officer who is within 6; without a Commander nobody."""
    squares = st.sampled_from(sorted(load_board().squares))
    spots = data.draw(st.lists(squares, min_size=5, max_size=5, unique=True))
    names = ("chile-commander-1", "chile-officer-1", "chile-officer-2", "chile-infantry-1")
    place = dict(zip((*names, "bolivia-officer-1"), spots, strict=True))
    table = lay(place=place).table
    chief, *officers = spots[:3]
    led = [at for at in officers if king(at, chief) <= 6]
    for name, at in zip(names, spots, strict=False):
        near = king(at, chief) <= 6 or any(king(at, one) <= 2 for one in led)
        assert in_command(table, table.pieces[name]) is near

    assert not in_command(table, table.pieces["bolivia-officer-1"])
    fallen = replace(table.pieces[names[0]], at="dead")
    lost = replace(table, pieces={**table.pieces, fallen.id: fallen})
    assert not any(in_command(lost, piece) for piece in army(lost, CHILE))


@MANY
@given(tables(phase="combat"))
def test_only_commanded_pieces_are_offered(state: State) -> None:
    """Whoever is offered to fire is in command, has an enemy in reach, and is the player's."""
    table = state.table
    view = GAME.view(state, table.player)
    offered = {option.value for option in GAME.options(view, "fire", "piece", {})}
    able = {
        piece.at
        for piece in army(table, table.player)
        if in_command(table, piece) and targets(table, piece)
    }

    assert offered == able


# -- everything --------------------------------------------------------------------------------


@MANY
@given(st.one_of(tables(), tables(phase="combat")), st.data())
def test_whatever_is_offered_leads_to_a_sound_table(state: State, data: st.DataObject) -> None:
    """One offered action from anywhere breaks nothing that held before."""
    assume(not faults(state))
    view = GAME.view(state, state.table.player)
    kinds = GAME.kinds(view)
    assume(kinds)
    kind = data.draw(st.sampled_from(kinds))
    filled: dict[str, str] = {}
    for name in GAME.actions[kind].model_fields:
        options = [option.value for option in GAME.options(view, kind, name, filled)]
        filled[name] = data.draw(st.sampled_from(options))
    action = GAME.parse(view, kind, filled)
    assert GAME.check(state, state.table.player, action) == ()
    dice = ScriptedDice(*data.draw(st.lists(st.integers(1, 6), min_size=8, max_size=8)))
    after = GAME.apply(state, state.table.player, action, dice).state

    assert faults(after) == ()
    assert set(after.table.pieces) == set(state.table.pieces)


def test_the_measures_are_no_empty_ones() -> None:
    """The tables drawn above hold pieces that move, jump, fire past each other and lead."""
    state = lay(
        place={
            "chile-cavalry-1": "12-1",
            "chile-infantry-1": "12-2",
            "chile-officer-1": "13-1",
            "bolivia-infantry-1": "12-5",
            "chile-light_artillery-1": "12-8",
        }
    )
    table = state.table
    ways = reach(table, table.pieces["chile-cavalry-1"])

    assert ways["12-3"] == Way(2, 2)
    assert targets(table, table.pieces["chile-light_artillery-1"]) == (
        table.pieces["bolivia-infantry-1"],
    )
    assert army(table, BOLIVIA, OFFICER) == ()
