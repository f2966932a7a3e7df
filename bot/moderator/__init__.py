"""The command layer: the one door through which every change to a game passes."""
