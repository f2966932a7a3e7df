"""What an action comes to before it is done, from what its seat knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from engine.api.actions import Action
from engine.api.asking import Option
from engine.api.sentences import Event, Seat, Text

V = TypeVar("V")


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
        assumed: What it takes for granted where people still choose ("no column is spent").
        supposing: What it takes the unknown to be ("it is infantry"), where others of the same
            *about* take it to be something else: never is one figure given for what is not known.
    """

    about: Text
    rule: str
    chances: tuple[Chance, ...]
    expected: tuple[tuple[Text, Fraction], ...] = ()
    assumed: tuple[Text, ...] = ()
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


class Foresight(Protocol[V]):
    """What lies before a viewer: results, chances, who can act."""

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
