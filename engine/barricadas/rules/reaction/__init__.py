"""Chapter 3.4: reaction to an activation."""
