"""Odds reckoned by hand: the rulebook's examples, and one small case of each kind."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.api import Odds, Term, Text
from engine.dice import ScriptedDice
from engine.war_of_the_pacific.actions import (
    Aside,
    Attack,
    Capture,
    Catch,
    Done,
    Fire,
    Infernal,
    Intercept,
    LetPass,
    MarchUnits,
    Raid,
    RepairShip,
    Run,
    Spend,
    Stop,
)
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import printed
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.odds.naval import interception_chance
from engine.war_of_the_pacific.rules.sea import interceptors
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import ALLIES, CHILE
from tests.engine.chances.fitting import about, by_label, chance_of
from tests.engine.war_of_the_pacific.build import lay
from tests.engine.war_of_the_pacific.odds_tables import (
    battle,
    combat,
    covadonga,
    odds,
    sailing,
)

SPANISH = Settings(edition="es")


def mean(one: Odds, code: str, place: int = 0) -> Fraction:
    """Return the *place*-th average of that name."""
    return [value for text, value in one.expected if text.code == code][place]


def seat_of(text: Text) -> str:
    """Return the side that a sentence is about."""
    seat = text.params["seat"]
    assert isinstance(seat, Term)
    return seat.key


# --- interception ---------------------------------------------------------------------------


def test_example_of_7_4() -> None:
    """The Atahualpa (-2): four hexes are out of her reach; at three she needs 6 - 2 > 3, a six."""
    assert interceptors.winning_faces(-2, 4) == 0
    assert interceptors.winning_faces(-2, 3) == 1
    state = sailing({"rimac": "2815", "atahualpa": "2415"}, ("rimac",), "2714", mover=CHILE)
    action = Intercept(stacks=("2415",))

    found = about(odds(state, ALLIES, action), "odds.intercept")
    assert chance_of(found, "odds.intercept.succeeds") == Fraction(1, 6)
    # A 5 brings 5 - 2 = 3 hexes: into the hex, too late to fight. 1 and 2 stay where they are.
    assert chance_of(found, "odds.intercept.approaches", 3) == Fraction(1, 6)
    assert chance_of(found, "odds.intercept.fails") == Fraction(2, 6)
    assert interception_chance(GAME.view(state, ALLIES), action) == Fraction(1, 6)


def test_example_of_7_5() -> None:
    """Covadonga (-1) at two hexes: 4 to 6 succeed; a 3 comes two hexes nearer, a 2 one hex."""
    found = about(odds(covadonga(), CHILE, Intercept(stacks=("2415",))), "odds.intercept")

    assert by_label(found) == {
        ("odds.intercept.succeeds", None): Fraction(1, 2),
        ("odds.intercept.approaches", 2): Fraction(1, 6),
        ("odds.intercept.approaches", 1): Fraction(1, 6),
        ("odds.intercept.fails", None): Fraction(1, 6),
    }
    assert found.rule == "7.4"


def test_example_of_7_5_in_the_spanish_edition() -> None:
    """By the fastest of the chased, the Limeña or Oroya: the same numbers the resolver uses."""
    state = covadonga(SPANISH)
    fastest = max(printed(ship).speed for ship in ("manco-capac", "oroya", "limena"))
    action = Intercept(stacks=("2415",))

    found = about(odds(state, CHILE, action), "odds.intercept")
    # die + fastest > 2
    assert chance_of(found, "odds.intercept.succeeds") == Fraction(4 + fastest, 6)


def joint(settings: Settings) -> tuple[tuple[Odds, ...], Fraction]:
    """Return the odds of O'Higgins (one hex away) and Covadonga (two) against the Huáscar."""
    state = sailing(
        {"huascar": "2512", "ohiggins": "2414", "covadonga": "2415"},
        ("huascar",),
        "2513",
        settings=settings,
    )
    action = Intercept(stacks=("2414", "2415"))
    return odds(state, CHILE, action), interception_chance(GAME.view(state, CHILE), action)


def test_together_on_one_die() -> None:
    """One die from the farthest with the lowest speed: die - 1 > 2, three faces of six."""
    found, chance = joint(Settings())

    assert [one.about.code for one in found].count("odds.intercept") == 1
    assert chance == Fraction(1, 2)


def test_each_on_its_own_die() -> None:
    """With the Huáscar's +1: die + 1 > 1 always, die + 1 > 2 five faces of six (WP-E3, WP-E4)."""
    found, chance = joint(SPANISH)

    dice = [chance_of(one, "odds.intercept.succeeds") for one in found[:2]]
    assert dice == [Fraction(1), Fraction(5, 6)]
    assert chance == 1


