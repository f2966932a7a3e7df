"""The data files: whole as they stand, and telling file, line and field when they are not."""

import re
import shutil
from collections import Counter
from pathlib import Path
from typing import cast

import pytest

from engine.data import files
from engine.data.files import DataError, Record, read_csv, read_toml
from engine.data.rules_ledger import load_rules, load_rulings
from engine.war_of_the_pacific.board import GAME, load_board
from engine.war_of_the_pacific.datacheck import check_data, provenance
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.roster import EDITIONS, Edition, Kind, is_supply, load_roster
from engine.war_of_the_pacific.scenario import load_scenario

FOLDER = files.DATA / GAME
ROOT = FOLDER.parent.parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data files to make mistakes in."""
    return Path(shutil.copytree(FOLDER, tmp_path / GAME))


def break_line(path: Path, old: str, new: str) -> int:
    """Replace *old*, which stands once, by *new*; return its line."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_files_are_sound() -> None:
    """Nothing is wrong with the files as they stand."""
    assert check_data() == []


# --- typos ----------------------------------------------------------------------------------

TYPOS = [
    ("hexes.csv", "\n2008,rough,yes,X,", "\n2008,ruogh,yes,X,", "terrain", "Input should be"),
    ("hexes.csv", "\n2008,rough,yes,X,", "\n208,rough,yes,X,", "hex", "match pattern"),
    ("hexes.csv", "\n2008,rough,yes,X,", "\n2008,rough,,,", "coastal", "touches the sea"),
    ("hexes.csv", "\n2008,rough,yes,X,", "\n2008,rough,yes,,", "area", "needs a naval area"),
    ("hexes.csv", "\n2008,rough,yes,X,", "\n2008,rough,yes,XIV,", "area", "no such naval area"),
    ("hexes.csv", "\n2008,rough,yes,X,-12.44", "\n2008,rough,yes,X,12.44", "lat", "km from where"),
    ("hexes.csv", "\n2008,rough,yes,X,", "\n2009,rough,yes,X,", "hex", "stands already"),
    ("hexes.csv", "\n3120,desert,yes", "\n3120,sea,", "terrain", "must be land"),
    ("hexes.csv", "\n2415,sea,,VI", "\n2415,sea,,VII", "area", "must lie in area VI"),
    ("hexes.csv", "\n3513,mountain,,,", "\n3513,mountain,,I,", "area", "inland hex has no"),
    ("hexes.csv", "\n2107,mountain,,,", "\n2107,mountain,yes,X,", "coastal", "touches no sea"),
    ("hexes.csv", "\n2107,mountain,,,", "\n2107,mountain,", "", "fields where the header has"),
    ("cities.csv", "arica,Arica,Arica,3116", "arica,Arica,Arica,3118", "hex", "must be in 3116"),
    ("cities.csv", "3116,peru,yes,2,", "3116,peru,yes,3,", "vp", "worth 2"),
    ("cities.csv", "3116,peru,yes,2,", "3116,peru,yes,two,", "vp", "valid integer"),
    ("cities.csv", "3116,peru,yes,2,", "3116,perú,yes,2,", "nation", "Input should be"),
    ("cities.csv", "iquique,Iquique", "callao,Iquique", "key", "stands already"),
    ("cities.csv", "2913,peru,,3", "2913,peru,yes,3", "port", "is not coastal"),
    ("cities.csv", "Cuzco,2909,peru,,2", "Cuzco,2909,peru,,0", "vp", "worth more than 0"),
    ("cities.csv", "Cuzco,2909,", "Cuzco,2999,", "hex", "not on the map"),
    ("cities.csv", "Iquique,3118,peru,yes,1", "Iquique,3118,peru,yes,5", "vp", "are worth"),
    ("cities.csv", "key,name,name_es", "key,nam,name_es", "nam", "no such column"),
    ("hexsides.csv", "\n2007,2008,river", "\n2007,2009,river", "b", "do not touch"),
    ("hexsides.csv", "\n2007,2008,river", "\n2007,1907,river", "kind", "between two land hexes"),
    ("hexsides.csv", "\n2007,2008,river", "\n2007,2008,rivr", "kind", "Input should be"),
    ("hexsides.csv", "3416,3515,river", "3416,3515,impassable", "kind", "is passable"),
    ("railways.csv", "3116;3115", "3116;3015", "hexes", "do not touch"),
    ("railways.csv", "3116;3115", "3116;3017", "hexes", "no land hex"),
    (
        "terrain.csv",
        "\nrough,Rough,Escarpado,2,1",
        "\nrough,Rough,Escarpado,1,1",
        "cost",
        "8.6",
    ),
    ("terrain.csv", "\nfort,Fort,Fuerte,,3", "\nfort,Fort,Fuerte,,2", "defence", "8.9"),
    ("units.csv", "\ncovadonga,", "\ncovadnga,", "id", "covadonga is missing"),
    ("units.csv", "\nbuin,", "\nBuin!,", "id", "match pattern"),
    ("units.csv", "regiment,2,2,,,,,,,Buin", "regiment,3,2,,,,,,,Buin", "steps", "or equal to 2"),
    ("units.csv", "\nbuin,", "\nbuin,,", "", "fields where"),
    ("units.csv", "\nfort-arica,Fort Arica", "\nbuin,Fort Arica", "id", "stands already"),
    ("units.csv", "Callao,allies,peru,fort,fort", "Callao,chile,peru,fort,fort", "side", "allies"),
    ("areas.csv", "\nXIII,", "\nXII,", "id", "I to XIII"),
    ("map.toml", '["3130", "3231"]', '["3130", "3230"]', "box_exits", "must be 3130 and 3231"),
    ("map.toml", 'parity = "even_up"   ', 'parity = "evenup"   ', "parity", "Input should be"),
    ("map.toml", 'title = "From', "title = From", "", "not TOML"),
    ("scenario.toml", "win_at_least = 6", "win_at_least = 7", "victory", "must be 6"),
    ("scenario.toml", "win_at_least = 6", 'win_at_least = "six"', "victory[1].win_at_least", "int"),
    ("scenario.toml", 'clause = "5.3"', 'clause = "5.33"', "victory.clause", "no clause '5.33'"),
    ("scenario.toml", '"5.4.draw"', '"5.4.drawn"', "victory.clause", "no clause"),
    ("scenario.toml", "[new_units]", "[new_unit]", "new_unit", "not permitted"),
    ("scenario.toml", "wait = 1 ", "wait = 0 ", "new_units.wait", "greater"),
    ("scenario.toml", "rebuild = 1", "rebuild = 2", "prices.rebuild", "one column"),
    ("scenario.toml", 'bolivian = ["3616", ', 'bolivian = ["3615", ', "receipt", "in 3615"),
    ("scenario.toml", "steps_aboard = 2", "steps_aboard = 0", "ships.steps_aboard", "greater"),
    ("scenario.toml", "columns_aboard = 1", "columns_aboard = 4", "ships", "whole number"),
    ("scenario.toml", 'key = "canister"', 'key = "cannister"', "chit", "must be"),
    ("scenario.toml", "lose_below = 13\n", "", "victory[3].lose_below", "missing"),
    (
        "scenario.toml",
        'units = ["pe-cav-1"]\np',
        'units = ["pe-cav-9"]\np',
        "lima.units",
        "no unit",
    ),
    ("scenario.toml", 'place = "2109"', 'place = "3116"', "standard.allies", "may not stand"),
    ("rules.toml", 'id = "7.8"', 'id = "7.9"', "id", "7.9 appears twice"),
    ("rules.toml", 'id = "7.8"', 'id = "seven"', "clause", "match pattern"),
    ("rulings.toml", 'id = "WP-R26"', 'id = "WP-R999"', "", "WP-R26"),
]


