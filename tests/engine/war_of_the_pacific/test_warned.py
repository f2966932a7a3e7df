"""What an order of War of the Pacific is warned of before it is given, and what mends it."""

from __future__ import annotations

from typing import Any

from engine.api import Action, Preview, Term
from engine.dice import ScriptedDice
from engine.war_of_the_pacific.actions import (
    Attack,
    Done,
    Embark,
    Land,
    Lose,
    MarchUnits,
    RepairShip,
    Replenish,
    Sail,
    Standard,
    WriteOrder,
)
from engine.war_of_the_pacific.counters import is_column
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import ALLIES, CHILE, State
from tests.engine.war_of_the_pacific.build import lay

SAME_TURN = Settings(edition="es")


def preview(state: State, action: Action, seat: str = CHILE) -> Preview:
    """What an action that is allowed comes to."""
    assert GAME.check(state, seat, action) == (), action
    return GAME.preview(GAME.view(state, seat), action)


def warned(state: State, action: Action, seat: str = CHILE) -> list[tuple[str, str, Any]]:
    """The warnings: their codes, and what mends them."""
    found = preview(state, action, seat).warnings
    return [(one.text.code, one.kind, dict(one.filled)) for one in found]


def mended(state: State, action: Action, seat: str = CHILE) -> list[str]:
    """What is warned of once the one mend of an action is done: before it, or instead of it."""
    ((_, kind, filled),) = warned(state, action, seat)
    mend = GAME.parse(GAME.view(state, seat), kind, filled)
    if kind == action.kind:
        return [one[0] for one in warned(state, mend, seat)]
    done = GAME.apply(state, seat, mend, ScriptedDice()).state
    return [one[0] for one in warned(done, action, seat)]


def test_ships_at_sea_without_an_order_are_named_and_kept_there_by_one() -> None:
    """4.1 I: closing the orders sends them home; the mend orders them to stay in their area."""
    state = lay(
        place={"cochrane": "2814", "blanco": "2814", "esmeralda": "box port"},
        columns={"box": 1},
        phase="administrative",
        settings=SAME_TURN,
    )
    (found,) = preview(state, Done()).warnings

    assert found.text.code == "warn.at_sea"
    assert found.text.params["ships"] == (Term("unit", "cochrane"), Term("unit", "blanco"))
    view = GAME.view(state, CHILE)
    mend = GAME.parse(view, found.kind, dict(found.filled))
    mended = GAME.apply(state, CHILE, mend, ScriptedDice()).state
    assert warned(mended, Done()) == []


def test_who_comes_home_by_then_anyway_is_not_warned_of() -> None:
    """4.1 I as the English text reads it: the order would be for the turn after this one."""
    place = {"cochrane": "2814"}
    idle = lay(place=place, phase="administrative")
    ordered = lay(place=place, phase="administrative", orders={CHILE: {"VI": ["cochrane"]}})

    assert warned(idle, Done()) == []
    assert warned(ordered, Done()) == [
        ("warn.at_sea", "order", {"ships": "cochrane", "area": "VI"})
    ]


def test_ships_that_no_port_takes_in_are_told_to_be_lost() -> None:
    """4.1.unassigned, 7.2.return: with every port taken they are eliminated, at the latest then."""
    control = dict.fromkeys(GAME.view(lay(), None).table.control, CHILE)
    at_sea = {"huascar": "2814"}
    planning = lay(
        place=at_sea,
        control=control,
        phase="administrative",
        player=ALLIES,
        settings=Settings(edition="es", orderless_ships="en"),
    )
    closing = lay(place=at_sea, control=control, phase="naval_movement", player=ALLIES)

    assert [one[0] for one in warned(planning, Done(), ALLIES)] == ["warn.no_port"]
    assert warned(closing, Done(), ALLIES) == [("warn.lost_at_sea", "", {})]


def test_ships_in_port_are_warned_of_once_and_then_noted() -> None:
    """In the first plan, and where somebody who sails has ordered nothing; else it is meant."""
    place = {"cochrane": "box port", "blanco": "box port"}
    sailing = {CHILE: {"VI": ["blanco"]}}
    first = lay(place=place, phase="plan", turn=1)
    never = lay(place=place, phase="administrative")
    once = lay(place=place, phase="administrative", orders=sailing)

    assert [one[:2] for one in warned(first, Done())] == [("warn.idle", "order")]
    assert warned(never, Done()) == []
    assert [note.code for note in preview(never, Done()).notes] == ["note.idle"]
    assert preview(first, Done()).notes == ()
    (found,) = preview(once, Done()).warnings
    assert found.text.params["ships"] == (Term("unit", "cochrane"),)