def test_who_is_there_needs_no_die() -> None:
    """In the same hex the battle is certain (7.3): only its losses are told."""
    state = sailing({"huascar": "2512", "esmeralda": "2513"}, ("huascar",), "2513")
    action = Intercept(stacks=("2513",))

    assert interception_chance(GAME.view(state, CHILE), action) == 1
    assert {one.about.code for one in odds(state, CHILE, action)} == {"odds.battle.sunk"}
    assert odds(state, CHILE, LetPass()) == ()


# --- naval combat ---------------------------------------------------------------------------


def test_a_duel() -> None:
    """Esmeralda (guns 2, -2) fires first at the Huáscar (guns 6, armour 1).

    Only a one, a critical hit, harms the Huáscar: sunk 1/6. If she floats she answers: a one sinks,
    two to five damage, a six misses. Esmeralda sunk 5/6 * 1/6, damaged 5/6 * 4/6.
    """
    state = sailing({"huascar": "2512", "esmeralda": "2513"}, ("huascar",), "2513")
    enemy, own = odds(state, CHILE, Intercept(stacks=("2513",)))

    assert by_label(enemy) == {
        ("odds.ships_lost", 1): Fraction(1, 6),
        ("odds.ships_lost", 0): Fraction(5, 6),
    }
    assert mean(enemy, "odds.steps_expected") == Fraction(2, 6)
    assert by_label(own) == {
        ("odds.ships_lost", 0): Fraction(31, 36),
        ("odds.ships_lost", 1): Fraction(5, 36),
    }
    assert mean(own, "odds.steps_expected") == Fraction(2 * 5 + 20, 36)
    assert mean(own, "odds.damaged_expected") == Fraction(20, 36)
    # Best for the viewer first: for the Allies the other way round.
    assert [one.result.params["n"] for one in enemy.chances] == [1, 0]


def test_a_shot() -> None:
    """The Cochrane (guns 5) at the Unión (no armour): one critical, 2 to 4 hit, 5 and 6 miss."""
    state = battle({"huascar": "2512", "union": "2512", "cochrane": "2513", "ohiggins": "2513"})
    first = GAME.awaiting(state)[0].seat
    assert first == CHILE

    shot = odds(state, CHILE, Fire(ship="cochrane", target="union"))[0]
    assert by_label(shot) == {
        ("odds.shot.critical", None): Fraction(1, 6),
        ("odds.shot.damaged", None): Fraction(3, 6),
        ("odds.shot.miss", None): Fraction(2, 6),
    }


def test_a_shot_at_a_damaged_ship_sinks_her() -> None:
    """Then hit and critical hit are told apart all the same: both sink."""
    state = battle({"huascar": "2512", "union": "2512 x1", "cochrane": "2513", "abtao": "2513"})
    seat = GAME.awaiting(state)[0].seat
    state = (
        state
        if seat == CHILE
        else GAME.apply(state, ALLIES, Fire(ship="huascar", target="abtao"), ScriptedDice(6)).state
    )

    shot = odds(state, CHILE, Fire(ship="cochrane", target="union"))[0]
    assert chance_of(shot, "odds.shot.sunk") == Fraction(3, 6)
    assert chance_of(shot, "odds.shot.critical") == Fraction(1, 6)


def test_ships_set_aside_are_out_of_it() -> None:
    """The larger side may keep ships out: then those can neither hit nor be hit."""
    state = battle({"huascar": "2512", "esmeralda": "2513", "cochrane": "2513"})
    all_in = odds(state, CHILE, Aside())
    alone = odds(state, CHILE, Aside(ships=("cochrane",)))

    # Esmeralda's duel, as above.
    assert chance_of(alone[0], "odds.ships_lost", 1) == Fraction(1, 6)
    assert chance_of(all_in[0], "odds.ships_lost", 1) > Fraction(1, 6)


# --- blockade -------------------------------------------------------------------------------


