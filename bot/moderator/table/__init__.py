"""The campaign at its table: loaded, locked, changed by one door, saved, told, played again.

Every other room comes in here; it knows none of them.
"""
