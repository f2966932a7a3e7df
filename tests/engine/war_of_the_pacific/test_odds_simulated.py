"""Every kind of odds against the rules themselves, thousands of times, by the chi-squared test.

The dice are seeded: a test that passes passes always. What is asked after the action is answered as
the odds say they take it: as the first button has it, and no column spent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from engine.api import Action, Decision, Event, Odds
from engine.dice import ScriptedDice
from engine.war_of_the_pacific.actions import (
    Attack,
    Capture,
    Done,
    Fire,
    Infernal,
    Intercept,
    MarchUnits,
    Raid,
    RepairShip,
    Run,
    Spend,
)
from engine.war_of_the_pacific.counters import is_land_unit, is_ship
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.places import DEAD, is_hex
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import ALLIES, CHILE, State, other
from tests.engine.chances.fitting import Answer, Label, about, assert_fits, by_label, runs
from tests.engine.war_of_the_pacific.build import lay
from tests.engine.war_of_the_pacific.odds_tables import battle, combat, covadonga, odds, sailing

SPANISH = Settings(edition="es")
EDITIONS = pytest.mark.parametrize("settings", [Settings(), SPANISH], ids=["en", "es"])


def first_button(state: State, decision: Decision) -> Action | None:
    """Answer with the first button, until no battle is under way."""
    frames = {frame.type for frame in state.table.frames}
    if frames & {"naval_battle", "land_battle"} or decision.code == "blockade.catch":
        return decision.choices[0].action
    return None


def no_columns(state: State, decision: Decision) -> Action | None:
    """The same, but no Supply Column is spent."""
    if decision.kinds == ("spend",):
        return Spend(spend=False)
    return first_button(state, decision)


def sunk(before: State, after: State, side: str) -> int:
    """Return how many ships a side has lost."""
    return sum(
        is_ship(unit)
        and unit.side == side
        and unit.at != DEAD
        and after.table.units[name].at == DEAD
        for name, unit in before.table.units.items()
    )


def steps_lost(before: State, after: State, side: str) -> int:
    """Return how many steps a side's land units have lost."""
    return sum(
        unit.steps - (0 if (now := after.table.units[name]).at == DEAD else now.steps)
        for name, unit in before.table.units.items()
        if unit.side == side and is_land_unit(unit)
    )


def codes(events: Iterable[Event]) -> set[str]:
    """Return what was told."""
    return {event.code for event in events}


# --- naval combat ---------------------------------------------------------------------------


def assert_losses(
    found: tuple[Odds, ...],
    state: State,
    seat: str,
    action: Action,
    times: int,
    answer: Answer = first_button,
) -> list[tuple[State, tuple[Event, ...]]]:
    """Hold the ships that both sides lose in a whole battle against the odds of it."""
    done = list(runs(GAME, state, seat, action, answer=answer, times=times))
    losses = [one for one in found if one.about.code == "odds.battle.sunk"]
    for one, side in zip(losses, (other(seat), seat), strict=True):
        chances = {number: share for (_, number), share in by_label(one).items()}
        seen = Counter(sunk(state, after, side) for after, _ in done)
        if len(chances) > 1:
            assert_fits(chances, seen)
        # Averages hold too: within four standard deviations of steps, each at most two a ship.
        expected = float(sum(number * share for number, share in chances.items()))
        spread = max(0.05, 4 * (expected + 1) / times**0.5)
        assert abs(sum(k * n for k, n in seen.items()) / times - expected) < spread
    return done


MELEE = {
    "huascar": "2512",
    "independencia": "2512 x1",
    "chalaco": "2512",
    "cochrane": "2513",
    "covadonga": "2513 x1",
    "esmeralda": "2513",
    "abtao": "2513",
}


@pytest.mark.parametrize("fastest", ["lowest", "highest"])
def test_a_whole_naval_combat(fastest: Any) -> None:
    """From before the first shot: the losses of both sides, whoever fires first."""
    state = sailing(
        MELEE,
        ("huascar", "independencia", "chalaco"),
        "2513",
        settings=Settings(fastest_ship=fastest),
    )
    action = Intercept(stacks=("2513",))

    assert_losses(odds(state, CHILE, action), state, CHILE, action, 500)


