"""The battle plan, written in secret: where each corps stands, and which comes round (11.plan).

Posts are seen from the own edge. Two corps may have the same post; they may stand in any order
then.

Rules:
    11.plan, 11.flank; ADG-R21, ADG-R95.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from engine.api import Option, Seat, Term, Text
from engine.art_of_war.actions import Plan, Post
from engine.art_of_war.play import Against, AnyVerb, Play
from engine.art_of_war.rules.setting_up import deployment_turns
from engine.art_of_war.rules.setting_up.ambush import against_hiding, lay_markers
from engine.art_of_war.rules.setting_up.layout import corps_of
from engine.art_of_war.rules.setting_up.posts import FLANKS, marches, usual_posts
from engine.art_of_war.state import SEATS, Phase, Place, View
from engine.kit.verbs import Verb
from engine.kit.wording import refuse


def against_posts(view: View, posts: Sequence[Post]) -> Against:
    """Return what is against a battle plan of the viewer's (11.plan, 11.flank)."""
    assert view.viewer is not None
    number = len(corps_of(view.table, view.viewer))
    if len(posts) != number:
        return [refuse("plan.number", "11.plan", n=number)]
    if sum(one in FLANKS for one in posts) > 1:
        return [refuse("plan.flanks", "11.flank")]
    if all(one in FLANKS for one in posts):
        return [refuse("plan.nobody", "11.flank")]
    return []


def _check_plan(view: View, action: Plan) -> Against:
    return against_posts(view, action.posts)


def plans(view: View) -> Iterator[tuple[Post, ...]]:
    """Yield battle plans: the usual one, other orders, and each corps round either flank."""
    assert view.viewer is not None
    number = len(corps_of(view.table, view.viewer))
    usual = usual_posts(number)
    yield usual
    yield from (one for one in permutations(usual) if one != usual)
    for corps in range(number if number > 1 else 0):
        for flank in FLANKS:
            yield (*usual[:corps], flank, *usual[corps + 1 :])


def _options_plan(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del field, filled
    for posts in plans(view):
        told = tuple(Term("post", one) for one in posts)
        yield Option(", ".join(posts), Text("plan", {"posts": told}))


def _apply_plan(play: Play, seat: Seat, action: Plan) -> None:
    written = tuple(
        one for one in play.secrets[seat].written if not marches(action.posts, one.corps)
    )
    play.keep(seat, posts=action.posts, written=written)
    play.tell(
        "plan.written", "11.plan", only=seat, posts=tuple(Term("post", one) for one in action.posts)
    )


def unfinished(view: View) -> Against:
    """Return what keeps the viewer from closing their battle plan."""
    assert view.own is not None
    found = against_posts(view, view.own.posts) if view.own.posts else []
    return found or against_hiding(view, view.own.ambushes)


def begin_deploying(play: Play) -> None:
    """Send off flank marches, lay markers of ambush, and let corps be laid in turn (11.deploy)."""
    for seat in SEATS:
        if not play.secrets[seat].posts:
            play.keep(seat, posts=usual_posts(len(corps_of(play.table, seat))))
        _send_off(play, seat)
        lay_markers(play, seat)
    winner = play.table.initiative or SEATS[0]
    # Whoever lost the initiative lays first: the other has just been passed.
    play.set(phase=Phase.DEPLOYMENT, player=winner, ready=())
    deployment_turns.go_on(play)


def _send_off(play: Play, seat: Seat) -> None:
    """Put a corps on its flank march; that it is nobody else sees (ADG-R21)."""
    for one in tuple(play.table.units.values()):
        if one.side == seat and marches(play.secrets[seat].posts, one.corps):
            play.change(one.id, place=Place.MARCH)
    for general in tuple(play.table.generals.values()):
        if general.side == seat and marches(play.secrets[seat].posts, general.corps):
            play.change_general(general.id, place=Place.MARCH)


PLANNING = (Phase.PLAN,)
PLAN: AnyVerb = Verb(
    model=Plan, phases=PLANNING, check=_check_plan, apply=_apply_plan, options=_options_plan
)
VERBS = (PLAN,)