def test_a_loaded_transport_without_an_order_is_warned_of() -> None:
    """Somebody is aboard, so that it was to sail."""
    state = lay(
        place={"rimac": "box port", "buin": "@rimac", "loa": "box port", "cochrane": "box port"},
        phase="administrative",
    )
    (found,) = preview(state, Done()).warnings

    assert found.text.code == "warn.idle"
    assert found.text.params["ships"] == (Term("unit", "rimac"),)


def test_the_last_column_of_those_who_are_to_sail_is_warned_of() -> None:
    """7.8: no stack leaves a port without a column; one that is not needed is only noted."""
    place = {"cochrane": "3116 port", "buin": "3116 x1"}
    control = {"3116": CHILE}
    sailing = lay(
        place=place,
        control=control,
        columns={"3116": 1},
        orders={CHILE: {"I": ["cochrane"]}},
        phase="supply",
    )
    staying = lay(place=place, control=control, columns={"3116": 1}, phase="supply")
    replenish = Replenish(unit="buin", column="sc1")

    assert warned(sailing, replenish) == [("warn.provisions", "", {})]  # it has no other column
    assert warned(staying, replenish) == []
    assert [note.code for note in preview(staying, replenish).notes] == ["note.last_column"]


def test_who_needs_no_column_is_not_counted() -> None:
    """7.8, WP-R31: not who is at sea, and not who lies in the ordered area."""
    for ship, area in (("3116", "I"), ("3116 port", "IV")):
        state = lay(
            place={"cochrane": ship, "buin": "3116 x1"},
            control={"3116": CHILE},
            columns={"3116": 1},
            orders={CHILE: {area: ["cochrane"]}},
            phase="supply",
        )
        assert warned(state, Replenish(unit="buin", column="sc1")) == []


def test_columns_that_come_before_anybody_sails_are_not_missed() -> None:
    """4.2: the plan is closed before the first supply is rolled, which the box and Callao get."""
    for place, seat, codes in (
        ("box", CHILE, []),
        ("2007", ALLIES, []),
        ("3116", ALLIES, ["warn.provisions"]),
    ):
        ship = "cochrane" if seat == CHILE else "huascar"
        state = lay(place={ship: f"{place} port"}, phase="plan", turn=1)
        order = WriteOrder(ships=(ship,), area="I" if seat == ALLIES else "VI")
        assert [one[0] for one in warned(state, order, seat)] == codes


def test_a_standard_set_up_is_warned_of_by_nobody() -> None:
    """Its orders are anybody's to change in the plan that follows."""
    state = GAME.setup(Settings(), ScriptedDice()).state

    assert warned(state, Standard(), ALLIES) == []


def test_orders_that_no_column_carries_are_warned_of() -> None:
    """7.8, where the order is for this very turn: no column comes any more before it is sailed."""
    state = lay(
        place={"cochrane": "3116 port"},
        control={"3116": CHILE},
        phase="administrative",
        settings=SAME_TURN,
    )

    order = WriteOrder(ships=("cochrane",), area="I")
    here = {"ships": "cochrane", "area": "IV"}
    assert warned(state, order) == [("warn.provisions", "order", here)]
    assert mended(state, order) == []


def test_ships_of_one_port_sail_on_one_column_as_one_stack() -> None:
    """7.8: the mend of a second order to the same area joins the ships of the first."""
    state = lay(
        place={"cochrane": "3116 port", "blanco": "3116 port"},
        control={"3116": CHILE},
        columns={"3116": 1},
        orders={CHILE: {"I": ["cochrane"]}},
        phase="administrative",
        settings=SAME_TURN,
    )
    second = WriteOrder(ships=("blanco",), area="I")

    (one,) = warned(state, second)
    assert one == ("warn.provisions", "order", {"ships": "blanco,cochrane", "area": "I"})
    assert mended(state, second) == []


def test_another_column_pays_than_the_one_that_is_needed_to_sail() -> None:
    """6.2, 7.8: a unit is brought to strength by a column near it that nobody sails with."""
    state = lay(
        place={"cochrane": "3116 port", "buin": "3116 x1"},
        control={"3116": CHILE},
        columns={"3116": 1, "3115": 1},
        orders={CHILE: {"I": ["cochrane"]}},
        phase="supply",
    )
    needed, spare = (
        next(unit.id for unit in state.table.units.values() if is_column(unit) and unit.at == place)
        for place in ("3116", "3115")
    )
    spending = Replenish(unit="buin", column=needed)
    filled = {"unit": "buin", "column": spare}
    assert warned(state, spending) == [("warn.provisions", "replenish", filled)]
    assert warned(state, Replenish(unit="buin", column=spare)) == []


