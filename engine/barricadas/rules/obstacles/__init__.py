"""Chapter 11: obstacles that a scenario lays."""
