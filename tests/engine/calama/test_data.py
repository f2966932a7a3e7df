"""The data files: whole as they stand, and telling file, line and field when they are not."""

import re
import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from engine.calama.army import load_army
from engine.calama.board import GAME, Terrain, load_board
from engine.calama.datacheck import check_data
from engine.calama.game import GAME as CALAMA
from engine.calama.rules.movement.reserves import entry_cost
from engine.calama.scenario import SCENARIOS, Costs, load_costs, load_scenario
from engine.data import files
from engine.data.files import DataError
from engine.data.grid.squares import distance, neighbours, row_col, square
from engine.data.play_data import PlayData, shipped
from engine.data.rules_ledger import load_rules, load_rulings

FOLDER = files.DATA / GAME
ROOT = FOLDER.parent.parent

SEATS = ("chile", "bolivia")

# The table of the rulebook, a character a square: row 1 on top, column 1 on the left.
TABLE = (
    " ~      .       ",
    ".~~,bb, .       ",
    ".,~,bb,.        ",
    "..~,bb,.        ",
    " .~~,,..        ",
    " ..=~~~.....    ",
    "  ..,,.~~~......",
    "    ....3~~.....",
    "    ...1aao=bb..",
    "   ..22c331...c.",
    "  ..,bb.bbab~bb,",
    " .. ,,b2bbObobb,",
    "..   ,cc3bbcc=b,",
    ".    ,~ccbbcc=b,",
    "     ,~,,.,,,=, ",
    "     ,~,  .  =, ",
)
FIGURES = {
    "~": (0, -2), "=": (1, -2), ".": (0, -1), ",": (1, -1), " ": (0, 0), "o": (1, 0), "O": (2, 0),
    "1": (0, 1), "2": (0, 2), "3": (0, 3), "a": (1, 1), "b": (1, 2), "c": (1, 3),
}  # fmt: skip


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
    ("terrain.csv", "\n8-7,8,7,0,-1,town", "\n8-7,8,7,0,-1,twon", "terrain", "Input should be"),
    ("terrain.csv", "\n8-7,8,7,0,-1,town", "\n8-7,8,7,0,-1,road", "terrain", "Calama are town"),
    ("terrain.csv", "\n8-7,8,7,0,-1,", "\n8-7,8,7,1,-1,", "cost", "8-7 must be 0/-1"),
    ("terrain.csv", "\n8-7,8,7,0,-1,", "\n8-7,8,6,0,-1,", "square", "must be 8-6"),
    ("terrain.csv", "\n8-7,8,7,0,-1,", "\n8_7,8,7,0,-1,", "square", "match pattern"),
    ("terrain.csv", "\n8-7,8,7,0,-1,", "\n8-7,8,17,0,-1,", "column", "or equal to 16"),
    ("terrain.csv", "\n4-5,4,5,1,2,hill", "\n4-5,4,5,1,3,wood", "cost", "4-5 must be 1/+2"),
    ("terrain.csv", "\n1-1,1,1,0,0,desert", "\n1-1,1,1,0,0,field", "terrain", "does not have 0/0"),
    ("terrain.csv", "\n1-1,1,1,0,0,", "\n1-1,1,1,0,5,", "resistance", "or equal to 3"),
    ("terrain.csv", "\n1-1,1,1,0,0,", "\n1-1,1,1,2,-1,", "resistance", "table has 2/-1"),
    ("terrain.csv", "\n1-1,1,1,0,0,desert", "\n1-1,1,1,0,-1,road", "resistance", "table has 92"),
    ("terrain.csv", "\n1-1,1,1,0,0,", "\n1-2,1,2,0,0,", "square", "1-2 stands already"),
    ("terrain.csv", "\n1-1,1,1,0,0,desert,rulebook,reconstructed", "", "square", "1-1 is missing"),
    ("terrains.csv", "\nwood,Wood,Bosque,rulebook", "", "key", "wood is missing"),
    ("places.csv", "4-6;4-5", "4-6;4-4", "squares", "topater must be 4-5, 4-6"),
    ("places.csv", "calama,town", "calamar,town", "key", "calama is missing"),
    ("places.csv", "1-8;1-9", "1-8;1-17", "squares", "1-17: not on the board"),
    ("places.csv", "1-2;2-2;2-3;", "1-2;2-3;2-4;2-3;", "squares", "2-3: twice"),
    ("places.csv", "14-7;15-7;16-7", "14-7;16-7", "squares", "14-7 and 16-7 do not touch"),
    ("exits.csv", "\nquillagua,Quillagua", "\ncobija,Quillagua", "key", "stands already"),
    ("exits.csv", ",14-1,", ",16-11,", "square", "stands already"),
    ("exits.csv", ",14-1,", ",14-2,", "square", "not at the edge"),
    ("exits.csv", ",14-1,", ",15-1,", "square", "no road leaves at 15-1"),
    ("exits.csv", ",14-1,", ",17-1,", "square", "not on the board"),
    ("zones.csv", ",8-4,11-9,", ",9-4,11-9,", "corner", "squares of calama"),
    ("zones.csv", ",1-8,3-15,", ",2-8,3-15,", "corner", "squares of doors"),
    ("zones.csv", ",1-8,3-15,", ",1-8,8-9,", "corner", "the zones overlap"),
    ("zones.csv", ",1-8,3-15,", ",1-8,3-17,", "corner", "beyond the board"),
    ("zones.csv", "\nbolivia,B", "\nperu,B", "seat", "Input should be"),
    ("pieces.toml", 'key = "cavalry"', 'key = "lancers"', "key", "cavalry is missing"),
    ("pieces.toml", "most = 4", "most = 5", "heavy_artillery.most", "must be 4"),
    ("pieces.toml", "most = 4", "most = 1", "type[3]", "least is greater"),
    ("pieces.toml", "direct = false", "direct = true", "heavy_artillery.direct", "must be false"),
    ("pieces.toml", "decides = true\n", "", "commander.decides", "must be true"),
    ("pieces.toml", "price = 5", "price = 4", "cavalry.price", "must be 5"),
    ("pieces.toml", "highest = 6", "highest = 3", "strength", "ends of the track"),
    ("pieces.toml", "event_dice = 2", "event_dice = 1", "event_dice", "must be 2"),
    ("events.csv", "\n6,strength,-2", "\n6,strength,2", "value", "must be -2"),
    ("events.csv", "\n6,strength,-2", "\n6,force,-2", "attribute", "Input should be"),
    ("events.csv", "\n6,strength,-2", "\n6,movement,-2", "attribute", "must be strength"),
    ("events.csv", "\n6,strength,-2", "\n5,strength,-2", "roll", "6 is missing"),
    ("scenario.toml", "goal = 24 ", "goal = 25 ", "shared.goal", "must be 24"),
    ("scenario.toml", "orders = 3 ", "orders = 4 ", "shared.orders", "must be 3"),
    ("scenario.toml", "[8, 6, 4]", "[8, 6, 5]", "shared.values", "must be (8, 6, 4)"),
    ("scenario.toml", "square = 1 ", "square = 2 ", "shared.costs.square", "must be 1"),
    ("scenario.toml", "charge = 1 ", "charge = 7 ", "costs.charge", "or equal to 6"),
    ("scenario.toml", "leave = 1 ", "leave = 0 ", "shared.costs.leave", "must be 1"),
    ("scenario.toml", "bolivia = 8", "bolivia = 9", "shared.pools", "must be"),
    ("scenario.toml", 'key = "guns"', 'key = "gun"', "objective", "roads, guns, topater"),
    ("scenario.toml", "infantry = 8", "infantry = 9", "standard.start.chile.infantry", "be 8"),
    ("scenario.toml", "infantry = 10", "infantry = 11", "points.start.chile", "not 46"),
    ("scenario.toml", "bolivia = 36", "bolivia = 34", "points.budgets", "must be"),
    ("scenario.toml", "budgets = { chile = 46, bolivia = 36 }\n", "", "points.budgets", "must be"),
    ("formations.csv", "standard,bolivia,fords", "standard,bolivia,town", "key", "stands already"),
    ("formations.csv", "standard,bolivia,fords", "short,bolivia,fords", "scenario", "no scenario"),
    ("formations.csv", "9-9,house,forward", "12-9,house,forward", "infantry", "outside the zone"),
    ("formations.csv", "9-9,house,forward", "9-0,house,forward", "infantry", "not on the board"),
    ("formations.csv", "8-5;8-6;8-7;8-8;8-9;9-7,", "8-5;8-6;8-7;8-8;8-9;9-6,", "infantry", "9-6"),
    ("formations.csv", "8-5;8-6;8-7;8-8;8-9;9-7,", "8-5;8-6;8-7;8-8;8-9,", "infantry", "has 6"),
    ("formations.csv", "3-10;1-11;1-12;1-13,house,fast", ",house,fast", "infantry", "needs inf"),
    ("formations.csv", "3-10;1-11;1-12;1-13,house,fast", "3-10;1-11;1-12;1-13;1-10,house,fast", "",
     "worth 47 points"),
    ("rules.toml", 'id = "7.5.1"', 'id = "7.5.2"', "id", "7.5.2 appears twice"),
    ("rulings.toml", 'id = "CAL-R26"', 'id = "CAL-R99"', "", "CAL-R26"),
]  # fmt: skip


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


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [typo[:3] for typo in TYPOS if typo[1].startswith("\n") and typo[2].count(",") > 2][:6],
)
def test_typos_are_found_on_their_line(folder: Path, file: str, old: str, new: str) -> None:
    """The line is the one an editor shows."""
    line = break_line(folder / file, old, new) + 1

    assert (file, line) in {(one.file, one.line) for one in check_data(folder)}


