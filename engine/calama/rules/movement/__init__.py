"""The movement phase (7.4)."""
