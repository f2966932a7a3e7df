"""The contract every game system fulfils.

A game system is a pure, deterministic rules engine. The bot knows it only through :class:`Game`:
it never sees inside a state, and a game never hears of Discord, databases or clocks. Its words:

*Seat*      a side of the game by name ("chile"); never a Discord id.
*State*     everything about one game at one instant, secrets included. Opaque to the bot.
*View*      what one seat (or the public, ``None``) may know; built by naming, never by deleting.
*Action*    what a seat wants: a frozen pydantic model, one class a verb of the rulebook.
*Decision*  what a seat owes now, with the kinds of action that answer it.
*Event*     what happened, for the log; each names its audience, and what others are told of it.
*Refusal*   one reason why an action is not allowed, with the rulebook clause.

The others are in ``docs/glossary.md``, and beneath.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from engine.dice import Dice
from engine.lessons import Lesson
from engine.tales import Tale

Seat = str


class Term(NamedTuple):
    """A word that the text layer must look up in the reader's language.

    *kind* says which lexicon ("unit", "hex", "area", "seat", "phase", "chit" ...), *key* which
    entry; :meth:`Game.lexicon` answers for kinds that live in the game's own data files.
    """

    kind: str
    key: str


Param = str | int | Fraction | Term | tuple[str | int | Fraction | Term, ...]
"""A value of a sentence; no float, which no two machines need round alike, but a fraction."""
Params = Mapping[str, Param]

NO_PARAMS: Params = {}


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence as code and parameters; ``bot.text`` puts it in the reader's language."""

    code: str
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason an action is not allowed.

    Attributes:
        code: Key of the sentence, without the game's prefix ("march.no_points").
        rule: Clause id, a key of ``data/<game>/rules.toml`` ("8.6"), or "" for a matter of form.
        params: Values for the sentence. Holds nothing the refused seat may not know.
    """

    code: str
    rule: str
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, in the order in which it happened.

    Attributes:
        code: Key of the sentence ("battle.shot").
        rule: Clause id, or "".
        params: Values for the sentence.
        audience: The seats that may ever read it; ``None`` is everyone.
        otherwise: What those are told of it whom it does not reach ("a counter moves"), with an
            audience of its own; ``None`` when they are told nothing.
    """

    code: str
    rule: str
    params: Params = field(default_factory=dict)
    audience: frozenset[Seat] | None = None
    otherwise: Event | None = None

    def reading(self, viewer: Seat | None) -> Event | None:
        """Return what *viewer* (``None``: the public) reads of it, and nothing that others do."""
        if self.audience is None or (viewer is not None and viewer in self.audience):
            return self if self.otherwise is None else replace(self, otherwise=None)
        return None if self.otherwise is None else self.otherwise.reading(viewer)

    def reaches(self, viewer: Seat | None) -> bool:
        """Say whether *viewer* reads anything of it."""
        return self.reading(viewer) is not None


class Action(BaseModel):
    """Base of every game's actions. Fields are scalars, or tuples of scalars or of items.

    Fields are asked for in their order, required ones first; ``json_schema_extra`` may carry notes:

    *holds*  what stands in the field ("unit", "place", "count"): a word of the game's own, by
             which it reads what was typed and its painter knows what to show.
    *pick*   "one": every option of this tuple is a complete value by itself (a whole set-up), so
             that a menu lets one be chosen, not several to be joined. Typed it is a comma list.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    kind: ClassVar[str]
    """The verb as typed: lower case, at most 32 letters, unique in its game ("march")."""
    group: ClassVar[str] = ""
    """Subgroup of the slash command ("answer"), or "" for the top: Discord allows 25 names each."""
    secret: ClassVar[bool] = False
    """True when that it was done at all is known to its seat alone."""
    told_as: ClassVar[str] = ""
    """What others read as its kind until the game is over, where it must look alike; or ""."""
    closes: ClassVar[bool] = False
    """True for what ends one's part of a phase; a plan does it before what is of a later one."""
    goes_on: ClassVar[bool] = False
    """True for what is often done once more just as it was: a march that another roll leads on."""
    standing: ClassVar[bool] = False
    """True for a standing order (then *secret* too): it can be given until a game is over, whoever
    is awaited, replaces one of its kind, and answers decisions through :meth:`Game.standing`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One complete, legal answer to a decision: a button."""

    label: Text
    action: Action
    danger: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """What one seat owes now.

    Attributes:
        key: Names this decision among all this game ever poses ("17.interception"); it changes
            whenever what is asked changes, and never because of anything secret.
        seat: Who owes it.
        code: Key of the question ("interception").
        rule: Clause id.
        params: Values for the question; public.
        kinds: The kinds of action that answer it, most natural first.
        choices: Complete public answers for buttons (possibly none: answer by command or menu).
        interrupt: True when the other seat's turn is held up by it.

    All of it is public. What only the seat that owes it may know of the question, or of what it
    can answer, is said by :meth:`Game.asked`.
    """

    key: str
    seat: Seat
    code: str
    rule: str
    params: Params = field(default_factory=dict)
    kinds: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    interrupt: bool = False


