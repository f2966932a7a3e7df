"""Mutation testing of the rules by the cases: ``make mutants`` (see README.md beside this)."""
