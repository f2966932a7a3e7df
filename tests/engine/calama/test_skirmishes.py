"""Random play from crowded tables: the armies face to face, reserves waiting, exits near.

Whole random games seldom come to a lost charge of several, to guns without infantry or to an
Officer at an exit; here they do at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bot.trials.promises import leaks, refused_offers
from bot.trials.random_play import Played, play_at_random, random_game
from engine.api import Event
from engine.calama.actions import Done, PlayOn
from engine.calama.army import load_army
from engine.calama.board import load_board
from engine.calama.game import GAME
from engine.calama.rules.victory.objectives import calama_held
from engine.calama.scenario import load_scenario
from engine.calama.settings import SCENARIOS, Settings
from engine.calama.soundness import faults
from engine.calama.state import BOLIVIA, CHILE, DEAD, GONE, RESERVE, SEATS, State
from engine.data.grid.squares import neighbours, row_col, square
from engine.dice import SeededDice, StoredDice
from tests.bot.text.codes import ROOT, SHARED, spoken_in
from tests.engine.calama.build import lay
from tests.support.seldom import seldom

Scene = Callable[[Random], dict[str, str]]

RESULTS = {
    ("fire", 1): "fire.hit",
    ("fire", 0): "fire.missed",
    ("fire", -1): "fire.missed",
    ("melee", 1): "melee.won",
    ("melee", 0): "melee.tied",
    ("melee", -1): "melee.lost",
}
FATAL = {"fire.hit", "melee.won"}

TOWN = "9-7"
"""About it most of them meet."""


def _some(chance: Random, seat: str, kinds: str, squares: list[str]) -> dict[str, str]:
    """Pieces of *kinds* ("2 infantry, 1 cavalry") on squares taken from the list at random."""
    place = {}
    for part in kinds.split(", "):
        count, kind = part.split()
        for number in range(1, int(count) + 1):
            place[f"{seat}-{kind}-{number}"] = squares.pop(chance.randrange(len(squares)))
    return place


def _round(middle: str, far: int) -> list[str]:
    """The squares within so many king's moves."""
    row, column = row_col(middle)
    return [
        square(r, c)
        for r in range(max(1, row - far), min(16, row + far) + 1)
        for c in range(max(1, column - far), min(16, column + far) + 1)
    ]


FULL = "2 officer, 2 heavy_artillery, 2 light_artillery, 2 cavalry, 6 infantry"
FEW = "1 officer, 1 heavy_artillery, 2 light_artillery, 2 cavalry, 1 infantry"
CHIEFS = {"chile-commander-1": "4-7", "bolivia-commander-1": "14-7"}
"""Out of the thick of it, or every game would be over at once."""


def brawl(chance: Random) -> dict[str, str]:
    """Both armies mixed up in the town."""
    squares = _round(TOWN, 3)
    return {
        **CHIEFS,
        **_some(chance, CHILE, FULL, squares),
        **_some(chance, BOLIVIA, FULL, squares),
    }


def last_infantry(chance: Random) -> dict[str, str]:
    """One infantry each, and artillery that depends on it; or more of it for Chile."""
    squares = _round(TOWN, 2)
    place = {**CHIEFS, **_some(chance, CHILE, FEW, squares), **_some(chance, BOLIVIA, FEW, squares)}
    if chance.randrange(2):
        place |= {f"chile-infantry-{number}": squares.pop() for number in range(2, 6)}
    return place


def exits(chance: Random) -> dict[str, str]:
    """Officers on an exit and beside it, and Chile's infantry on the others."""
    roads = list(load_board().exits)
    place = dict(zip((f"chile-infantry-{n}" for n in range(1, 5)), roads, strict=False))
    near = [one for one in neighbours(roads[4], 16, 16) if one not in roads]
    far = _round("8-8", 3)
    place |= {**_some(chance, BOLIVIA, "2 officer", near), "bolivia-officer-1": roads[4]}
    place |= _some(chance, CHILE, "1 cavalry", near)
    place |= _some(chance, BOLIVIA, "2 cavalry, 3 infantry", far)
    place |= _some(chance, CHILE, "2 officer, 1 light_artillery", far)
    return {**CHIEFS, **place}


def hill(chance: Random) -> dict[str, str]:
    """Chile a step from Topáter hill and from all of Calama; who is there has moved."""
    board = load_board()
    place = {
        "chile-heavy_artillery-1": f"{board.topater[0]} moved=1",
        "chile-heavy_artillery-2": "3-6",
        "chile-infantry-4": "8-5 moved=1",
        "chile-officer-1": "6-3 moved=3",
    }
    place |= {
        f"chile-infantry-{number}": f"{at} moved=2"
        for number, at in enumerate(board.calama[:3], start=1)
    }
    place |= _some(chance, BOLIVIA, "2 officer, 2 cavalry, 4 infantry", _round("13-10", 2))
    return {**CHIEFS, **place, "chile-commander-1": "4-7 moved=3"}


SCENES: tuple[Scene, ...] = (brawl, last_infantry, exits, hill)
SEEDS = tuple(range(12))

