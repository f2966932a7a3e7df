"""The table of troops: every row as the text has it, and what units are with what they buy."""

from __future__ import annotations

import pytest

from engine.art_of_war.bonuses import Bout, aim, cancels, factor, impact, load_bonuses, voids
from engine.art_of_war.groups import unlike
from engine.art_of_war.lexicon import name
from engine.art_of_war.profiles import profile
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.troops import TroopType, load_troops
from engine.art_of_war.weapons import load_weapons

TABLE = """
light_infantry   LI  0 2 2  50 300 300 300
archers          MI  0 3 4 100 300 300 200
medium_infantry  MI  1 3 4 100 300 300 200
medium_spearmen  MI  1 3 4 100 300 300 200
heavy_infantry   HI  2 4 5  75 300 200 100
heavy_spearmen   HI  2 4 5  75 300 200 100
foot_knights     HI  3 4 6  75 300 200 100
phalanx          HI  1 4 4 150 300 200 100
levy             HI  0 3 1  75 300 200 100
war_wagons       WWg 2 4 5 200 200 100   0
artillery        Art 0 2 3 100 200 100   0
light_cavalry    LH  0 2 3  75 500 400 200
medium_cavalry   Cv  0 3 4  75 400 300 100
light_chariots   Cv  0 3 4 100 400 200 100
heavy_cavalry    Cv  1 4 5  75 400 300 100
medium_knights   Kn  1 4 5  75 300 200 100
heavy_knights    Kn  2 4 6  75 300 200 100
cataphracts      Kn  2 4 6  75 300 200 100
heavy_chariots   Kn  1 4 5 100 300 100   0
elephants        El  0 3 6 100 300 300 100
scythed_chariots SCh 0 1 3 100 300 100   0
"""
"""Type, protection, cohesion, price, depth, and hundredths of a UD by ground (2.table, 5.table)."""

ROWS = [line.split() for line in TABLE.strip().splitlines()]

FOOT = {"LI", "MI", "HI", "WWg", "Art"}

SOLD = {
    "archers": {"stakes": 1, "shields": 1, "longbow": 1},
    "medium_infantry": {"support": 1, "impact": 1, "bow": 1, "impetuous": -1},
    "medium_spearmen": {"support": 1},
    "heavy_infantry": {"support": 1, "impact": 1, "impetuous": -1},
    "heavy_spearmen": {"support": 1},
    "war_wagons": {"artillery": 1, "unarmed": -1},
    "artillery": {"heavy": 2, "mobile": 1},
    "light_cavalry": {"camels": 1},
    "medium_cavalry": {"shoots": 1, "impact": 1, "camels": 1, "impetuous": -1},
    "light_chariots": {"shoots": 1, "impact": 1},
    "heavy_cavalry": {"shoots": 1, "impact": 1, "impetuous": -1},
    "medium_knights": {"impact": 1, "impetuous": -1},
    "heavy_knights": {"impact": 1, "impetuous": -1},
    "cataphracts": {"impact": 1, "camels": 1},
    "heavy_chariots": {"shoots": 1, "impact": 1},
    "elephants": {"african": -1, "indian": 1, "artillery": 1},
}
"""Options and their prices (2.options; ADG-R50)."""


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_every_row_of_the_table(row: list[str]) -> None:
    """Type, protection, cohesion, price, base and movement are those of the text."""
    key, kind, *figures = row
    one = load_troops().troops[key]
    pace = (one.pace.open, one.pace.rough, one.pace.difficult)
    assert one.type == kind
    assert (one.protection, one.cohesion, one.price, one.depth, *pace) == tuple(map(int, figures))
    assert one.category == ("foot" if kind in FOOT else "mounted")


def test_the_table_is_whole() -> None:
    """No row more or less: twenty, of which light chariots share one with medium cavalry."""
    assert [row[0] for row in ROWS] == list(load_troops().troops)
    assert len(ROWS) == 20 + 1
    assert set(load_bonuses()) == set(load_troops().troops)


