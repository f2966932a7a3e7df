"""Melee (8, from its resolution on)."""
