"""Shooting (7)."""
