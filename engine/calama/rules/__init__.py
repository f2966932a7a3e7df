"""The rulebook: a folder a chapter, a module a topic."""
