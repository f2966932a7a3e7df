"""Infantry and engineers against armour at close quarters (9.5, lost; ALB-H10).

Rules:
    9.5; ALB-H10.
    Also 9.5.modifiers, 9.5.step.
"""

from __future__ import annotations

from fractions import Fraction

from pydantic import Field

from engine.barricadas.board import GAME, Ground
from engine.barricadas.roster import Kind
from engine.barricadas.state import Counter
from engine.barricadas.tables.assault import HARD
from engine.chances.probability import die
from engine.data.cache import cached_per_data
from engine.data.files import Folder, Record, Source, load_toml
from engine.data.play_data import play_folder

ABLE = frozenset((Kind.INFANTRY, Kind.ENGINEERS))
"""They alone do it (9.5)."""


class AntiArmourFile(Record):
    """``anti_armour.toml`` as it is written.

    Attributes:
        needs: What the die and all that is added must come to.
        hard: Added in wood and built-up area.
        engineers: Added for them.
        a_hit: Added for each hit of who attacks.
        out_of_command: Added for who is.
    """

    source: Source
    needs: int = Field(ge=1, le=6)
    hard: int = Field(ge=0, le=3)
    engineers: int = Field(ge=0, le=3)
    a_hit: int = Field(ge=-3, le=0)
    out_of_command: int = Field(ge=-3, le=0)


@cached_per_data()
def load_anti_armour(folder: Folder | None = None) -> AntiArmourFile:
    """Return the figures of the game, or of *folder*.

    Raises:
        DataError: If the file cannot be read.
    """
    return load_toml(play_folder(GAME, folder) / "anti_armour.toml", AntiArmourFile)


def modifier(counter: Counter, ground: Ground) -> int:
    """Return what is added to the die of who attacks armour on some ground."""
    figures, printed = load_anti_armour(), counter.printed
    assert printed is not None, "officers do not attack armour"
    found = figures.hard if ground in HARD else 0
    if printed.kind is Kind.ENGINEERS:
        found += figures.engineers
    if counter.out:
        found += figures.out_of_command
    return found + counter.hits * figures.a_hit


def hits_armour(shown: int, added: int) -> bool:
    """Say whether a die, with what is added to it, is a hit."""
    return shown + added >= load_anti_armour().needs


def chance(added: int) -> Fraction:
    """Return how likely a hit is."""
    return die().chance_that(lambda shown: hits_armour(shown, added))
