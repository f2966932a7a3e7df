"""What decides the game (2.3)."""