def test_legal_changes_are_no_error(folder: Path) -> None:
    """Another legal value is accepted: the checks know the rules, not one way to fill them."""
    break_line(folder / "exits.csv", ",7-16,", ",8-16,")
    break_line(folder / "zones.csv", ",1-8,3-15,", ",1-7,3-16,")
    break_line(folder / "formations.csv", "9-9,house,forward", "11-8,house,forward")

    assert check_data(folder) == []


def test_files_that_campaigns_began_with_before_mean_the_same(folder: Path) -> None:
    """What moves take and the dice of an event stood in no file then, and were as they are now."""
    costs = (folder / "scenario.toml").read_text(encoding="utf-8")
    block = costs[costs.index("[shared.costs]") : costs.index("[shared.reserves.chile]")]
    break_line(folder / "scenario.toml", block, "")
    break_line(folder / "pieces.toml", "event_dice = 2", "#")

    assert check_data(folder) == []
    assert load_scenario("points", folder).costs == load_scenario("points").costs
    assert load_army(folder).event_dice == load_army().event_dice


def test_what_moves_take_is_read_from_the_files() -> None:
    """With other figures a charge, a step, an entry and leaving take as much as they say."""
    files = dict(shipped(GAME, CALAMA.data_files).files)
    for name, figure in (("square", 2), ("charge", 3), ("enter", 4), ("leave", 5)):
        files["scenario.toml"], n = re.subn(
            rf"^{name} = 1 ", f"{name} = {figure} ", files["scenario.toml"], flags=re.MULTILINE
        )
        assert n == 1

    with PlayData(GAME, files).in_use():
        assert load_costs() == Costs(square=2, charge=3, enter=4, leave=5)
        assert entry_cost("1-8") == 2 + load_board().squares["1-8"].cost


