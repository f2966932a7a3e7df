"""How large a film is: known also where none is made."""

from __future__ import annotations

WIDTH = 720
"""Pixels across."""
LONGEST = 600
"""Pictures of a film at most."""
