"""Setting up (5, 4.1.3)."""
