"""What plays any game by its contract: plans, lines typed, suggestions, how a turn ends.

Whoever serves people comes in here (``bot``); no game does.
"""
