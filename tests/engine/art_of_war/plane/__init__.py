"""Tests of the geometry: what holds of every pose, and a few that are drawn on paper."""
