"""An army of one's own: put together step by step, written in lines, or left to the computer."""

from __future__ import annotations

from typing import Any

import pytest

from engine.api import Action, Refusal, Term
from engine.art_of_war.actions import OWN, Appoint, Dismiss, Muster, Ready, Recruit
from engine.art_of_war.armies import Army, load_armies, price, smaller
from engine.art_of_war.game import GAME
from engine.art_of_war.mustering import against
from engine.art_of_war.opponent.opening import set_up
from engine.art_of_war.rules.setting_up.own_army import army_of
from engine.art_of_war.rules.setting_up.own_army_steps import without
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import NORTH, SOUTH, State, View
from engine.dice import NoDice, SeededDice
from engine.errors import MalformedAction
from engine.kit.filling import offered
from tests.support.seldom import seldom

STEPS = ("recruit", "appoint", "dismiss")


def new(points: int = 100) -> State:
    """A table on which each side musters its own."""
    state: State = GAME.setup(Settings(armies="own", points=points), SeededDice(b"own")).state
    return state


def seen(state: State) -> View:
    """What south sees."""
    return GAME.view(state, SOUTH)


def done(state: State, action: Action) -> State:
    """The state after south did something, which must be legal."""
    assert GAME.check(state, SOUTH, action) == (), action
    after: State = GAME.apply(state, SOUTH, action, NoDice()).state
    return after


def begun(points: int = 100, *steps: Action) -> State:
    """South puts an army of its own together."""
    state = done(new(points), Muster(army=OWN))
    for step in steps:
        state = done(state, step)
    return state


def so_far(state: State) -> Army:
    """South's army."""
    return army_of(state.secrets[SOUTH].muster)


def values(state: State, kind: str, field: str, **filled: str) -> list[str]:
    """What south is offered for a field."""
    return [one.value for one in GAME.options(seen(state), kind, field, filled)]


def left(state: State, kind: str, **filled: str) -> int:
    """How many points south is told are left."""
    (said,) = GAME.left(seen(state), kind, filled)
    return int(str(said.params["n"]))


HEAVY = Recruit(troop="heavy_infantry", letter="a", number=4)
LIGHT = Recruit(troop="light_infantry", letter="b", number=3, quality="elite", options=("bow",))


SPEAR = Recruit(troop="heavy_spearmen", letter="d", number=1)
HI = {"troop": "hi", "letter": "a", "number": "1"}


# -- step by step --------------------------------------------------------------------------------


def test_one_of_ones_own_is_chosen_where_the_ready_ones_are() -> None:
    """The last in the menu, whatever the points; steps are offered once it is begun."""
    assert values(new(), "muster", "army") == [*load_armies(), OWN]
    assert values(new(50), "muster", "army") == [OWN]
    assert GAME.kinds(seen(new(50))) == ("muster",)
    state = begun()
    assert GAME.kinds(seen(state)) == ("muster", "recruit")
    state = done(state, HEAVY)
    assert GAME.kinds(seen(state)) == ("muster", *STEPS)
    state = done(state, Appoint(rank="competent", groups=("a",)))
    assert GAME.kinds(seen(state)) == ("muster", "recruit", "dismiss", "ready")


def test_each_step_says_what_is_left() -> None:
    """Points, with what is being chosen taken off."""
    state = begun(50, HEAVY)
    assert left(state, "recruit") == 30
    assert left(state, "recruit", troop="elephants") == 24
    assert left(state, "recruit", troop="elephants", letter="b", number="3") == 12
    assert left(state, "appoint") == 30
    assert left(state, "appoint", rank="brilliant") == 26
    assert GAME.left(seen(new()), "recruit", {}) == ()
    said = [(one.code, one.params.get("groups")) for one in GAME.orders(seen(state))]
    assert ("muster.lacks.general", ("A",)) in said
    assert [one.params["n"] for one in GAME.orders(seen(state)) if one.code == "muster.left"] == [
        30
    ]


def test_only_what_can_be_paid_for_is_offered() -> None:
    """Kinds of troop, how many of them, what more they can be, generals."""
    state = begun(50, Recruit(troop="heavy_knights", letter="a", number=6), SPEAR)
    state = done(state, Recruit(troop="light_infantry", letter="b", number=2))
    assert left(state, "recruit") == 5
    troops = values(state, "recruit", "troop")
    assert "heavy_infantry" in troops
    assert "heavy_knights" not in troops
    assert values(state, "recruit", "number", troop="light_infantry", letter="c") == ["2", "1"]
    assert values(state, "recruit", "number", troop="light_infantry", letter="b") == ["2", "1"]
    two = {"troop": "light_infantry", "letter": "c", "number": "2"}
    assert values(state, "recruit", "quality", **two) == ["ordinary", "mediocre"]
    assert values(state, "appoint", "rank") == ["ordinary", "competent", "brilliant"]