def test_a_port_without_columns_is_a_trap() -> None:
    """7.8: who puts in there stays until a column has come; the mend sails elsewhere."""
    place, held = {"cochrane": "2513"}, {"2814": CHILE}
    bare = lay(place=place, control=held, phase="naval_movement")
    stocked = lay(place=place, control=held, columns={"2814": 1}, phase="naval_movement")
    home = Sail(ships=("cochrane",), to="2814")

    assert warned(bare, home) == [("warn.no_way_out", "sail", {"ships": "cochrane", "to": "box"})]
    assert warned(stocked, home) == []
    assert warned(bare, Sail(ships=("cochrane",), to="box")) == []
    # Where there is no better port nothing is lost by this one.
    every = {**dict.fromkeys(bare.table.control, CHILE), "2814": ALLIES}
    last = lay(place={"huascar": "2513"}, control=every, phase="naval_movement", player=ALLIES)
    assert warned(last, Sail(ships=("huascar",), to="2814"), ALLIES) == []


def test_who_waits_for_a_city_and_could_be_placed_is_warned_of() -> None:
    """6.3.delay: placing costs nothing and waiting a turn."""
    state = lay(place={"zepita": "t2"}, phase="supply", player=ALLIES)
    (found,) = preview(state, Done(), ALLIES).warnings

    assert (found.text.code, found.kind, found.filled) == (
        "warn.waiting",
        "deploy",
        (("units", "zepita"),),
    )


def test_who_is_still_aboard_is_warned_of() -> None:
    """7.1.out: the phase ends and they stay aboard; ships still to sail carry theirs on."""
    state = lay(place={"rimac": "box port", "buin": "@rimac"}, phase="naval_movement")

    assert warned(state, Done()) == [("warn.aboard", "land", {"units": "buin"})]


def test_a_raid_that_costs_nothing_is_warned_of() -> None:
    """7.6.raid: a shot that nothing answers is given away; before a fort that fires it is none."""
    open_town = lay(place={"cochrane": "3116", "zepita": "3116"}, phase="naval_combat")
    fort = lay(place={"cochrane": "3116", "fort-arica": "3116"}, phase="naval_combat")

    assert warned(open_town, Done()) == [("warn.raids", "raid", {"ship": "cochrane"})]
    assert warned(fort, Done()) == []


def test_too_many_in_a_hex_are_told_while_they_can_still_march() -> None:
    """8.1: the excess is eliminated when the next turn begins; the mend marches it off."""
    names = ("buin", "2line", "3line", "4line", "santiago", "atacama", "valdivia")
    full = lay(place=dict.fromkeys(names[:6], "3123"))
    over = lay(place=dict.fromkeys(names, "3123"))
    stuck = lay(place=dict.fromkeys(names, "3123 spent"))

    assert warned(full, Done()) == []
    ((code, kind, filled),) = warned(over, Done())
    assert (code, kind) == ("warn.overstack", "march")
    assert filled["units"] in names
    assert warned(stuck, Done()) == [("warn.overstack", "", {})]


def test_a_repair_may_void_orders() -> None:
    """6.5.delay: a ship on the turn track does not sail."""
    state = lay(
        place={"cochrane": "box x1 port"},
        columns={"box": 1},
        orders={CHILE: {"VI": ["cochrane"]}},
        phase="supply",
    )

    repair = RepairShip(ship="cochrane")
    assert warned(state, repair) == [("warn.repair", "repairs", {"most": "1"})]
    assert mended(state, repair) == ["warn.repair"]  # a dearer one still waits


def test_a_repair_that_is_surely_paid_voids_none() -> None:
    """6.5: the standing order that mends it pays whatever the die says; without columns none."""

    def damaged(columns: int) -> State:
        return lay(
            place={"cochrane": "box x1 port"},
            columns={"box": columns} if columns else {},
            orders={CHILE: {"VI": ["cochrane"]}},
            phase="supply",
        )

    repair = RepairShip(ship="cochrane")
    assert mended(damaged(12), repair) == []
    assert warned(damaged(0), repair) == [("warn.repair", "", {})]


def test_a_column_that_lands_is_none_that_is_spent() -> None:
    """7.6.disembark: a ship's hold is no place to be out of columns in."""
    state = lay(place={"rimac": "box port"}, columns={"@rimac": 1}, phase="naval_movement")

    assert preview(state, Land(units=("sc1",))).notes == ()


