"""What can be looked up: both ferries as the viewer sees them, and what a crate may hold."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Params, Term, Text
from engine.kit.wording import seat_term
from engine.subjects import About, Subject
from tests.support.toy_game.rules.crates import CRATES, worth_of
from tests.support.toy_game.state import SEATS, View

FERRY, CRATE = "ferry:", "crate:"


def subjects(view: View) -> Iterator[Subject]:
    """Yield the ferries, the viewer's own first, and the kinds of crate."""
    for seat in sorted(SEATS, key=lambda one: one != view.viewer):
        yield Subject(FERRY + seat, Text("about.ferry.name", {"seat": seat_term(seat)}), (seat,))
    for crate in CRATES:
        yield Subject(CRATE + crate, Term("crate", crate))


def about(view: View, key: str, kinds: tuple[str, ...]) -> About | None:
    """Return what is known of a ferry or a crate; *kinds* are what the viewer can do now."""
    start, _, name = key.partition(":")
    if start + ":" == CRATE and name in CRATES:
        return About((Text("about.crate", {"n": worth_of(name)}),), who=name, rules=("4.2",))
    if start + ":" != FERRY or name not in SEATS:
        return None
    table, rows = view.table, view.table.player == name
    crates = table.ferries[name]
    told: Params = {"n": table.score[name]}
    now = [Text("about.ferry.landed", told)]
    if rows:
        now.append(Text("about.ferry.afloat", {"n": table.afloat}))
    if crates:
        now.append(Text("about.ferry.aboard", {"crates": tuple(Term("crate", c) for c in crates)}))
    return About(
        what=(Text("about.ferry"),),
        now=tuple(now),
        who="ferry",
        at="river" if rows else "",
        side=name,
        beside=tuple(CRATE + one for one in crates if one in CRATES),
        rules=("2.1", "2.2", "4.1"),
        # Its fields name strokes and banks, never the ferry.
        can=tuple(kind for kind in ("row", "turn", "land") if kind in kinds),
    )
