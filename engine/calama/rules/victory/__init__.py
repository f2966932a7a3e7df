"""Points, objectives and the end of the game (2, 4.1.8)."""
