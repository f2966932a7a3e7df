"""War of the Pacific, English edition."""
