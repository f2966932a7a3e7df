"""Deployment: corps by corps in turn, whoever lost the initiative first (11.deploy).

How a corps is deployed may be written with the battle plan; it is then laid by itself when its
side's turn comes, and where it cannot be any more (somebody stands there), its side is asked.

Rules:
    11.plan, 11.deploy; ADG-R93.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from engine.api import Option, Seat, Text
from engine.art_of_war.actions import Deploy, Placing, Post, Write
from engine.art_of_war.play import Against, AnyVerb, Play, unit_terms
from engine.art_of_war.rules.setting_up.deployment_turns import go_on, lay
from engine.art_of_war.rules.setting_up.laying import (
    afoot_as,
    against_layout,
    corps_left,
    middle_of,
    middles_laid,
)
from engine.art_of_war.rules.setting_up.layout import bases_in, to_deploy
from engine.art_of_war.rules.setting_up.posts import against_order, marches, planned_posts
from engine.art_of_war.rules.setting_up.ready_made import apart, formations
from engine.art_of_war.state import Phase, Table, View, Written
from engine.data.cache import cached_each
from engine.kit.verbs import Verb, filled_list
from engine.kit.wording import refuse

MOST_OFFERED = 5
"""Ready-made deployments of a corps."""


def _check_write(view: View, action: Write) -> Against:
    assert view.viewer is not None
    assert view.own is not None
    if marches(view.own.posts, action.corps):
        return [refuse("deploy.marches", "11.flank", n=action.corps)]
    return against_layout(view.table, view.viewer, action.corps, action.places, action.afoot)


def _check_deploy(view: View, action: Deploy) -> Against:
    assert view.viewer is not None
    assert view.own is not None
    if marches(view.own.posts, action.corps):
        return [refuse("deploy.marches", "11.flank", n=action.corps)]
    found = against_layout(view.table, view.viewer, action.corps, action.places, action.afoot)
    return found or _against_plan(view, action.corps, action.places)


def _against_plan(view: View, corps: int, places: Sequence[Placing]) -> Against:
    """Return how a corps would stand otherwise than the battle plan has it (11.plan; ADG-R95)."""
    assert view.viewer is not None
    assert view.own is not None
    if not _is_out_of_order(view.table, view.viewer, corps, view.own.posts, places):
        return []
    posts = view.own.posts
    fits = next(_allowed(view.table, view.viewer, corps, posts, in_order=True), None) is not None
    return [refuse("deploy.order", "11.plan", n=corps)] if fits else []


def _is_out_of_order(
    table: Table, seat: Seat, corps: int, posts: Sequence[Post], places: Sequence[Placing]
) -> bool:
    """Say whether a corps would stand on the wrong side of one that is laid."""
    along = middle_of(seat, bases_in(table, seat, corps, places))
    return against_order(posts, {**middles_laid(table, seat), corps: along})


# -- offered -----------------------------------------------------------------------------------


def ready_places(view: View, corps: int) -> Iterator[tuple[Placing, ...]]:
    """Yield ready-made deployments of a corps, the plainest first; each is allowed."""
    assert view.viewer is not None
    assert view.own is not None
    return _ready_places(view.table, view.viewer, corps, view.own.posts)


@cached_each
def _ready_places(
    table: Table, seat: Seat, corps: int, posts: tuple[Post, ...]
) -> Iterator[tuple[Placing, ...]]:
    laying = table.phase is Phase.DEPLOYMENT
    # Where others stand where it was to be the plan need not be exact (11.plan).
    for in_order in (laying, False):
        found = islice(_allowed(table, seat, corps, posts, in_order=in_order), MOST_OFFERED)
        first = next(found, None)
        if first is not None:
            yield first
            yield from found
            return
    places = apart(table, seat, corps)
    if places:
        yield places


def _allowed(
    table: Table, seat: Seat, corps: int, posts: tuple[Post, ...], *, in_order: bool
) -> Iterator[tuple[Placing, ...]]:
    """Yield the ready-made deployments that are legal, in the order of the plan where asked."""
    for places in formations(table, seat, corps, planned_posts(table, seat, posts)):
        if against_layout(table, seat, corps, places):
            continue
        if not in_order or not _is_out_of_order(table, seat, corps, posts, places):
            yield places


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    assert view.viewer is not None
    assert view.own is not None
    if field == "corps":
        for corps in corps_left(view.table, view.viewer, view.own.posts):
            if next(ready_places(view, corps), None) is not None:
                yield Option(str(corps), Text("corps", {"n": corps}))
    elif field == "places" and filled.get("corps", "").isdecimal():
        corps = int(filled["corps"])
        for number, _ in enumerate(ready_places(view, corps), start=1):
            # The corps stands before it: a word is read by itself.
            yield Option(f"{corps}{number}", Text("formation", {"n": number}))
    elif field == "afoot" and filled.get("corps", "").isdecimal():
        chosen = filled_list(filled, "afoot")
        for one in to_deploy(view.table, view.viewer, int(filled["corps"])):
            if afoot_as(view.table, one) and one.id not in chosen:
                yield Option(one.id, Text("unit", {"who": unit_terms((one.id,))[0]}))


def _possible(view: View) -> bool:
    return next(_options(view, "corps", {}), None) is not None


# -- carried out -------------------------------------------------------------------------------


def _apply_write(play: Play, seat: Seat, action: Write) -> None:
    rest = [one for one in play.secrets[seat].written if one.corps != action.corps]
    written = Written(action.corps, tuple(map(str, action.places)), action.afoot)
    play.keep(seat, written=tuple(sorted((*rest, written), key=lambda one: one.corps)))
    play.tell("deploy.written", "11.plan", only=seat, n=action.corps)


def _apply_deploy(play: Play, seat: Seat, action: Deploy) -> None:
    lay(play, seat, action.corps, action.places, action.afoot)
    go_on(play)


WRITE: AnyVerb = Verb(
    model=Write,
    phases=(Phase.PLAN,),
    check=_check_write,
    apply=_apply_write,
    options=_options,
    possible=_possible,
)
DEPLOY: AnyVerb = Verb(
    model=Deploy,
    phases=(Phase.DEPLOYMENT,),
    check=_check_deploy,
    apply=_apply_deploy,
    options=_options,
    possible=_possible,
)
VERBS = (WRITE, DEPLOY)
