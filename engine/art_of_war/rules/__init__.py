"""The rules of El Arte de la Guerra, a folder a chapter."""