@pytest.mark.parametrize("key", [row[0] for row in ROWS])
def test_what_each_can_buy(key: str) -> None:
    """Nothing else, and at the price of the text (2.options)."""
    options = load_troops().troops[key].options
    assert {one.key: one.price for one in options.values()} == SOLD.get(key, {})


def test_who_is_what() -> None:
    """Clumsy, without a zone, evading, armoured, and always impetuous (2, 5)."""
    troops = load_troops().troops.values()
    clumsy = {one.key for one in troops if one.clumsy}
    assert clumsy == {"levy", "war_wagons", "artillery", "elephants", "scythed_chariots"}
    assert {one.type for one in troops if not one.zone} == {"LI", "LH", "WWg", "Art"}
    assert {one.type for one in troops if one.evades} == {"LI", "LH", "Cv"}
    assert {one.type for one in troops if one.light} == {"LI", "LH"}
    assert {one.key for one in troops if one.armour} == {
        "foot_knights",
        "heavy_knights",
        "cataphracts",
    }
    assert [one.key for one in troops if one.impetuous] == ["scythed_chariots"]


def test_who_fights_on_foot_as_what() -> None:
    """By the text's list; chariots and cataphracts as ruled (2.dismount; ADG-R55)."""
    troops = load_troops().troops
    assert troops["light_cavalry"].dismounts == ("light_infantry",)
    assert troops["medium_cavalry"].dismounts == ("archers", "medium_spearmen")
    for key in ("heavy_cavalry", "light_chariots", "heavy_chariots"):
        assert troops[key].dismounts == ("heavy_spearmen",)
    for key in ("medium_knights", "heavy_knights", "cataphracts"):
        assert troops[key].dismounts == ("heavy_infantry", "heavy_spearmen")
    rest = [one for one in troops.values() if one.category == "foot" or one.type in ("El", "SCh")]
    assert not any(one.dismounts for one in rest)


@pytest.mark.parametrize(
    ("rank", "value", "initiative", "distance", "ambushes", "price"),
    [
        ("ordinary", 0, 0, 400, 2, 0),
        ("competent", 1, 0, 600, 2, 2),
        ("brilliant", 2, 0, 800, 2, 4),
        ("strategist", 2, 1, 800, 3, 6),
    ],
)
def test_generals(
    rank: str, value: int, initiative: int, distance: int, ambushes: int, price: int
) -> None:
    """What each is worth, how far they command and what they cost (2.table.generals, 3)."""
    one = load_ranks()[rank]
    assert (one.value, one.initiative, one.distance) == (value, initiative, distance)
    assert (one.ambushes, one.price) == (ambushes, price)


@pytest.mark.parametrize(
    ("troop", "options", "weapon", "reach", "modifier"),
    [
        ("light_infantry", (), "javelin", 100, -1),
        ("light_infantry", ("sling",), "sling", 200, -1),
        ("light_cavalry", ("bow",), "bow", 200, -1),
        ("archers", (), "bow", 400, 0),
        ("archers", ("firearm",), "firearm", 200, 0),
        ("archers", ("longbow",), "longbow", 400, 0),
        ("medium_infantry", ("bow",), "bow", 400, 0),
        ("heavy_spearmen", ("support",), "bow", 400, 0),
        ("heavy_cavalry", ("shoots",), "bow", 300, 0),
        ("heavy_chariots", ("shoots", "crossbow"), "crossbow", 300, 0),
        ("war_wagons", (), "wagon", 300, 0),
        ("war_wagons", ("artillery",), "light_artillery", 400, 0),
        ("elephants", ("artillery",), "light_artillery", 400, 0),
        ("artillery", (), "light_artillery", 400, 0),
        ("artillery", ("heavy",), "heavy_artillery", 800, 0),
    ],
)
def test_who_shoots_with_what(
    troop: str, options: tuple[str, ...], weapon: str, reach: int, modifier: int
) -> None:
    """The weapon that was bought or chosen, and its range in those hands (7.range)."""
    found = profile(troop, options).weapon
    assert found is not None
    assert (found.key, found.range, found.modifier) == (weapon, reach, modifier)


