"""Chapter 3: the sequence of a turn."""
