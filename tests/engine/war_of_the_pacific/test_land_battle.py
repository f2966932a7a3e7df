from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from engine.api import Action
from engine.dice import ScriptedDice
from engine.war_of_the_pacific.actions import (
    Advance,
    Attack,
    Lose,
    MarchUnits,
    Retreat,
    Spend,
    Stop,
)
from engine.war_of_the_pacific.game import WarOfThePacific
from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.rules.land_combat.attack import close_land_combat, unfinished
from engine.war_of_the_pacific.rules.land_combat.combat_advantage import applies
from engine.war_of_the_pacific.rules.land_combat.dice import ground_bonus
from engine.war_of_the_pacific.rules.land_combat.forces import numbers
from engine.war_of_the_pacific.rules.land_combat.initiative import contest
from engine.war_of_the_pacific.rules.land_combat.losses import loss_groups, owed_after
from engine.war_of_the_pacific.rules.land_combat.retreat import retreat_places
from engine.war_of_the_pacific.state import ALLIES, CHILE, LandBattle, State, Unit
from tests.engine.war_of_the_pacific.build import lay

GAME = WarOfThePacific()


def _battle(units: tuple[str, ...], origin: str, target: str) -> LandBattle:
    return LandBattle(100, CHILE, units, origin, target, "initiative", boost=(False, False))


def _combat(**given: object) -> State:
    return lay(phase="land_combat", **given)  # type: ignore[arg-type]


def test_every_chit_can_be_drawn() -> None:
    """Each counter in the cup answers to one number, as often as there are counters of its kind."""
    state = _combat(place={"buin": "3123", "verdes": "3122"})
    data = numbers(state.table)
    total = sum(chit.count for chit in data.chits)
    frame = _battle(("buin",), "3123", "3122")
    drawn = Counter(
        contest(Play(state, ScriptedDice(1, 1, number)), frame)[1] for number in range(1, total + 1)
    )

    assert drawn == {chit.key: chit.count for chit in data.chits if chit.count}


@pytest.mark.parametrize(
    ("chit", "units", "winner", "works"),
    [
        ("inspiring_leader", ("buin",), CHILE, True),
        ("inspiring_leader", ("buin",), ALLIES, True),
        ("earthworks", ("buin",), CHILE, False),
        ("earthworks", ("buin",), ALLIES, True),
        ("cavalry_charge", ("cazadores",), CHILE, True),
        ("cavalry_charge", ("cazadores",), ALLIES, False),
        ("cavalry_charge", ("buin",), CHILE, False),
        ("tactical_surprise", ("buin",), CHILE, True),
        ("tactical_surprise", ("buin",), ALLIES, False),
        ("slaughter", ("buin",), ALLIES, True),
        ("canister", ("2art",), CHILE, True),
        ("canister", ("buin",), CHILE, False),
        ("canister", ("buin",), ALLIES, False),
    ],
)
def test_who_can_use_a_chit(chit: str, units: tuple[str, ...], winner: str, works: bool) -> None:
    """A chit helps the side and the type of unit that it names."""
    state = _combat(place={"buin": "3123", "cazadores": "3123", "2art": "3123", "verdes": "3122"})
    drawn = next(one for one in numbers(state.table).chits if one.key == chit)
    own = units if winner == CHILE else ("verdes",)
    taking_part = [state.table.units[one] for one in own]

    assert works == applies(drawn, _battle(units, "3123", "3122"), winner, taking_part)


@pytest.mark.parametrize(
    ("origin", "target", "fort", "bonus"),
    [
        ("3123", "3122", False, 0),
        ("3515", "3616", False, 1),
        ("3515", "3516", False, 2),
        ("3116", "3216", False, 2),
        ("3116", "3115", False, 0),
        ("3115", "3116", True, 3),
        ("3117", "3116", True, 4),
    ],
)
def test_ground_helps_the_defender(origin: str, target: str, fort: bool, bonus: int) -> None:
    """Terrain, river and fort add up; a railway takes the river's part away."""
    place = {"buin": origin, "verdes": target}
    if fort:
        place["fort-arica"] = "3116"
    state = _combat(place=place)
    frame = _battle(("buin",), origin, target)

    assert bonus == ground_bonus(state.table.units, frame, numbers(state.table))


def test_enemy_fort_does_not_help_those_landed_in_its_hex() -> None:
    """In a contested hex only the fort's own side has its shelter."""
    state = lay(
        phase="land_combat",
        player=ALLIES,
        place={"fort-arica": "3116", "verdes": "3116", "buin": "3116"},
    )
    frame = LandBattle(100, ALLIES, ("verdes",), "3116", "3116", "initiative")

    assert ground_bonus(state.table.units, frame, numbers(state.table)) == 0