def test_the_last_step_is_warned_of_where_another_pays_less() -> None:
    """8.3: one unit of the march pays; nobody is warned of what cannot be helped."""

    def halted(buin: int, line: int) -> State:
        begun = lay(place={"buin": f"3123 x{buin}", "2line": f"3123 x{line}"})
        march = MarchUnits(units=("buin", "2line"), toward="3122")
        state: State = GAME.apply(begun, CHILE, march, ScriptedDice(4, 4)).state
        return state

    other = ("warn.last_steps", "lose", {"units": "2line"})
    assert warned(halted(1, 2), Lose(units=("buin",))) == [other]
    assert warned(halted(1, 2), Lose(units=("2line",))) == []
    assert warned(halted(1, 1), Lose(units=("buin",))) == []


def test_the_last_step_in_a_battle_is_warned_of_likewise() -> None:
    """8.9.losses: whoever owes a step may mostly pay it with a unit that has two."""
    state = lay(
        place={"buin": "3123 x2", "2line": "3123 x1", "verdes": "3122", "olaneta": "3122"},
        phase="land_combat",
    )
    attack = Attack(units=("buin", "2line"), target="3122")
    state = GAME.apply(state, CHILE, attack, ScriptedDice(6, 1, 14, 6, 1, 6, 1)).state

    other = ("warn.last_steps", "lose", {"units": "buin"})
    assert warned(state, Lose(units=("2line",))) == [other]
    assert warned(state, Lose(units=("buin",))) == []


def test_what_a_double_does_is_said_before_the_dice() -> None:
    """8.3, 8.5: it costs a step, or a whole unit, or of columns alone nothing."""

    def note(*units: str, steps: int = 2) -> str:
        state = lay(place={"buin": f"3123 x{steps}"}, columns={"3123": 1})
        (found,) = preview(state, MarchUnits(units=units)).notes
        return found.code

    assert note("buin") == "note.double"
    assert note("buin", steps=1) == "note.double.lost"
    assert note("buin", "sc1", steps=1) == "note.double"
    assert note("sc1") == "note.double.columns"


def test_an_order_says_its_turn_and_what_it_takes_from_others() -> None:
    """4.1 I: one ship follows one order."""
    state = lay(place={"cochrane": "box port", "blanco": "box port"}, phase="plan", turn=1)
    both = WriteOrder(ships=("cochrane", "blanco"), area="VI")
    once = GAME.apply(state, CHILE, both, ScriptedDice()).state
    turn, replaced = preview(once, WriteOrder(ships=("blanco",), area="I")).notes

    assert (turn.code, turn.params["turn"]) == ("note.turn", 1)
    assert (replaced.code, replaced.params["ships"]) == ("note.replaced", (Term("unit", "blanco"),))


def test_closing_says_what_ends_and_what_comes_next() -> None:
    """Orders are closed though the phase goes on; the next phase is said with whose it is."""
    plan = lay(place={"cochrane": "box port"}, phase="plan", turn=1)
    orders = lay(place={"cochrane": "box port"}, phase="administrative", supply_due=True)
    land = lay(place={"buin": "3123", "huascar": "2007 port"}, columns={"allies:2007": 1})

    assert [one.code for one in preview(plan, Done()).final] == ["final.plan"]
    assert [one.code for one in preview(orders, Done()).final] == ["final.orders", "final.dice"]
    assert preview(land, Done()).final[-1].params == {
        "phase": Term("phase", "land_movement"),
        "next": Term("phase", "administrative"),
        "seat": Term("seat", ALLIES),
    }


def test_who_leaves_a_ship_that_has_yet_to_sail_is_warned_once_that_costs_the_voyage() -> None:
    """WP-R84: not who takes an embarkation back, nor who comes off where the ship goes nowhere."""
    given: dict[str, Any] = {
        "place": {"rimac": "box port", "itata": "box port", "buin": "box x1", "2line": "@itata x1"},
        "columns": {"box": 2},
        "phase": "naval_movement",
    }
    state = lay(**given, orders={CHILE: {"III": ["rimac"], "IV": ["itata"]}})
    aboard = GAME.apply(state, CHILE, Embark(units=("buin",), ship="rimac"), ScriptedDice()).state

    assert warned(aboard, Land(units=("buin",))) == []
    stays = Land(units=("2line",))
    assert warned(state, stays) == [("warn.off_before_sailing", "", {})]
    assert warned(lay(**given), stays) == []