class Cost(NamedTuple):
    """Points, at sea hexes, that it takes to get somewhere; those *left* then, where known."""

    takes: int
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One value a field may take now: as it would be typed (<= 100 characters), and its label.

    Where it is a place to go to, *cost* is what pictures say of it; the label says it too. *filled*
    are other fields that are chosen with it, as typed; only what an actor can do has them.
    """

    value: str
    label: Text
    cost: Cost | None = None
    filled: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Chance:
    """One thing that dice can bring about ("the target is sunk"), and how likely that is, exact."""

    result: Text
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Odds:
    """What one question to the dice can bring, exactly, from what one viewer knows.

    Attributes:
        about: What is asked of the dice ("this shot", "the whole engagement"); rule: its clause.
        chances: Every result that is possible, best for the viewer first, together certain.
        expected: Figures that are averages of the whole ("steps the enemy loses").
        given: What it takes for granted where people still choose ("no column is spent").
        supposing: What it takes the unknown to be ("it is infantry"), where others of the same
            *about* take it to be something else: never is one figure given for what is not known.
    """

    about: Text
    rule: str
    chances: tuple[Chance, ...]
    expected: tuple[tuple[Text, Fraction], ...] = ()
    given: tuple[Text, ...] = ()
    supposing: Text | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """How some of a side's counters move, or where they act.

    Attributes:
        who: The counters, by their ids.
        places: Where they begin, what they pass and where they end, by the ids of the places.
    """

    who: tuple[str, ...]
    places: tuple[str, ...]

    @property
    def end(self) -> str:
        """Where it leads."""
        return self.places[-1]


class Warned(NamedTuple):
    """One warning, and the kind of action that mends what it warns of, "" where none does.

    The fields *filled* are its, as typed; others are asked for. One of the same kind is instead.
    """

    text: Text
    kind: str = ""
    filled: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """What an action comes to as far as its seat can tell, before it is done.

    The odds of it are :meth:`Game.odds`: they may take long to count.

    Attributes:
        ways: Who goes where, and along what way.
        costs: What it takes, a sentence each ("2 of 5 movement points").
        final: What cannot be taken back once it is done, a sentence each ("it throws dice").
        reacting: The seats that may have a say before it is over, as the public can tell.
        notes: What is good to know of it, a sentence each ("a double doubles the points").
        warnings: What can no longer be done after it; mostly nothing. A person is told and asked
            once more.
    """

    ways: tuple[Way, ...] = ()
    costs: tuple[Text, ...] = ()
    final: tuple[Text, ...] = ()
    reacting: tuple[Seat, ...] = ()
    notes: tuple[Text, ...] = ()
    warnings: tuple[Warned, ...] = ()


NO_PREVIEW = Preview()

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Supposition(Generic[V]):
    """What an action would lead to as far as that is certain: no die is thrown for it.

    Attributes:
        view: What its seat would see then.
        events: What it would be told until there.
        open: Why it is not certain how it goes on: "dice" when a die comes next, "secret" when it
            hangs on what is hidden, "answer" when somebody else decides next; "" when it is.
        about: What the die is for, or which decision is awaited; "" otherwise.
    """

    view: V
    events: tuple[Event, ...] = ()
    open: Literal["", "dice", "secret", "answer"] = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that an actor can do: a kind of action, and where to, best first.

    Attributes:
        kind: The kind of action.
        field: The field that says where to; "" when the actor is all that is asked.
        where: Its options, each found out no sooner than somebody looks at it.
    """

    kind: str
    field: str = ""
    where: Sequence[Option] = ()


@dataclass(frozen=True, slots=True)
class Actor:
    """What of a side can act now: a counter, or several that can act as one.

    Attributes:
        who: As an option of the field that asks for it.
        acts: What it can do, in the order of the game's kinds.
        ordered: Whether it has an order already, which another one would replace.
    """

    who: Option
    acts: tuple[Act, ...]
    ordered: bool = False


class Bundle(NamedTuple):
    """Actions, mostly several, in their order, meant by one word ("replenish all")."""

    label: Text
    actions: tuple[Action, ...]


class Written(NamedTuple):
    """A secret order: what writes it *anew*, what *strikes* it; else another one replaces it."""

    label: Text
    anew: Action
    strikes: Action | None = None


