"""Exact chances, and how they are told."""
