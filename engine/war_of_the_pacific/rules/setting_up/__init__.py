"""Set-up and control of cities (3)."""