@pytest.mark.parametrize("owed", [1, 2, 3, 4, 5])
def test_every_way_to_lose_is_found_once(owed: int) -> None:
    """The losses offered are all the legal ones, each once."""
    units = [
        Unit("buin", CHILE, "3123", 2),
        Unit("2line", CHILE, "3123", 1),
        Unit("santiago", CHILE, "3123", 2),
    ]
    steps = {unit.id: unit.steps for unit in units}
    legal = {
        tuple(sorted(group))
        for group in combinations_with_replacement(sorted(steps), owed)
        if all(count <= steps[name] for name, count in Counter(group).items())
    }
    found = [tuple(sorted(group)) for group in loss_groups(units, owed)]

    assert sorted(legal) == sorted(found)


def test_cheapest_loss_is_offered_first() -> None:
    """Full units are reduced before any is destroyed, those with the least modifier first."""
    units = [
        Unit("2line", CHILE, "3123", 1),
        Unit("buin", CHILE, "3123", 2),
        Unit("santiago", CHILE, "3123", 2),
    ]

    assert next(loss_groups(units, 1)) == ("santiago",)
    assert next(loss_groups(units, 2)) == ("santiago", "buin")


def test_surplus_hits_are_lost() -> None:
    """Nobody owes more steps than their units have."""
    state = _combat(place={"buin": "3123", "verdes": "3122 x1"})
    frame = _battle(("buin",), "3123", "3122")

    assert owed_after(state.table.units, frame, (4, 3)) == (2, 1)


def _retreats(**given: object) -> tuple[str, ...]:
    """Return where verdes, beaten at Cobija by buin, may retreat, in order."""
    frame = _battle(("buin",), "3123", "3122")
    return retreat_places(_combat(**given).table, frame, ALLIES)


def test_retreat_avoids_the_enemy() -> None:
    """Hexes with enemy land units, lone columns or a city of the enemy's are closed."""
    place = {"buin": "3123", "verdes": "3122"}
    assert set(_retreats(place=place)) == {"3121", "3222", "3223"}
    assert set(_retreats(place=place | {"2line": "3222"})) == {"3121", "3223"}
    assert set(_retreats(place=place, columns={"chile:3222": 1})) == {"3121", "3223"}
    assert set(_retreats(place=place, control={"3121": "chile"})) == {"3222", "3223"}


def test_retreat_goes_by_sense() -> None:
    """Own stack with room, own city, then nearest to a column; not the lowest number."""
    place = {"buin": "3123", "verdes": "3122"}
    assert _retreats(place=place | {"olaneta": "3223"})[0] == "3223"
    assert _retreats(place=place)[0] == "3121"
    lost = {"3121": "chile", "3123": "chile"}
    assert _retreats(place=place, control=lost, columns={"allies:3323": 1})[0] == "3223"
    assert _retreats(place=place, control=lost, columns={"allies:3321": 1})[0] == "3222"
    assert _retreats(place=place, control=lost, columns={"allies:3122": 1})[0] == "3222"
    crowd = dict.fromkeys(("olaneta", "paucarpata", "dalence", "aroma", "amarillos"), "3222")
    assert _retreats(place=place | crowd)[0] == "3222"
    assert _retreats(place=place | crowd | {"victoria": "3222"})[:2] == ("3121", "3223")


def test_an_enemy_city_is_the_last_resort() -> None:
    """It is open where nothing else is."""
    place = {"buin": "3123", "verdes": "3122", "2line": "3222", "3line": "3223"}
    assert _retreats(place=place, control={"3121": "chile"}) == ("3121",)


def test_both_sides_owe_their_losses_at_once() -> None:
    """Casualties are simultaneous: both are asked, and one's answer does not change the other's."""
    state = _combat(place={"buin": "3123", "2line": "3123", "verdes": "3122", "olaneta": "3122"})
    action = Attack(units=("buin", "2line"), target="3122")
    state = GAME.apply(state, CHILE, action, ScriptedDice(6, 1, 14, 6, 1, 6, 1)).state
    before = {decision.seat: decision.key for decision in GAME.awaiting(state)}

    assert set(before) == {CHILE, ALLIES}
    state = GAME.apply(state, ALLIES, Lose(units=("olaneta",)), ScriptedDice()).state
    (left,) = GAME.awaiting(state)
    assert (left.seat, left.key) == (CHILE, before[CHILE])
    assert GAME.check(state, ALLIES, Lose(units=("verdes",)))


