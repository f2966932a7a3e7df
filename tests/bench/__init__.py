"""Times against the budgets; `make bench` runs them. Each prints one JSON line a figure."""
