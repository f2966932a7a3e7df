"""What begins a round: events (7.2, 7.3) and combat orders (4.1.7)."""