def test_defender_is_an_interrupt() -> None:
    """The defender's question holds up the attacker's turn and says so."""
    state = _combat(place={"buin": "3123", "verdes": "3122"}, columns={"allies:3122": 1})
    state = GAME.apply(state, CHILE, Attack(units=("buin",), target="3122"), ScriptedDice()).state
    (decision,) = GAME.awaiting(state)

    assert (decision.seat, decision.interrupt) == (ALLIES, True)
    assert [choice.action for choice in decision.choices] == [Spend(spend=True), Spend(spend=False)]


def test_attack_is_refused_for_every_reason() -> None:
    """An attack that breaks several rules is refused for each of them."""
    state = _combat(place={"buin": "3123 fought", "verdes": "3121"}, columns={"3123": 1})
    refusals = GAME.check(
        state, CHILE, Attack(units=("buin", "sc1"), target="3121", initiative=True)
    )

    assert {refusal.code for refusal in refusals} == {
        "attack.fought",
        "attack.column",
        "attack.not_adjacent",
    }


def test_fort_in_a_contested_hex_need_not_attack() -> None:
    """Forts never attack, so they do not keep the phase open; other units there do (WP-R13)."""
    alone = lay(phase="land_combat", player=ALLIES, place={"fort-arica": "3116", "buin": "3116"})
    joined = lay(
        phase="land_combat",
        player=ALLIES,
        place={"fort-arica": "3116", "verdes": "3116", "buin": "3116"},
    )

    assert unfinished(GAME.view(alone, ALLIES)) == []
    assert [one.code for one in unfinished(GAME.view(joined, ALLIES))] == ["battle.must_fight"]


def test_side_left_alone_takes_the_hex_at_the_end_of_the_phase() -> None:
    """When the owner's units are gone from a contested hex, city and columns change hands."""
    state = lay(
        phase="land_combat", player=ALLIES, place={"buin": "3122"}, columns={"allies:3122": 2}
    )
    play = Play(state, ScriptedDice())

    close_land_combat(play)

    assert play.control["3122"] == CHILE
    assert {unit.side for unit in play.units.values() if unit.at == "3122"} == {CHILE}


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Retreat(to="3121"), "retreat.not_due"),
        (Advance(units=("buin",)), "advance.not_due"),
        (Stop(), "advance.not_due"),
        (Spend(spend=True), "spend.not_due"),
    ],
)
def test_answers_to_another_question(action: Action, code: str) -> None:
    """While losses are owed, an answer that belongs to another stage of the combat is refused."""
    state = _combat(place={"buin": "3123", "2line": "3123", "verdes": "3122"})
    attack = Attack(units=("buin", "2line"), target="3122")
    state = GAME.apply(state, CHILE, attack, ScriptedDice(6, 1, 14, 1, 1, 6)).state

    assert [refusal.code for refusal in GAME.check(state, CHILE, action)] == [code]


def test_nothing_to_lose_before_the_dice() -> None:
    """Steps are owed only after a hit, or for doubles when the march is over."""
    state = _combat(place={"buin": "3123", "verdes": "3122"}, columns={"allies:3122": 1})
    state = GAME.apply(state, CHILE, Attack(units=("buin",), target="3122"), ScriptedDice()).state
    lose = Lose(units=("verdes",))
    assert [one.code for one in GAME.check(state, ALLIES, lose)] == ["lose.nothing_owed"]

    state = lay(place={"buin": "3123"})
    state = GAME.apply(state, CHILE, MarchUnits(units=("buin",)), ScriptedDice(6, 6)).state
    lose = Lose(units=("buin",))
    assert [one.code for one in GAME.check(state, CHILE, lose)] == ["lose.nothing_owed"]


@pytest.mark.parametrize("answer", [Retreat(to="2210"), None])
def test_a_garrison_that_breaks_on_a_landing_loses_its_city(answer: Action | None) -> None:
    """Beaten in its own attack it goes, or is destroyed; whoever landed holds the city at once."""
    state = _combat(
        place={"buin": "2109", "2line": "2109", "guias": f"2109 x{2 if answer else 1}"},
        player=ALLIES,
    )
    dice = ScriptedDice(1, 1, 13, 1, 6, 1)
    attack = Attack(units=("guias",), target="2109")
    state = GAME.apply(state, ALLIES, attack, dice).state
    if answer is not None:
        assert state.table.control["2109"] == ALLIES
        state = GAME.apply(state, ALLIES, answer, ScriptedDice()).state

    assert state.table.control["2109"] == CHILE
    assert GAME.faults(state) == ()