def test_a_group_has_room_for_six_that_go_together() -> None:
    """New letters first; groups of others, and full ones, are not offered."""
    state = begun(100, HEAVY)
    assert values(state, "recruit", "letter", troop="heavy_infantry") == ["b", "a"]
    assert values(state, "recruit", "letter", troop="heavy_cavalry") == ["b"]
    assert values(state, "recruit", "number", troop="heavy_infantry", letter="a") == ["2", "1"]
    state = done(state, Recruit(troop="heavy_infantry", letter="a", number=2))
    assert [str(one) for one in so_far(state).lines] == ["a heavy_infantry x6"]
    assert values(state, "recruit", "letter", troop="heavy_infantry") == ["b"]


def test_generals_are_offered_for_groups_that_have_none() -> None:
    """All of them at once, or each; allies once there is a commander in chief."""
    state = begun(100, HEAVY, LIGHT)
    assert values(state, "appoint", "groups", rank="ordinary") == ["a, b", "a", "b"]
    assert values(state, "appoint", "ally", rank="ordinary", groups="a") == []
    assert values(state, "appoint", "within", rank="ordinary", groups="a, b") == [
        "a1",
        "a2",
        "a3",
        "a4",
    ]
    state = done(state, Appoint(rank="ordinary", groups=("a",), within="a2"))
    assert values(state, "appoint", "groups", rank="ordinary") == ["b"]
    assert values(state, "appoint", "ally", rank="ordinary", groups="b") == ["true"]
    assert values(state, "appoint", "within", rank="ordinary", groups="b") == []


def test_who_is_taken_out_leaves_nothing_behind() -> None:
    """Neither the letter with a general, nor a general within units that are no more."""
    state = begun(100, HEAVY, LIGHT, Appoint(rank="ordinary", groups=("a", "b"), within="a2"))
    army = without(so_far(state), "a heavy_infantry x4")
    assert [str(one) for one in army.lines] == ["b light_infantry bow elite x3"]
    assert [str(one) for one in army.leaders] == ["ordinary b"]
    army = without(so_far(state), "b light_infantry bow elite x3")
    assert [str(one) for one in army.leaders] == ["ordinary a in-a2"]
    army = without(army, "a heavy_infantry x4")
    assert (army.lines, army.leaders) == ((), ())
    assert without(so_far(state), "ordinary ab in-a2").leaders == ()


def test_its_camp_and_works_are_offered_and_the_rest_stays() -> None:
    """Who musters "own" once more keeps what is put together."""
    state = begun(100, HEAVY)
    assert values(state, "muster", "camp", army="own") == ["fortified"]
    assert values(state, "muster", "camp", army="rome") == []
    assert values(state, "muster", "works", army="own") == ["1", "2", "3", "4", "5", "6"]
    before = so_far(state)
    state = done(state, Muster(army=OWN, camp="fortified", works=2))
    assert (so_far(state).lines, so_far(state).leaders) == (before.lines, before.leaders)
    assert price(so_far(state)) == price(before) + 5


def warned(state: State, action: Action) -> list[str]:
    """Codes of what south is warned of."""
    return [one.text.code for one in GAME.preview(seen(state), action).warnings]


def test_nobody_loses_an_army_or_points_without_a_word() -> None:
    """Another army in its place, and points left for more units, are warned of."""
    state = begun(100, HEAVY, Appoint(rank="ordinary", groups=("a",)))
    assert warned(state, Muster(army="rome")) == ["warn.given_up"]
    assert warned(state, Muster(army=OWN)) == []
    assert warned(begun(), Muster(army="rome")) == []
    assert warned(state, Ready()) == ["warn.unspent"]
    full = begun(50, *(Recruit(troop="phalanx", letter=letter, number=6) for letter in "ab"))
    full = done(full, Recruit(troop="light_infantry", letter="c", number=1))
    full = done(full, Appoint(rank="ordinary", groups=("a", "b", "c")))
    assert warned(full, Ready()) == []


@pytest.mark.parametrize("seed", seldom(range(12), range(4)))
def test_whatever_is_put_together_is_judged_alike(seed: int) -> None:
    """It is said to be whole when it may be fielded, and then alone; the computer ends any."""
    dice = SeededDice(f"drafts {seed}".encode())
    state = begun(50 + 5 * seed)
    for _ in range(14):
        kinds = [kind for kind in STEPS if kind in GAME.kinds(seen(state))]
        actions = list(offered(GAME, seen(state), kinds[_roll(dice, len(kinds))]))
        state = done(state, actions[_roll(dice, len(actions))])
        said = [one.code for one in GAME.orders(seen(state))]
        fielded = not against(so_far(state), state.table.settings.points)
        assert ("muster.whole" in said, "ready" in GAME.kinds(seen(state))) == (fielded, fielded)
    for _ in range(6):
        if SOUTH in state.table.ready:
            break
        state = done(state, set_up(seen(state), dice))
    assert SOUTH in state.table.ready


def _roll(dice: SeededDice, sides: int) -> int:
    return dice.roll("which", 1, sides)[0] - 1


@pytest.mark.parametrize("points", [50, 61, 75, 96, 99])
@pytest.mark.parametrize("key", load_armies())
def test_a_smaller_army_is_made_of_a_ready_one(key: str, points: int) -> None:
    """Where no ready-made one can be paid for, the computer musters one that can."""
    army = smaller(load_armies()[key].army, points)
    assert against(army, points) == []
    assert price(army) > points - 15


