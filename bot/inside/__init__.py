"""How the bot does, for whoever hosts it: what is measured, where it is told, lines of the log.

Lowest of all: whatever measures something may know it, and it knows nothing of what is measured.
"""
