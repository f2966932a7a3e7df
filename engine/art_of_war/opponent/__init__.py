"""The computer player: from its side's view, a decision and its own dice to an action."""
