"""Records of games as files: JSON for programs, text and one web page for people.

People stand in them as seats; nothing of Discord does.
"""
