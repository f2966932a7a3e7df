"""The tests, mirroring the packages they test."""
