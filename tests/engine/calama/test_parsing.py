"""What people type in Batalla de Calama, in either language, and what becomes of nonsense."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.api import Action, Refusal, Term
from engine.calama import lexicon
from engine.calama.actions import (
    MODELS,
    Advance,
    Charge,
    CombatOrder,
    Enlist,
    Fire,
    Leg,
    March,
    Placement,
    Prepare,
    Reinforce,
)
from engine.calama.army import load_army
from engine.calama.game import GAME
from engine.calama.scenario import load_scenario
from engine.calama.settings import SCENARIOS, Settings
from engine.calama.state import ATTRIBUTES, BOLIVIA, CHILE, SEATS, State
from engine.dice import ScriptedDice
from engine.errors import MalformedAction
from engine.kit.parsing import item_of
from tests.engine.calama.build import lay

LANGUAGES = ("en", "es")

FORMATIONS = [
    (scenario, seat, key)
    for scenario in SCENARIOS
    for seat in SEATS
    for key in load_scenario(scenario).formations[seat]
]


def opening(scenario: str = "standard") -> State:
    """The table before set-up."""
    state: State = GAME.setup(Settings.model_validate({"scenario": scenario}), ScriptedDice()).state
    return state


TABLE = lay(
    place={
        "chile-commander-1": "3-10",
        "chile-infantry-1": "4-9",
        "chile-infantry-2": "4-10",
        "chile-infantry-3": "3-9",
        "chile-heavy_artillery-1": "2-9",
        "chile-light_artillery-r1": "reserve",
        "bolivia-commander-1": "10-7",
        "bolivia-infantry-3": "5-9",
        "bolivia-officer-1": "9-8",
    }
)


def read(kind: str, raw: dict[str, str], *, seat: str = CHILE, state: State = TABLE) -> Action:
    """An action as *seat* types it."""
    return GAME.parse(GAME.view(state, seat), kind, raw)


def not_read(
    kind: str, raw: dict[str, str], *, seat: str = CHILE, state: State = TABLE
) -> list[str]:
    """Why an action is not understood."""
    with pytest.raises(MalformedAction) as malformed:
        read(kind, raw, seat=seat, state=state)
    return [refusal.code for refusal in malformed.value.refusals]


# -- whole set-ups ------------------------------------------------------------------------------


def type_name(key: str, how: int, language: str) -> str:
    """One of the ways to name a type."""
    kind = load_army().types[key]
    plural = kind.plural_es if language == "es" else kind.plural
    name = str(lexicon.name("type", key, language))
    return (name, plural, name.upper(), str(kind.number), key, plural.lower())[how]


@pytest.mark.parametrize(("scenario", "seat", "key"), FORMATIONS)
def test_a_formation_is_read_by_its_name(scenario: str, seat: str, key: str) -> None:
    """By its key or its name in either language, and it is a whole legal set-up."""
    state = opening(scenario)
    formation = load_scenario(scenario).formations[seat][key]
    objectives = ", ".join(load_scenario(scenario).objectives[seat])
    wanted = tuple(Placement(type=type_key, at=at) for type_key, at in formation.places)
    for name in (key, formation.name, formation.name_es, formation.name.upper()):
        action = read("prepare", {"objectives": objectives, "places": name}, seat=seat, state=state)
        assert isinstance(action, Prepare)
        assert action.places == wanted
        assert GAME.check(state, seat, action) == ()


@settings(max_examples=200)
@given(
    st.sampled_from(FORMATIONS),
    st.sampled_from(LANGUAGES),
    st.integers(0, 1 << 32),
    st.sampled_from([", ", ",", " , ", "; ", "\n", ",\n "]),
    st.sampled_from([" ", ": ", "  ", " = ", " @ "]),
    st.sampled_from(["-", "/", ".", " - "]),
)
def test_a_typed_set_up_is_read_as_it_was_meant(
    which: tuple[str, str, str], language: str, seed: int, between: str, after: str, dash: str
) -> None:
    """Types in any order, by name, plural, number or key, with their squares in any order."""
    scenario, seat, key = which
    shuffler = Random(seed)
    formation = load_scenario(scenario).formations[seat][key]
    wanted = sorted(" ".join(one) for one in formation.places)
    by_type: dict[str, list[str]] = {}
    for type_key, at in formation.places:
        by_type.setdefault(type_key, []).append(at.replace("-", dash))
    items = []
    for type_key, squares in shuffler.sample(sorted(by_type.items()), len(by_type)):
        name = type_name(type_key, shuffler.randrange(6), language)
        shuffler.shuffle(squares)
        inner = shuffler.choice([" ", ", "])
        items.append(f"{name}{after}{inner.join(squares)}")
    typed = between.join(items)
    objectives = list(load_scenario(scenario).objectives[seat])
    shuffler.shuffle(objectives)
    named = [lexicon.objective_name(one, language) for one in objectives]

    action = read(
        "prepare",
        {"objectives": ", ".join(named), "places": typed},
        seat=seat,
        state=opening(scenario),
    )

    assert isinstance(action, Prepare)
    assert list(action.objectives) == objectives
    assert sorted(map(str, action.places)) == wanted


@pytest.mark.parametrize(
    ("places", "codes"),
    [
        ("8-5", ["read.placing_form"]),
        ("infantry", ["read.placing_form"]),
        ("infantry 8-5, dragoons 8-6", ["read.unknown_type"]),
        ("infantry 8-55", ["read.unknown_square"]),
        ("7 8-5", ["read.unknown_type"]),
        ("artillery 8-5", ["read.ambiguous"]),
    ],
)
def test_a_set_up_that_says_too_little_is_not_guessed(places: str, codes: list[str]) -> None:
    """Squares without a type, types without squares, and unknown ones are named."""
    raw = {"objectives": "calama, escape, officer", "places": places}

    assert not_read("prepare", raw, seat=BOLIVIA, state=opening()) == codes


def test_an_objective_of_the_other_side_is_none_of_ours() -> None:
    """Each side ranks its own three."""
    raw = {"objectives": "roads, escape, officer", "places": "fords"}

    assert not_read("prepare", raw, seat=BOLIVIA, state=opening()) == ["read.unknown_objective"]


# -- single words --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed", ["4-9", " 4-9 ", "04-09", "4 - 9", "4.9", "4/9", "infantry 1", "Infantería 1",
              "INFANTERIA 1", "Chilean infantry 1", "infantería chilena 1", "chile-infantry-1"]
)  # fmt: skip
def test_a_piece_is_named_by_its_square_or_its_name(typed: str) -> None:
    """A bare name is one's own piece."""
    assert read("advance", {"piece": typed, "to": "5-10"}) == Advance(
        piece="chile-infantry-1", to="5-10"
    )


