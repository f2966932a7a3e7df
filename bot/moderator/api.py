"""What the command layer gives and takes: plain values, no Discord, no database.

Errors of use are values. A refused action is a :class:`Receipt` that is not ``accepted``; a refused
request about the campaign itself is a :class:`Complaint`. Both carry codes that ``bot.text``
puts into words; :mod:`bot.moderator.codes` lists all that this layer can give.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Literal

from bot.clock.paces import Pace
from engine.api import Action, Decision, Event, Outcome, Param, Params, Refusal, Seat, Status, Text
from engine.dice import Roll

CampaignStatus = Literal["open", "playing", "over"]
OpponentChoice = Literal["people", "computer"]
Posts = Literal["changes", "whole"]
"""What the posts of a table show."""
UndoTerms = Literal["agreed", "free", "never"]
"""What may be taken back at a table: what the others agree to, only what taught nobody anything, or
nothing."""
DiceBy = Literal["bot", "table"]
"""Who rolls the open dice of a table: the bot, or its people, who enter what real ones show."""
ROLL_DICE = "roll_dice"
"""Code of the bot's own question: what real dice show."""

SETUP = "!setup"
"""Log kind of the opening entry. Kinds with "!" are the moderator's own, never a game's."""
RESIGN = "!resign"
"""Log kind of a resignation."""
ABANDON = "!abandon"
"""Log kind of the end of a game that every player has left."""
SETBACK = "!setback"
"""Log kind of a game that goes on from a restored copy of the database, with new dice."""

DRAW = "!draw"
"""Log kind of a game that all its seats have agreed to end drawn."""
ADJOURN = "!adjourn"
"""Log kind of a game that all its seats have agreed to break off, undecided."""

FORFEIT = "!forfeit"
"""Log kind of a game that a seat has lost by its time, as the others have claimed."""

BREAK_OFF = "!break_off"
"""Log kind of a game that a referee has broken off, undecided."""
RULED_DRAW = "!ruled_draw"
"""Log kind of a game that a referee has ended as a draw."""
RULED_LOST = "!ruled_lost"
"""Log kind of a game that a referee has ended as lost for a seat."""

CLOSE = "!close"
"""Log kind of the end of a game that people who look after the server have closed."""

UNBEGUN = "!unbegun"
"""Kind of the end of a campaign that nobody joined or started; it has no log."""

STANDING = "standing/"
"""How the request key of an action begins that a standing order entered."""
CLOCK = "clock/"
"""How it begins where a seat's time had run out, and the game's default answered for it."""
REFEREE = "referee/"
"""How it begins where a referee entered it."""
FORCED = "forced/"
"""How it begins where nothing else could be answered."""

PLANNED = "plan/"
"""How it begins where it was an entry of a plan; what comes of a sending is told as one."""


class Complaint(Exception):
    """What was asked cannot be done here; the person is told privately, nothing was changed.

    The one type for whatever is not the rules' to refuse, raised by the moderator and by whoever
    answers people.

    Attributes:
        code: Key of the sentence in the bot's own catalogue; the moderator's are in
            :mod:`bot.moderator.codes`.
        params: Its values.
    """

    def __init__(self, code: str, /, **params: Param) -> None:
        super().__init__(code)
        self.code = code
        self.params: Params = params

    def __reduce__(self) -> tuple[Any, ...]:
        # From another process it comes back with the values of its sentence.
        return partial(type(self), self.code, **self.params), ()


def on_branch(name: str, branch: int) -> str:
    """Return the name of something that is meant for a branch alone; the first has no mark."""
    return f"{name}~{branch}" if branch else name


