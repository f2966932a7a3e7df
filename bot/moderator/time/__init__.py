"""Time at a table: clocks that run, reminders, what happens when time runs out.

Whoever comes in asks :class:`Moderator` for its parts; from below nobody looks up here.
"""
