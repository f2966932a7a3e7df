"""The files of troops and armies are whole; who changes one is told where it cannot be played."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.art_of_war.datacheck import ARMY_FILES, check_data
from engine.art_of_war.tables.combat import FILES
from engine.art_of_war.troops import GAME
from engine.data.files import DATA

FOLDER = DATA / GAME
OTHERS = ("rallying.csv", "terrain.csv", "manoeuvres.csv", "battles.toml")


def changed(folder: Path, name: str, old: str, new: str) -> Path:
    """A copy of the files in which one text stands for another, once."""
    shutil.copytree(FOLDER, folder / GAME)
    file = folder / GAME / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder / GAME


def test_the_files_are_whole() -> None:
    """Nothing is wrong in what is shipped."""
    assert check_data() == []


@pytest.mark.parametrize(
    ("name", "old", "new", "field", "told"),
    [
        ("troops.csv", ",foot,HI,2,4,5,75", ",foot,HI,3,4,5,75", "source", "in the rulebook 2"),
        ("troops.csv", ",foot,HI,2,4,5,75", ",foot,HI,2,3,5,75", "source", "in the rulebook 4"),
        ("troops.csv", ",foot,HI,2,4,5,75", ",foot,HI,2,4,6,75", "source", "in the rulebook 5"),
        ("troops.csv", "\nlevy,lv,", "\nserfs,lv,", "key", "missing: levy"),
        ("troops.csv", "\nlevy,lv,", "\nserfs,lv,", "key", "serfs is not in"),
        ("troops.csv", "\nlevy,lv,", "\nlevy,hi,", "code", "hi is there twice"),
        ("troops.csv", "wagons,wagon,yes", "wagons,sling,yes", "weapons", "WWg no sling"),
        ("troops.csv", ",heavy_spearmen,rulebook", ",serfs,rulebook", "dismounts", "serfs"),
        ("troops.csv", ",knights,,no", ",gallop,,no", "pace", "gallop"),
        ("movement.csv", "cavalry,4,3,1", "cavalry,4,3,2", "source", "in the rulebook 1"),
        ("movement.csv", "wagons,2,1,0", "wagons,3,1,0", "source", "in the rulebook 2"),
        ("movement.csv", "\nelephants,", "\nbeasts,", "key", "missing: elephants"),
        ("generals.csv", "2,0,8,2,4,rulebook", "2,0,8,2,5,rulebook", "source", "in the rulebook 4"),
        ("options.csv", "shields,escudos,archers,1", "shields,escudos,archers,2", "source", "1"),
        ("options.csv", "artillery,1,heavy,,", "artillery,1,longbow,,", "needs", "longbow"),
        ("options.csv", "-1,,indian", "-1,,persian", "bars", "persian"),
        ("options.csv", "0,0,longbow,", "0,0,wagon,", "weapons", "MI no wagon"),
        ("options.csv", "impact,impact,impacto,medium_c", "impact,hit,golpe,medium_c", "name", ""),
        ("options.csv", "bow,arco,medium_infantry", "bow,arco,serfs", "troops", "serfs"),
        ("weapons.csv", "\nsling,", "\nstone,", "bearers", "missing: sling of LI"),
        ("weapons.csv", "MI,4,0,1,WWg none", "MI,4,0,1,WWg some", "but", "WWg some"),
        ("weapons.csv", "sling,slings,hondas,LI,2", "sling,slings,hondas,LI,3", "source", "2"),
        ("bonuses.csv", "\nlevy,melee", "\nserfs,melee", "troop", "serfs"),
        ("bonuses.csv", "\nlevy,melee", "\nserfs,melee", "troop", "missing: levy"),
        ("muster.toml", 'key = "camp"', 'key = "work"', "price", "camp is there 0 times"),
        ("armies.toml", "a hi impact x4", "a hi x99", "written", "a hi x99"),
        ("armies.toml", "a hi impact x4", "a hi bow x4", "army", "army.not_sold"),
        ("armies.toml", "a hi impact x4", "a hi impact x5", "army", "price 103"),
        ("armies.toml", "competent abcd", "competent abc", "army", "army.no_general"),
        ("armies.toml", "competent abcd", "strategist abcd", "army", "army.strategists"),
        ("combat.csv", "overlap,melee,1,", "overlap,melee,2,", "source", "in the rulebook 1"),
        ("combat.csv", "rout,margin,6,", "rout,margin,5,", "source", "in the rulebook 6"),
        ("combat.csv", "\njoined,fate", "\nbound,fate", "key", "fate must have once each"),
        ("light_support.csv", "\n3,2,", "\n3,3,", "source", "in the rulebook 2"),
        ("light_support.csv", "\n1,1,", "\n6,1,", "shooters", "count up from 1"),
        ("army_losses.csv", "camp,4", "camp,3", "source", "in the rulebook 4"),
        ("elephants.csv", "2,left", "2,right", "source", "in the rulebook left"),
        ("elephants.csv", "\n6,rear", "\n5,rear", "die", "every face"),
        ("rallying.csv", "melee,2,5", "melee,1,5", "source", "in the rulebook (2, 5, 0)"),
        ("terrain.csv", "marsh,pantano,difficult", "marsh,pantano,rough", "source", "marsh"),
        ("terrain.csv", "\ntown,", "\ncity,", "key", "missing: town"),
        ("terrain.csv", "300;200,600;400,4", "300;200,200;400,4", "smallest", "gentle_hill"),
        ("battles.toml", 'kind = "brush"', 'kind = "bush"', "kind", "bush is not known"),
        ("battles.toml", 'south = "rome"', 'south = "troy"', "south", "troy is not known"),
        ("armies.toml", 'key = "carthage"', 'key = "rome"', "key", "rome is there twice"),
        ("manoeuvres.csv", "\nback,", "\nretreat,", "key", "back is there 0 times"),
        ("manoeuvres.csv", "\nback,", "\nretreat,", "key", "retreat is no manoeuvre"),
        ("manoeuvres.csv", "\nback,", "\nadvance,", "key", "advance is there 2 times"),
        ("manoeuvres.csv", "slide-left,left", "slide-left,right", "hand", "goes to left"),
        ("manoeuvres.csv", "advance {by}", "advance", "name", "told with one {by}"),
        ("manoeuvres.csv", "media vuelta,", "media vuelta {by},", "name_es", "told with no {by}"),
        (
            "manoeuvres.csv",
            ",slide;shift;",
            ",slide;shift;march;",
            "words",
            "'march' means advance",
        ),
    ],
)
def test_what_cannot_be_is_told_where(
    name: str, old: str, new: str, field: str, told: str, tmp_path: Path
) -> None:
    """By file and field, in words."""
    found = check_data(changed(tmp_path, name, old, new))
    assert any((one.file, one.field) == (name, field) and told in one.problem for one in found), (
        found
    )


def test_a_houses_own_figures_are_no_mistake(tmp_path: Path) -> None:
    """A line marked as the house's may say what it likes."""
    old = "sling,slings,hondas,LI,2,-1,,,no,yes,rulebook"
    new = "sling,slings,hondas,LI,3,-1,,,no,yes,house"
    assert check_data(changed(tmp_path, "weapons.csv", old, new)) == []


def test_armies_are_held_to_the_folders_own_table(tmp_path: Path) -> None:
    """Not to that which is shipped."""
    old, new = "HI,2,4,5,75,2,heavy_infantry,,no", "HI,2,4,7,75,2,heavy_infantry,,no"
    folder = changed(tmp_path, "troops.csv", old, new)
    file = folder / "troops.csv"
    text = file.read_text(encoding="utf-8")
    rows = [row[: row.rindex(",")] + ",house" if new in row else row for row in text.splitlines()]
    file.write_text("\n".join(rows), encoding="utf-8")
    told = [one.problem for one in check_data(folder)]
    assert any("rome: army.points" in one for one in told), told


@pytest.mark.parametrize("name", [*ARMY_FILES, *FILES, *OTHERS, "rules.toml"])
def test_a_missing_file_is_told(name: str, tmp_path: Path) -> None:
    """Each of those that play hangs on."""
    shutil.copytree(FOLDER, tmp_path / GAME)
    (tmp_path / GAME / name).unlink()
    assert name in {one.file for one in check_data(tmp_path / GAME)}
