"""What makes a player laugh at a computer, counted over whole games."""
