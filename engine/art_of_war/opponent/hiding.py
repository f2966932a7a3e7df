"""Ambushes: markers of which one may hide light foot, and when it is shown (11.ambush)."""

from __future__ import annotations

from engine.art_of_war.actions import NOBODY, Hide, Hiding, Reveal
from engine.art_of_war.opponent.offers import any_of, offered
from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.pieces import base_of_marker
from engine.art_of_war.plane.contact import within
from engine.art_of_war.plane.poses import UD
from engine.art_of_war.rules.setting_up import ambush
from engine.art_of_war.rules.setting_up.ambush import allowed
from engine.art_of_war.rules.setting_up.layout import named_by, to_deploy
from engine.art_of_war.state import View
from engine.art_of_war.survey import type_of
from engine.art_of_war.troops import TroopType
from engine.dice import Dice

EMPTY = 2
"""How many times more often a marker hides nobody: the enemy has to look all the same."""

SPRUNG = 4 * UD
"""An ambush is shown once an enemy has come so near."""


def laid_in_wait(view: View, dice: Dice) -> Hide | None:
    """Return where markers of ambush are laid; ``None`` where no ground is fit for any.

    Nobody is spared from the line: light foot hides, or nobody does.
    """
    assert view.viewer is not None
    found: dict[str, list[str]] = {}
    for one in offered(ambush.HIDE, view, "markers"):
        hiding = Hiding.model_validate(one)
        found.setdefault(hiding.at, []).append(hiding.who)
    spots = list(found)[: allowed(view.table, view.viewer)]
    if not spots:
        return None
    spot = any_of(spots, dice)
    light = [who for who in found[spot] if who != NOBODY and _is_light_foot(view, who)]
    who = any_of([*light[:1], *[NOBODY] * EMPTY], dice)
    return Hide(markers=tuple(Hiding(who=who if at == spot else NOBODY, at=at) for at in spots))


def _is_light_foot(view: View, who: str) -> bool:
    assert view.viewer is not None
    corps = {one.corps for one in view.table.units.values() if one.side == view.viewer}
    return any(
        type_of(unit) is TroopType.LI
        for number in corps
        for unit in named_by(to_deploy(view.table, view.viewer, number), who)
    )


def revealed(look: Outlook) -> Reveal | None:
    """Return that an ambush is shown that an enemy has come near to."""
    assert look.view.own is not None
    for marker in offered(ambush.REVEAL, look.view, "marker"):
        base = base_of_marker(look.table.markers[marker])
        if look.view.own.ambushes.get(marker) and any(
            within(base, look.bases[one.id], SPRUNG) for one in look.foes
        ):
            return Reveal(marker=marker)
    return None
