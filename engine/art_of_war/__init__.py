"""El Arte de la Guerra: a game of ancient and medieval battles, the demo of its rules."""