@pytest.mark.parametrize(
    ("troop", "options"),
    [
        ("medium_infantry", ()),
        ("heavy_cavalry", ()),
        ("elephants", ()),
        ("war_wagons", ("unarmed",)),
        ("levy", ()),
    ],
)
def test_who_does_not_shoot(troop: str, options: tuple[str, ...]) -> None:
    """Those of whom the text names no weapon, or who bought none (7)."""
    assert profile(troop, options).weapon is None


def test_nobody_has_a_weapon_that_is_not_theirs() -> None:
    """Asking for it is a mistake of the caller."""
    with pytest.raises(KeyError):
        profile("heavy_cavalry", ("bow",))
    with pytest.raises(KeyError):
        profile("archers", ("longbow", "crossbow"))


def test_what_weapons_leave_of_protection() -> None:
    """Caps by weapon and target (7.cap)."""
    weapons = load_weapons()
    bow = weapons["bow", TroopType.MI]
    crossbow, firearm = weapons["crossbow", TroopType.MI], weapons["firearm", TroopType.LI]
    longbow = weapons["longbow", TroopType.MI]
    gun = weapons["heavy_artillery", TroopType.ART]
    assert bow.left_of(3, TroopType.HI) == 3
    for one in (crossbow, firearm):
        assert one.left_of(3, TroopType.HI) == 1
        assert one.left_of(1, TroopType.EL) == 0
        assert one.left_of(3, TroopType.WWG) == 2
        assert one.left_of(2, TroopType.MI, shields=True) == 1
    assert longbow.left_of(3, TroopType.HI) == 1
    assert longbow.left_of(3, TroopType.WWG) == 3
    assert longbow.left_of(2, TroopType.MI, shields=True) == 2
    assert gun.left_of(3, TroopType.WWG) == 0


def test_who_shoots_after_a_move() -> None:
    """Artillery, wagons, crossbows and arquebuses of foot do not (7.not.moved)."""
    still = {(key, str(bearer)) for (key, bearer), one in load_weapons().items() if not one.moving}
    assert still == {
        ("crossbow", "MI"),
        ("crossbow", "HI"),
        ("firearm", "MI"),
        ("firearm", "HI"),
        ("wagon", "WWg"),
        ("light_artillery", "Art"),
        ("light_artillery", "WWg"),
        ("light_artillery", "El"),
        ("heavy_artillery", "Art"),
    }


def test_what_options_make_of_a_unit() -> None:
    """Protection, impact, movement and quality follow what was bought (2.options)."""
    heavy = profile("heavy_infantry", ("impact", "impetuous"))
    assert (heavy.protection, heavy.impact, heavy.impetuous, heavy.clumsy) == (1, 1, True, True)
    assert profile("medium_infantry", ("impetuous",)).protection == 1
    assert profile("archers", ("shields",)).protection == 1
    assert profile("heavy_cavalry").evades
    assert not profile("heavy_cavalry", ("impetuous",)).evades
    assert profile("cataphracts", ("camels",)).camels
    assert profile("archers", ("stakes",)).stakes
    assert profile("artillery", ("heavy",)).pace.open == 0
    mobile = profile("artillery", ("heavy", "mobile")).pace
    assert (mobile.open, mobile.rough, mobile.difficult) == (100, 0, 0)
    assert profile("elephants", ("african",)).quality == "mediocre"
    assert profile("elephants", ("indian",)).quality == "elite"
    assert profile("heavy_spearmen", (), "elite").quality == "elite"
    mixed = profile("heavy_spearmen", ("support",))
    assert (mixed.quality, mixed.mixed) == ("mediocre", True)
    assert not profile("medium_infantry", ("bow",)).mixed


