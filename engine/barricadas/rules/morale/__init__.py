"""Chapter 10: morale."""
