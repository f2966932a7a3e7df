"""What the dice of War of the Pacific can bring, exactly, from what one seat knows.

:func:`~engine.war_of_the_pacific.odds.asking.odds` answers for an action;
:func:`~engine.war_of_the_pacific.odds.naval.interception_chance` gives the probability alone with
which an ``intercept`` action brings a stack to battle. Every number comes from the functions by
which the rules themselves roll.
"""
