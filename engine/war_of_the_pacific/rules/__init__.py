"""The rules, one module a topic of the rulebook; each names its clauses."""
