"""What is read of a game and changes nothing: looks, recaps, the past, who is where.

``lobby`` and the moderator come in here.
"""
