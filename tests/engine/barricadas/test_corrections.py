"""Positions of ¡A las barricadas! put right, as far as both sides recognise who is there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.trials.random_play import play_at_random
from engine.barricadas.actions import Lookout, Lower, Watch
from engine.barricadas.frames import Activation
from engine.barricadas.game import GAME
from engine.barricadas.settings import Settings
from engine.barricadas.state import NATIONALIST, REPUBLICAN, Counter, Phase, Reaction, State
from engine.barricadas.survey import scenario_of
from engine.data.rules_ledger import load_rules
from engine.dice import SeededDice
from engine.kit.standing_orders import given, in_force
from tests.engine.barricadas.build import enemy, infantry, lay, officer, whole
from tests.engine.correcting import Correcting, Typed, corrected_at_random
from tests.support.seldom import seldom

TABLE = Correcting(GAME, named=False)
TOWN = scenario_of(lay()).towns[0]


def truck(name: str, at: str, **values: Any) -> Counter:
    """A lorry of the Republic."""
    return Counter(f"republican-{name}", "republican", "popular_army_truck", at=at, **values)


def cavalry(name: str, at: str, **values: Any) -> Counter:
    """Nationalist cavalry."""
    return Counter(f"nationalist-{name}", "nationalist", "national_army_cavalry", at=at, **values)


def table(*more: Counter, **values: Any) -> State:
    """A map with some counters, one of whom is not recognised."""
    return whole(
        lay(
            officer("g", "C801"),
            infantry("g1", "C801"),
            infantry("g2", "C802", hits=1),
            infantry("g3", "dead"),
            infantry("g4", "waiting", unseen=True),
            enemy("a1", "C505"),
            enemy("a2", "C506", unseen=True),
            *more,
            **values,
        )
    )


def put(counter: str, hex_: str) -> Typed:
    """To put a counter in a hex."""
    return "put", {"counter": counter, "hex": hex_}


def removed(counter: str, to: str) -> Typed:
    """To take a counter off the map."""
    return "removed", {"counter": counter, "to": to}


def test_a_counter_is_put_in_a_hex() -> None:
    """From another one or from off the map."""
    done = TABLE.done(table(), put("republican-g1", "c803"), put("republican-g3", "C801"))

    counters = done.state.table.counters
    assert (counters["republican-g1"].at, counters["republican-g3"].at) == ("C803", "C801")
    assert TABLE.told(done)[1].endswith("is in C801 (before: eliminated).")


def test_who_is_not_recognised_is_nobody_here() -> None:
    """Neither a marker's counter nor one that has not entered: as one that there is not."""
    state = table()
    for key in ("nationalist-a2", "republican-g4", "nationalist-z9"):
        assert key not in TABLE.offered(state, "put", "counter")
        view = GAME.view(state, REPUBLICAN)
        known = GAME.corrections["put"].model_validate({"counter": key, "hex": "C801"})
        assert [one.code for one in GAME.check_corrections(view, (known,))] == [
            "read.unknown_counter"
        ]


def test_nothing_is_put_under_a_marker() -> None:
    """Whoever is there, of either side; nor is anybody there made stronger, but weaker."""
    for hidden in (enemy("a2", "C802", unseen=True), infantry("g9", "C802", unseen=True)):
        state = whole(lay(infantry("g1", "C801"), hidden))
        assert TABLE.refused(state, put("republican-g1", "C802")) == ["correct.shade"]
    state = table(infantry("g9", "C802", unseen=True), truck("c1", "C802"))
    stronger, weaker = (("strength", {"counter": "republican-g2", "steps": str(n)}) for n in (3, 1))
    assert TABLE.refused(state, stronger) == ["correct.shade"]
    assert TABLE.refused(state, weaker) == []
    aboard = ("carried", {"counter": "republican-g1", "by": "republican-c1"})
    assert TABLE.refused(state, aboard) == ["correct.shade"]