def test_all_problems_are_collected(folder: Path) -> None:
    """One run reports slips in several files, in the order of file and line."""
    break_line(folder / "zones.csv", "\nbolivia,B", "\nperu,B")
    break_line(folder / "events.csv", "\n6,strength,-2", "\n6,force,-2")
    break_line(folder / "terrain.csv", "\n8-7,8,7,0,-1,town", "\n8-7,8,7,0,-1,twon")

    assert [one.file for one in check_data(folder)] == ["events.csv", "terrain.csv", "zones.csv"]


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.[ct][so][vm]*")))
def test_missing_files_are_named(folder: Path, name: str) -> None:
    """A file that is not there is the problem, not a traceback."""
    (folder / name).unlink()

    assert any(one.file == name and "missing" in one.problem for one in check_data(folder))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"# only a comment\n", b"a,b\n1,2\n"])
@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.csv")))
def test_ruined_files_are_named(folder: Path, name: str, content: bytes) -> None:
    """Empty, binary or foreign content is reported with the file's name."""
    (folder / name).write_bytes(content)

    assert {one.file for one in check_data(folder)} == {name}


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("terrain.csv", "\n8-7,8,7,0,-1,town", "\n8-7,8,7,0,-1,twon"),
        ("places.csv", "doors,door", "door,door"),
    ],
)
def test_loaders_stop_at_a_slip(folder: Path, file: str, old: str, new: str) -> None:
    """What loads for play raises the first problem instead of playing on with half a board."""
    break_line(folder / file, old, new)

    with pytest.raises(DataError, match=file.replace(".", r"\.")):
        load_board(folder)


