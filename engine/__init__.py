"""Rules of the games as pure functions: state, action and dice in, state and events out."""
