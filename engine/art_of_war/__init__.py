"""El Arte de la Guerra (demo): ancient battles on an open table."""
