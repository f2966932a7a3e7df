"""War of the Pacific, in its English and its Spanish edition."""
