"""The lab: whole games between computers and random players, and their figures."""

from __future__ import annotations

from typing import Any

import pytest

from bot.trials import lab
from bot.trials.lab import LabGame, Player, attempt, play, series, share, summary, wilson
from bot.trials.random_play import DeadEnd
from engine.api import Action, Decision
from engine.dice import Dice
from tests.support.toy_game import TOY, Hide, Land, Row, Settings, Shout, ToyGame, View
from tests.support.toy_game.state import lantern_of

BOTH: dict[str, Player] = {"red": "computer", "blue": "computer"}
SETTINGS = Settings()


class Ticking:
    """A clock that goes on by a second whenever it is looked at."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Tell the time."""
        self.now += 1.0
        return self.now


class Deaf:
    """A player who always shouts, whatever is asked."""

    def choose(self, view: View, decision: Decision, dice: Dice) -> Action:
        """Shout."""
        return Shout(loud=True)


class Steady:
    """A player who throws dice, notes them and cares nothing for them."""

    def __init__(self, thrown: int) -> None:
        self.thrown = thrown
        self.seen: dict[str, tuple[int, ...]] = {}

    def choose(self, view: View, decision: Decision, dice: Dice) -> Action:
        """Row, and land when it is far enough."""
        if self.thrown:
            self.seen.setdefault(decision.seat, dice.roll("thought", self.thrown))
        if decision.code == "shout":
            return Shout(loud=False)
        if not lantern_of(view):
            return Hide(bank="north")
        return Row(strokes=1) if view.table.afloat < 5 else Land(bank="south")


def with_opponent(opponent: Any) -> Any:
    """The toy game with another computer player."""
    game = ToyGame()
    game.opponents = {"hard": opponent} if opponent else {}
    return game


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game stands in the registry."""
    monkeypatch.setattr(lab, "load_games", lambda: {TOY.key: TOY})


def test_a_seed_is_a_whole_game() -> None:
    """The same seed plays the same game; another one another."""
    game: Any = TOY
    first = play(game, "a", SETTINGS, BOTH)

    assert first == play(game, "a", SETTINGS, BOTH)
    assert any(play(game, seed, SETTINGS, BOTH).tally != first.tally for seed in "bcdef")
    assert first.actions > 0
    assert first.problem == ""
    assert first.reason
    assert set(first.tally) == {"red.score", "blue.score", "steps"}


def test_thinking_moves_no_roll() -> None:
    """However many dice a player throws to think with, the game's fall as they would have."""
    silent, busy = Steady(0), Steady(30)

    assert play(with_opponent(silent), "a", SETTINGS, BOTH) == play(
        with_opponent(busy), "a", SETTINGS, BOTH
    )
    assert busy.seen["red"] != busy.seen["blue"]


def test_only_the_computers_choices_are_timed() -> None:
    """One time a choice of the computer's; a random player takes none."""
    game: Any = TOY
    both = play(game, "a", SETTINGS, BOTH, clock=Ticking())
    one = play(game, "a", SETTINGS, {"red": "computer", "blue": "random"}, clock=Ticking())
    none = play(game, "a", SETTINGS, {"red": "random", "blue": "random"}, clock=Ticking())

    assert both.thinking == (1.0,) * both.actions
    assert 0 < len(one.thinking) < one.actions
    assert none.thinking == ()


def test_what_the_rules_refuse_is_a_finding() -> None:
    """An action that check refuses ends the game with who did what."""
    with pytest.raises(DeadEnd, match="refused to red's computer"):
        play(with_opponent(Deaf()), "a", SETTINGS, BOTH)


def test_an_endless_game_is_a_finding() -> None:
    """Too many actions are an error, not a long wait."""
    game: Any = TOY
    whole = play(game, "a", SETTINGS, BOTH)

    assert play(game, "a", SETTINGS, BOTH, limit=whole.actions) == whole
    with pytest.raises(DeadEnd, match="no end"):
        play(game, "a", SETTINGS, BOTH, limit=whole.actions - 1)


def test_without_a_computer_player_there_is_only_random_play() -> None:
    """A game that has none says so; at random it can be played."""
    game = with_opponent(None)
    with pytest.raises(DeadEnd, match="no computer player"):
        play(game, "a", SETTINGS, BOTH)
    assert play(game, "a", SETTINGS, {"red": "random", "blue": "random"}).reason


