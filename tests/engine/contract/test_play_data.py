"""Data that campaigns are played with: told apart by digest, and several at once in one process."""

from __future__ import annotations

import functools
import importlib
import pickle
import pkgutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from inspect import isroutine
from pathlib import Path
from typing import Any

import pytest

from bot.trials.random_play import play_at_random
from engine.api import Act, Action, Actor, Game, Option, Text, Tried
from engine.data.cache import cached_per_data
from engine.data.files import DATA, DataError
from engine.data.play_data import PlayData, data_in_use, laid_over, play_folder, shipped
from engine.data.with_data import as_shipped, data_of, with_data
from engine.dice import RecordedDice, SeededDice
from engine.offered import Offered
from engine.reasons import Reasoning
from engine.registry import load_games
from engine.subjects import LooksUp
from tests.games import known
from tests.games.knowing import OtherData
from tests.support.own_data import other
from tests.support.seldom import seldom
from tests.support.toy_game import TOY

ROOT = Path(__file__).resolve().parents[3]
GAMES = load_games()
HERE = Option("here", Text("option"))
ALONE = 40
"""Steps that are played of a game undisturbed; in turns with another as many as its pace allows."""


def otherwise(key: str) -> OtherData:
    """Return what is said of a game's other data."""
    found = known(key).other_data
    assert found is not None
    return found


def story(game: Game[Any, Any], seed: str, most: int = 10_000) -> Iterator[str]:
    """Yield each state of the beginning of a random game, and what a seat is offered there."""
    steps = min(most, known(game.key).pace.other_data)
    dice = RecordedDice(SeededDice(seed.encode()))
    state = game.setup(game.settings_model(), dice).state
    seen: list[Any] = []
    play_at_random(game, state, seed, limit=steps, each=seen.append, dice=dice)
    for one in seen:
        owed = game.awaiting(one)[0]
        offered = game.kinds(game.view(one, owed.seat))
        yield f"{game.dump(one)} {owed.key} {offered}"


