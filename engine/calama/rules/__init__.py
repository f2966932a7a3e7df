"""The rulebook, one module a topic."""
