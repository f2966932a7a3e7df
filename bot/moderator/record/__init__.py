"""The record of a game: the whole log as a viewer may read it, to be searched and taken away.

``lobby`` and the moderator come in here.
"""