def test_running_a_blockade() -> None:
    """Three ships and a die: a one lets one through, a two two, four faces all three (7.6)."""
    ships = ("union", "oroya", "limena")
    state = sailing(
        {**dict.fromkeys(ships, "2007 port"), "cochrane": "2007"},
        ships,
        "1907",
        area="X",
        columns={"2007": 1},
    )
    found = odds(state, ALLIES, Run(attempt=True))

    assert by_label(found[0]) == {
        ("odds.run.through", 3): Fraction(4, 6),
        ("odds.run.through", 2): Fraction(1, 6),
        ("odds.run.through", 1): Fraction(1, 6),
    }
    assert mean(found[0], "odds.run.expected") == Fraction(4 * 3 + 2 + 1, 6)
    assert {one.about.code for one in odds(state, ALLIES, Run(attempt=False))} == {
        "odds.battle.sunk"
    }
    caught = GAME.apply(state, ALLIES, Run(attempt=True), ScriptedDice(2)).state
    # The Cochrane (guns 5) fires once at a transport: a one sinks it.
    enemy = odds(caught, CHILE, Catch(ships=("oroya",)))[0]
    assert chance_of(enemy, "odds.ships_lost", 1) == Fraction(1, 6)


# --- raids ----------------------------------------------------------------------------------


def test_a_raid() -> None:
    """The Huáscar (guns 6) at an unmodified unit: 2 to 5 on two dice, 10 of 36 (7.6)."""
    state = lay(phase="naval_combat", player=ALLIES, place={"huascar": "3123", "santiago": "3123"})
    (found,) = odds(state, ALLIES, Raid(ship="huascar", target="santiago"))

    assert by_label(found) == {
        ("odds.raid.depleted", None): Fraction(10, 36),
        ("odds.raid.miss", None): Fraction(26, 36),
    }


def test_a_raid_on_a_fort() -> None:
    """Callao (+2, factor 8) and the Cochrane (guns 5, armour 2).

    She needs 2 + 2 < 5: a two on two dice, 1 of 36. The fort's two sinks her, 3 to 5 damage her.
    """
    state = lay(phase="naval_combat", place={"cochrane": "2007", "fort-callao": "2007 x1"})
    raid, answer = odds(state, CHILE, Raid(ship="cochrane", target="fort-callao"))

    assert chance_of(raid, "odds.raid.destroyed") == Fraction(1, 36)
    assert by_label(answer) == {
        ("odds.shot.miss", None): Fraction(26, 36),
        ("odds.shot.damaged", None): Fraction(9, 36),
        ("odds.shot.critical", None): Fraction(1, 36),
    }


# --- marches --------------------------------------------------------------------------------


def test_movement_points() -> None:
    """The higher of two dice: n is it in 2n - 1 of 36 ways; all cavalry have one more (8.2)."""
    place = {"buin": "3123", "cazadores": "3123"}
    state = lay(place=place)
    foot = about(odds(state, CHILE, MarchUnits(units=("buin",))), "odds.march")
    horse = about(odds(state, CHILE, MarchUnits(units=("cazadores",))), "odds.march")
    spanish = lay(place=place, settings=SPANISH)
    as_foot = about(odds(spanish, CHILE, MarchUnits(units=("cazadores",))), "odds.march")

    for n in range(1, 7):
        share = Fraction(2 * n - 1, 36)
        assert chance_of(foot, "odds.march.points", n) == share
        assert chance_of(horse, "odds.march.points", n + 1) == share
        assert chance_of(as_foot, "odds.march.points", n) == share
    assert mean(foot, "odds.march.points_expected") == Fraction(161, 36)


def test_doubles_cost_a_step() -> None:
    """One throw in six; columns alone lose nothing (8.3, 8.5)."""
    state = lay(place={"buin": "3123"}, columns={"3123": 1})
    units = about(odds(state, CHILE, MarchUnits(units=("buin",))), "odds.attrition")
    columns = about(odds(state, CHILE, MarchUnits(units=("sc1",))), "odds.attrition")

    assert chance_of(units, "odds.attrition.step") == Fraction(1, 6)
    assert chance_of(columns, "odds.attrition.spared") == Fraction(1, 6)
    assert mean(columns, "odds.attrition.expected") == 0


def test_a_march_into_the_mountains() -> None:
    """From 3123 to 3124 it takes 4 points: 27 of 36 ways (8.6).

    Of the others 3 are doubles, which halt; 6 let the units roll again. In the end they arrive in
    27/30, three of them with doubles.
    """
    state = lay(place={"buin": "3123"})
    found = odds(state, CHILE, MarchUnits(units=("buin",), toward="3124"))

    way = about(found, "odds.march.toward")
    assert chance_of(way, "odds.march.arrives") == Fraction(27, 36)
    assert chance_of(way, "odds.march.stuck") == Fraction(9, 36)
    assert by_label(about(found, "odds.forced")) == {
        ("odds.forced.arrives", None): Fraction(24, 30),
        ("odds.forced.arrives_tired", None): Fraction(3, 30),
        ("odds.forced.halted_tired", None): Fraction(3, 30),
    }


