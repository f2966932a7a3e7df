"""What may be known of a game: by which test each part is asked for stands beside it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from bot.trials.random_play import RandomGame
from engine.api import Action, AnyGame, Decision, Seat
from render import registry
from render.api import Names, Painter, Picture, Section
from render.sprites import Sprite
from render.themes import Theme
from tests.support.minds import Minds
from tests.support.readings import Hidden

Captain = Callable[[Any, Decision], Iterator[Action]]
"""Looks at a seat's view and a decision it owes, and proposes actions, best first."""
Typed = tuple[tuple[str, str], ...]
"""Settings of a table, as they are typed."""
Tables = tuple[Mapping[str, Any], ...]
"""What several tables choose: settings by name."""
Heavy = tuple[str, Any, Seat, Action]
"""What it is called, the state, who asks, about what."""
ONE_TABLE: Tables = ({},)
"""The usual table alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How much of a game is looked at where an answer takes longer than in most games.

    Attributes:
        dear: One of so many states is looked at by tests of the contract, of amounts, of reasons.
        first: Actions of a random game that is looked at a little.
        asked: Actions of a random game whose questions are looked at.
        other_data: Actions that are played with other data.
        objections: One of so many positions is looked at for refusals, and of a *whole* tour.
        pages: One of so many positions is visited on the whole tour of pages, and *first_pages*
            actions on the usual one.
        lessons: Seeds from which a lesson is taken, and how many *usual_lessons* in every run.
    """

    dear: int = 1
    first: int = 20_000
    asked: int = 500
    other_data: int = 250
    objections: int = 12
    whole_objections: int = 8
    pages: int = 1
    first_pages: int = 30
    lessons: int = 10
    usual_lessons: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What ``make bench`` and the gallery measure of a game.

    Attributes:
        game: The game.
        typed: Commands with what is typed into them, legal or not: each is answered.
        zone: A zone of its map, and *place* one on it.
        is_long: Which random games are whole ones; all of them where nothing is said.
        since: From which seed on they are looked for: those before it are known to be too short.
        settings: What its table chooses in random games; the usual where nothing is said.
        action_us: What an action may take on average, in microseconds.
        game_s: What a whole random game may take, in seconds, the random player's choices included.
        press_ms: What the page may take in the middle, in milliseconds of processor time.
        heaviest: The orders whose odds take longest to know.
    """

    game: AnyGame
    typed: Mapping[str, Mapping[str, Any]]
    zone: str
    place: str
    is_long: Callable[[RandomGame], bool] = field(default=lambda _: True)
    since: int = 0
    settings: BaseModel | None = None
    action_us: int = 200
    game_s: float = 2.0
    press_ms: float = 80.0
    heaviest: Callable[[], Iterator[Heavy]] = field(default=lambda: iter(()))

    @property
    def painter(self) -> Painter:
        """Who draws it."""
        return registry.painter(self.game.key)

    @property
    def names(self) -> Names:
        """Its words in English."""
        from bot.text import words_for

        return words_for("en", self.game).plain.say

    @property
    def part(self) -> Section:
        """A close-up."""
        return Section("around", self.place)


@dataclass(frozen=True, slots=True, kw_only=True)
class Golden:
    """What recordings keep of a game (``tests/golden``).

    Attributes:
        phases: What there was in the builds kept; a later one may have more. Also *frames*,
            the questions *asks*, and every kind of action *done*.
        apart: A setting that sets its tables apart most, with its values.
        tables: What tables choose. Of the first two the games show everything; of the others there
            is one.
        searched: The seeds to search for each table, of a game that takes minutes to search.
        computer: Actions of the games that the computer plays.
        crowded: Tables on which what is rare comes at once: settings, seed and state of each.
        more: Settings, seed and actions of what is recorded besides, with names.
        fresh: What games of the build before choose, in turn, before this build takes them over.
        begun: Tables that a build with a schema, a dump or a ruleset of its own begins; those
            that a version plays to their end are *played_out*, those that others play on *relayed*.
    """

    phases: str
    frames: str
    asks: str
    done: str
    apart: tuple[str, Collection[str]]
    tables: tuple[Typed, ...]
    searched: tuple[tuple[int, ...], ...] | None = None
    computer: int = 70
    crowded: Callable[[], Iterator[tuple[Any, str, Any]]] = field(default=lambda: iter(()))
    more: Callable[[], Iterator[tuple[str, Typed, str, int]]] = field(default=lambda: iter(()))
    fresh: Tables = ONE_TABLE
    begun: Tables = ()
    played_out: Tables = ()
    relayed: Tables = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What is recorded of a ruleset (``tests/rulesets``).

    Attributes:
        tables: What tables choose; those of the golden logs where nothing is said.
        crowded: So many of the tables on which everybody is near everybody.
        stretches: So many stretches of each table, of *actions* actions.
    """

    tables: tuple[Typed, ...] = ()
    crowded: int = 0
    stretches: int = 8
    actions: int = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Zoo:
    """How computers are tried against enemies unlike themselves (``tests/zoo``).

    Attributes:
        games: Games against each enemy of one idea, from either side, that are tried now and then.
        watched: Games from either side that are watched for foolish signs now and then.
        foolish: Settings and seat of an enemy who sits still, and the signs that are then seen.
    """

    games: int = 4
    watched: int = 11
    foolish: tuple[Mapping[str, str], Seat, Collection[str]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherData:
    """Data files other than those shipped.

    Attributes:
        changes: What might be otherwise; each a file, what stands there, and what instead.
        name: A kind of term and its key that read otherwise then, and how, in English.
        unmoved: Modules with a plain cache, and what is in it that hangs on no file of play data;
            names from the game's own folder.
    """

    changes: tuple[tuple[str, str, str], ...]
    name: tuple[str, str, str]
    unmoved: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Questions that random games must bring up.

    Attributes:
        tables: What their tables choose.
        seed: Of random games in which what is named here comes up.
        met: Questions that are met at least: the test is of them.
        nowhere: Questions about the whole game: no place is to be shown.
    """

    tables: Tables = ONE_TABLE
    seed: str = "asked"
    met: frozenset[str] = frozenset()
    nowhere: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedUp:
    """What ``/game counter`` says in a match some steps on; an empty name is any of one's own.

    Attributes:
        steps: Steps of the match.
        own: A counter of the first side as alice types it, and what is said of it.
        kind: A kind of counter, and what is said of it.
        spanish: A counter as bruno types it, without accents, and its name as it is said.
    """

    steps: int
    own: tuple[str, tuple[str, ...]]
    kind: tuple[str, tuple[str, ...]]
    spanish: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Phases:
    """What the questions of phases do not name or do not come to (``contract/test_phases.py``).

    Attributes:
        unasked: What can be done in a phase whose question does not name it.
        goes_on: What is done by turns until nothing of it is left: it needs nothing to close it.
        rare: "SEAT KIND" that three random games need not come to.
    """

    unasked: frozenset[str] = frozenset()
    goes_on: tuple[str, ...] = ()
    rare: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """How a game's own sentences are judged.

    Attributes:
        shunned: By language, words in whose place its rulebook has one of its own: a pattern.
        alike: Sentences with words of their own that read the same in both languages: names.
        passes: Kinds that only pass on, beside those that close a phase or a set-up: no reason.
        ready_set_up: How the buttons of ready-made set-ups begin, in English.
    """

    shunned: Mapping[str, str] = field(default_factory=dict)
    alike: frozenset[str] = frozenset()
    passes: frozenset[str] = frozenset()
    ready_set_up: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """All that is known of a game.

    Attributes:
        game: The game.
        rules: Patterns of the modules that hold its rules, in the folder of its engine: of them
            mutants are made.
        captain: Plays a seat by a seed, so that games come to an end and show much.
        minds: What else its sides may have in mind, where it has secrets.
        tables: What tables choose so that a random game shows much and is soon over.
        shorter: The same where any table will do, as typed: what makes a long game shorter.
        soon_over: The same, so that the shortest of long games comes to its end.
        odds_tables: Tables whose odds are asked, and *turn_dice*: purposes of dice that are thrown
            as a turn begins, whatever was done before.
        amounts: What the second table chooses, where other amounts are limited than in the first.
        since_then: What new tables play by and campaigns from before those settings do not.
        untold: Rulesets that were told before a change had words for what held before it.
        unwarned: Seeds of the contract's random games in which nothing is warned of.
        written: Kinds that stand written in random games.
        resting: Random games in which a side rests.
        uncorrected: Kinds of corrections that random games of the contract have no use for.
        hidden: Where its table holds what not everybody sees.
        wandered: Tables whose pages are wandered, as typed; *often* if in every run.
        counters: Every counter in every state that shows on it, in a theme, of so many pixels.
        pictures: What the documents show of its maps, by the names of the files.
    """

    game: AnyGame
    rules: tuple[str, ...] = ()
    captain: Callable[[Seat, str], Captain] | None = None
    minds: Minds | None = None
    tables: Tables = ONE_TABLE
    shorter: Mapping[str, str] = field(default_factory=dict)
    soon_over: Mapping[str, str] = field(default_factory=dict)
    odds_tables: Tables = ONE_TABLE
    turn_dice: frozenset[str] = frozenset()
    amounts: Mapping[str, Any] | None = None
    since_then: Mapping[str, Any] = field(default_factory=dict)
    untold: frozenset[int] = frozenset()
    unwarned: frozenset[str] = frozenset()
    written: frozenset[str] = frozenset()
    resting: tuple[str, ...] = ()
    uncorrected: frozenset[str] = frozenset()
    hidden: Hidden | None = None
    wandered: tuple[str, ...] = ("",)
    often: bool = False
    pace: Pace = Pace()
    phases: Phases = Phases()
    says: Says = Says()
    asked: Asked = Asked()
    looked_up: LookedUp | None = None
    other_data: OtherData | None = None
    bench: Subject | None = None
    golden: Golden | None = None
    recorded: Recorded = Recorded()
    zoo: Zoo = Zoo()
    counters: Callable[[Theme, int], Iterator[Sprite]] | None = None
    pictures: Callable[[], Mapping[str, Picture]] | None = None
