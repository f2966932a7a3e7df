"""What the dice of Batalla de Calama can bring, exactly, from what one seat knows.

:func:`~engine.calama.odds.asking.odds` answers for an action.
"""
