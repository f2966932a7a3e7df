"""Random land campaigns: whatever is offered is legal, and the table stays sound."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from engine.api import Action
from engine.dice import SeededDice
from engine.war_of_the_pacific.actions import MODELS
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_column, is_fort, is_land_unit, printed
from engine.war_of_the_pacific.game import WarOfThePacific
from engine.war_of_the_pacific.gate import GATE
from engine.war_of_the_pacific.places import BOX, is_hex
from engine.war_of_the_pacific.roster import EDITIONS, Kind, load_roster
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import ALLIES, CHILE, SEATS, State, View
from engine.war_of_the_pacific.survey import places_held
from tests.engine.war_of_the_pacific.build import lay
from tests.support.seldom import seldom

GAME = WarOfThePacific()
BOARD = load_board()
LAND = sorted(hex_id for hex_id in BOARD.hexes if BOARD.is_land(hex_id))
VERBS = ("march", "move", "drop", "stop", "attack", "spend", "lose", "retreat", "advance")


def _crowded_table(chance: random.Random) -> State:
    """Return many units close together, so that everything happens soon, by either text."""
    settings = Settings(edition=chance.choice(EDITIONS))
    centre = chance.choice(LAND)
    area = [one for one in BOARD.grid.within(centre, 2) if BOARD.is_land(one)]
    if chance.random() < 0.2:
        area += [BOX, *BOARD.box_exits]
    place: dict[str, str] = {}
    held: dict[str, str] = {}
    cards = [card for card in load_roster().of(edition=settings.edition) if card.is_land]
    for card in chance.sample(cards, chance.randint(4, 40)):
        spot = card.home if card.kind is Kind.FORT else chance.choice(area)
        if spot is None or spot not in area or (spot == BOX and card.side == ALLIES):
            continue
        if held.setdefault(spot, card.side) != card.side and chance.random() < 0.9:
            continue
        flags = [flag for flag in ("fresh", "spent", "landed") if chance.random() < 0.08]
        place[card.id] = " ".join((spot, f"x{chance.randint(1, card.steps)}", *flags))
    columns = {
        f"{chance.choice(SEATS)}:{spot}": chance.randint(1, 2)
        for spot in chance.choices(area, k=chance.randint(0, 6))
        if spot != BOX
    }
    phase = chance.choice(("land_movement", "land_combat"))
    player = chance.choice(SEATS)
    return lay(place=place, columns=columns, phase=phase, player=player, settings=settings)


def _possible(view: View) -> list[str]:
    """Return the verbs open to the viewer, having compared ``possible`` with the options."""
    assert view.viewer is not None
    found = []
    for kind in VERBS:
        verb = GATE.verb(view.table, view.viewer, kind)
        if verb is None:
            continue
        fields = list(MODELS[kind].model_fields)
        if fields:
            offered = next(GAME.options(view, kind, fields[0], {}), None) is not None
            assert verb.possible(view) is offered, kind
        if verb.possible(view):
            found.append(kind)
    return found


def _random_action(view: View, kind: str, chance: random.Random) -> Action:
    filled: dict[str, str] = {}
    for field, info in MODELS[kind].model_fields.items():
        options = list(islice(GAME.options(view, kind, field, filled), 25))
        if info.is_required():
            assert options, (kind, field, filled)
        if options and (info.is_required() or chance.random() < 0.5):
            filled[field] = chance.choice(options).value
    return GAME.parse(view, kind, filled)


def _contested(state: State) -> set[str]:
    units = state.table.units
    return {
        place for place in places_held(units, CHILE) & places_held(units, ALLIES) if is_hex(place)
    }


def _assert_sound(before: State, after: State) -> None:
    """Assert what no march and no combat may break."""
    units = after.table.units
    assert _contested(after) <= _contested(before)
    assert {one for one in before.table.units if one not in units} <= {
        unit.id for unit in before.table.units.values() if is_column(unit)
    }
    for unit in units.values():
        if BOARD.is_land(unit.at) and is_land_unit(unit):
            assert 1 <= unit.steps <= printed(unit).steps
            assert unit.at != BOX or unit.side == CHILE
        if is_fort(unit):
            assert unit.at in (before.table.units[unit.id].at, "dead")


@pytest.mark.parametrize("seed", seldom(range(60), range(20)))
def test_random_marches_and_combats(seed: int) -> None:
    """Every option and every button is legal, every question is answered, nothing breaks."""
    chance = random.Random(seed)
    dice = SeededDice(b"land %d" % seed)
    state = _crowded_table(chance)
    for _ in range(80):
        owed = GAME.awaiting(state) if state.table.frames else ()
        for decision in owed:
            for choice in decision.choices:
                assert GAME.check(state, decision.seat, choice.action) == ()
        seat = chance.choice([decision.seat for decision in owed] or [state.table.player])
        view = GAME.view(state, seat)
        kinds = _possible(view)
        if not kinds:
            assert not owed
            break
        action = _random_action(view, chance.choice(kinds), chance)
        assert GAME.check(state, seat, action) == (), action
        step = GAME.apply(state, seat, action, dice)
        _assert_sound(state, step.state)
        assert GAME.load(GAME.dump(step.state)) == step.state
        state = step.state