@pytest.mark.parametrize("typed", ["5-9", "Bolivian infantry 3", "infantería boliviana 3"])
def test_an_enemy_is_named_with_his_side(typed: str) -> None:
    """Or by their square."""
    assert read("fire", {"piece": "4-9", "target": typed}) == Fire(
        piece="chile-infantry-1", target="bolivia-infantry-3"
    )


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        ("16-16", ["read.nobody_there"]),
        ("17-1", ["read.unknown_piece"]),
        ("infantry", ["read.ambiguous"]),
        ("infantry 9", ["read.unknown_piece"]),
        ("dragoons", ["read.unknown_piece"]),
        ("", ["read.missing"]),
    ],
)
def test_a_piece_that_is_not_there_is_not_guessed(typed: str, codes: list[str]) -> None:
    """Nobody on the square, no such square, several of the name, none of the name, nothing."""
    assert not_read("advance", {"piece": typed, "to": "5-10"}) == codes


@pytest.mark.parametrize(
    ("kind", "field", "filled", "same"),
    [
        ("advance", "to", {"piece": "infantería 1"}, {"piece": "4-9"}),
        ("advance", "to", {"piece": "04-9"}, {"piece": "4-9"}),
        ("charge", "pieces", {"target": "bolivian infantry 3"}, {"target": "5-9"}),
        ("order", "gives", {"type": "6"}, {"type": "infantry"}),
    ],
)
def test_what_comes_next_is_offered_however_it_was_typed(
    kind: str, field: str, filled: dict[str, str], same: dict[str, str]
) -> None:
    """A name or a number typed before finds the same offers as the key that a menu gives."""
    view = GAME.view(TABLE, CHILE)
    offered = list(GAME.options(view, kind, field, filled))
    assert offered
    assert offered == list(GAME.options(view, kind, field, same))


@pytest.mark.parametrize(
    "typed",
    ["4-9 5-10, 3-9 4-8", "4-9 > 5-10, 3-9 > 4-8", "4-9→5-10,3-9→4-8", "4-9 to 5-10, 3-9 to 4-8",
     "4-9 a 5-10, 3-9 a 4-8", "infantry 1 5-10, infantería 3 a 4-8", "4-9 -> 5-10, 3-9 => 4-8"],
)  # fmt: skip
def test_a_march_is_read_in_many_ways(typed: str) -> None:
    """Piece and square, with an arrow or a word between if one likes."""
    assert read("march", {"moves": typed}) == March(
        moves=(Leg(piece="chile-infantry-1", to="5-10"), Leg(piece="chile-infantry-3", to="4-8"))
    )


@pytest.mark.parametrize(
    ("typed", "moves"),
    [
        ("4-9 5-10, 5-10 5-11", ("chile-infantry-1 5-10", "chile-infantry-1 5-11")),
        (
            "4-9 5-10, 3-9 4-9, 4-9 4-8",
            ("chile-infantry-1 5-10", "chile-infantry-3 4-9", "chile-infantry-3 4-8"),
        ),
    ],
)
def test_a_square_of_a_march_names_who_is_there_by_then(typed: str, moves: tuple[str, ...]) -> None:
    """The moves are made one after the other, and so are they read."""
    assert read("march", {"moves": typed}) == March(moves=tuple(map(Leg.model_validate, moves)))


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        ("4-9", ["read.move_form"]),
        ("4-9 nowhere", ["read.unknown_square"]),
        ("9-9 5-10", ["read.nobody_there"]),
        ("4-9 5-10, 4-9 4-8", ["read.nobody_there"]),
    ],
)
def test_half_a_move_is_none(typed: str, codes: list[str]) -> None:
    """Where to, and who, must both be there."""
    assert not_read("march", {"moves": typed}) == codes


