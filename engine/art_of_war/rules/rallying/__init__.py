"""Rallying (chapter 6)."""
