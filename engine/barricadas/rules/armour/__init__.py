"""Chapter 7.1: officers of armour."""
