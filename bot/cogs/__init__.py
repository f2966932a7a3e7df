"""Slash commands: parse, call the moderator, reply."""
