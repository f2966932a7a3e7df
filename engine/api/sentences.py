"""What is said, as codes and values: ``bot.text`` puts it in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

Seat = str
"""A side of a game by name ("chile"); never a Discord id."""


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