class Halt(NamedTuple):
    """Something after which the rest of a plan waits for its owner ("doubles were rolled").

    The events of *codes* bring it about; with a *figure*, a value of theirs, where it is below a
    number that the player gives. What is *usual* holds unless the player takes it away.
    """

    name: str
    codes: frozenset[str]
    figure: str = ""
    usual: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: *winner* is a seat, or ``None`` for a draw."""

    winner: Seat | None
    reason: Text


@dataclass(frozen=True, slots=True)
class Step:
    """What an applied action (or the set-up) leads to."""

    state: Any
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """The public heading of a game: turn and phase, and who holds the initiative."""

    turn: int
    turn_name: Text
    phase: Text
    phase_key: str
    player: Seat | None


S = TypeVar("S")
V_contra = TypeVar("V_contra", contravariant=True)


class Opponent(Protocol[V_contra]):
    """A computer player of one game system. Stateless; it sees its seat's view and nothing else."""

    def choose(self, view: V_contra, decision: Decision, dice: Dice) -> Action:
        """Return what the viewer does now about *decision*, which it owes.

        ``check`` accepts it. A decision may stay open after it (orders of a phase are given one by
        one), and is then asked again; sooner or later the answer ends it.

        Args:
            view: What the computer's seat may know.
            decision: One of those it owes.
            dice: Chance of its own; never the game's dice, so that thinking moves no roll. The
                same view and dice give the same action.
        """