COLUMNS = (
    ("light_infantry", {"elephants": -1, "scythed_chariots": -1, "heavy_infantry": 0}),
    ("archers", {"heavy_infantry": -1, "light_cavalry": -1, "medium_infantry": 0}),
    ("medium_infantry", {"light_infantry": 1, "medium_infantry": 1, "heavy_knights": 0}),
    ("medium_spearmen", {"heavy_infantry": 1, "medium_cavalry": 0}),
    ("heavy_infantry", {"levy": 1, "heavy_knights": 1}),
    ("heavy_spearmen", {"archers": 1, "elephants": 1}),
    ("foot_knights", {"phalanx": 1, "light_cavalry": 1}),
    ("phalanx", {"medium_spearmen": 1, "heavy_cavalry": 1, "heavy_infantry": 0}),
    ("levy", {"light_infantry": -1, "light_cavalry": -1}),
    ("war_wagons", {"heavy_knights": 1, "elephants": 0, "heavy_infantry": 0}),
    ("artillery", {"levy": -1, "light_cavalry": -1}),
    ("light_cavalry", {"light_infantry": 1, "light_cavalry": -1, "archers": -1}),
    ("medium_cavalry", {"heavy_infantry": 1, "light_cavalry": 0}),
    ("light_chariots", {"heavy_infantry": 1, "elephants": 0}),
    ("heavy_cavalry", {"levy": 1, "heavy_cavalry": 0}),
    ("medium_knights", {"heavy_infantry": 1, "elephants": 1, "war_wagons": 0}),
    ("heavy_knights", {"cataphracts": 1, "war_wagons": 0}),
    ("cataphracts", {"heavy_cavalry": 1, "heavy_knights": 0, "elephants": 0, "war_wagons": 0}),
    ("heavy_chariots", {"archers": 1, "heavy_chariots": 0, "elephants": 0, "war_wagons": 0}),
    ("elephants", {"light_infantry": 1, "elephants": 1, "war_wagons": 1}),
    ("scythed_chariots", {"heavy_infantry": 0, "elephants": 0}),
)
"""What each adds in melee in open ground, against some (2.table)."""


@pytest.mark.parametrize(("key", "foes"), COLUMNS, ids=[key for key, _ in COLUMNS])
def test_factors_in_melee(key: str, foes: dict[str, int]) -> None:
    """Each row adds what it says, against whom it says, and nothing against others."""
    found = {foe: factor(profile(key), profile(foe), Bout()) for foe in foes}
    assert found == foes


def test_factors_that_hang_on_the_round_and_the_ground() -> None:
    """Deep phalanxes, light cavalry in the open, bowmen in the first round (ADG-R48, ADG-R53)."""
    horse, light = profile("light_cavalry"), profile("light_infantry")
    assert factor(horse, light, Bout(open=False)) == 0
    assert factor(profile("phalanx"), profile("heavy_infantry"), Bout(deep=True)) == 2
    assert factor(profile("phalanx"), profile("medium_infantry"), Bout(deep=True)) == 2
    assert factor(profile("archers"), profile("heavy_cavalry"), Bout(first=True)) == 0


def test_whose_impact_is_cancelled() -> None:
    """By the rows of the table (2.cancels; ADG-R49)."""
    wild = profile("heavy_infantry", ("impact", "impetuous"))
    legion, horse = profile("heavy_infantry", ("impact",)), profile("heavy_cavalry", ("impact",))
    elephants = profile("elephants")
    found = {
        key: [cancels(profile(key), foe) for foe in (wild, legion, horse, elephants)]
        for key in ("medium_infantry", "heavy_infantry", "medium_spearmen", "heavy_spearmen")
    }
    assert found["medium_infantry"] == found["heavy_infantry"] == [True, False, False, False]
    assert found["medium_spearmen"] == found["heavy_spearmen"] == [False, False, True, True]
    assert [cancels(profile("phalanx"), foe) for foe in (legion, horse)] == [False, True]
    assert [cancels(profile("foot_knights"), foe) for foe in (legion, horse)] == [True, False]
    wagons = [cancels(profile("war_wagons"), foe) for foe in (legion, horse, elephants)]
    assert wagons == [True, True, False]
    assert not cancels(profile("archers"), horse)