# --- the board --------------------------------------------------------------------------------


def test_every_square_is_that_of_the_table() -> None:
    """Cell by cell, cost and modifier are the rulebook's."""
    board = load_board()
    found = {(one.row, one.column): (one.cost, one.resistance) for one in board.squares.values()}

    assert found == {
        (row, column): FIGURES[mark]
        for row, marks in enumerate(TABLE, start=1)
        for column, mark in enumerate(marks, start=1)
    }
    assert list(board.squares) == [square(row, col) for row in range(1, 17) for col in range(1, 17)]
    assert all(one.id == square(one.row, one.column) for one in board.squares.values())


def test_the_picture_in_the_docs_is_the_board() -> None:
    """What people read there is the same table, with its exits."""
    text = (ROOT / "docs" / GAME / "README.md").read_text(encoding="utf-8")
    drawn = re.findall(r"^ {2}([ 1]\d)(?:  (.*))?$", text, re.MULTILINE)

    assert [(int(row), marks.rstrip()) for row, marks in drawn] == [
        (row, marks.rstrip()) for row, marks in enumerate(TABLE, start=1)
    ]
    assert all(f"{one} " in text for one in load_board().exits)


def test_named_squares() -> None:
    """Calama, Topáter hill, the doors and the five exits, each on fitting ground."""
    board = load_board()

    assert set(board.calama) == {"8-6", "8-7", "9-6", "9-7"}
    assert set(board.topater) == {"4-5", "4-6"}
    assert board.doors == ("1-8", "1-9")
    assert len(board.exits) == 5
    assert all(key == one.square for key, one in board.exits.items())
    assert {board.squares[one].terrain for one in board.calama} == {Terrain.TOWN}
    assert {board.squares[one].terrain for one in board.topater} == {Terrain.HILL}
    assert {board.squares[one].terrain for one in board.exits} == {Terrain.ROAD}


def test_each_exit_has_its_road_from_calama() -> None:
    """Five named roads begin in the town and end at the exits, one each."""
    board = load_board()
    roads = [one.squares for one in board.landmarks.values() if one.kind == "road"]
    ends = [road[-1] for road in roads if road[0] in board.calama]

    assert sorted(ends) == sorted(board.exits)


def test_the_river_holds_all_its_cells() -> None:
    """Every square of modifier -2 lies on a named river."""
    board = load_board()
    wet = {one.id for one in board.squares.values() if one.resistance == -2}
    named = {at for one in board.landmarks.values() if one.kind == "river" for at in one.squares}

    assert named - wet == {"10-13", "12-13"}
    assert wet <= named


def test_neighbours_are_those_of_the_grid() -> None:
    """The board clips the grid at its four edges."""
    board = load_board()

    assert board.neighbours("16-1") == ("15-1", "15-2", "16-2")
    assert all(board.neighbours(one) == neighbours(one, 16, 16) for one in board.squares)


