"""The mutation tester itself: what it makes, chooses, tries and has on file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.registry import load_games
from tests.mutants import trying
from tests.mutants.making import Mutant, Population, mutants_of
from tests.mutants.scope import ROOT, Survivor, explained, files_of, reached
from tests.mutants.trying import Court

RULES = '''
LIMIT = 6


def room(units: int) -> int:
    """Return how many more may come."""
    return LIMIT - units


class Stack:
    def fits(self, units: int) -> bool:
        return units <= LIMIT


def march(left: int) -> int:
    while left > 0:
        left -= 1
    return left
'''


@pytest.fixture
def mutants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Mutant]:
    """All mutants of a small module of rules that can be imported."""
    path = tmp_path / "rules_of_a_test.py"
    path.write_text(RULES, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return mutants_of(path, tmp_path)


def the(mutants: Sequence[Mutant], function: str, come: str) -> Mutant:
    """Return the mutant that brings a line into a function."""
    (found,) = (one for one in mutants if one.function == function and one.change()[1] == (come,))
    return found


def test_mutants_are_in_functions_and_say_where(mutants: Sequence[Mutant]) -> None:
    """Functions and methods are mutated, constants are not, and each change is one line here."""
    assert {one.function for one in mutants} == {"room", "Stack.fits", "march"}
    fits = the(mutants, "Stack.fits", "return units < LIMIT")

    assert fits.name == "rules_of_a_test.py:12"
    assert fits.change()[0] == ("return units <= LIMIT",)
    compile(fits.source(), fits.path, "exec")


def test_sample_follows_from_its_seed(mutants: Sequence[Mutant]) -> None:
    """The same seed chooses the same mutants, another others; of few all are taken."""
    many = Population(tuple(mutants_of(Path(trying.__file__))), {})

    assert many.sample(20, 1) == many.sample(20, 1)
    assert many.sample(20, 1) != many.sample(20, 2)
    assert len(set(many.sample(20, 1))) == 20
    few = Population(tuple(mutants), {})
    assert few.sample(len(mutants), 1) == tuple(mutants)


def test_cases_decide(mutants: Sequence[Mutant], monkeypatch: pytest.MonkeyPatch) -> None:
    """What a case notices is killed and named, what none notices lives, a loop is ended."""
    monkeypatch.setattr(trying, "SECONDS", 0.2)

    def play(path: Path) -> None:
        import rules_of_a_test as rules  # type: ignore[import-not-found]

        assert path.stem != "room" or rules.room(4) == 2
        assert path.stem != "march" or rules.march(3) == 0
        assert rules.Stack().fits(3)

    court = Court(play, [Path("room.toml"), Path("march.toml")])
    tried = [
        the(mutants, "room", "return LIMIT + units"),
        the(mutants, "Stack.fits", "return units < LIMIT"),
        the(mutants, "march", "left += 1"),
    ]

    assert court.unmutated() == ""
    assert [one.killer for one in court.judge(tried, 2)] == ["room", "", "time"]
    # Only the children were changed.
    play(Path("room.toml"))


@pytest.mark.parametrize("game", load_games())
def test_rules_are_what_the_contract_comes_to(game: str) -> None:
    """Checks and effects are rules, offers are not."""
    functions = {name for path, name in reached(game) if "/rules/" in path}

    assert files_of(game)
    assert {one for one in functions if "check" in one}
    assert {one for one in functions if "apply" in one}
    assert not {one for one in functions if one.lstrip("_").startswith("options")}


@pytest.mark.parametrize("game", load_games())
def test_what_the_contract_comes_to_is_rules(game: str) -> None:
    """From what a game does behind the contract its rules and its working copy are found."""
    files = {file for file, _ in reached(game)}

    assert f"engine/{game}/play.py" in files
    assert any(file.startswith(f"engine/{game}/rules/") for file in files)


def test_survivors_on_file_are_still_there() -> None:
    """Each survivor that was explained is a change of lines that its file holds."""
    for one in explained():
        held = {
            line.strip()
            for path in ROOT.glob(one.file)
            for line in path.read_text(encoding="utf-8").splitlines()
        }
        assert held, one.file
        assert set(one.gone) <= held, f"{one.file} {one.function}: {one.gone}"
        assert one.come
        assert one.why


def test_a_survivor_is_known_by_its_change() -> None:
    """The lines that go and come tell whether it is one that was explained."""
    one = Survivor(
        "engine/*/rules/*.py", "march", ("left -= 1",), ("left -= 2", "/-= [0-9]+0$/"), "so"
    )
    place = ("engine/calama/rules/movement/advance.py", "march")

    assert one.is_of(*place, ("left -= 1",), ("left -= 2",))
    assert one.is_of(*place, ("left -= 1",), ("left -= 30",))
    assert not one.is_of(*place, ("left -= 1",), ("left += 1",))
    assert not one.is_of(*place, ("right -= 1",), ("left -= 2",))
    assert not one.is_of(place[0], "advance", ("left -= 1",), ("left -= 2",))
