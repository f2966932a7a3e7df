from __future__ import annotations

import pytest

from engine.api import Decision
from engine.dice import ScriptedDice
from engine.war_of_the_pacific.actions import Drop, Lose, MarchUnits, Move, Stop
from engine.war_of_the_pacific.game import WarOfThePacific
from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.rules.land.attrition import liable, the_march
from engine.war_of_the_pacific.rules.land.marches import close_land_movement
from engine.war_of_the_pacific.rules.land.movement_points import allowance
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import CHILE, State
from tests.engine.war_of_the_pacific.build import lay

GAME = WarOfThePacific()


def _march(state: State, *units: str, dice: tuple[int, int], toward: str = "") -> State:
    action = MarchUnits(units=units, toward=toward)
    after: State = GAME.apply(state, state.table.player, action, ScriptedDice(*dice)).state
    return after


def _asked(state: State) -> Decision:
    (decision,) = GAME.awaiting(state)
    return decision


def _values(state: State, kind: str, field: str, **filled: str) -> list[str]:
    view = GAME.view(state, state.table.player)
    return [option.value for option in GAME.options(view, kind, field, filled)]


@pytest.mark.parametrize(
    ("units", "dice", "points"),
    [
        (("buin",), (3, 5), 5),
        (("cazadores",), (3, 5), 6),
        (("cazadores", "granaderos"), (4, 4), 5),
        (("cazadores", "buin"), (4, 2), 4),
        (("cazadores", "sc1"), (6, 2), 6),
    ],
)
def test_allowance(units: tuple[str, ...], dice: tuple[int, int], points: int) -> None:
    """The higher die counts, and one more for cavalry alone."""
    state = lay(
        place={"buin": "3123", "cazadores": "3123", "granaderos": "3123"}, columns={"3123": 1}
    )

    assert points == allowance([state.table.units[one] for one in units], dice, Settings())


def test_whole_stack_is_offered_first() -> None:
    """The first options are the whole stack nearest the enemy, then its parts."""
    state = lay(
        place={"buin": "3123", "cazadores": "3123", "2line": "3128", "verdes": "3121"},
        columns={"3123": 2},
    )

    assert _values(state, "march", "units")[:6] == [
        "buin,cazadores,sc1,sc2",
        "buin,cazadores",
        "buin",
        "cazadores",
        "sc1,sc2",
        "sc1",
    ]


def test_enemy_in_reach_is_the_first_goal() -> None:
    """Destinations begin with the enemy's units and points, nearest first; all land follows."""
    state = lay(place={"buin": "3123", "verdes": "3121"})
    goals = _values(state, "march", "toward", units="buin")

    assert goals[0] == "3121"
    assert len(goals) == len(set(goals))
    assert "box" in goals


def test_columns_in_an_enemy_city_are_not_sent_where_they_are() -> None:
    """A column takes no city: the one it stands in is still a goal, but no destination for it."""
    ships = {"zepita": "3118", "huascar": "3117 port"}
    state = lay(phase="land_movement", columns={"3117": 1}, place=ships)

    offered = _values(state, "march", "toward", units="sc1")
    assert offered
    assert "3117" not in offered
    for goal in offered[:8]:
        assert GAME.check(state, CHILE, MarchUnits(units=("sc1",), toward=goal)) == ()


def test_moves_offered_are_those_in_reach() -> None:
    """A march under way offers exactly the places that its points pay for."""
    state = _march(lay(place={"buin": "3123"}), "buin", dice=(3, 2))

    assert set(_values(state, "move", "to")) == {"3122", "3223", "3224"}


def test_question_changes_with_every_step() -> None:
    """The decision of a march has a new key after each move and each drop."""
    state = _march(lay(place={"buin": "3123", "2line": "3123"}), "buin", "2line", dice=(6, 5))
    keys = [_asked(state).key]
    for action in (Move(to="3223"), Drop(units=("2line",)), Move(to="3222")):
        state = GAME.apply(state, CHILE, action, ScriptedDice()).state
        keys += [decision.key for decision in GAME.awaiting(state) if state.table.frames]

    assert len(set(keys)) == len(keys) >= 3


def test_march_stays_open_for_cavalry_that_could_go_on_alone() -> None:
    """A mixed stack without points is not stopped while its cavalry has one more to use."""
    state = _march(
        lay(place={"cazadores": "3123", "buin": "3123"}), "cazadores", "buin", dice=(2, 3)
    )
    state = GAME.apply(state, CHILE, Move(to="3122"), ScriptedDice()).state
    assert not state.table.frames

    state = _march(
        lay(place={"cazadores": "3224", "buin": "3224"}), "cazadores", "buin", dice=(2, 3)
    )
    state = GAME.apply(state, CHILE, Move(to="3223"), ScriptedDice()).state
    assert the_march(state.table).at == "3223"
    assert "move" not in GAME.kinds(GAME.view(state, CHILE))
    state = GAME.apply(state, CHILE, Drop(units=("buin",)), ScriptedDice()).state
    assert _values(state, "move", "to") == ["3123"]


def test_attrition_candidates_are_offered_cheapest_first() -> None:
    """A full unit is reduced before a column goes, and a column before a unit is destroyed."""
    state = lay(place={"buin": "3123", "santiago": "3123", "2line": "3123 x1"}, columns={"3123": 1})
    state = _march(state, "buin", "santiago", "2line", dice=(1, 1))

    state = GAME.apply(state, CHILE, Stop(), ScriptedDice()).state

    assert _asked(state).kinds == ("lose",)
    assert _values(state, "lose", "units") == ["santiago", "buin", "sc1", "2line"]
    step = GAME.apply(state, CHILE, Lose(units=("santiago",)), ScriptedDice())
    assert step.state.table.units["santiago"].steps == 1


def test_column_of_another_hex_does_not_pay() -> None:
    """Only a column in the hex of a unit of the roll may stand in for it."""
    state = lay(place={"buin": "3123"}, columns={"3123": 1, "3223": 1})
    state = _march(state, "buin", dice=(2, 2))
    state = GAME.apply(state, CHILE, Move(to="3223"), ScriptedDice()).state

    assert [unit.id for unit in liable(state.table.units, the_march(state.table), Settings())] == [
        "buin",
        "sc2",
    ]


def test_end_of_the_phase_forgets_where_marches_began() -> None:
    """What kept stacks from picking others up does not outlast the phase."""
    state = _march(lay(place={"buin": "3123"}), "buin", dice=(1, 2), toward="3223")
    assert state.table.units["buin"].began == "3123"
    play = Play(state, ScriptedDice())

    close_land_movement(play)

    assert play.units["buin"].began == ""


def test_all_reasons_are_given_at_once() -> None:
    """A march that breaks several rules is refused for each of them."""
    state = lay(place={"buin": "3123 fresh", "2line": "3223 spent", "verdes": "3223"})
    codes = {
        refusal.code
        for refusal in GAME.check(state, CHILE, MarchUnits(units=("buin", "2line", "verdes")))
    }

    assert codes == {"march.fresh", "march.spent", "unit.not_yours", "unit.apart"}
