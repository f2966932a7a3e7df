"""Pieces (4.1.4, 4.2): attributes, command, weapons, charges."""