def test_a_hex_holds_nine_steps_of_one_side() -> None:
    """But counters may change places."""
    state = table(*(infantry(f"h{n}", "C803") for n in range(3)))

    assert TABLE.refused(state, put("republican-g1", "C803")) == ["fault.stacking"]
    assert TABLE.refused(state, put("republican-g1", "C505")) == ["fault.both_sides"]
    swapped = put("republican-g1", "C803"), put("republican-h0", "C801")
    assert TABLE.refused(state, *swapped) == []
    assert TABLE.refused(state, put("republican-g", "C803")) == []  # officers take no room


def test_where_a_counter_cannot_come() -> None:
    """Into a hex that the way it moves is closed to."""
    state = table(truck("c1", "C801"))
    closed = [
        place
        for place in GAME.view(state, None).table.held
        if TABLE.refused(state, put("republican-c1", place)) == ["correct.terrain"]
    ]
    assert closed == []
    offered = set(TABLE.offered(state, "put", "hex", counter="republican-c1"))
    foot = set(TABLE.offered(state, "put", "hex", counter="republican-g1"))
    for place in sorted(foot - offered - {"C801"})[:1]:
        assert TABLE.refused(state, put("republican-c1", place)) == ["correct.terrain"]


def test_lorries() -> None:
    """They carry one counter on foot of their side, and take it with them."""
    state = table(truck("c1", "C801"))

    def carried(counter: str, by: str = "republican-c1") -> Typed:
        return "carried", {"counter": counter, "by": by}

    done = TABLE.done(state, carried("republican-g1")).state
    assert done.table.counters["republican-g1"].at == "@republican-c1"
    assert TABLE.refused(done, carried("republican-g2")) == ["fault.load"]
    assert TABLE.refused(done, carried("republican-g")) == []
    enemies = TABLE.refused(state, carried("nationalist-a1"))
    assert enemies == ["fault.carrier", "fault.both_sides"]
    assert TABLE.refused(state, carried("republican-g1", "republican-g2")) == ["fault.carrier"]
    assert TABLE.refused(done, removed("republican-c1", "used")) == ["fault.carrier"]
    assert TABLE.refused(done, put("republican-c1", "C505")) == ["fault.both_sides"]
    down = TABLE.done(done, put("republican-g1", "C801"), removed("republican-c1", "used"))
    assert down.state.table.counters["republican-c1"].at == "used"
    assert TABLE.refused(state, removed("republican-g1", "used")) == ["correct.used"]
    assert TABLE.refused(state, removed("republican-g1", "lunch")) == ["correct.no_word"]
    horse = table(truck("c1", "C801"), cavalry("b1", "C507"))
    assert TABLE.refused(horse, carried("nationalist-b1")) == [
        *enemies[:1],
        "fault.cargo",
        *enemies[1:],
    ]
    prepared = TABLE.done(state, ("marked", mark("republican-g1", "reaction"))).state
    assert (
        TABLE.done(prepared, carried("republican-g1"))
        .state.table.counters["republican-g1"]
        .reaction
        is Reaction.NONE
    )
    assert TABLE.refused(done, ("marked", mark("republican-g1", "reaction"))) == [
        "fault.reaction_aboard"
    ]


def mark(counter: str, what: str, *, on: bool = True) -> dict[str, str]:
    """What stands in a correction of a marker."""
    return {"counter": counter, "mark": what, "on": "yes" if on else "no"}


def test_steps() -> None:
    """One to three, of who has any and is on the map."""
    state = table()

    def strength(counter: str, n: int) -> Typed:
        return "strength", {"counter": counter, "steps": str(n)}

    done = TABLE.done(state, strength("republican-g1", 1)).state.table.counters
    assert done["republican-g1"].hits == 2
    assert TABLE.refused(state, strength("republican-g1", 0)) == ["correct.steps"]
    assert TABLE.refused(state, strength("republican-g", 1)) == ["correct.no_steps"]
    assert TABLE.refused(state, strength("republican-g3", 1)) == ["correct.off_map"]
    assert TABLE.offered(state, "strength", "steps", counter="republican-g2") == ["1", "3"]