def test_impact_and_what_voids_all() -> None:
    """Elephants have impact but against light infantry; scythed chariots void the enemy's."""
    elephants, legion = profile("elephants"), profile("heavy_infantry", ("impact",))
    assert impact(elephants, legion) == impact(legion, elephants) == 1
    assert impact(elephants, profile("light_infantry")) == 0
    assert impact(profile("heavy_infantry"), legion) == 0
    assert voids(profile("scythed_chariots"), legion)
    assert not voids(legion, profile("scythed_chariots"))


def test_artillery_aims_at_what_is_large() -> None:
    """+1 against elephants and wagons (2.table.artillery)."""
    guns = profile("artillery")
    foes = ("elephants", "war_wagons", "heavy_infantry")
    assert [aim(guns, profile(foe)) for foe in foes] == [1, 1, 0]
    assert aim(profile("archers"), profile("elephants")) == 0


@pytest.mark.parametrize(
    ("units", "clause"),
    [
        (("heavy_infantry", "archers", "light_infantry", "levy", "war_wagons"), ""),
        (("heavy_cavalry", "cataphracts", "light_cavalry", "light_infantry"), ""),
        (("elephants", "heavy_infantry", "light_infantry"), ""),
        (("light_chariots", "heavy_chariots", "scythed_chariots"), ""),
        (("artillery",), ""),
        (("heavy_infantry", "heavy_cavalry"), "1.groups.mounted"),
        (("light_infantry", "heavy_infantry", "light_cavalry"), "1.groups.mounted"),
        (("elephants", "light_cavalry"), "1.groups.beasts"),
        (("artillery", "heavy_infantry"), "1.groups.alike"),
        (("light_chariots", "heavy_cavalry"), "1.groups.alike"),
        (("light_chariots", "light_infantry"), "1.groups.alike"),
    ],
)
def test_who_forms_groups(units: tuple[str, ...], clause: str) -> None:
    """Every two must fit (1.groups; ADG-R42)."""
    assert unlike(profile(key) for key in units) == clause
    assert unlike(profile(key) for key in reversed(units)) == clause


def test_camels_keep_to_themselves() -> None:
    """With camels and light infantry, not with horses, elephants or heavier foot (ADG-R42)."""
    camels = profile("light_cavalry", ("camels",))
    assert unlike((camels, profile("medium_cavalry", ("camels",)), profile("light_infantry"))) == ""
    assert unlike((camels, profile("light_cavalry"))) == "1.groups.beasts"
    assert unlike((camels, profile("elephants"))) == "1.groups.beasts"
    assert unlike((camels, profile("heavy_infantry"))) == "1.groups.mounted"


def test_qualities() -> None:
    """Prices and margins (ADG-R1, ADG-R14); levies are never elite (ADG-R54)."""
    found = {key: (one.price, one.margin) for key, one in load_troops().qualities.items()}
    assert found == {"elite": (1, 1), "ordinary": (0, 3), "mediocre": (-1, 4)}
    assert "elite" not in load_troops().troops["levy"].qualities


@pytest.mark.parametrize(
    ("kind", "key", "english", "spanish"),
    [
        ("troop", "heavy_infantry", "heavy infantry", "infantería pesada"),
        ("option", "longbow", "longbow", "arco largo"),
        ("option", "sling", "slings", "hondas"),
        ("quality", "mediocre", "mediocre", "mediocre"),
        ("rank", "strategist", "strategist", "estratega"),
        ("army", "rome", "Rome, 202 BC", "Roma, 202 a. C."),
    ],
)
def test_names(kind: str, key: str, english: str, spanish: str) -> None:
    """Both languages, from the data; what is not there has no name."""
    assert (name(kind, key, "en"), name(kind, key, "es")) == (english, spanish)
    assert name(kind, "nobody", "en") is None
    assert name("hex", key, "en") is None
