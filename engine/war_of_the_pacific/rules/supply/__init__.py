"""What Supply Columns are spent on (6), and new units (9)."""