every_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
every_seed = pytest.mark.parametrize("seed", seldom(SEEDS, SEEDS[::3]))


def skirmish(scene: Scene, seed: int) -> State:
    """A table on which everybody is near everybody, somewhere in the middle of a game."""
    chance = Random(f"{scene.__name__} {seed}")
    quiet = scene is hill
    place = scene(chance)
    for type_key, count in load_scenario("standard").reserves[CHILE].items():
        place |= {f"chile-{type_key}-r{n}": RESERVE for n in range(1, count + 1)}
    markers = {
        seat: {
            kind: {
                "movement": printed.movement + (0 if quiet else chance.choice((-1, 0, 0, 1, 2))),
                "strength": chance.randint(0, 6),
            }
            for kind, printed in load_army().types.items()
        }
        for seat in SEATS
    }
    orders = {
        seat: tuple(chance.sample(load_scenario("standard").objectives[seat], 3)) for seat in SEATS
    }
    state = lay(
        place=place,
        attributes=markers,
        points={seat: chance.randint(0, 14) for seat in SEATS},
        orders_left={seat: chance.randint(0, 3) for seat in SEATS},
        priorities=orders,
        acted=quiet,
        player=CHILE if quiet else chance.choice(SEATS),
        round_number=chance.randint(1, 5),
        settings=Settings(
            last_round=chance.choice((0, 6)),
            quiet_rounds=chance.choice((0, 1, 1)),
            order_of_play="sides" if chance.random() < 0.25 else "phases",
        ),
        calling=(BOLIVIA,) if chance.random() < 0.5 else (),
    )
    return replace(state, table=replace(state.table, lost=_lost(state)))


def _lost(state: State) -> tuple[str, ...]:
    return ("calama",) if calama_held(state.table) else ()


@cache
def fought(scene: Scene, seed: int) -> tuple[State, tuple[Played, ...], tuple[State, ...], State]:
    """A skirmish played: its beginning, its log, the states on the way and the last."""
    begun = skirmish(scene, seed)
    states: list[State] = []
    log, last = play_at_random(
        GAME, begun, f"{scene.__name__} {seed}", limit=160, each=states.append
    )
    return begun, log, tuple(states), last


@cache
def whole(scenario: str, seed: int) -> tuple[tuple[Played, ...], tuple[State, ...]]:
    """A whole random game; in every other one seats leave standing orders."""
    settings = Settings.model_validate({"scenario": scenario})
    states: list[State] = []
    name, orders = f"whole {seed}", seed % 2 == 1
    whole = random_game(GAME, name, settings=settings, each=states.append, standing=orders)
    return whole.log, (*states, whole.state)


@every_scene
@every_seed
def test_skirmishes_are_sound(scene: Scene, seed: int) -> None:
    """Every state on the way is sound, keeps its secrets, offers what it allows, and replays."""
    begun, log, states, last = fought(scene, seed)
    assert faults(begun) == ()
    for state in (*states, last):
        assert faults(state) == ()
    for state in states[seed::20]:
        assert leaks(GAME, state) == ()
        assert refused_offers(GAME, state) == ()
    state = begun
    for one in log:
        dice = StoredDice(one.rolls)
        state = GAME.apply(state, one.seat, one.action, dice).state
        dice.finish()
    assert GAME.dump(state) == GAME.dump(last)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", seldom(range(6), range(2)))
def test_whole_games_are_sound(scenario: str, seed: int) -> None:
    """From the set-up to the end, with given armies and with bought ones."""
    _, states = whole(scenario, seed)
    for state in states:
        assert faults(state) == ()
    assert GAME.outcome(states[-1]) is not None


def all_states() -> Iterator[tuple[State, ...]]:
    """The states of every game played here, one game after the other."""
    for scene in SCENES:
        for seed in SEEDS:
            _, _, states, last = fought(scene, seed)
            yield (*states, last)
    for scenario in SCENARIOS:
        for seed in range(6):
            yield whole(scenario, seed)[1]


def all_logs() -> Iterator[tuple[Played, ...]]:
    """The logs of every game played here."""
    for scene in SCENES:
        for seed in SEEDS:
            yield fought(scene, seed)[1]
    for scenario in SCENARIOS:
        for seed in range(6):
            yield whole(scenario, seed)[0]


def test_nobody_vanishes_and_nobody_returns() -> None:
    """Once the armies stand, pieces stay the same; whoever is out is out, whoever is in is in."""
    for states in all_states():
        playing = [state.table for state in states if state.table.round]
        for before, after in pairwise(playing):
            assert before.pieces.keys() == after.pieces.keys()
            for key, piece in before.pieces.items():
                there = after.pieces[key]
                if not piece.on_board and piece.at != RESERVE:
                    assert there.at == piece.at
                if piece.on_board:
                    assert there.at != RESERVE
                if there.at == GONE:
                    assert piece.side == BOLIVIA
                    assert piece.at in (GONE, *load_board().exits)


