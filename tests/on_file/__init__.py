"""The names that are on file or registered: none changes without saying what becomes of the old.

They are kinds and fields of actions, settings, events and questions with their figures, keys,
phases, terms, rolls, data files, outbox rows, presses, commands. ``<game>.txt`` and ``bot.txt``
hold a name a line, as :mod:`tests.on_file.names` finds them; what is no more stands in
``gone.toml``, with what becomes of it where it is still on file. After a change
``python -m tests.on_file`` adds what is new; it takes nothing away.
"""