def test_a_shot_and_the_rest_of_the_battle() -> None:
    """The shot itself, one that is not the first choice, and all that follows."""
    state = battle(MELEE, dice=ScriptedDice())
    aside = GAME.awaiting(state)[0]
    state = GAME.apply(state, aside.seat, aside.choices[0].action, ScriptedDice()).state
    seat = GAME.awaiting(state)[0].seat
    shots = [one.action for one in GAME.awaiting(state)[0].choices]
    action = shots[1]
    assert isinstance(action, Fire)
    found = odds(state, seat, action)

    done = assert_losses(found, state, seat, action, 500)
    told = {
        "naval_battle.critical": "odds.shot.critical",
        "naval_battle.hit": "odds.shot.damaged",
        "naval_battle.miss": "odds.shot.miss",
    }
    seen = Counter((told[events[0].code], None) for _, events in done)
    if state.table.units[action.target].steps == 1:
        seen[("odds.shot.sunk", None)] = seen.pop(("odds.shot.damaged", None), 0)
    assert_fits(by_label(found[0]), seen)


# --- interception, blockade -----------------------------------------------------------------


@EDITIONS
def test_an_interception_from_afar(settings: Settings) -> None:
    """Success, each length of approach, and the battle that may come of it."""
    state = covadonga(settings)
    action = Intercept(stacks=("2415",))
    found = odds(state, CHILE, action)
    done = assert_losses(found, state, CHILE, action, 500)

    seen: Counter[Label] = Counter()
    for _, events in done:
        told = {event.code: event.params for event in events}
        if "interception.succeeded" in told:
            seen["odds.intercept.succeeds", None] += 1
        elif "interception.approached" in told:
            seen["odds.intercept.approaches", told["interception.approached"]["n"]] += 1
        else:
            seen["odds.intercept.fails", None] += 1
    assert_fits(by_label(about(found, "odds.intercept")), seen)


@EDITIONS
def test_a_joint_interception(settings: Settings) -> None:
    """One die of all, or each its own: the losses of the battle that as many reach."""
    state = sailing(
        {"union": "2512", "oroya": "2512", "ohiggins": "2414", "abtao": "2415"},
        ("union", "oroya"),
        "2513",
        settings=settings,
    )
    action = Intercept(stacks=("2414", "2415"))

    assert_losses(odds(state, CHILE, action), state, CHILE, action, 500)


def test_running_a_blockade() -> None:
    """How many ships get through, and what those caught lose and do."""
    ships = ("union", "pilcomayo", "oroya", "limena")
    state = sailing(
        {**dict.fromkeys(ships, "2007 port"), "cochrane": "2007", "abtao": "2007"},
        ships,
        "1907",
        area="X",
        columns={"2007": 1},
    )
    action = Run(attempt=True)
    found = odds(state, ALLIES, action)
    done = assert_losses(found, state, ALLIES, action, 500)

    through = Counter(("odds.run.through", events[0].params["n"]) for _, events in done)
    assert_fits(by_label(found[0]), through)


# --- single dice ----------------------------------------------------------------------------


def test_a_raid_and_the_answer() -> None:
    """Both throws at once."""
    state = lay(phase="naval_combat", place={"cochrane": "2007", "fort-callao": "2007"})
    action = Raid(ship="cochrane", target="fort-callao")
    raid, answer = odds(state, CHILE, action)
    strongest = lay(
        phase="naval_combat", player=ALLIES, place={"huascar": "3123", "santiago": "3123 x1"}
    )
    bombard = Raid(ship="huascar", target="santiago")

    said = {
        "fort.critical": "odds.shot.critical",
        "fort.hit": "odds.shot.damaged",
        "fort.miss": "odds.shot.miss",
    }
    seen: Counter[Label] = Counter()
    for _, events in runs(GAME, state, CHILE, action, times=1500):
        seen[next(said[one] for one in said if one in codes(events)), None] += 1
    assert_fits(by_label(answer), seen)
    assert by_label(raid)["odds.raid.depleted", None] * 36 == 1

    hits: Counter[Label] = Counter()
    for _, events in runs(GAME, strongest, ALLIES, bombard, times=1500):
        hit = "raid.destroyed" in codes(events)
        hits["odds.raid.destroyed" if hit else "odds.raid.miss", None] += 1
    assert_fits(by_label(odds(strongest, ALLIES, bombard)[0]), hits)


def test_a_repair_and_supply() -> None:
    """The die of 6.5, the two dice of 4.1."""
    yard = lay(phase="supply", place={"cochrane": "box x1 port"}, columns={"box": 2})
    repair = RepairShip(ship="cochrane")
    seen = Counter(
        ("odds.repair.costs", events[0].params["n"])
        for _, events in runs(GAME, yard, CHILE, repair, times=1500)
    )
    assert_fits(by_label(odds(yard, CHILE, repair)[0]), seen)

    orders = lay(phase="administrative", supply_due=True)
    received = Counter(
        ("odds.supply.columns", event.params["n"])
        for _, events in runs(GAME, orders, CHILE, Done(), times=1500)
        for event in events
        if event.code == "supply.rolled"
    )
    assert_fits(by_label(odds(orders, CHILE, Done())[0]), received)

    # Here it is the enemy who receives columns next: that is theirs to reckon with.
    before_orders = combat(place={"buin": "3123"}, settings=Settings(supply_roll="es"))
    assert odds(before_orders, CHILE, Done()) == ()


