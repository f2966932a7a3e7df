"""What is kept on disk: games, actions, snapshots, seats, outbox and settings."""