@pytest.mark.parametrize(("file", "old", "new", "field", "problem"), TYPOS)
def test_typos_are_named(
    folder: Path, file: str, old: str, new: str, field: str, problem: str
) -> None:
    """A slip in a file is reported with that file, the field and what is wrong."""
    break_line(folder / file, old, new)
    found = check_data(folder)

    assert any(
        one.file in {file, "rules.toml"} and field in one.field and problem in one.problem
        for one in found
    ), [str(one) for one in found]


def test_legal_changes_are_no_error(folder: Path) -> None:
    """Another legal value is accepted: the checks know the rules, not one way to fill them."""
    break_line(folder / "scenario.toml", 'place = "2109"', 'place = "2210"')
    break_line(folder / "cities.csv", "2008,peru,,5,", "2008,peru,,7,")
    break_line(folder / "units.csv", "turret ram", "monitor")

    assert check_data(folder) == []


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [typo[:3] for typo in TYPOS if typo[0] in {"hexes.csv", "hexsides.csv", "terrain.csv"}][:6],
)
def test_typos_are_found_on_their_line(folder: Path, file: str, old: str, new: str) -> None:
    """The line is the one an editor shows."""
    line = break_line(folder / file, old, new)
    found = check_data(folder)

    assert (file, line + old.startswith("\n")) in {(one.file, one.line) for one in found}


