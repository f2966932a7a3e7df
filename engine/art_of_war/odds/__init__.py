"""What the dice of El Arte de la Guerra can bring, exactly, from what one seat knows.

:func:`~engine.art_of_war.odds.asking.odds` answers for an action.
"""
