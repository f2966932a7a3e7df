"""Threads that the bot keeps: found again, opened for who is awaited, made for lessons."""
