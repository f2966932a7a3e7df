"""The planning page: what it shows, what is pressed on it, and its sending."""
