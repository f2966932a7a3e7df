"""The rules of El Arte de la Guerra, a package a chapter."""