@pytest.mark.parametrize("settings", [Settings(), SPANISH])
def test_a_fort_shelters_who_ends_there(settings: Settings) -> None:
    """In the English text (WP-E7): of the doubles only those too low to get there cost a step."""
    place = {"fort-callao": "2007", "zepita": "2008"}
    state = lay(player=ALLIES, place=place, settings=settings)
    found = odds(state, ALLIES, MarchUnits(units=("zepita",), toward="2007"))
    cost = dict(load_board().land_exits("2008"))["2007"]
    arriving = 7 - cost

    spared = Fraction(arriving if settings.edition == "en" else 0, 36)
    attrition = about(found, "odds.attrition")
    assert chance_of(attrition, "odds.attrition.spared") == spared
    assert chance_of(attrition, "odds.attrition.step") == Fraction(1, 6) - spared


# --- land combat ----------------------------------------------------------------------------


def example_of_8_12() -> tuple[Attack, dict[str, Any]]:
    """Return the example's attack and its table."""
    units = ("verdes", "tacna-reg", "lima-reg", "cuzco-reg")
    table: dict[str, Any] = {
        "player": ALLIES,
        "place": {**dict.fromkeys(units, "3515 x1"), "buin": "3516"},
        "columns": {"3515": 1},
    }
    return Attack(units=units, target="3516"), table


def test_example_of_8_12_before_the_dice() -> None:
    """The Allies need three more than Chile's die: (4,1) (5,1) (5,2) (6,1) (6,2) (6,3), 6 of 36."""
    action, table = example_of_8_12()
    found = about(odds(combat(**table), ALLIES, action), "odds.initiative")

    assert [seat_of(one.result) for one in found.chances] == [ALLIES, CHILE]
    assert [one.probability for one in found.chances] == [Fraction(1, 6), Fraction(5, 6)]


def test_example_of_8_12_with_the_leader() -> None:
    """Chile has drawn the leader (+2) in rough across a river (+2): its one die hits on 2 to 6.

    The Allies' five dice hit on sixes: none in 3125 of 7776 ways, one in as many, more in 1526,
    which destroys the regiment's two steps.
    """
    action, table = example_of_8_12()
    state = GAME.apply(combat(**table), ALLIES, action, ScriptedDice(6, 5, 1)).state
    found = odds(state, ALLIES, Spend(spend=True))
    result = about(found, "odds.combat")

    same = Fraction(3125, 7776)
    assert chance_of(result, "odds.combat.no_hits") == same / 6
    assert chance_of(result, "odds.combat.both_hold") == same * 5 / 6
    assert chance_of(result, "odds.combat.destroyed") == Fraction(1526, 7776)
    retreats = {
        seat_of(one.result): one.probability
        for one in result.chances
        if one.result.code == "odds.combat.retreats"
    }
    assert retreats == {CHILE: same / 6, ALLIES: same * 5 / 6}
    assert seat_of(about(found, "odds.steps", 1).about) == ALLIES
    assert chance_of(about(found, "odds.steps", 1), "odds.steps_lost", 1) == Fraction(5, 6)
    assert mean(result, "odds.steps_expected") == same + 2 * Fraction(1526, 7776)
    assert not any(one.about.code == "odds.initiative" for one in found)
    taken = about(found, "odds.hex")
    # Destroyed, and at most one of four attackers lost; or driven away.
    assert chance_of(taken, "odds.hex.taken") == Fraction(1526, 7776) + same / 6


def test_without_the_column_there_are_four_dice() -> None:
    """Kept back: no hit in (5/6)^4."""
    action, table = example_of_8_12()
    state = GAME.apply(combat(**table), ALLIES, action, ScriptedDice(6, 5, 1)).state
    enemy = about(odds(state, ALLIES, Spend(spend=False)), "odds.steps", 0)

    assert chance_of(enemy, "odds.steps_lost", 0) == Fraction(5, 6) ** 4


def test_what_the_enemy_may_spend_is_told_apart() -> None:
    """With a column in the defender's hex there are two answers, each saying what it assumes."""
    state = combat(
        place={"2line": "3123", "verdes": "3122"}, columns={"allies:3122": 1, "chile:3123": 1}
    )
    found = odds(state, CHILE, Attack(units=("2line",), target="3122", initiative=True))
    first, second = (about(found, "odds.initiative", place) for place in (0, 1))

    # 2nd of the Line +1 and a column +1: die + 2 above the other's, 26 of 36; against a column 21.
    assert [one.probability for one in first.chances] == [Fraction(26, 36), Fraction(10, 36)]
    assert [one.probability for one in second.chances] == [Fraction(21, 36), Fraction(15, 36)]
    assert [text.code for text in first.assumed] == ["odds.given.no_columns"]
    assert [text.code for text in second.assumed] == ["odds.given.enemy_columns"]


