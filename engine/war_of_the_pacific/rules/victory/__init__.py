"""How to win (5)."""
