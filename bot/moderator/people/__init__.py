"""A person across all campaigns: what they may have told, changed, reported and erased.

Only the moderator comes in here.
"""
