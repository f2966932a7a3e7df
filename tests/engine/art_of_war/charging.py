"""Tables of El Arte de la Guerra on which charges are carried out; the turn stops after them."""

from __future__ import annotations

from typing import Any

from engine.api import Action, Step
from engine.art_of_war.actions import Charge, Done
from engine.art_of_war.state import Camp, Contact, Feature, General, Phase, Table, Unit
from tests.engine.art_of_war import build
from tests.engine.art_of_war.build import answer, general, unit, whole


def lay(*pieces: Unit | General | Camp | Feature | Contact, **values: Any) -> Table:
    """A table as :func:`build.lay` makes it, with a general of corps 1 who has five points.

    A unit far away that can rally keeps the turn from going on once charges are carried out.
    """
    far = unit("z1", "29/1", corps=3, lost=1), general("29/0.2", corps=3)
    given = [one for one in pieces if isinstance(one, General)]
    leader = (
        ()
        if any(one.id == "south-g1" for one in given)
        else (general("15/1", points=5, rank="brilliant"),)
    )
    return build.lay(*pieces, *leader, *far, **values)


def charge(who: str, target: str, at: str = "any") -> Charge:
    """A charge of south units ("a1+a2") at one of the north, or at its camp."""
    keys = "+".join(f"south-{one}" for one in who.split("+"))
    return Charge.model_validate({"who": keys, "target": f"north-{target}", "at": at})


def declared(table: Table, *actions: Action) -> Table:
    """The table once orders were given that need no dice."""
    state = whole(table)
    for one in actions:
        state = answer(state, one).state
    found: Table = state.table
    return found


def carried(table: Table, *actions: Action, dice: tuple[int, ...] = ()) -> Step:
    """Orders that need no dice, and then their end with these; charges are carried out."""
    step = answer(whole(declared(table, *actions)), Done(), *dice)
    assert step.state.table.frames or step.state.table.phase is Phase.RALLY
    return step


def lost(step: Step, name: str, side: str = "south") -> int:
    """How much cohesion a unit has lost."""
    found: int = step.state.table.units[f"{side}-{name}"].lost
    return found


def met(step: Step) -> list[str]:
    """The contacts of a table: "a1 b1 left" of the south's a1 at the north's b1."""
    return sorted(
        f"{one.one.partition('-')[2]} {one.two.partition('-')[2]} {one.edge}"
        for one in step.state.table.contacts
    )
