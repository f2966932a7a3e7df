"""What of a position can be put right: units, generals and camps that everybody sees, the turn."""
