"""What the host orders over all tables: setting aside, pausing, shutting out.

Whoever comes in asks :class:`Moderator` for its parts; from below nobody looks up here.
"""
