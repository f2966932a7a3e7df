"""Tests of the rules of El Arte de la Guerra."""