@dataclass(frozen=True, slots=True)
class Beginning:
    """From what position a campaign that has not begun is to begin.

    Attributes:
        id: ``[a-z0-9]{8}``; another position has another. It may stand in a custom id.
        start: Key of the game's start.
        corrections: How many things lie otherwise than the game lays them out.
        confirmed: Which seats confirm it, and by whom; ``None`` where nothing is known of them.
        wanting: The seats that people hold and that have not confirmed it.
    """

    id: str
    start: str
    corrections: int
    confirmed: Mapping[Seat, int | None] = field(default_factory=dict)
    wanting: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Campaign:
    """One table: a game in a channel, and who sits where.

    Attributes:
        id: Short public name, ``[a-z0-9]{8}``; part of custom ids.
        game: Key of the game system.
        settings: The table's choices, as JSON-able values; valid for ``Game.settings_model``.
        seats: Every seat of the game in its order, with the people who may act for it now.
        creator_id: Who created it; ``None`` once that person asked to be forgotten.
        opponent: Whether the computer plays the sides that nobody takes.
        strength: How strong the computer is (of ``engine.strengths.STRENGTHS``); "" without one.
        computer: The seats that the computer plays; while the campaign is open, those that it
            would play if it were started now.
        data: Digest of the data it is played with; ``None`` for a game that has none, and for what
            was shipped before campaigns knew theirs.
        asks_all: Whether the table is asked also what has one answer only.
        lesson: Whether it is somebody's lesson, which nobody else has a part in.
        suggests: Whether what the computer would do is offered to people who plan.
        posts: What its posts show: "changes", where something did; "whole", the whole map.
        theme: Of its public pictures.
        branch: How often it was set back to an earlier position.
        undo: What may be taken back.
        pace: How fast it is played; ``None`` is as fast as they like.
        paused: Since when its clocks and reminders stand still by agreement.
        seal: What is published of the secret of its dice, in hexadecimal; "" without one.
        names: How the server calls those who sit or sat there, as far as that is kept.
        gone: Those who sit there and are out of the server, since when.
        stand_ins: The seats of people, of *computer*, that it plays until they are back.
        vacant: The seats that are offered: somebody else is looked for, since when.
        dice: Who rolls its open dice.
        beginning: From what position it begins while it is open; ``None`` for its game's own
            beginning, and in lists of several campaigns.
        referees: Who referees it, and whether they may look at secrets; only where one campaign is
            looked at, not in lists of several.
        archived: Whether a referee has archived it, since it is over.
    """

    id: str
    game: str
    name: str
    guild_id: int
    channel_id: int
    language: str
    settings: Mapping[str, object]
    status: CampaignStatus
    seats: Mapping[Seat, tuple[int, ...]]
    creator_id: int | None
    created_at: datetime
    opponent: OpponentChoice = "people"
    strength: str = ""
    computer: tuple[Seat, ...] = ()
    data: str | None = None
    asks_all: bool = False
    lesson: bool = False
    suggests: bool = True
    posts: Posts = "changes"
    theme: str = "standard"
    branch: int = 0
    undo: UndoTerms = "agreed"
    pace: Pace | None = None
    paused: datetime | None = None
    seal: str = ""
    names: Mapping[int, str] = field(default_factory=dict)
    gone: Mapping[int, datetime] = field(default_factory=dict)
    stand_ins: tuple[Seat, ...] = ()
    vacant: Mapping[Seat, datetime] = field(default_factory=dict)
    referees: Mapping[int, bool] = field(default_factory=dict)
    dice: DiceBy = "bot"
    beginning: Beginning | None = None
    archived: bool = False

    def deserted(self, seat: Seat) -> datetime | None:
        """Return since when all who hold a seat are out of the server; ``None``: not all are."""
        people = self.seats.get(seat, ())
        if not people or any(person not in self.gone for person in people):
            return None
        return max(self.gone[person] for person in people)

    def seat_of(self, person_id: int | None) -> Seat | None:
        """Return the seat that *person_id* may act for now, or ``None`` for a spectator."""
        for seat, people in self.seats.items():
            if person_id in people:
                return seat
        return None

    def on_branch(self, name: str) -> str:
        """Return the name of something that is meant for the present alone, as a button carries it.

        After the campaign went back to an earlier position the same question has another name.
        """
        return on_branch(name, self.branch)

    def would_end(self, person_id: int) -> bool:
        """Say whether nobody is left at the table when that person leaves it."""
        return not any(set(people) - {person_id} for people in self.seats.values())


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody at a table: their Discord account, and how the server calls them, where known."""

    person_id: int
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """Somebody who asks for a seat that others must grant.

    Attributes:
        id: ``[a-z0-9]{8}``; may stand in a custom id.
        name: How the server calls them, where that is known.
        opens: Where all who hold the seat are out of the server: when it may be granted.
        early: Whether that is still to come.
        came_in: At how many tables they have come in for somebody.
        back: Whether they held the seat before somebody came in for them, and want it back.
        vacant: Whether the seat is offered: who is let in takes the place of those who hold it.
    """

    id: str
    campaign_id: str
    person_id: int
    seat: Seat
    name: str | None = None
    opens: datetime | None = None
    early: bool = False
    came_in: int = 0
    back: bool = False
    vacant: bool = False


@dataclass(frozen=True, slots=True)
class SeatClock:
    """How long a seat has been awaited, and until when it may be: for everybody to see.

    Attributes:
        awaited: Since when a public decision awaits the seat; ``None`` while none does.
        due: When its time runs out; ``None`` without a limit, and while the clock stands still.
        left: What is left of its time, rests not counted; ``None`` without a limit.
        used: How long it has been awaited in all.
        runs: Whether its clock runs now; one that is awaited stands still until it has been called
            in the channel, while others are asked first, while its people rest, in a pause.
        grace: Until when it may still act though its time has run out, where others may claim then:
            they may, where the clock does not run any more.
        fallen: How often its time has run out.
    """

    seat: Seat
    awaited: datetime | None = None
    due: datetime | None = None
    left: timedelta | None = None
    used: timedelta = timedelta()
    runs: bool = False
    grace: datetime | None = None
    fallen: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """A campaign as one viewer may see it now.

    Attributes:
        seat: The viewer's seat; ``None`` is the public.
        view: The game's view for that seat; ``None`` while the campaign is open (no state yet).
        status: Public heading; ``None`` while the campaign is open.
        decisions: Everything anyone owes; public.
        mine: Those of *decisions* that the viewer's seat owes.
        outcome: How it ended (by the rules, by resignation or by abandonment).
        version: Counts public steps. The same for all viewers; secret actions do not move it.
        exact: False where one looks back at what was played under earlier rules and not stored:
            then it is the nearest position on file, and nobody is said to owe anything.
    """

    campaign: Campaign
    seat: Seat | None
    view: Any
    status: Status | None
    decisions: tuple[Decision, ...] = ()
    mine: tuple[Decision, ...] = ()
    outcome: Outcome | None = None
    version: int = 0
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to an action. The same request gives an equal receipt again.

    Attributes:
        accepted: True when it is durably saved; otherwise nothing was changed.
        refusals: Every reason against it. Codes of :mod:`bot.moderator.codes` are the bot's own,
            all others are keys of the game's catalogue.
        events: What happened, as far as the acting seat may know.
        secret: True when nobody else learns that anything happened: answer in private only.
        number: Place of the action in the log *as this seat reads it* (1 is the set-up).
        kind: The action's kind.
        waits: True when it stands and real dice are to be rolled for it: nobody takes it back, and
            nothing has come of it yet; it has no *number*.
    """

    accepted: bool
    refusals: tuple[Refusal, ...] = ()
    events: tuple[Event, ...] = ()
    secret: bool = False
    number: int = 0
    kind: str = ""
    waits: bool = False


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One action as a viewer may read it.

    Attributes:
        number: Place among the entries this viewer can read, from 1, without gaps and whatever
            the filters.
        kind: The action's kind, or one of :data:`SETUP`, :data:`RESIGN`, :data:`ABANDON`.
        seat: Who acted; ``None`` for the set-up.
        person_id: Which member of the seat, or which referee; ``None`` for the set-up, for people
            forgotten, for the computer, for what was forced and, to readers of that seat, for
            standing orders.
        computer: True when the computer did it.
        standing: True when a standing order of the seat did it; for readers of that seat only.
        forced: True when it was done by itself: as everybody can tell there was nothing else to do.
        by_clock: True when the seat's time had run out, and it was answered for.
        by_referee: True when a referee entered it; *person_id* is theirs.
        undone: True when it was taken back later: it counts no more.
        again: True when a taking back entered it anew: its seat gave that secret order before.
        action: What was ordered, for readers of that seat only; else ``None``.
        events: What happened, as far as the viewer may know.
        secret: True when only this seat knows that it happened.
        turn, phase: The public turn and phase key when it was done.
        rolls: The dice that were rolled before everybody, in order.
    """

    number: int
    kind: str
    seat: Seat | None
    person_id: int | None
    action: Action | None
    events: tuple[Event, ...]
    secret: bool
    turn: int
    phase: str
    at: datetime
    computer: bool = False
    standing: bool = False
    forced: bool = False
    by_clock: bool = False
    by_referee: bool = False
    undone: bool = False
    again: bool = False
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log: page 1 is the latest, entries within a page run forward in time.

    *turns*, *phases* and *kinds* list what this viewer's whole log offers to filter by.
    """

    campaign: Campaign
    entries: tuple[LogEntry, ...]
    page: int
    pages: int
    total: int
    turns: tuple[int, ...] = ()
    phases: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """An unfinished dialogue of one person: what they have filled in so far.

    Attributes:
        id: ``[a-z0-9]{8}``; may stand in a custom id.
        kind: What the dialogue makes (a kind of action, or whatever the interface likes).
        filled: Values as typed, by field.
    """

    id: str
    campaign_id: str
    person_id: int
    kind: str
    filled: Mapping[str, str] = field(default_factory=dict)
    expires: datetime | None = None