def test_lines_of_toml_tables_are_found(folder: Path) -> None:
    """A bad value in the middle of a TOML file is reported on its own line."""
    line = break_line(folder / "scenario.toml", "win_at_least = 8", "win_at_least = 8.5")
    (found,) = check_data(folder)

    assert found.line == line
    assert str(found).startswith(f"scenario.toml:{line}: victory[2].win_at_least: ")


def test_all_problems_are_collected(folder: Path) -> None:
    """One run reports slips in several files, in the order of file and line."""
    break_line(folder / "cities.csv", "3116,peru,yes,2,", "3116,peru,yes,many,")
    break_line(folder / "hexes.csv", "\n2008,rough,yes,X,", "\n2008,ruogh,yes,X,")
    break_line(folder / "units.csv", "\nbuin,", "\nBuin!,")

    found = check_data(folder)

    assert [one.file for one in found] == ["cities.csv", "hexes.csv", "units.csv"]


@pytest.mark.parametrize(
    "name",
    # A game whose ruleset was never raised has no list of what changed.
    sorted({path.name for path in FOLDER.glob("*.[ct][so][vm]*")} - {"rulesets.toml"}),
)
def test_missing_files_are_named(folder: Path, name: str) -> None:
    """A file that is not there is the problem, not a traceback."""
    (folder / name).unlink()

    assert any(one.file == name and "missing" in one.problem for one in check_data(folder))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"# only a comment\n", b"a,b\n1,2\n"])
def test_ruined_files_are_named(folder: Path, content: bytes) -> None:
    """Empty, binary or foreign content is reported with the file's name."""
    (folder / "hexes.csv").write_bytes(content)

    assert {one.file for one in check_data(folder)} == {"hexes.csv"}


def test_loaders_stop_at_a_slip(folder: Path) -> None:
    """What loads for play raises the first problem instead of playing on with half a map."""
    break_line(folder / "hexes.csv", "\n2008,rough,yes,X,", "\n2008,ruogh,yes,X,")

    with pytest.raises(DataError, match=r"hexes\.csv:\d+: terrain: "):
        load_board(folder)


# --- the readers ----------------------------------------------------------------------------


class Thing(Record):
    """A record for the tests below."""

    name: str
    size: int = 1


def test_csv_takes_comments_quotes_and_empty_fields(tmp_path: Path) -> None:
    """Comments and blank lines are skipped, quotes hold commas and line ends, lines are counted."""
    path = tmp_path / "things.csv"
    path.write_text('# about\nname,size\n\nplain,2\n"a, b\nc",\n# no\nlast,3\n', encoding="utf-8")

    things = read_csv(path, Thing)

    assert [(one.name, one.size, one.line) for one in things] == [
        ("plain", 2, 4),
        ("a, b\nc", 1, 5),
        ("last", 3, 8),
    ]


def test_long_values_are_cut_in_messages(tmp_path: Path) -> None:
    """A value as long as a novel does not become a message as long as a novel."""
    path = tmp_path / "things.csv"
    path.write_text(f"name,size\nx,{'9' * 400}x\n", encoding="utf-8")

    with pytest.raises(DataError) as found:
        read_csv(path, Thing)
    assert len(str(found.value)) < 250


