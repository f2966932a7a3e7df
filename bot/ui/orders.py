"""Which kinds of action are standing orders, and the way to where they are left.

It is what a game's action models say: one of its standing kinds has a field that names an order in
force, and withdraws it; the orders in force are what there is to withdraw.
"""

from __future__ import annotations

from bot.letters.parts import Pressable, button
from bot.moderator import Campaign
from bot.text import Words
from engine.api import AnyGame


def withdrawing(game: AnyGame) -> tuple[str, str] | None:
    """Return the kind of action that withdraws standing orders, and its field that names one."""
    for kind, model in game.actions.items():
        for name, info in model.model_fields.items():
            extra = info.json_schema_extra
            if model.standing and isinstance(extra, dict) and extra.get("holds") == "standing":
                return kind, name
    return None


def kinds(game: AnyGame) -> tuple[str, ...]:
    """Return the kinds of standing order that a game knows, but for withdrawing one."""
    away = withdrawing(game)
    return tuple(
        kind
        for kind, model in game.actions.items()
        if model.standing and (away is None or kind != away[0])
    )


def hint(campaign: Campaign, words: Words) -> list[Pressable]:
    """Return the button to where standing orders are left, where the game knows any."""
    if words.game is None or not kinds(words.game):
        return []
    label = words.plain.bot("button.standing")
    return [button(label, "orders", campaign.id, emoji="📜")]