def test_who_cannot_retreat_stays() -> None:
    """An encircled defender that is hit alone loses more instead of going (8.10)."""
    around = {"2line": "3121", "3line": "3222", "4line": "3223", "buin": "3123"}
    state = combat(place={**around, "zepita": "3122", "cuzco-reg": "3122"})
    result = about(odds(state, CHILE, Attack(units=("buin",), target="3122")), "odds.combat")
    (stays,) = (one for one in result.chances if one.result.code == "odds.combat.stays")

    assert seat_of(stays.result) == ALLIES
    driven = [one.result for one in result.chances if one.result.code == "odds.combat.retreats"]
    assert [seat_of(one) for one in driven] == [CHILE]


def test_columns_with_nobody_to_guard_them_need_no_dice() -> None:
    """They fall without a combat (8.7)."""
    state = combat(place={"buin": "3123"}, columns={"allies:3122": 1})

    assert odds(state, CHILE, Attack(units=("buin",), target="3122")) == ()


# --- single dice ----------------------------------------------------------------------------


def test_a_repair() -> None:
    """As many columns or turns as the die shows (6.5)."""
    state = lay(phase="supply", place={"cochrane": "box x1 port"}, columns={"box": 2})
    (found,) = odds(state, CHILE, RepairShip(ship="cochrane"))

    assert [one.probability for one in found.chances] == [Fraction(1, 6)] * 6
    assert mean(found, "odds.repair.expected") == Fraction(7, 2)


def test_an_infernal_machine() -> None:
    """Faces 5 and 6 (10.2): a sound ship is damaged or sunk, a damaged one sunk by both."""
    settings = Settings(infernal_machines=True)
    for steps, sunk in ((2, Fraction(1, 6)), (1, Fraction(2, 6))):
        state = lay(
            phase="naval_combat",
            player=ALLIES,
            turn=9,
            place={"blanco": f"2007 x{steps}"},
            columns={"2007": 1},
            settings=settings,
        )
        (found,) = odds(state, ALLIES, Infernal(ship="blanco"))
        assert chance_of(found, "odds.shot.sunk") == sunk


def test_a_capture() -> None:
    """By the faces of 10.1: one hits the captor, two let go, two scuttle, one gives the prize."""
    settings = Settings(ship_capture=True)
    state = battle({"oroya": "2512", "cochrane": "2513"}, settings, ScriptedDice(6))
    (found,) = odds(state, CHILE, Capture(ship="cochrane", prize="oroya"))

    assert by_label(found) == {
        ("odds.capture.captured", None): Fraction(1, 6),
        ("odds.capture.scuttled", None): Fraction(2, 6),
        ("odds.capture.escapes", None): Fraction(2, 6),
        ("odds.capture.captor_damaged", None): Fraction(1, 6),
    }
    assert odds(state, CHILE, Stop()) == ()


def test_supply_received() -> None:
    """The better of two dice goes to who closes their orders (4.1, WP-E34); no enemy's is told."""
    own = lay(phase="administrative", supply_due=True)
    enemys = combat(place={"buin": "3123"}, settings=Settings(supply_roll="es"))
    (found,) = odds(own, CHILE, Done())
    assert seat_of(found.about) == CHILE
    assert [one.result.params["n"] for one in found.chances] == list(range(6, 0, -1))
    assert chance_of(found, "odds.supply.columns", 6) == Fraction(11, 36)
    assert Text("final.dice") in GAME.preview(GAME.view(enemys, CHILE), Done()).final
    assert odds(enemys, CHILE, Done()) == ()
    assert odds(combat(place={"buin": "3123"}), CHILE, Done()) == ()
    assert odds(lay(phase="supply", place={"buin": "3123"}), CHILE, Done()) == ()


# --- what is not asked ----------------------------------------------------------------------


@pytest.mark.parametrize("seat", [CHILE, ALLIES, None])
def test_what_is_not_allowed_has_no_odds(seat: str | None) -> None:
    """Neither for who may not do it now, nor for the public."""
    state = combat(place={"buin": "3123", "verdes": "3122"})
    action = Raid(ship="cochrane", target="verdes")

    assert GAME.odds(GAME.view(state, seat), action) == ()