@pytest.mark.parametrize("points", [50, 98])
def test_the_computer_musters_for_any_points(points: int) -> None:
    """Both sides come to the table."""
    state = new(points)
    dice = SeededDice(b"computer")
    for seat in (SOUTH, NORTH):
        while any(one.seat == seat for one in GAME.awaiting(state)) and not state.table.units:
            action = set_up(GAME.view(state, seat), dice)
            assert GAME.check(state, seat, action) == ()
            state = GAME.apply(state, seat, action, SeededDice(b"field")).state
    assert state.table.units


# -- in lines ------------------------------------------------------------------------------------


def parsed(kind: str, **raw: str) -> Any:
    """What south means by typed fields, while its army is put together."""
    return GAME.parse(seen(begun()), kind, raw)


def misread(kind: str, **raw: str) -> Refusal:
    """Why it is not understood, the one reason."""
    with pytest.raises(MalformedAction) as error:
        parsed(kind, **raw)
    (found,) = error.value.refusals
    return found


@pytest.mark.parametrize("between", [", ", "; ", ";", "\n", "\r\n", ",\n", " ;\n\n"])
def test_lines_are_parted_as_people_do(between: str) -> None:
    """By commas, semicolons or new lines."""
    action = parsed(
        "muster",
        army="own",
        lines=between.join(("a hi impact x4", "b infantería ligera x3")),
        leaders=between.join(("competent a", "ordinario b aliado")),
    )
    assert [str(one) for one in action.lines] == [
        "a heavy_infantry impact x4",
        "b light_infantry x3",
    ]
    assert [str(one) for one in action.leaders] == ["competent a", "ordinary b ally"]


@pytest.mark.parametrize(
    ("kind", "raw", "code", "legal"),
    [
        ("muster", "a heavey infantry x4", "read.near_troop", ["heavy_infantry"]),
        ("muster", "a infanteria pesda x4", "read.near_troop", ["heavy_infantry"]),
        ("muster", "a hoplites x4", "read.no_such_troop", None),
        ("muster", "a li longbow 3 shield", "read.no_such_option", None),
        ("recruit", "heavey cavalry", "read.near_troop", ["heavy_cavalry"]),
        ("recruit", "zouaves", "read.no_such_troop", None),
    ],
)
def test_a_slip_is_answered_with_what_is_legal(
    kind: str, raw: str, code: str, legal: list[str] | None
) -> None:
    """The kinds of troop that may be meant, or all; what a kind can have."""
    if kind == "muster":
        found = misread(kind, army="own", lines=raw, leaders="ordinary a")
    else:
        found = misread(kind, troop=raw, letter="a", number="1")
    assert found.code == code
    named = found.params.get("troops", found.params.get("options"))
    assert isinstance(named, tuple)
    keys = [one.key for one in named if isinstance(one, Term)]
    assert keys == legal if legal is not None else len(keys) > 3


def test_what_nobody_sells_is_said_so() -> None:
    """Troops that can buy nothing have qualities and numbers alone."""
    found = misread("muster", army="own", lines="a phalanx plumes", leaders="ordinary a")
    assert found.code == "read.no_option"
    assert found.params["troop"] == Term("troop", "phalanx")


def test_steps_are_typed_in_either_language() -> None:
    """Names, codes and letters in words."""
    assert (
        parsed(
            "recruit",
            troop="infantería ligera",
            letter="Grupo B",
            number="3",
            quality="Élite",
            options="arco",
        )
        == LIGHT
    )
    assert parsed("recruit", troop="hi", letter="A", number="4") == HEAVY
    assert parsed("appoint", rank="Competente", groups="ABC").groups == ("a", "b", "c")
    general = parsed("appoint", rank="brilliant", groups="a, b", ally="sí", within="en b2")
    assert general == Appoint(rank="brilliant", groups=("a", "b"), ally=True, within="b2")
    assert parsed("dismiss", what="b infantería ligera arco élite x3") == Dismiss(
        what="b light_infantry bow elite x3"
    )
    assert parsed("dismiss", what="competente ab") == Dismiss(what="competent ab")


@pytest.mark.parametrize(
    ("kind", "raw", "code"),
    [
        ("recruit", {"troop": "hi", "letter": "g", "number": "1"}, "read.no_group_letter"),
        ("recruit", {"troop": "cavalry", "letter": "a", "number": "1"}, "read.ambiguous"),
        ("recruit", {**HI, "quality": "superb"}, "read.no_such_quality"),
        ("recruit", {**HI, "options": "moustaches"}, "read.nothing_sold"),
        ("appoint", {"rank": "good", "groups": "a"}, "read.no_such_rank"),
        ("appoint", {"rank": "ordinary", "groups": "g1"}, "read.no_group_letters"),
        ("appoint", {"rank": "ordinary", "groups": "a", "within": "b"}, "read.no_such_unit"),
        ("dismiss", {"what": "b"}, "read.no_such_troop"),
    ],
)
def test_a_wrong_field_of_a_step_is_named(kind: str, raw: dict[str, str], code: str) -> None:
    """Each for its own reason."""
    assert misread(kind, **raw).code == code
