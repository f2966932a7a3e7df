"""Standing orders of Batalla de Calama: which there are, and what each answers."""
