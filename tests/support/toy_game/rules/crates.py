"""4.1 to 4.3. Crates: known to whoever carries them, counted at the end; and how all else is seen.

This is where it is said what each sees of the table, and the only place.
"""

from __future__ import annotations

from dataclasses import replace

from engine.api import Event, Seat, Term
from engine.kit.supposing import SecretAsked, known
from engine.kit.wording import seat_term
from tests.support.toy_game.play import Play
from tests.support.toy_game.state import SEATS, Phase, Table, other

CRATES = ("salt", "tea", "silk")
"""What a crate may hold: worth one stroke, two and three."""
CLOSED = "crate"
"""A crate, for whoever does not know what is in it."""


def projected(table: Table, viewer: Seat | None) -> Table:
    """Return the table as a viewer sees it.

    A ferry's crates: its own side sees which, the other how many, the public none. What they are
    worth that were landed: its own side, and at the end everybody. A shoal: its own side.
    """
    over = table.phase is Phase.OVER
    return replace(
        table,
        ferries={seat: _aboard(table, seat, viewer) for seat in SEATS},
        cargo={seat: n for seat, n in table.cargo.items() if over or seat == viewer},
        shoals={seat: shoal for seat, shoal in table.shoals.items() if seat == viewer},
    )


def _aboard(table: Table, seat: Seat, viewer: Seat | None) -> tuple[str, ...]:
    if viewer is None:
        return ()
    crates = table.ferries[seat]
    return crates if viewer == seat else (CLOSED,) * len(crates)


def worth_of(crate: str) -> int:
    """Return the strokes that a crate is worth.

    Raises:
        SecretAsked: It is closed.
    """
    if crate == CLOSED:
        raise SecretAsked(crate)
    return CRATES.index(crate) + 1


def draw(play: Play, seat: Seat) -> None:
    """Draw a crate unseen (4.1); that one is aboard at all times goes unsaid."""
    (drawn,) = play.roll_secret("crate", sides=len(CRATES))
    put_aboard(play, seat, (*play.table.ferries[seat], CRATES[drawn - 1]))
    play.tell("crate.loaded", "4.1", only=seat, crate=Term("crate", CRATES[drawn - 1]))


def put_aboard(play: Play, seat: Seat, crates: tuple[str, ...]) -> None:
    """Change what a ferry carries."""
    play.set(ferries={**play.table.ferries, seat: crates})


def unload(play: Play, seat: Seat) -> None:
    """Put the crate at the bow ashore, if there is one (4.2)."""
    crates = play.table.ferries[seat]
    if not crates:
        return
    landed, *left = crates
    worth = worth_of(landed) + known(play.table.cargo, seat)
    put_aboard(play, seat, tuple(left))
    play.set(cargo={**play.table.cargo, seat: worth})
    play.tell(
        "crate.landed",
        "4.2",
        only=seat,
        otherwise=Event(
            "crate.put_ashore",
            "4.2",
            {"seat": seat_term(seat)},
            audience=frozenset({other(seat)}),
        ),
        crate=Term("crate", landed),
    )