@dataclass(frozen=True, slots=True)
class PlanEntry:
    """One action of a plan, not done yet.

    Attributes:
        id: Its name within the plan, for as long as it stands there.
        kind: The action's kind.
        filled: Its fields as typed.
        halts: After what the rest waits for its owner, by the names of :class:`engine.api.Halt`:
            ``True``, ``False``, or the number that a figure must reach; what is not named is as
            usual. Under :data:`HALT_ALWAYS` whether the rest waits in any case.
        closes: How many phases may be closed before it: as many as its person saw when they sent.
        phase: The phase that it closes, where it does: one that has closed by itself meanwhile
            must not let it close another.
    """

    id: str
    kind: str
    filled: Mapping[str, str] = field(default_factory=dict)
    halts: Mapping[str, bool | int] = field(default_factory=dict)
    closes: int = 0
    phase: str = ""


HALT_ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a person has put together to be sent at once. It is theirs alone, not their seat's.

    Attributes:
        entries: What is to be done, in order.
        page: What the planning page is in the middle of; the interface's own.
        sending: Whether it is being sent.
        stopped: Why the last sending ended before all was done, as a sentence of the bot's
            ("plan.stopped.waiting") or of the game's ("halt.doubles"); ``None`` when it did not.
        revision: Differs whenever the entries do.
        late: Whether it is sent by itself when their side's time runs out, and not before.
    """

    entries: tuple[PlanEntry, ...] = ()
    page: Mapping[str, Any] = field(default_factory=dict)
    sending: bool = False
    stopped: Text | None = None
    revision: str = ""
    late: bool = False


@dataclass(frozen=True, slots=True)
class Sent:
    """What came of sending a plan.

    Attributes:
        done: What was done, in order.
        events: What happened meanwhile, as far as the seat may know, whoever did it.
        stopped: As in :class:`Plan`; also where the end of the turn was due later, of which nothing
            is left in the plan.
        refusals: Why the next entry could not be done.
        left: How many entries wait.
    """

    done: tuple[Action, ...] = ()
    events: tuple[Event, ...] = ()
    stopped: Text | None = None
    refusals: tuple[Refusal, ...] = ()
    left: int = 0
