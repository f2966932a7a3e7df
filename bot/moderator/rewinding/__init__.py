"""Taking back: what of the past may be undone, why, and the step that goes back.

It comes from ``table`` and ``looking`` and serves ``offers`` and the interface.
"""
