"""The combat phase (7.5)."""
