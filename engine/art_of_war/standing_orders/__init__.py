"""Standing orders of El Arte de la Guerra: which there are, and what each answers."""
