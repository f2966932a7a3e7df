"""Land combat (8.7 to 8.12): attack, initiative, dice, losses, retreat, advance."""
