"""Correcting: a position put right by hand, where the table lies otherwise than it should.

A correction is a model like an action, but nobody's move: it says what of the *public* position is
to be otherwise (where a counter lies, what state it is in, whose it is, what a track shows). What
is hidden no correction touches, and none is refused for what is hidden: whoever corrects sees what
everybody sees, and learns nothing.

What a side keeps to itself has corrections of its own, which that side proposes
(:attr:`Correcting.own_corrections`). They are judged by what it sees, whatever others hide, and
nobody else sees anything otherwise for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from engine.api.actions import Action
from engine.api.asking import Option
from engine.api.sentences import Event, Refusal, Seat, Text

S_contra = TypeVar("S_contra", contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


class Correction(Action):
    """Base of every game's corrections: its *kind* is no action's, its fields are made as theirs.

    They are said as actions are: ``action.<kind>``, ``field.<kind>.<field>``, ``said.<kind>``.
    """


@dataclass(frozen=True, slots=True)
class Corrected:
    """What corrections lead to.

    Attributes:
        state: The position put right; who is awaited in it is asked anew.
        events: What was put right, an event each ("corrected.<kind>"), for everybody.
        struck: What a side has ordered in secret and can no longer be done, as its own list said
            it (:meth:`Game.orders`). It is for that side alone: that anything was struck, or of
            whom, is nobody else's to know.
    """

    state: Any
    events: tuple[Event, ...]
    struck: Mapping[Seat, tuple[Text, ...]] = field(default_factory=dict)


class Correcting(Protocol[S_contra, V_contra]):
    """What of a position may be put right, and what it leads to.

    Of a view only what everybody sees of it counts here: it may be anybody's.
    """

    @property
    def corrections(self) -> Mapping[str, type[Correction]]:
        """Models by kind, in the order in which they are offered; none where none is declared."""

    @property
    def own_corrections(self) -> Mapping[str, type[Correction]]:
        """Models by kind of what a side keeps to itself and may have put right; maybe none.

        No kind is among :attr:`corrections`. Their options, what they accept and how they are read
        are asked as of those, of the side's own view.
        """

    def correction_options(
        self, view: V_contra, kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        """Yield values of one field of a correction, given the fields already *filled*. Lazy.

        Filling every required field from it makes a correction that, alone, is accepted. Others
        may be as good together (two counters change places), and numbers may be typed.
        """

    def correction_accepts(
        self, view: V_contra, kind: str, field: str, filled: Mapping[str, str]
    ) -> Text | None:
        """Return what a field takes beside its options; ``None`` where they are all."""

    def parse_correction(self, view: V_contra, kind: str, raw: Mapping[str, str]) -> Correction:
        """Read a correction as a person typed it.

        Raises:
            MalformedAction: with refusals saying what was not understood.
        """

    def check_corrections(
        self, view: V_contra, corrections: Sequence[Correction]
    ) -> tuple[Refusal, ...]:
        """Return every reason why a position may not be corrected so; empty means it may.

        They are done in their order and judged together: only the position that they all lead to
        must be one that can be. A position is corrected at rest, while the game is on and nothing
        interrupts; else the refusal says what is waited for. No reason hangs on what is hidden.
        """

    def correct(self, state: S_contra, corrections: Sequence[Correction]) -> Corrected:
        """Put a position right; it throws no dice.

        What comes of it is sound (:meth:`faults`), somebody is awaited in it, and of what is hidden
        nothing is otherwise but for what was :attr:`~Corrected.struck`.

        Raises:
            IllegalAction: when :meth:`check_corrections` refuses it.
        """

    def check_own_corrections(
        self, view: V_contra, corrections: Sequence[Correction]
    ) -> tuple[Refusal, ...]:
        """Return every reason why what the viewer keeps secret may not be corrected so.

        They are done in their order and judged together, by the viewer's view alone: no reason
        hangs on what others hide. What anybody else would notice is refused.
        """

    def correct_own(
        self, state: S_contra, seat: Seat, corrections: Sequence[Correction]
    ) -> Corrected:
        """Put right what a side keeps to itself; it throws no dice.

        What comes of it is sound (:meth:`faults`). For everybody but *seat* all is as it was: what
        they see, and who is awaited. The events are for *seat* alone.

        Raises:
            IllegalAction: when :meth:`check_own_corrections` refuses it.
        """

    def faults(self, state: S_contra) -> tuple[Refusal, ...]:
        """Return everything about *state* that cannot be; empty for a sound one.

        They may tell what is hidden: none is shown to whoever does not see the whole state.
        """
