"""A first turn, taught: lessons as campaigns of one, and what is said step by step.

``people`` and the moderator come in here.
"""
