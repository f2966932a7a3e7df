"""Who plays a seat of a game under way: the computer until people are back, or a substitute.

It comes from ``table`` and serves the lobby, where people ask for seats, and the clocks.
"""
