"""Standing orders of ¡A las barricadas!: which there are, and what each answers."""
