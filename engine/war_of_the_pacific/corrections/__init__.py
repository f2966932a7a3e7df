"""What of a position can be put right: counters, and what markers and tracks show."""