def test_the_sides_begin_out_of_range() -> None:
    """No weapon reaches from one zone into the other, and both hold any army of the rules."""
    board = load_board()
    farthest = max(one.most for one in load_army().types.values())

    apart = min(distance(a, b) for a in board.zones["chile"] for b in board.zones["bolivia"])
    assert apart > farthest
    for key in SCENARIOS:
        for seat in SEATS:
            assert sum(load_scenario(key).start[seat].values()) < len(board.zones[seat])


def test_every_terrain_has_a_name() -> None:
    """Each class is named in both languages, none twice."""
    names = load_board().terrains

    assert set(names) == set(Terrain)
    assert len({english for english, _ in names.values()}) == len(Terrain)
    assert len({spanish for _, spanish in names.values()}) == len(Terrain)


# --- pieces and scenarios ---------------------------------------------------------------------


def test_types_are_in_the_order_of_their_numbers() -> None:
    """The assignment die shows the number on the piece."""
    army = load_army()

    assert [one.number for one in army.types.values()] == [1, 2, 3, 4, 5, 6]
    assert army.assignment == {one.number: key for key, one in army.types.items()}
    assert (army.lowest, army.highest) == (0, 6)


def test_printed_figures() -> None:
    """Some that several rules lean on."""
    types = load_army().types

    assert [(one.least, one.most, one.direct) for one in types.values()] == [
        *((1, 1, True), (1, 1, True), (2, 4, False), (1, 3, True), (1, 1, True), (1, 1, True))
    ]
    assert [one.points for one in types.values()] == [0, 5, 4, 3, 3, 1]
    assert [one.command for one in types.values()] == [6, 2, 0, 0, 0, 0]
    assert [key for key, one in types.items() if one.decides] == ["commander"]
    assert [key for key, one in types.items() if one.jumps] == ["cavalry"]


def test_the_event_table_is_complete() -> None:
    """Every sum of two dice moves one attribute by one or two."""
    events = load_army().events

    assert sorted(events) == list(range(2, 13))
    moved = Counter((one.attribute, one.value) for one in events.values())
    assert moved == {
        ("resistance", -1): 2,
        ("resistance", 1): 1,
        ("movement", -1): 2,
        ("movement", 1): 1,
        ("strength", -2): 1,
        ("strength", -1): 2,
        ("strength", 1): 1,
        ("strength", 2): 1,
    }


def test_armies_and_what_they_are_worth() -> None:
    """17 and 15 pieces given, 46 and 36 points bought, 40 points of reserves."""
    types = load_army().types
    standard, points = load_scenario("standard"), load_scenario("points")

    assert [sum(standard.start[seat].values()) for seat in SEATS] == [17, 15]
    assert standard.budgets is None
    assert points.budgets == {"chile": 46, "bolivia": 36}
    for seat in SEATS:
        worth = sum(types[key].points * count for key, count in points.start[seat].items())
        assert worth == points.budgets[seat]
    for scenario in (standard, points):
        reserves = scenario.reserves["chile"]
        assert sum(types[key].price * count for key, count in reserves.items()) == 40
        assert sum(reserves.values()) == 10
        assert not scenario.reserves["bolivia"]
        assert (scenario.goal, scenario.orders, scenario.values) == (24, 3, (8, 6, 4))
        assert scenario.pools == {"chile": 10, "bolivia": 8}
    with pytest.raises(ValueError, match="no such scenario"):
        load_scenario("free")


@pytest.mark.parametrize("key", SCENARIOS)
@pytest.mark.parametrize("seat", SEATS)
def test_formations_are_fit_to_play(key: str, seat: str) -> None:
    """Everybody is within command, the doors are free, and all of a budget is used."""
    scenario, board, types = load_scenario(key), load_board(), load_army().types
    for formation in scenario.formations[seat].values():
        (chief,) = [at for type_key, at in formation.places if type_key == "commander"]
        officers = [at for type_key, at in formation.places if type_key == "officer"]
        for _, at in formation.places:
            assert at not in board.doors, formation.key
            assert distance(at, chief) <= 6 or min(distance(at, one) for one in officers) <= 2
        if scenario.budgets is not None:
            worth = sum(types[type_key].points for type_key, _ in formation.places)
            assert worth == scenario.budgets[seat], formation.key


