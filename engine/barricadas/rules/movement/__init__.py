"""Chapter 5: movement."""
