"""Chapters 3.1, 3.2 and 7: command, initiative and officers."""
