"""The simulated Discord that the end-to-end tests play on."""