@pytest.mark.parametrize("key", SCENARIOS)
@pytest.mark.parametrize("seat", SEATS)
def test_formations_differ(key: str, seat: str) -> None:
    """No two of a side are the same, nor called the same in either language."""
    formations = load_scenario(key).formations[seat]

    assert len({frozenset(one.places) for one in formations.values()}) == len(formations) >= 3
    assert len({one.name for one in formations.values()}) == len(formations)
    assert len({one.name_es for one in formations.values()}) == len(formations)


def test_objectives_have_names() -> None:
    """Three a side, named in both languages."""
    scenario = load_scenario()

    assert {len(keys) for keys in scenario.objectives.values()} == {len(scenario.values)}
    named = scenario.objective_names
    assert set(named) == {key for keys in scenario.objectives.values() for key in keys}
    assert all(english != spanish for english, spanish in named.values())


# --- rules and rulings ------------------------------------------------------------------------


def test_every_numbered_section_has_a_clause() -> None:
    """Chapters 1 to 7 with their sections as the rulebook counts them."""
    due = {str(chapter) for chapter in range(1, 8)}
    for section, last in {"3": 2, "4": 2, "4.1": 9, "4.2": 6, "5": 4, "7": 5}.items():
        due |= {f"{section}.{n}" for n in range(1, last + 1)}
    due |= {f"7.4.{n}" for n in (1, 2, 3)} | {"7.5.1", "7.5.2"}

    assert due <= set(load_rules(GAME))


def test_every_objective_has_a_clause() -> None:
    """The rules cite it by the objective's key."""
    keys = {key for own in load_scenario().objectives.values() for key in own}

    assert {f"4.1.8.{key}" for key in keys} <= set(load_rules(GAME))


def test_every_ruling_is_there() -> None:
    """Numbered without a gap, none left untranslated."""
    rulings = load_rulings(GAME)

    assert set(rulings) == {f"CAL-R{n}" for n in range(1, len(rulings) + 1)}
    assert len(rulings) >= 38
    for ruling in rulings.values():
        assert ruling.question != ruling.question_es
        assert ruling.ruling != ruling.ruling_es


@pytest.mark.parametrize("package", ["engine", "render", "bot", "data"])
def test_cited_rulings_exist(package: str) -> None:
    """No code and no data file cites a ruling that is not held."""
    known = set(load_rulings(GAME))
    for path in sorted((ROOT / package).rglob("*")):
        if path.suffix in {".py", ".toml", ".csv", ".md"}:
            cited = set(re.findall(r"CAL-R\d+", path.read_text(encoding="utf-8")))
            assert cited <= known, f"{path.relative_to(ROOT)}: {sorted(cited - known)}"


def test_cited_clauses_exist() -> None:
    """No refusal, event or decision of the engine cites a clause that the file does not hold."""
    known = set(load_rules(GAME))
    cited: set[str] = set()
    for path in sorted((ROOT / "engine" / GAME).rglob("*.py")):
        found = set(re.findall(r'"([1-7](?:\.\d+)*(?:\.[a-z]+)*)"', path.read_text("utf-8")))
        assert found <= known, f"{path.relative_to(ROOT)}: {sorted(found - known)}"
        cited |= found
    assert "7.5.1" in cited


def test_squares_in_rulings_are_those_of_the_data() -> None:
    """The ruling on zones and exits says what the files hold (CAL-R31)."""
    board = load_board()
    ruling = load_rulings(GAME)["CAL-R31"]
    for text in (ruling.ruling, ruling.ruling_es):
        assert set(re.findall(r"\d+-\d+", text)) == set(board.exits)
        rows = [tuple(map(int, one)) for one in re.findall(r"(\d+) (?:to|a) (\d+)", text)]
        assert rows == [
            span
            for seat in SEATS
            for span in (
                _span(row_col(one)[0] for one in board.zones[seat]),
                _span(row_col(one)[1] for one in board.zones[seat]),
            )
        ]


def _span(values: Iterable[int]) -> tuple[int, int]:
    found = sorted(values)
    return found[0], found[-1]
