"""Grids the games are played on."""
