"""What changed in the dumps of ¡A las barricadas!, oldest first (:mod:`engine.kit.dumps`)."""

from __future__ import annotations

from typing import Final

from engine.kit.dumps import DumpChange, added

_ACTIVATION: Final = "table.frames.*[type=activation]"

CHANGES: Final = (
    DumpChange(
        "Cavalry dismounts, points are counted in halves, reaction may be asked by the hex.",
        added("table.settings", "reaction", "path", after="scenario"),
        added("table.counters.*", "afoot", value=False, after="replaced"),
        added("table.counters.*", "spent", 0, after="afoot"),
        added(_ACTIVATION, "begun", [], after="acted"),
        added(_ACTIVATION, "by_hex", value=False, after="gone"),
        added(_ACTIVATION, "heard", value=False, after="by_hex"),
        added(_ACTIVATION, "asks", 0, after="heard"),
    ),
    DumpChange(
        "An activation notes who lost an assault in it: they take no town.",
        added(_ACTIVATION, "beaten", [], after="asks"),
    ),
)
