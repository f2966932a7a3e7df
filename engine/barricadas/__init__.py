"""¡A las barricadas!: a tactical game of the Spanish Civil War, v2.0 of its rules."""