class Game(Protocol[S, V]):
    """One game system. Implementations are stateless and safe to share between campaigns."""

    key: str
    """Folder name, and prefix of its texts ("war_of_the_pacific")."""
    command: str
    """Name of its slash-command group ("wp")."""
    ruleset: int
    """Raised when a fix changes what a logged action leads to."""
    seats: tuple[Seat, ...]
    """Every side that any of its scenarios has."""
    data_files: tuple[str, ...]
    """The files of ``data/<key>`` that play hangs on, if any: a campaign keeps them as they were
    when it was created, and a host may lay others over them. See :mod:`engine.data.play_data`."""
    actions: Mapping[str, type[Action]]
    """Action models by kind, in the order in which a person meets them."""
    settings_model: type[BaseModel]
    """What a table chooses when it creates a campaign (edition, switches)."""
    halts: tuple[Halt, ...]
    """After what a plan may stop. Beside it, one stops wherever its side must decide."""
    passing: frozenset[str]
    """Codes of events that tell only that time goes on (a phase is closed): alone, no news."""
    opponents: Mapping[str, Opponent[V]]
    """Its computer players by strength (of ``engine.strengths``), the weakest first; or none."""
    lesson: Lesson | None
    """A first turn for newcomers; ``None`` while it has none, and without a computer player."""

    def seats_in(self, settings: BaseModel) -> tuple[Seat, ...]:
        """Return the sides of a campaign with *settings*: those that its scenario names."""

    def setup(self, settings: BaseModel, dice: Dice) -> Step:
        """Return the first state and the opening events."""

    def awaiting(self, state: S) -> tuple[Decision, ...]:
        """Return every open decision as everybody knows it; empty only when the game is over.

        Who is awaited, and for what, never hangs on a secret: where being asked would tell, either
        everybody is asked in every such case, or an order that stands from the set-up answers.
        """

    def asked(self, view: V) -> tuple[Decision, ...]:
        """Return the open decisions as the viewer is asked them.

        They are those of :meth:`awaiting`, by key and seat. One that the viewer owes may say more:
        another question, kinds that are possible now, choices of its own behind the public ones.
        """

    def kinds(self, view: V) -> tuple[str, ...]:
        """Return the kinds of action of which the viewer can make at least one now.

        Standing orders are not among them: they can be given always.
        """

    def options(
        self, view: V, kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        """Yield legal values of one field, best first, given the fields already *filled*.

        Lazy. For a field of several values the option's value is the whole field as typed. For a
        compound order it is the next item, given the items that stand in *filled* under the
        field's own name (a comma list; none there, the first one is asked for).
        Filling every required field from ``options`` in order always gives an action that
        ``check`` accepts, compound orders with one item or with as many as were chosen.
        """

    def accepts(self, view: V, kind: str, field: str, filled: Mapping[str, str]) -> Text | None:
        """Return what a field takes beside its options ("any distance up to 4 UD").

        For a field with more legal values than can be offered; ``None`` where they are all.
        """

    def left(self, view: V, kind: str, filled: Mapping[str, str]) -> tuple[Text, ...]:
        """Return what is left of what an action of *kind* takes ("room for 3"), a sentence each.

        What is *filled* is taken off. The parameter ``n`` of each counts it: never fewer than
        none, and of one sentence (its other parameters the same) never more as more is chosen.
        """

    def parse(self, view: V, kind: str, raw: Mapping[str, str]) -> Action:
        """Read an action as a person typed it.

        Raises:
            MalformedAction: with refusals saying what was not understood.
        """

    def values(self, view: V, kind: str, raw: Mapping[str, str]) -> Mapping[str, Any]:
        """Return what the fields filled in so far mean; what is not understood is left out."""

    def check(self, state: S, seat: Seat, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why *seat* may not do *action* now; empty means it may."""

    def apply(self, state: S, seat: Seat, action: Action, dice: Dice) -> Step:
        """Do *action*.

        :meth:`check` knows what the seat knows, so an action may be accepted and yet meet what was
        hidden from it. Then it is carried out as far as it goes and an event tells why it goes no
        further; it is never refused here for a reason that the seat could not know.

        Raises:
            IllegalAction: when :meth:`check` refuses it.
        """

    def odds(self, view: V, action: Action) -> tuple[Odds, ...]:
        """Return what the dice of *action* can bring, from what the viewer knows.

        Exact, never sampled; the nearest question first ("this die"), wider ones after it. Empty
        when no die is rolled, when it hangs on what the viewer may not know, or is refused.
        """

    def preview(self, view: V, action: Action) -> Preview:
        """Return what *action* comes to, from what the viewer knows.

        Empty (:data:`NO_PREVIEW`) when ``check`` refuses it.
        """

    def suppose(self, view: V, action: Action, *, undisturbed: bool = False) -> Supposition[V]:
        """Return what *action* leads to as far as that is certain.

        From the view alone, without dice: it tells nothing of what is coming. *Undisturbed*,
        others decline what they are asked, and let the viewer go on where sides act by turns.

        Raises:
            IllegalAction: when ``check`` refuses it.
        """

    def actors(self, view: V) -> Iterator[Actor]:
        """Yield what of the viewer's can act now, each with what it can do, best first. Lazy."""

    def bundles(self, view: V) -> Iterator[Bundle]:
        """Yield what can be done at once where that is plainly meant, best first. Lazy.

        ``check`` accepts the first of its actions now, and each further one in the view supposed
        after those before it; one that is not certain counts there as not done.
        """

    def standing(self, view: V, decision: Decision) -> Action | None:
        """Return the answer that the viewer's standing orders give to *decision*, which it owes.

        ``check`` accepts it. ``None`` when none of them speaks to it: then the seat is asked.
        """

    def forced(self, view: V, decision: Decision) -> Action | None:
        """Return the only answer to *decision* there can be as the public (its view) can tell.

        ``check`` accepts it. ``None`` where there may be another, or that hangs on a secret.
        """

    def view(self, state: S, seat: Seat | None) -> V:
        """Return what *seat*, or the public, may know."""

    def status(self, view: V) -> Status:
        """Return turn, phase and whose they are."""

    def orders(self, view: V) -> tuple[Text, ...]:
        """Return everything the viewer has ordered in secret, a line each."""

    def written(self, view: V) -> tuple[Written, ...]:
        """Return those of them that the viewer may write otherwise now; no standing orders."""

    def describe(self, view: V, where: str = "") -> tuple[Text, ...]:
        """Return the map in words, a line each; *where* narrows it (a zone, or round a hex)."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or ``None`` while it is played."""

    def tally(self, state: S, events: Sequence[Event] = ()) -> Mapping[str, int]:
        """Return figures about a finished game for the lab: losses, objectives and the like.

        *events* is all that was told, for what the end no longer shows (battles fought). Keys are
        dotted words ("chile.lost.infantry"), the same for every game of a system.
        """

    def tale(self, event: Event) -> Tale[Term]:
        """Return what a public event tells whoever looks back on the game; of most nothing."""

    def lexicon(self, kind: str, key: str, language: str) -> str | None:
        """Return the name of a :class:`Term` that the game's data files hold, else ``None``."""

    def dump(self, state: S) -> str:
        """Return the state as JSON; equal states give equal text."""

    def load(self, text: str) -> S:
        """Return the state that :meth:`dump` wrote; raise ``CorruptState`` at any other text."""

    @property
    def dumps(self) -> int:
        """How often it has changed as what a state is dumped, since the game was offered."""

    def redumped(self, text: str) -> Iterator[str]:
        """Yield what this build and earlier ones dump after they have loaded *text*, as above."""

    def scramble(self, state: S, viewer: Seat | None, wanted: int = 1) -> tuple[S, ...]:
        """Return, for tests, *wanted* states unlike in nothing but what *viewer* may not know."""


AnyGame = Game[Any, Any]
"""Any game, for code that knows neither its states nor its views."""
