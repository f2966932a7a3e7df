"""Delivery of what was committed: reads the outbox, draws, posts once."""
