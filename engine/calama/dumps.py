"""What changed in the dumps of Batalla de Calama, oldest first (:mod:`engine.kit.dumps`)."""

from __future__ import annotations

from typing import Final

from engine.kit.dumps import DumpChange, added

CHANGES: Final = (
    DumpChange(
        "The order of play is a setting, orders come before movement, quiet rounds are counted.",
        added("table.settings", "order_of_play", "phases", after="last_round"),
        added("table.settings", "quiet_rounds", 10, after="order_of_play"),
        added("table", "ordered", [], after="acted"),
        added("table", "calling", [], after="ordered"),
        added("table", "stirred", value=False, after="calling"),
        added("table", "quiet", 0, after="stirred"),
    ),
    DumpChange(
        "Refused ends are counted.",
        added("table", "refused", 0, after="quiet"),
    ),
)
