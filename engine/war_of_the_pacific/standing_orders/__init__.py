"""Standing orders of War of the Pacific: which there are, and what each answers."""
