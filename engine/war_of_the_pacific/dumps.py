"""What changed in the dumps of War of the Pacific, oldest first (:mod:`engine.kit.dumps`)."""

from __future__ import annotations

from typing import Final

from engine.kit.dumps import DumpChange, added

CHANGES: Final = (
    DumpChange(
        "When supply is rolled is a setting, and columns are allotted after orders.",
        added("table.settings", "supply_roll", "edition", after="advance_room"),
        added("table.frames.*[type=allotment]", "closes", value=False, after="columns"),
        added("table", "supply_due", value=False, after="machines"),
    ),
    DumpChange(
        "Who may advance is a setting; marches and retreats are remembered.",
        added("table.settings", "advance_who", "edition", after="supply_roll"),
        added("table.units.*", "path", [], after="began"),
        added("table.units.*", "attacked", "", after="path"),
        added("table", "refuges", [], after="supply_due"),
    ),
    DumpChange(
        "Who fought a stack does not chase it, and a fleet that is under way is known.",
        added("table.frames.*[type=voyage]", "fought", [], after="eluded"),
        added("table", "under_way", value=False, after="refuges"),
    ),
    DumpChange(
        "A campaign keeps its victory points; earlier ones keep none.",
        added("table", "worth", {}, after="under_way"),
    ),
    DumpChange(
        "Which artillery counts and the room of forts are settings; who has gone aboard is known.",
        added("table.settings", "artillery", "taking_part", after="advance_who"),
        added("table.settings", "fort_stacking", "counted", after="artillery"),
        added("table.units.*", "boarded", value=False, after="sailed"),
    ),
)
