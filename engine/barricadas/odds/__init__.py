"""What the dice of ¡A las barricadas! can bring, exactly, from what one seat knows.

:func:`~engine.barricadas.odds.asking.odds` answers for an action.
"""