def test_prizes_and_machines() -> None:
    """The dice of the optional rules."""
    prize = battle(
        {"oroya": "2512", "cochrane": "2513"}, Settings(ship_capture=True), ScriptedDice(6)
    )
    capture = Capture(ship="cochrane", prize="oroya")
    seen: Counter[Label] = Counter()
    for _, events in runs(GAME, prize, CHILE, capture, times=1500):
        seen[f"odds.{events[0].code}", None] += 1
    assert_fits(by_label(odds(prize, CHILE, capture)[0]), seen)

    port = lay(
        phase="naval_combat",
        player=ALLIES,
        turn=9,
        place={"blanco": "2007"},
        columns={"2007": 1},
        settings=Settings(infernal_machines=True),
    )
    machine = Infernal(ship="blanco")
    harm: Counter[Label] = Counter()
    for after, _ in runs(GAME, port, ALLIES, machine, times=1500):
        steps = after.table.units["blanco"].steps
        harm[("odds.shot.sunk", "odds.shot.damaged", "odds.infernal.nothing")[steps], None] += 1
    assert_fits(by_label(odds(port, ALLIES, machine)[0]), harm)


# --- marches --------------------------------------------------------------------------------


def far_off(start: str = "3419", goal: str = "3416") -> tuple[State, MarchUnits]:
    """Return foot and horse with a way of several rolls before them."""
    units = ("buin", "cazadores")
    state = lay(place=dict.fromkeys(units, start), columns={start: 1})
    return state, MarchUnits(units=units, toward=goal)


def test_a_march_of_one_roll() -> None:
    """Points, where they lead, and attrition."""
    state, action = far_off()
    found = odds(state, CHILE, action)
    points: Counter[Label] = Counter()
    places: Counter[str] = Counter()
    worn: Counter[Label] = Counter()
    for after, events in runs(GAME, state, CHILE, action, times=2000):
        points["odds.march.points", events[0].params["points"]] += 1
        places[after.table.units["buin"].at] += 1
        halted = "march.doubles" in codes(events)
        worn["odds.attrition.step" if halted else "odds.attrition.none", None] += 1

    assert_fits(by_label(about(found, "odds.march")), points)
    assert_fits(by_label(about(found, "odds.attrition")), worn)
    toward = about(found, "odds.march.toward")
    ends = {
        one.result.params["place"].key: one.probability  # type: ignore[union-attr]
        for one in toward.chances
    }
    assert len(ends) > 2
    assert_fits(ends, places)


@pytest.mark.parametrize(
    "ends", [("3419", "3416"), ("3123", "3125")], ids=["open country", "mountains"]
)
def test_forced_marches(ends: tuple[str, str]) -> None:
    """Roll after roll until they are there or doubles halt them; some lead nowhere at all."""
    state, action = far_off(*ends)

    def go_on(now: State, decision: Decision) -> Action | None:
        unit = now.table.units["buin"]
        if unit.spent or unit.at == action.toward or decision.code == "march.attrition":
            return None
        return action

    seen: Counter[Label] = Counter()
    for after, events in runs(GAME, state, CHILE, action, answer=go_on, times=1200):
        arrived = after.table.units["buin"].at == action.toward
        code = "odds.forced.arrives" if arrived else "odds.forced.halted"
        seen[code + "_tired" if "march.doubles" in codes(events) else code, None] += 1
    assert_fits(by_label(about(odds(state, CHILE, action), "odds.forced")), seen)


# --- land combat ----------------------------------------------------------------------------

ASSAULT = ("buin", "2line", "cazadores", "2art")


def assault(settings: Settings, **columns: int) -> State:
    """Return four Chilean units before a fort's worth of Peruvians who can fall back."""
    return combat(
        place={
            **dict.fromkeys(ASSAULT[:3], "2008"),
            "2art": "2008 x1",
            "fort-callao": "2007 x1",
            "zepita": "2007",
            "pe-art-1": "2007 x1",
        },
        columns={
            f"{side}:{at}": n for side, at, n in (("chile", "2008", 2), ("allies", "2007", 1))
        },
        settings=settings,
    )


def open_field(settings: Settings) -> State:
    """Return a combat in the desert without columns, in which anything may come to pass."""
    return combat(
        place={"buin": "3123", "cazadores": "3123 x1", "zepita": "3122 x1", "verdes": "3122"},
        settings=settings,
    )


