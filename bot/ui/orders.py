"""Which kinds of action are standing orders, and the way to where they are left.

It is what a game's action models say: one of its standing kinds has a field that names an order in
force, and withdraws it; the orders in force are what there is to withdraw. Another has a field for
the turn in which its seat rests.
"""

from __future__ import annotations

from bot.letters.parts import Pressable, button
from bot.moderator import Campaign
from bot.text import Words
from engine.api import AnyGame


def withdrawing(game: AnyGame) -> tuple[str, str] | None:
    """Return the kind of action that withdraws standing orders, and its field that names one."""
    return _with_field(game, "standing")


def resting(game: AnyGame) -> tuple[str, str] | None:
    """Return the kind of order that declines everything for a turn, and its field for the turn."""
    return _with_field(game, "resting")


def _with_field(game: AnyGame, holds: str) -> tuple[str, str] | None:
    for kind, model in game.actions.items():
        for name, info in model.model_fields.items():
            extra = info.json_schema_extra
            if model.standing and isinstance(extra, dict) and extra.get("holds") == holds:
                return kind, name
    return None


def kinds(game: AnyGame) -> tuple[str, ...]:
    """Return the kinds of standing order that are given field by field.

    Left out are withdrawing one, and resting, which is one press.
    """
    apart = {found[0] for found in (withdrawing(game), resting(game)) if found is not None}
    return tuple(
        kind for kind, model in game.actions.items() if model.standing and kind not in apart
    )


def hint(campaign: Campaign, words: Words) -> list[Pressable]:
    """Return the button to where standing orders are left, where the game knows any."""
    if words.game is None or not kinds(words.game):
        return []
    label = words.plain.bot("button.standing")
    return [button(label, "orders", campaign.id, emoji="📜")]
