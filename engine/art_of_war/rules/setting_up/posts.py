"""The posts of a battle plan, and who comes round a flank by it (11.plan).

Posts are seen from the own edge. Two corps may have the same post; they may stand in any order
then.

Rules:
    11.plan, 11.flank; ADG-R21, ADG-R95.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.api import Seat
from engine.art_of_war.actions import Post
from engine.art_of_war.rules.setting_up.layout import corps_of
from engine.art_of_war.state import Table, View

ORDER: Sequence[Post] = ("left", "centre", "right")
"""Posts along the edge, from the left."""

FLANKS: Sequence[Post] = ("flank_left", "flank_right")


def marches(posts: Sequence[str], corps: int) -> bool:
    """Say whether a corps is on a flank march by a plan; none is by a plan that is not known."""
    return corps <= len(posts) and posts[corps - 1] in FLANKS


def usual_posts(number: int) -> tuple[Post, ...]:
    """Return the plan of who has written none: the first corps in the centre."""
    usual: tuple[Post, ...] = ("centre", "left", "right")
    return usual[:number]


def posts_of(view: View) -> Sequence[Post]:
    """Return the viewer's plan, or the usual one while there is none."""
    assert view.viewer is not None
    assert view.own is not None
    return planned_posts(view.table, view.viewer, view.own.posts)


def planned_posts(table: Table, seat: Seat, posts: Sequence[Post]) -> Sequence[Post]:
    """Return a side's plan, or the usual one while it has written none."""
    return posts or usual_posts(len(corps_of(table, seat)))


def against_order(posts: Sequence[Post], middles: Mapping[int, int]) -> bool:
    """Say whether corps stand in another order than a plan has it.

    Args:
        posts: The plan; an empty one says nothing.
        middles: How far along from the left each corps stands that has been laid.
    """
    standing = [
        (ORDER.index(posts[corps - 1]), along)
        for corps, along in middles.items()
        if corps <= len(posts) and posts[corps - 1] in ORDER
    ]
    return any(
        post < another and along > beyond
        for post, along in standing
        for another, beyond in standing
    )
