"""Pictures of El Arte de la Guerra."""
