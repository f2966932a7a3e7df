"""Chapter 8: attack."""
