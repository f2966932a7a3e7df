"""Charges (5, 8): what can be reached, who may not, evading, contact, breaking off."""