def test_points_are_accounted_for() -> None:
    """Losses, reserves that entered and objectives: victory points come from nothing else."""
    types = load_army().types
    for states in all_states():
        playing = [state.table for state in states if state.table.round]
        first, scenario = playing[0], load_scenario(playing[0].settings.scenario)
        for table in playing:
            for seat in SEATS:
                foes = [one for one in table.pieces.values() if one.side != seat]
                scored = [key for key in table.scored if key in scenario.objectives[seat]]
                entered = [one for one in foes if first.pieces[one.id].at == RESERVE != one.at]
                due = sum(types[one.type].points for one in foes if one.at == DEAD)
                due += sum(types[one.type].price for one in entered)
                due += sum(table.scored[key] for key in scored)
                assert table.points[seat] - first.points[seat] == due


def test_a_piece_attacks_once_a_round() -> None:
    """Fire or charge, whichever came first in the round (CAL-R11)."""
    for log in all_logs():
        attacked: set[str] = set()
        for one in log:
            for event in one.events:
                attacked = _attacked(event, attacked)


def _attacked(event: Event, already: set[str]) -> set[str]:
    if event.code == "round.begins":
        return set()
    names: tuple[object, ...] = ()
    if event.code.startswith("fire."):
        names = (event.params["piece"],)
    elif event.code.startswith("melee."):
        pieces = event.params["pieces"]
        assert isinstance(pieces, tuple)
        names = pieces
    found = {str(name) for name in names}
    assert not found & already
    return already | found


def test_everything_the_engine_tells_happens() -> None:
    """Every event there is comes up in these games, and all ways to end one."""
    told: Counter[str] = Counter()
    for log in all_logs():
        for one in log:
            told.update(event.code for event in one.events)
    told.update(event.code for event in GAME.setup(Settings(), StoredDice(())).events)
    begun = GAME.begin(Settings(), "round-3", (), StoredDice(()))
    told.update(event.code for event in begun.events)
    # That a side can move nothing at all is too rare to wait for.
    still = lay(place=CHIEFS, attributes={BOLIVIA: {"commander": {"movement": 0}}}, acted=True)
    told.update(one.code for one in GAME.apply(still, CHILE, Done(), SeededDice(b"still")).events)
    # Nor for an end that has been refused as often in a row as it may be.
    most = load_scenario(Settings().scenario).refusals
    assert most is not None
    for refused in (most - 1, most):
        dull = lay(place=CHIEFS, player=BOLIVIA, acted=True, quiet=9, refused=refused)
        step = GAME.apply(dull, BOLIVIA, Done(), SeededDice(b"dull"))
        told.update(one.code for one in step.events)
        if refused < most:
            step = GAME.apply(step.state, CHILE, PlayOn(), SeededDice(b"dull"))
            told.update(one.code for one in step.events)
    # What is put right by hand is no move of a game.
    known = {
        spoken.pattern
        for spoken in spoken_in(ROOT / "engine" / "calama", SHARED)
        if spoken.kind == "Event" and not spoken.pattern.startswith("corrected")
    }
    endings = {states[-1].table.ending.code for states in all_states() if states[-1].table.ending}
    kinds = {one.action.kind for log in all_logs() for one in log} | {PlayOn.kind}  # done above

    assert "melee.tied" in known
    assert known <= told.keys()
    assert endings == {"points", "commander", "last_round", "offer"}
    assert kinds == set(GAME.actions)


def test_every_objective_is_fulfilled_by_somebody() -> None:
    """All six score in one game or another, and Calama is lost in one."""
    scored: set[str] = set()
    lost: set[str] = set()
    for states in all_states():
        scored |= states[-1].table.scored.keys()
        lost |= {*states[-1].table.lost} - {*states[0].table.lost}
    scenario = load_scenario("standard")

    assert scored == {key for seat in SEATS for key in scenario.objectives[seat]}
    assert lost == {"calama"}


def told_fights() -> Iterator[tuple[Event, Event | None]]:
    """Every shot and melee told, with what was told next in the same step."""
    for log in all_logs():
        for one in log:
            for event, after in zip(one.events, (*one.events[1:], None), strict=True):
                if event.code.startswith(("fire.", "melee.")):
                    yield event, after


def test_what_is_told_of_a_fight_adds_up() -> None:
    """Dice and figures give the totals, and the totals what is told (7.5.1, 7.5.2)."""
    fights = list(told_fights())
    for event, after in fights:
        figures: dict[str, Any] = dict(event.params)
        attack, defence = figures["dice"]
        force = figures.get("shot", figures.get("charge"))
        stand = figures["stand"]
        assert force == attack + figures["strength"]
        assert stand == defence + figures["resistance"] + figures.get("cover", 0)

        kind = event.code.partition(".")[0]
        assert event.code == RESULTS[kind, (force > stand) - (force < stand)]

        alone = len(figures.get("pieces", ())) == 1
        falls = event.code in FATAL or (event.code == "melee.lost" and alone)
        assert falls == (after is not None and after.code == "eliminated")

    assert {event.code for event, _ in fights} == set(RESULTS.values())