@pytest.mark.parametrize("key", load_army().types)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("how", range(6))
def test_a_type_has_many_names(key: str, language: str, how: int) -> None:
    """Its name, plural, number and key."""
    typed = type_name(key, how, language)

    assert read("reinforce", {"type": typed, "at": "1-8"}) == Reinforce(type=key, at="1-8")
    assert read("enlist", {"type": typed, "at": "1-8"}, state=opening("points")) == Enlist(
        type=key, at="1-8"
    )


@pytest.mark.parametrize(
    ("gives", "takes"),
    [("strength", "movement"), ("Fuerza", "Movimiento"), ("STR", "mov"), ("fuer", "movim")],
)
def test_attributes_are_read_in_either_language(gives: str, takes: str) -> None:
    """A beginning is enough."""
    assert read("order", {"type": "6", "gives": gives, "takes": takes}) == CombatOrder(
        type="infantry", gives="strength", takes="movement"
    )


def test_unknown_types_and_attributes_say_which_there_are() -> None:
    """The refusal lists all of them."""
    with pytest.raises(MalformedAction) as malformed:
        read("order", {"type": "9", "gives": "courage", "takes": "movement"})
    known = {refusal.code: refusal.params["known"] for refusal in malformed.value.refusals}

    assert known == {
        "read.unknown_type": tuple(Term("type", key) for key in load_army().types),
        "read.unknown_attribute": tuple(Term("attribute", key) for key in ATTRIBUTES),
    }


def test_several_charge_in_one_line() -> None:
    """Commas between pieces."""
    assert read("charge", {"target": "5-9", "pieces": "4-9, infantry 2"}) == Charge(
        target="bolivia-infantry-3", pieces=("chile-infantry-1", "chile-infantry-2")
    )


# -- nonsense ------------------------------------------------------------------------------------

words = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="0123456789-,.>:; ai", max_size=60),
    st.sampled_from(
        ["4-9", "9-9", "infantry 1", "6 8-5", "roads", "fuerza", ",", "4-9 5-9", "0-0"]
    ),
)


@settings(max_examples=300)
@given(st.sampled_from(sorted(MODELS)), st.data(), st.booleans())
def test_nonsense_is_refused_and_nothing_else(kind: str, data: st.DataObject, begun: bool) -> None:
    """Whatever is typed is read, or refused with reasons; what was read can be checked."""
    state = TABLE if begun else opening("points")
    raw = {name: data.draw(words) for name in MODELS[kind].model_fields}
    understood = attempt(kind, raw, state)
    if isinstance(understood, Action):
        for seat in SEATS:
            GAME.check(state, seat, understood)
    else:
        assert understood


def attempt(kind: str, raw: dict[str, str], state: State) -> Action | tuple[Refusal, ...]:
    """The action, or why there is none."""
    try:
        return read(kind, raw, state=state)
    except MalformedAction as malformed:
        return malformed.refusals


def _forged(info: Any) -> st.SearchStrategy[Any]:
    """What may be forged in a list: a word, or an item of words."""
    item = item_of(info)
    if item is None:
        return words
    return st.builds(item, **dict.fromkeys(item.model_fields, words))


@settings(max_examples=300)
@given(st.sampled_from(sorted(MODELS)), st.data(), st.booleans())
def test_forged_actions_are_refused_and_nothing_else(
    kind: str, data: st.DataObject, begun: bool
) -> None:
    """An action need not come from text: whatever stands in it, check answers."""
    state = TABLE if begun else opening("points")
    short = words.filter(lambda word: 1 <= len(word) <= 40)
    values = {
        name: data.draw(st.integers(1, 99))
        if info.annotation is int
        else data.draw(short)
        if "str" in str(info.annotation) and "tuple" not in str(info.annotation)
        else tuple(data.draw(st.lists(_forged(info), min_size=1, max_size=4)))
        for name, info in MODELS[kind].model_fields.items()
    }
    action = MODELS[kind](**values)
    for seat in SEATS:
        refusals = GAME.check(state, seat, action)
        assert all(refusal.code for refusal in refusals)


def test_a_novel_is_no_set_up() -> None:
    """Far more pieces than an army can have are refused, without repeating them at length."""
    raw = {"objectives": "roads, guns, topater", "places": "infantry 8-5, " * 5000}
    refusals = attempt("prepare", raw, opening())

    assert isinstance(refusals, tuple)
    assert "read.out_of_range" in {refusal.code for refusal in refusals}
    assert all(len(str(refusal.params)) < 200 for refusal in refusals)
