"""What events tell of a battle that is looked back on, the figures of its end, and its halts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from engine.api import Event, Param, Term
from engine.art_of_war.game import GAME
from engine.art_of_war.rules.rout.army import cohesion_of, losses_of
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import GONE, NORTH, SEATS, SOUTH, State
from engine.art_of_war.tables.combat import load_combat
from engine.dice import SeededDice
from engine.tales import Throw
from tests.support.games_played import SEEDS, played
from tests.support.short import short

UNIT, FOE = Term("unit", "south.rome-b2"), Term("unit", "north.carthage-c1")
GENERAL = Term("general", "north.carthage-g1")


def told(code: str, **params: Param) -> Event:
    """An event as the rules tell it."""
    return Event(code, "", params)


@pytest.mark.parametrize("code", ["rout.flees", "rout.engines", "unit.destroyed", "unit.leaves"])
def test_a_unit_that_is_gone_is_a_loss(code: str) -> None:
    """It is worth what it counts against its army (9.army.losses)."""
    (loss,) = GAME.tale(told(code, unit=UNIT)).losses
    assert (loss.seat, loss.what, loss.worth) == (SOUTH, UNIT, 2)


@pytest.mark.parametrize("code", ["general.lost", "general.captured", "general.leaves"])
def test_a_general_who_is_gone_is_a_loss(code: str) -> None:
    """Worth as much as a unit."""
    (loss,) = GAME.tale(told(code, general=GENERAL, die=1)).losses
    assert (loss.seat, loss.what, loss.worth) == (NORTH, GENERAL, 2)


def test_a_camp_is_the_loss_of_the_side_whose_enemy_destroys_it() -> None:
    """It is worth four."""
    (loss,) = GAME.tale(told("camp.destroyed", who=UNIT)).losses
    assert (loss.seat, loss.what, loss.worth) == (NORTH, Term("camp", "north-camp"), 4)


@pytest.mark.parametrize("code", ["melee.tie", "melee.won", "melee.routs"])
def test_in_melee_each_side_has_a_die(code: str) -> None:
    """The first is that of who is named first."""
    found = GAME.tale(told(code, one=FOE, two=UNIT, dice=(5, 2))).throws
    assert found == (Throw(NORTH, (5,)), Throw(SOUTH, (2,)))


@pytest.mark.parametrize("code", ["shooting.hits", "shooting.misses"])
def test_in_shooting_each_side_has_a_die(code: str) -> None:
    """Of several who shoot at one target it is one die."""
    found = GAME.tale(told(code, who=(UNIT, UNIT), target=FOE, dice=(1, 6))).throws
    assert found == (Throw(SOUTH, (1,)), Throw(NORTH, (6,)))


@pytest.mark.parametrize(
    ("event", "throw"),
    [
        (told("points.thrown", general=GENERAL, die=4), Throw(NORTH, (4,))),
        (told("allies.waver", general=GENERAL, die=1), Throw(NORTH, (1,))),
        (told("general.survives", general=GENERAL, die=3), Throw(NORTH, (3,))),
        (told("rally.fails", unit=UNIT, die=2), Throw(SOUTH, (2,))),
        (told("camp.attacked", who=FOE, die=5), Throw(NORTH, (5,))),
        (told("evade.die", who=(UNIT,), die=1), Throw(SOUTH, (1,), low=True)),
        (told("charge.die", who=(FOE,), die=6), Throw(NORTH, (6,), low=True)),
    ],
)
def test_a_die_of_ones_own_is_ones_luck(event: Event, throw: Throw) -> None:
    """Many pips are good, but for how far one goes few are (5.evade.dice)."""
    assert GAME.tale(event).throws == (throw,)


def test_both_throw_for_the_initiative() -> None:
    """In the order south, north, ties too."""
    for code in ("initiative", "initiative.tie"):
        found = GAME.tale(told(code, seat=Term("seat", NORTH), dice=(2, 6))).throws
        assert found == (Throw(SOUTH, (2,)), Throw(NORTH, (6,)))


@pytest.mark.parametrize("code", ["river.rough", "rout.elephants", "turn.begins"])
def test_other_dice_are_nobodys_luck(code: str) -> None:
    """Ground is as it is, and where elephants run is good for one as for the other."""
    tale = GAME.tale(told(code, unit=UNIT, die=6, n=1))
    assert not tale.losses
    assert not tale.throws


# -- whole battles -----------------------------------------------------------------------------


@cache
def fought(seed: str) -> tuple[State, tuple[Event, ...]]:
    """A short battle of two computers to its end, and everything that it told."""
    dice, chance = SeededDice(seed.encode()), SeededDice(f"{seed} thinks".encode())
    computer = GAME.opponents["normal"]
    step = GAME.setup(Settings(turns=7), dice)
    events = list(step.events)
    while GAME.outcome(step.state) is None:
        (decision, *_) = GAME.awaiting(step.state)
        action = computer.choose(GAME.view(step.state, decision.seat), decision, chance)
        step = GAME.apply(step.state, decision.seat, action, dice)
        events += step.events
    return step.state, tuple(events)


def test_what_a_battle_told_is_what_its_armies_have_lost() -> None:
    """Unit by unit, general by general and camp by camp, once each, with their worth."""
    state, events = fought("tale")
    table = state.table
    gone = {
        *(one.id for one in table.units.values() if one.place in GONE),
        *(one.id for one in table.generals.values() if one.place in GONE),
        *(one.id for one in table.camps.values() if one.taken),
    }
    losses = [loss for event in events for loss in GAME.tale(event).losses]
    assert gone
    assert sorted(loss.what.key for loss in losses) == sorted(gone)
    for seat in SEATS:
        lost = losses_of(table, seat)
        worth = sum(loss.worth for loss in losses if loss.seat == seat)
        assert worth == lost.points - lost.disordered * load_combat().losses["disordered"]


def test_the_dice_of_a_battle_are_counted_for_both() -> None:
    """Each side has thrown some, and none shows what dice cannot."""
    throws = [one for event in fought("tale")[1] for one in GAME.tale(event).throws]
    assert {one.seat for one in throws} == {*SEATS}
    assert all(1 <= pips <= 6 for one in throws for pips in one.dice)


def test_every_battle_has_the_same_figures() -> None:
    """They count what each army lost, by kind of troops too."""
    state, _ = fought("tale")
    figures = GAME.tally(state)
    other, _ = played(GAME, SEEDS[0], short(GAME))
    assert tuple(GAME.tally(other.state)) == tuple(figures)
    assert figures["turns"] == state.table.turn
    for seat in SEATS:
        by_kind = sum(n for key, n in figures.items() if key.startswith(f"{seat}.gone."))
        assert by_kind == figures[f"{seat}.lost.units"]
        assert figures[f"{seat}.losses"] == losses_of(state.table, seat).points
        assert figures[f"{seat}.cohesion"] == cohesion_of(state.table, seat)


# -- halts -------------------------------------------------------------------------------------


def halted(events: Mapping[str, Event]) -> Iterator[str]:
    """The halts that events bring about."""
    for halt in GAME.halts:
        if halt.codes & events.keys():
            yield halt.name


def test_a_plan_can_wait_after_what_matters() -> None:
    """Contact, evasion and losses come about in a battle, and each has a halt of its own."""
    _, events = fought("tale")
    by_code = {event.code: event for event in events}
    assert {"contact", "evaded", "lost"} <= {*halted(by_code)}
    names = [halt.name for halt in GAME.halts]
    assert len(set(names)) == len(names)
    assert [halt.name for halt in GAME.halts if halt.usual] == ["ambush"]


def test_halts_and_tales_speak_of_the_same_losses() -> None:
    """A plan waits after whatever counts as a loss of units and generals."""
    codes = {code for halt in GAME.halts if halt.name in {"lost", "general"} for code in halt.codes}
    for code in codes:
        assert GAME.tale(told(code, unit=UNIT, general=GENERAL, die=1)).losses
