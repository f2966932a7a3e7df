"""Chapter 9: assaults."""