def test_toml_errors_carry_their_line(tmp_path: Path) -> None:
    """Broken TOML and wrong values are both reported with a line."""
    path = tmp_path / "thing.toml"
    path.write_text('name = "x"\nsize = = 3\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"thing\.toml:2: not TOML"):
        read_toml(path, Thing)
    path.write_text('name = "x"\n\nsize = "big"\nextra = 1\n', encoding="utf-8")
    errors: list[DataError] = []
    assert read_toml(path, Thing, errors) is None
    assert {(one.line, one.field) for one in errors} == {(3, "size"), (4, "extra")}


# --- units and set-up -------------------------------------------------------------------------


def test_units_have_typeable_ids_and_short_names() -> None:
    """Ids are lower case and fit an order; what the counter shows fits the counter."""
    for unit in load_roster().units.values():
        assert re.fullmatch(r"[a-z0-9-]{2,20}", unit.id)
        assert len(unit.short) <= 6
        assert not is_supply(unit.id)
    assert is_supply("sc12")
    assert not is_supply("santiago")


def test_fleets() -> None:
    """Fifteen warships with the values the rules name, and transports for both sides."""
    roster = load_roster()

    assert len(roster.of("chile", Kind.WARSHIP)) == 9
    assert len(roster.of("allies", Kind.WARSHIP)) == 6
    assert len(roster.of("chile", Kind.TRANSPORT)) >= 2
    assert len(roster.of("allies", Kind.TRANSPORT)) >= 2
    speeds = {name: roster.units[name].speed for name in ("covadonga", "atahualpa", "union")}
    assert speeds == {"covadonga": -1, "atahualpa": -2, "union": 2}
    best = max(roster.of("chile", Kind.WARSHIP), key=lambda one: one.gunfire)
    assert roster.units["huascar"].gunfire > best.gunfire


def test_land_units_are_those_of_the_lists() -> None:
    """Totals of chapters 3 and 9, edition by edition (WP-E11)."""

    def count(edition: Edition) -> Counter[tuple[str, Kind]]:
        units = load_roster().of(edition=edition)
        return Counter((one.nation, one.kind) for one in units if one.is_land)

    english, spanish = count("en"), count("es")
    assert english["chile", Kind.INFANTRY] == 22 + 9
    assert english["chile", Kind.CAVALRY] == 6
    assert english["chile", Kind.ARTILLERY] == 3
    assert english["peru", Kind.INFANTRY] == 7 + 24
    assert english["peru", Kind.CAVALRY] == 7
    assert english["peru", Kind.ARTILLERY] == 3
    assert english["peru", Kind.FORT] == 3
    assert spanish["chile", Kind.INFANTRY] == english["chile", Kind.INFANTRY] - 1
    assert spanish["chile", Kind.ARTILLERY] == 4
    assert spanish["peru", Kind.INFANTRY] == english["peru", Kind.INFANTRY] + 1
    assert spanish["peru", Kind.FORT] == 2


def older(folder: Path) -> Path:
    """Take out of the scenario what files of earlier campaigns do not have."""
    path = folder / "scenario.toml"
    text = path.read_text(encoding="utf-8")
    text, clauses = re.subn(r"(?m)^clause\w* = .*\n(?=(clause|source))", "", text)
    text, tables = re.subn(r"(?m)^\[(new_units|courses)\](.*\n)+?\n", "", text)
    assert (clauses, tables) == (7, 2)
    path.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("edition", EDITIONS)
def test_files_of_earlier_campaigns_mean_what_they_meant(folder: Path, edition: Edition) -> None:
    """What the scenario says since was in the rules before, with these values."""
    then, now = load_scenario(edition, older(folder)), load_scenario(edition)

    assert then.model_dump(exclude={"terrain"}) == now.model_dump(exclude={"terrain"})


def test_a_turn_of_a_hosts_own_is_decided_by_the_clause_of_points(folder: Path) -> None:
    """As it was before the file said which clause decides."""
    break_line(older(folder) / "scenario.toml", "\nturn = 9\n", "\nturn = 8\n")
    checks = {check.turn: check for check in load_scenario("en", folder).victory}

    assert (checks[8].clause, checks[8].clause_below) == ("5.1", "5.1")
    assert checks[12].clause_draw == "5.4.draw"


def test_supply_columns_have_a_type_for_each_nation() -> None:
    """The engine numbers columns; what they are is here."""
    roster = load_roster()
    for nation, side in (("chile", "chile"), ("peru", "allies"), ("bolivia", "allies")):
        column = roster.supply(nation)
        assert (column.side, column.nation, column.kind) == (side, nation, Kind.SUPPLY)
        assert not column.is_land
        assert not column.is_naval


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_unit_begins_somewhere(edition: Edition) -> None:
    """A unit is set up, in the pool, or arrives later: exactly one of the three."""
    scenario = load_scenario(edition)
    placed = Counter(unit for line in scenario.placements for unit in line.units)
    pooled = Counter(unit for units in scenario.pool.values() for unit in units)
    for unit in load_roster().of(edition=edition):
        arrives = unit.arrives > 0 and unit.id not in placed
        assert placed[unit.id] + pooled[unit.id] + arrives == 1, unit.id
    assert set(placed) | set(pooled) <= set(load_roster().units)


def test_around_lima_is_three_hexes_without_lima() -> None:
    """The ring of 3.2 is land within three hexes, Lima left out."""
    scenario, board = load_scenario(), load_board()
    line = next(one for one in scenario.placements if one.id == "around-lima")
    places = line.places.on(board)

    assert "2007" in places
    assert "2008" not in places
    assert all(board.is_land(one) and board.grid.distance("2008", one) <= 3 for one in places)
    assert line.reduced


def test_chile_sets_up_in_antofagasta_and_the_box() -> None:
    """Both are offered, the box last."""
    line = next(one for one in load_scenario().placements if one.id == "chilean-navy")

    assert line.places.on(load_board()) == ("3123", BOX)
    assert line.supply == 6


def test_editions_differ_where_they_should() -> None:
    """Stacking, artillery and Concepción (WP-E5, WP-E11); everything else is one file."""
    english, spanish = load_scenario("en"), load_scenario("es")

    assert (english.stacking.units, english.stacking.with_fort) == (6, 7)
    assert (spanish.stacking.units, spanish.stacking.with_fort) == (5, 5)
    assert "1art" in {u for line in spanish.placements for u in line.units}
    assert "1art" not in {u for line in english.placements for u in line.units}
    assert english.victory == spanish.victory
    with pytest.raises(ValueError, match="no such edition"):
        load_scenario(cast("Edition", "fr"))


def test_victory_points_are_within_reach() -> None:
    """Known bounds of WP-R29, and 18 points can be had from two of the three zones."""
    points = {city.key: city.vp for city in load_board().cities.values()}
    south = ("iquique", "pisagua", "arica", "tacna", "arequipa", "mollendo", "moquegua", "ilo")
    lima = ("lima", "callao", "pisco", "trujillo", "ica", "huacho", "chimbote", "cerro-de-pasco")
    altiplano = ("la-paz", "oruro", "cochabamba", "puno", "cuzco", "potosi", "sucre", "corocoro")
    zones = [sum(points[key] for key in zone) for zone in (south, lima, altiplano)]

    assert points["arica"] == 2
    assert points["tacna"] + points["arequipa"] + points["iquique"] == 5
    assert points["iquique"] + points["pisagua"] + points["arica"] + points["tacna"] < 7
    assert all(18 <= a + b <= 24 for a, b in ((zones[0], zones[1]), (zones[1], zones[2])))
    assert zones[0] >= 8


# --- rules and rulings ----------------------------------------------------------------------


def test_every_numbered_section_has_a_clause() -> None:
    """Chapters 1 to 10 with their sections as the rulebook counts them."""
    last = {1: 3, 2: 8, 3: 6, 4: 2, 5: 6, 6: 6, 7: 10, 8: 12, 10: 2}
    due = {f"{chapter}.{n}" for chapter, end in last.items() for n in range(1, end + 1)}

    assert due <= set(load_rules(GAME))
    assert "9.0" in load_rules(GAME)


def test_every_ruling_is_there_in_both_languages() -> None:
    """WP-R1 to WP-R51 and WP-E1 to WP-E13 without a gap, none left untranslated."""
    rulings = load_rulings(GAME)

    due = {f"WP-R{n}" for n in range(1, 52)} | {f"WP-E{n}" for n in range(1, 14)}
    assert due <= set(rulings)
    for ruling in rulings.values():
        assert ruling.question != ruling.question_es
        assert ruling.clauses


@pytest.mark.parametrize("package", ["engine", "render", "bot"])
def test_cited_rulings_exist(package: str) -> None:
    """No code cites a ruling that the file does not hold."""
    known = set(load_rulings(GAME))
    for path in sorted((ROOT / package).rglob("*.py")):
        cited = set(re.findall(r"WP-[RE]\d+", path.read_text(encoding="utf-8")))
        assert cited <= known, f"{path.relative_to(ROOT)}: {sorted(cited - known)}"


def test_cited_clauses_exist() -> None:
    """No refusal, event or decision of the engine cites a clause that the file does not hold."""
    known = set(load_rules(GAME))
    for path in sorted((ROOT / "engine" / GAME).rglob("*.py")):
        cited = set(re.findall(r'"((?:10|[1-9])\.\d+(?:\.[a-z]+)*)"', path.read_text("utf-8")))
        assert cited <= known, f"{path.relative_to(ROOT)}: {sorted(cited - known)}"


def test_provenance_counts_sources() -> None:
    """Whoever fills in printed values sees where they are wanting."""
    counts = provenance()

    assert counts["terrain.csv"] == {"rulebook": 9}
    assert counts["hexes.csv"]["reconstructed"] > 500
    assert counts["scenario.toml"]["rulebook"] > 10


def test_games_are_known_by_their_rules() -> None:
    """The list of games is what has rules under ``data``."""
    assert GAME in files.known_games()
