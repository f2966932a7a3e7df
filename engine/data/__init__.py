"""The files a game is played with: reading them, several versions at once, rules, grids."""
