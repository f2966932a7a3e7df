"""What of a position can be put right: counters that both sides recognise, markers, towns."""
