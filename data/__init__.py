"""Maps, units, scenarios and rule lists of the games, as human-editable files."""
