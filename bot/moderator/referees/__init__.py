"""Who referees a campaign, what they may look at, and what they may do.

Who comes in here: :mod:`bot.moderator.lobby`, where one is named at the creation, and the doors of
:class:`bot.moderator.moderator.Moderator`.
"""
