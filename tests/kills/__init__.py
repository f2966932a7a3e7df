"""Kill trials: processes of the bot and what keeps their games, killed at random instants."""
