"""What changed in the dumps of El Arte de la Guerra, oldest first (:mod:`engine.kit.dumps`)."""

from __future__ import annotations

from typing import Any, Final

from engine.kit.dumps import DumpChange, added, changed, removed


def _listed(pose: Any) -> Any:
    return list(pose.values()) if isinstance(pose, dict) else pose


def _all_listed(poses: Any) -> Any:
    return {key: _listed(pose) for key, pose in poses.items()}


CHANGES: Final = (
    DumpChange(
        "A pose is three numbers without names.",
        *(
            changed(f"table.{what}.*", "pose", _listed)
            for what in ("units", "generals", "camps", "works", "markers")
        ),
        changed("table.frames.*[type=charging]", "was", _all_listed),
    ),
    DumpChange(
        "A pursuit does not name what comes after it.",
        removed("table.frames.*[type=pursuing]", "then"),
    ),
    DumpChange(
        "A side knows what its own were called before they were shown.",
        added("secrets.*", "shown", {}, after="standing"),
    ),
    DumpChange(
        "A unit knows where its side's turn found it, and what it owes for a charge of its own.",
        added("table.units.*", "wild", False, after="stirred"),
        added("table.units.*", "began", None, after="wild"),
    ),
)
