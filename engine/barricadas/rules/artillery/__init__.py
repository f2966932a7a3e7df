"""Chapter 8.1: artillery that officers direct."""