def alone(key: str, seed: str) -> list[str]:
    """Return the same of a process that knows no other data."""
    code = (
        "import sys; from tests.engine.contract import test_play_data as t; "
        "from engine.data.with_data import with_data; "
        f"print(*t.story(with_data(t.GAMES[{key!r}], t.other({key!r})), {seed!r}), sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return done.stdout.splitlines()


# -- several at once -------------------------------------------------------------------------


@pytest.mark.parametrize("key", seldom(GAMES, ["calama"]))
def test_two_campaigns_of_other_data_do_not_meet(key: str) -> None:
    """Played in turns in one process each goes as it goes where there is no other."""
    ours, own = GAMES[key], with_data(GAMES[key], other(key))
    before = list(story(ours, "one", ALONE))

    theirs = [*zip(story(own, "one"), story(ours, "one"), strict=False)]

    assert [one for one, _ in theirs] == alone(key, "one")[: len(theirs)]
    assert len(theirs) > ALONE
    assert [mine for _, mine in theirs][:ALONE] == before[: len(theirs)]
    assert any(one != mine for one, mine in theirs)


@pytest.mark.parametrize("key", GAMES)
def test_its_names_and_its_computer_are_its_own(key: str) -> None:
    """What the data says is what its players read; and the computer thinks with it."""
    own = with_data(GAMES[key], other(key))
    kind, name, said = otherwise(key).name
    assert own.lexicon(kind, name, "en") == said
    assert GAMES[key].lexicon(kind, name, "en") != said
    state = own.setup(own.settings_model(), SeededDice(b"names")).state
    for _ in range(30):
        # A short game may be over before.
        owed = next(iter(own.awaiting(state)), None)
        if owed is None:
            break
        view = own.view(state, owed.seat)
        chosen = own.opponents["hard"].choose(view, owed, SeededDice(b"thinking"))
        assert not own.check(state, owed.seat, chosen)
        state = own.apply(state, owed.seat, chosen, SeededDice(b"dice")).state


def test_data_is_in_use_within_methods_only() -> None:
    """Not between two options either, which are looked for one by one."""
    key = "calama"
    own = with_data(GAMES[key], other(key))
    state = own.setup(own.settings_model(), SeededDice(b"any")).state
    seat = own.awaiting(state)[0].seat
    view = own.view(state, seat)
    kind = own.kinds(view)[0]
    field = next(iter(own.actions[kind].model_fields), "")

    for _ in own.options(view, kind, field, {}):
        assert play_folder(key) == DATA / key

    assert play_folder(key) == DATA / key


@pytest.mark.parametrize("key", GAMES)
def test_where_somebody_can_go_is_found_out_with_its_data(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though that is looked at when the method is long over."""
    seen: list[PlayData | None] = []

    def places() -> Iterator[Option]:
        seen.append(data_in_use())
        yield HERE

    def actors(_: Any) -> Iterator[Actor]:
        yield Actor(HERE, (Act("go", "to", Offered(places)),))

    monkeypatch.setattr(GAMES[key], "actors", actors)
    own = with_data(GAMES[key], other(key))
    (actor,) = own.actors(None)
    assert not seen

    assert actor.acts[0].where == (HERE,)
    assert seen == [data_of(own)]
    assert data_in_use() is None


@pytest.mark.parametrize("key", GAMES)
def test_with_data_of_its_own_it_has_all_that_it_had(key: str) -> None:
    """Every name, and by it every protocol that it is of; each method runs with the data in use."""
    game: Any = GAMES[key]
    own: Any = with_data(game, other(key))
    public = {name for name in dir(game) if not name.startswith("_")}
    assert public <= set(vars(own))
    methods = {name for name in public if isroutine(getattr(game, name))}
    assert {"check", "options", "scramble"} < methods
    assert all(vars(own)[name].__wrapped__ == getattr(game, name) for name in methods)
    assert all(isinstance(one, Reasoning) for one in own.opponents.values())
    assert isinstance(own, LooksUp)
    assert isinstance(own, Tried)


def test_what_is_kept_is_kept_for_each_data_by_itself() -> None:
    """Once for each, as many results as asked for, and anew after it was let go."""
    made: list[tuple[str, int]] = []

    @cached_per_data(maxsize=1)
    def of(number: int) -> str:
        """Say whose it is."""
        where = play_folder("calama")
        made.append((repr(where), number))
        return repr(where)

    one = other("calama")
    same = PlayData("calama", one.files)
    with one.in_use():
        assert of(1) == of(1) == repr(one)
    assert of(1) == repr(DATA / "calama")
    with one.in_use():
        assert of(1) == repr(one)
    assert len(made) == 2
    with same.in_use():
        of(1)
    assert len(made) == 3
    one.forget()
    with one.in_use():
        of(1)
    assert len(made) == 4


def test_a_game_and_its_data_are_told_apart() -> None:
    """What is shipped is the game itself; other data can be changed for other data again."""
    game = GAMES["calama"]
    own = with_data(game, other("calama"))

    assert data_of(game) is None
    assert as_shipped(own) is game
    assert as_shipped(with_data(own, other("calama"))) is game
    assert data_of(own) is not None
    assert TOY.data_files == ()


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("root", ["engine", "render"])
def test_no_cache_mixes_data(root: str, key: str) -> None:
    """A plain cache in a game's code holds nothing that was worked out from its files.

    In ``render`` it may, where the board is among what it is asked with.
    """
    package = importlib.import_module(f"{root}.{key}")
    found = set()
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(info.name)
        for value in vars(module).values():
            if not isinstance(value, functools._lru_cache_wrapper):
                continue
            if value.__module__ != info.name or "board" in value.__annotations__:
                continue
            if root == "render" and value.__name__ not in READING:
                continue
            found.add(info.name.removeprefix(f"engine.{key}."))

    assert found <= otherwise(key).unmoved.keys()


READING = {"_named_sides", "area_heart", "painter"}
"""Functions of painters that read play data themselves."""


# -- digests ---------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_every_file_that_play_hangs_on_is_named(key: str) -> None:
    """What else lies there is the computer's, the rulings', or of the first campaigns."""
    there = {path.name for path in (DATA / key).iterdir() if path.suffix in {".csv", ".toml"}}
    apart = {
        "opponent.toml",
        "rules.toml",
        "rulings.toml",
        "rulesets.toml",
        "first_points.csv",
    }

    assert set(GAMES[key].data_files) == there - apart


def test_equal_files_have_equal_digests(tmp_path: Path) -> None:
    """However they came here; one letter makes another."""
    base = shipped("calama", GAMES["calama"].data_files)

    assert PlayData.of_text("calama", base.text).digest == base.digest
    assert pickle.loads(pickle.dumps(base)).digest == base.digest
    assert other("calama").digest != base.digest
    (tmp_path / "calama").mkdir()
    text = base.files["exits.csv"]
    (tmp_path / "calama" / "exits.csv").write_bytes(
        b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    )
    assert laid_over(base, tmp_path).digest == base.digest
    with pytest.raises(ValueError, match="not the data files of calama"):
        PlayData.of_text("calama", "[1]")


def test_a_hosts_files_are_laid_over_ours(tmp_path: Path) -> None:
    """File by file; what has no counterpart is named, notes and hidden files are passed over."""
    base = shipped("calama", GAMES["calama"].data_files)
    assert laid_over(base, tmp_path) is base
    folder = tmp_path / "calama"
    folder.mkdir()
    (folder / "README.md").write_text("why")
    (folder / ".DS_Store").write_bytes(b"\xff")
    assert laid_over(base, tmp_path) is base

    (folder / "events.csv").write_text(base.files["events.csv"] + "# of our own\n")
    mine = laid_over(base, tmp_path)
    assert mine.own == ("events.csv",)
    assert mine.digest != base.digest
    assert {name for name in base.files if mine.files[name] != base.files[name]} == {"events.csv"}

    (folder / "opponent.toml").write_text("x = 1")
    with pytest.raises(DataError, match=r"calama/opponent\.toml: is not one of events\.csv"):
        laid_over(base, tmp_path)


def test_actions_of_a_game_are_the_same_whatever_its_data() -> None:
    """Logs hold them; data never changes what they look like."""
    for key, game in GAMES.items():
        own = with_data(game, other(key))
        kinds: Mapping[str, type[Action]] = own.actions
        assert kinds is game.actions
        assert (own.ruleset, own.seats, own.command) == (game.ruleset, game.seats, game.command)
        assert list(own.opponents) == list(game.opponents)