@pytest.mark.usefixtures("registered")
def test_a_series_reports_every_game() -> None:
    """One report a seed, in their order; a mistake in one of them stops nothing."""
    played = list(series(TOY.key, ["a", "b"], {"turns": "2"}, BOTH))
    broken = attempt(TOY.key, "a", settings={"turns": "many"}, players=BOTH)

    assert [one.seed for one in played] == ["a", "b"]
    assert [one.problem for one in played] == ["", ""]
    assert played[0] == attempt(TOY.key, "a", settings={"turns": "2"}, players=BOTH)
    assert "turns" in broken.problem


def test_processes_play_what_one_process_plays() -> None:
    """How many games run at a time changes nothing but the time."""
    seats: dict[str, Player] = {"chile": "random", "bolivia": "random"}
    alone = list(series("calama", ["a", "b"], {}, seats))

    assert alone == list(series("calama", ["a", "b"], {}, seats, processes=2))


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (95, 100, 0.8882, 0.9785), (10, 10, 0.7225, 1)],
)
def test_wilson_interval(successes: int, trials: int, low: float, high: float) -> None:
    """Values of the published formula at 1.96."""
    assert wilson(successes, trials)[0] == pytest.approx(low, abs=5e-5)
    assert wilson(successes, trials)[1] == pytest.approx(high, abs=5e-5)


def test_nothing_played_is_nothing_known() -> None:
    """Without games the share may be anything, and a report can still be made."""
    assert wilson(0, 0) == (0.0, 1.0)
    report = summary(("red", "blue"), [LabGame("a", problem="it broke")])
    assert report.games == 0
    assert report.problems == (("a", "it broke"),)
    assert report.rounds == (0, 0, 0)


def test_a_report_counts_what_was_played() -> None:
    """Shares, reasons, spreads, averages and flags over whole games; the others stand apart."""
    games = [
        LabGame("1", "red", "far", 3, 10, {"red.lost": 2, "red.done": 1}, (0.1, 0.2)),
        LabGame("2", "red", "far", 5, 30, {"red.lost": 0, "red.done": 0}, (0.3,)),
        LabGame("3", None, "tied", 4, 20, {"red.lost": 4, "red.done": 1}, (0.4,)),
        LabGame("4", problem="it broke"),
    ]
    report = summary(("red", "blue"), games)

    assert report.games == 3
    assert report.wins == {"red": share(2, 3), "blue": share(0, 3)}
    assert report.draws == share(1, 3)
    assert report.turns == {3: share(1, 3), 4: share(1, 3), 5: share(1, 3)}
    assert list(report.decided) == [(3, "red", "far"), (4, "", "tied"), (5, "red", "far")]
    assert set(report.decided.values()) == {share(1, 3)}
    assert report.rounds == (3, 4, 5)
    assert report.actions == (10, 20, 30)
    assert report.tally == {"red.lost": 2.0, "red.done": pytest.approx(2 / 3)}
    assert report.middle == {"red.lost": 2, "red.done": 1}
    assert report.found == {"red.lost": share(2, 3), "red.done": share(2, 3)}
    assert report.flags == {"red.done"}
    assert report.decisions == 4
    assert report.thinking == (0.3, 0.4, 0.4)
    assert report.problems == (("4", "it broke"),)


def test_what_decided_a_turn_stands_together_the_commonest_first() -> None:
    """In the order of turns; within one by number of games, won or not."""
    ends = [("blue", "far", 9), ("red", "near", 5), ("red", "far", 9), ("red", "far", 9)]
    played = [LabGame(str(n), who, how, turn) for n, (who, how, turn) in enumerate(ends)]
    report = summary(("red", "blue"), played)

    assert list(report.turns.items()) == [(5, share(1, 4)), (9, share(3, 4))]
    assert list(report.decided.items()) == [
        ((5, "red", "near"), share(1, 4)),
        ((9, "red", "far"), share(2, 4)),
        ((9, "blue", "far"), share(1, 4)),
    ]


def test_a_seat_may_be_played_by_a_weaker_computer() -> None:
    """Each seat by the strength that is named; "computer" is the strongest; others are told."""
    easy, hard = Steady(6), Steady(8)
    game = with_opponent(None)
    game.opponents = {"easy": easy, "hard": hard}

    play(game, "a", SETTINGS, {"red": "easy", "blue": "computer"})
    assert (set(easy.seen), set(hard.seen)) == ({"red"}, {"blue"})
    measured = play(game, "a", SETTINGS, {"red": "easy", "blue": "random"}, clock=lambda: 1.0)
    assert measured.thinking
    with pytest.raises(DeadEnd, match="no computer player 'normal'"):
        play(game, "a", SETTINGS, {"red": "normal", "blue": "hard"})