@pytest.mark.parametrize("what", ["finished", "routed", "out", "moved"])
def test_markers(what: str) -> None:
    """Put on and taken off."""
    state = table()
    on = TABLE.done(state, ("marked", mark("republican-g1", what))).state
    assert getattr(on.table.counters["republican-g1"], what) is True
    off = TABLE.done(on, ("marked", mark("republican-g1", what, on=False))).state
    assert off.table.counters == state.table.counters


def test_markers_that_not_everybody_can_have() -> None:
    """Reaction, of who has weapons and is not routed; on foot, of cavalry."""
    state = table(truck("c1", "C801"), cavalry("b1", "C507"))

    done = TABLE.done(state, ("marked", mark("republican-g1", "reaction"))).state
    assert done.table.counters["republican-g1"].reaction is Reaction.NOW
    assert TABLE.refused(done, ("marked", mark("republican-g1", "routed"))) == [
        "fault.reaction_routed"
    ]
    assert TABLE.refused(state, ("marked", mark("republican-c1", "reaction"))) == [
        "correct.no_reaction"
    ]
    assert TABLE.refused(state, ("marked", mark("republican-g1", "afoot"))) == [
        "correct.no_cavalry"
    ]
    assert TABLE.refused(state, ("marked", mark("republican-g3", "routed"))) == ["correct.off_map"]
    assert TABLE.refused(state, ("marked", mark("republican-g1", "happy"))) == ["correct.no_word"]
    afoot = TABLE.done(state, ("marked", mark("nationalist-b1", "afoot"))).state
    assert afoot.table.counters["nationalist-b1"].afoot


def test_positions_towns_turns() -> None:
    """What lies and stands beside counters."""
    state = table(held={TOWN: NATIONALIST})
    done = TABLE.done(
        state,
        ("works", {"hex": "C801", "there": "yes"}),
        ("town", {"hex": TOWN, "seat": "republican"}),
        ("activates", {"seat": "nationalist"}),
        ("turn", {"turn": "3"}),
    ).state.table

    assert (done.positions, done.held, done.player, done.turn) == (
        ("C801",),
        {TOWN: REPUBLICAN},
        NATIONALIST,
        3,
    )
    assert TABLE.refused(whole(done), ("works", {"hex": "C801", "there": "yes"})) == [
        "correct.nothing"
    ]
    gone = TABLE.done(whole(done), ("works", {"hex": "C801", "there": "no"})).state.table
    assert gone.positions == ()
    assert TABLE.refused(state, ("town", {"hex": "C801", "seat": "republican"})) == [
        "correct.no_town"
    ]
    assert TABLE.refused(state, ("turn", {"turn": "99"})) == ["correct.no_turn"]


def test_missions() -> None:
    """Of the batteries and aircraft that a side has."""
    state = table(missions={"republican.105": 2, "republican.bombers": 1})

    def missions(seat: str, arm: str, n: int) -> Typed:
        return "missions", {"seat": seat, "arm": arm, "n": str(n)}

    done = TABLE.done(state, missions("republican", "105", 4)).state.table
    assert done.missions == {"republican.105": 4, "republican.bombers": 1}
    assert TABLE.refused(state, missions("nationalist", "105", 1)) == ["correct.no_arm"]
    offered = TABLE.offered(state, "missions", "n", seat="republican", arm="105")
    assert offered == ["0", "1", "3", "4"]


def test_at_rest_only() -> None:
    """Not in the middle of an activation, nor while they deploy."""
    one = put("republican-g1", "C803")
    doing = Activation(7, REPUBLICAN, "republican-g", (), steady=True, asked=True)

    assert TABLE.refused(table(frames=(doing,)), one) == ["correct.interrupted"]
    assert TABLE.refused(table(phase=Phase.SETUP, turn=0), one) == ["correct.set_up"]


