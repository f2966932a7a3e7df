"""The geometry of the game: whole numbers in, whole numbers and yes or no out; no rules.

Lengths are hundredths of a UD, angles tenths of a degree: 0 faces north, 900 east. x grows towards
the east, y towards the north. Floats and shapely's figures stay in this package.
"""
