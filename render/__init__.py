"""Maps and counters, drawn from views."""