# -- orders ------------------------------------------------------------------------------------


def ordered(*lookouts: str) -> State:
    """The Republic has ordered somebody to fire in reaction, and to lower a marker."""
    state = table()
    orders = given({}, Lower(counters=("republican-g1",)))
    watched = tuple(Lookout(who=key, within=3) for key in lookouts)
    orders = given(orders, Watch(lookouts=watched)) if watched else orders
    own = replace(state.secrets[REPUBLICAN], standing=orders if watched else {})
    return replace(state, secrets={**state.secrets, REPUBLICAN: own})


def test_who_is_gone_is_struck_from_the_orders() -> None:
    """What is left of them stands; its side alone is told."""
    state = ordered("republican-g1", "republican-g2")
    done = TABLE.done(state, removed("republican-g1", "dead"))

    orders = done.state.secrets[REPUBLICAN].standing
    watch = in_force(orders, Watch)
    assert watch is not None
    assert [one.who for one in watch.lookouts] == ["republican-g2"]
    assert in_force(orders, Lower) is None
    assert done.struck.keys() == {REPUBLICAN}
    assert len(done.struck[REPUBLICAN]) == 2
    alone = TABLE.done(ordered("republican-g1"), removed("republican-g1", "dead"))
    assert alone.state.secrets[REPUBLICAN].standing == {}
    assert TABLE.done(state, removed("nationalist-a1", "dead")).struck == {}


def test_nobody_else_sees_that_something_was_struck() -> None:
    """Worlds with such an order and without are told alike."""
    typed = removed("republican-g1", "dead")
    with_it, without = (TABLE.done(state, typed) for state in (ordered("republican-g1"), ordered()))

    assert with_it.events == without.events
    for viewer in (None, NATIONALIST):
        assert GAME.view(with_it.state, viewer) == GAME.view(without.state, viewer)


# -- at random, and in words -------------------------------------------------------------------


@pytest.mark.parametrize("scenario", seldom(["full", "north", "aragon", "huesca"], ["full"]))
def test_larger_battles_are_corrected_at_random(scenario: str) -> None:
    """With lorries, armour and officers who ride it: sound, and nothing hidden is told."""
    settings = Settings.model_validate({"scenario": scenario})
    state = GAME.setup(settings, SeededDice(b"large")).state
    states: list[State] = []
    play_at_random(GAME, state, f"large {scenario}", limit=500, each=states.append)

    assert corrected_at_random(GAME, states[::60], scenario) > 5


def test_every_reason_has_its_clause() -> None:
    """Those that are the rulebook's are in its ledger."""
    clauses = load_rules(GAME.key)
    state = table(truck("c1", "C801"), cavalry("b1", "C507"))
    found = [
        one
        for typed in (
            put("republican-g1", "C505"),
            put("republican-g1", "C506"),
            removed("republican-g1", "used"),
            ("strength", {"counter": "republican-g1", "steps": "9"}),
            ("strength", {"counter": "republican-g", "steps": "1"}),
            ("marked", mark("republican-g1", "afoot")),
            ("marked", mark("republican-c1", "reaction")),
            ("turn", {"turn": "99"}),
            ("town", {"hex": "C801", "seat": "republican"}),
            ("carried", {"counter": "nationalist-b1", "by": "republican-c1"}),
            ("missions", {"seat": "nationalist", "arm": "105", "n": "1"}),
        )
        for one in GAME.check_corrections(GAME.view(state, None), TABLE.read(state, typed))
    ]
    assert len(found) >= 11
    assert [one for one in found if one.rule not in clauses] == []
    assert {"7.1.armour", "3.4.reaction.who", "2.2.1.steps", "12", "13"} <= clauses.keys()
