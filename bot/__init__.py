"""Adjutant: the Discord bot around the rules engines.

The version lives here and nowhere else; `pyproject.toml` reads it.
"""

__version__ = "1.0.0"
