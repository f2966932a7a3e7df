"""Routing, pursuit, and when an army is beaten (9)."""
