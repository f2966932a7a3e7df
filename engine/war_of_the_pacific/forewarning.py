"""What a player should know before an action is done: what can no longer be done afterwards.

Rules:
    7.1.when with WP-R84 (the first sail of a phase ends embarkation).
"""

from __future__ import annotations

from engine.api import Action, Text
from engine.war_of_the_pacific.actions import Sail
from engine.war_of_the_pacific.rules.sea.embarkation import left_ashore
from engine.war_of_the_pacific.state import View


def warnings(view: View, action: Action) -> tuple[Text, ...]:
    """Return what is lost by an action that is allowed, a sentence each."""
    if isinstance(action, Sail):
        return tuple(left_ashore(view))
    return ()
