"""Command (chapter 3): points, distance, generals, allies."""