def assert_combat(
    found: tuple[Odds, ...], state: State, seat: str, action: Action, answer: Answer, place: int = 0
) -> None:
    """Hold result, hex and losses of a combat against its odds."""
    verdicts: Counter[tuple[str, str]] = Counter()
    taken: Counter[Label] = Counter()
    lost: dict[str, Counter[Label]] = {CHILE: Counter(), ALLIES: Counter()}
    for after, events in runs(GAME, state, seat, action, answer=answer, times=600):
        verdicts[_verdict(state, after, events)] += 1
        held = "battle.advanced" in codes(events)
        taken["odds.hex.taken" if held else "odds.hex.not_taken", None] += 1
        for side, seen in lost.items():
            seen["odds.steps_lost", steps_lost(state, after, side)] += 1
    result = about(found, "odds.combat", place)
    assert_fits(
        {
            (one.result.code, getattr(one.result.params.get("seat"), "key", "")): one.probability
            for one in result.chances
        },
        verdicts,
    )
    assert_fits(by_label(about(found, "odds.hex", place)), taken)
    if not place:
        for index, side in enumerate((other(seat), seat)):
            assert_fits(by_label(about(found, "odds.steps", index)), lost[side])


def _verdict(before: State, after: State, events: tuple[Event, ...]) -> tuple[str, str]:
    """Return what a combat came to, read from the table and the log alone."""
    alive = {
        side: any(
            after.table.units[name].at != DEAD
            for name, unit in before.table.units.items()
            if unit.side == side and is_land_unit(unit) and is_hex(unit.at)
        )
        for side in (CHILE, ALLIES)
    }
    dead = [side for side, is_alive in alive.items() if not is_alive]
    if len(dead) == 2:
        return "odds.combat.both_destroyed", ""
    if dead:
        return "odds.combat.destroyed", dead[0]
    told = {event.code: event.params for event in events}
    if "battle.must_retreat" in told:
        went = "retreats" if "battle.retreated" in told else "stays"
        return f"odds.combat.{went}", told["battle.must_retreat"]["seat"].key  # type: ignore[union-attr]
    return ("odds.combat.no_hits" if "battle.no_hits" in told else "odds.combat.both_hold"), ""


@EDITIONS
def test_a_land_combat_in_the_open(settings: Settings) -> None:
    """Initiative, chit, dice, losses, retreat and the hex, all at once."""
    state = open_field(settings)
    action = Attack(units=("buin", "cazadores"), target="3122")

    assert_combat(odds(state, CHILE, action), state, CHILE, action, no_columns)


@EDITIONS
def test_a_land_combat_for_a_fort(settings: Settings) -> None:
    """Artillery, a fort that stays, a column for the initiative; the enemy spends none."""
    state = assault(settings)
    action = Attack(units=ASSAULT, target="2007", initiative=True)

    assert_combat(odds(state, CHILE, action), state, CHILE, action, no_columns)


def test_a_land_combat_in_which_the_enemy_spends() -> None:
    """The second answer: the enemy spends a column wherever it can."""
    state = assault(Settings())
    action = Attack(units=ASSAULT, target="2007")

    def answer(now: State, decision: Decision) -> Action | None:
        if decision.kinds == ("spend",):
            return Spend(spend=decision.seat == ALLIES)
        return first_button(now, decision)

    assert_combat(odds(state, CHILE, action), state, CHILE, action, answer, place=1)


def test_a_column_for_one_more_die() -> None:
    """In the midst of the combat, with the chit known."""
    begun = GAME.apply(
        assault(Settings()), CHILE, Attack(units=ASSAULT, target="2007"), ScriptedDice()
    ).state
    begun = GAME.apply(begun, ALLIES, Spend(spend=False), ScriptedDice(6, 1, 1)).state
    action = Spend(spend=True)

    assert_combat(odds(begun, CHILE, action), begun, CHILE, action, no_columns)


@EDITIONS
def test_who_wins_the_initiative(settings: Settings) -> None:
    """The dice of 8.8 with what is printed on the units."""
    state = open_field(settings)
    action = Attack(units=("buin",), target="3122")
    seen: Counter[str] = Counter()
    for _, events in runs(GAME, state, CHILE, action, times=1000):
        (told,) = (event.params for event in events if event.code == "battle.initiative")
        seen[told["winner"].key] += 1  # type: ignore[union-attr]
    chances = {
        one.result.params["seat"].key: one.probability  # type: ignore[union-attr]
        for one in about(odds(state, CHILE, action), "odds.initiative").chances
    }
    assert_fits(chances, seen)
