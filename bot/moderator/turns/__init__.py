"""What a person puts together before it is sent, and what answers for them: plans, computers.

Whoever plays with people comes in here (``learning``), and the moderator.
"""
