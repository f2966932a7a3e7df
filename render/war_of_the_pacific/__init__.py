"""The maps of War of the Pacific."""
