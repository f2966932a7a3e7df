"""Chapter 2.3: drawing the units and setting up."""
